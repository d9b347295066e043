import { basename, dirname, relative } from 'node:path';
import { LockHeld } from '../files/lock.ts';
import { codeOf } from '../files/system-error.ts';

/** A file that is there and cannot be edited here. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
  readonly path: string;

  /** @param reason what follows the path, and what to do */
  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}

/** Shown on the page. `status`: 422 where the file has to be fixed, 503 where the machine has. */
interface WriteFailure {
  readonly status: 422 | 503;
  readonly text: string;
}

/** Remedies, by error code of the operating system. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ...['EACCES', 'EPERM', 'EROFS'].map((code) => [code, 'Let this process write there.'] as const),
  ...['EEXIST', 'ENOTDIR'].map((code) => [code, 'A file stands where a folder has to be. Move it away.'] as const),
  ...['ENOSPC', 'EDQUOT'].map((code) => [code, 'Make room there.'] as const),
]);
const OTHERWISE = 'Correct that, and send the form again.';

/**
 * Why nothing was written, and what to do.
 * @param subject `configuration`
 * @throws what neither files nor the operating system say: a mistake of ours
 */
export function writeFailure(error: unknown, subject: string, projectFolder: string): WriteFailure {
  if (error instanceof LockHeld)
    return { status: 503, text: `Another program is changing the ${subject}. Send the form again in a moment.` };
  if (error instanceof UnfitFile)
    return { status: 422, text: `${relative(projectFolder, error.path)} ${error.message}` };
  const code = codeOf(error);
  if (!(error instanceof Error && /^E[A-Z0-9]+$/.test(code))) throw error;
  const place = 'path' in error && typeof error.path === 'string' ? ` ${placeOf(error.path, projectFolder)}` : '';
  return { status: 503, text: `The ${subject} cannot be written:${place} ${code}. ${REMEDIES.get(code) ?? OTHERWISE}` };
}

/** Relative to the project; of files that are ours alone, their folder. */
function placeOf(path: string, projectFolder: string): string {
  return relative(projectFolder, basename(path).startsWith('.') ? dirname(path) : path) || 'the folder of the project';
}
