import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file beside its place and renames it, so that nobody ever sees half of it.
 * @returns why it could not be written; what was there before is then as it was
 */
export function writeAtomically(path: string, text: string): string | undefined {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: true });
    renameSync(temporary, path);
    return undefined;
  } catch (error) {
    rmSync(temporary, { force: true });
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  }
}
