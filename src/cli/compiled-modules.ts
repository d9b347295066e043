import { readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = 'node_modules/.cache/platform-documentation-modules';
/** A renderer of each project adds some ten; beyond this most are of renderers that are gone. */
const MOST_KEPT = 2_000;

/**
 * Lets Node keep what it compiles of modules that are imported from now on, beside the installation, for the next command. Where the
 * installation cannot be written to, nothing is kept.
 */
export function keepCompiledModules(productFolder: string): void {
  const folder = join(productFolder, FOLDER);
  try {
    const kept = readdirSync(folder, { recursive: true }).length;
    if (kept > MOST_KEPT) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing is kept yet, or another command removes it at this moment.
  }
  enableCompileCache(folder);
}
