import { readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = 'modules';
/** Maximum number of cached modules. Each renderer adds about ten, so a larger cache is mostly outdated. */
const MOST_KEPT = 2_000;

/**
 * Makes Node cache the compiled code of modules that are imported after this call. Has no effect if the cache folder is
 * not writable.
 * @param cacheFolder see `project/product.ts`
 */
export function keepCompiledModules(cacheFolder: string): void {
  const folder = join(cacheFolder, FOLDER);
  try {
    // Each Node version has its own subfolder. (A recursive readdir would call stat for each file.)
    const kept = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(join(folder, name))).length;
    if (kept > MOST_KEPT) rmSync(folder, { recursive: true, force: true });
  } catch {
    // The cache does not exist yet, or another command is removing it.
  }
  enableCompileCache(folder);
}
