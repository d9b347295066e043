import { readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = 'modules';
/** Limit of cached modules. A renderer adds about ten: beyond it, most belong to renderers that no longer exist. */
const MOST_KEPT = 2_000;

/**
 * Lets Node cache the compiled code of modules that are imported from now on. Without a writable cache, nothing is
 * kept.
 * @param cacheFolder see `project/product.ts`
 */
export function keepCompiledModules(cacheFolder: string): void {
  const folder = join(cacheFolder, FOLDER);
  try {
    // Each version of Node has a folder of its own. (A recursive reading would stat each file.)
    const kept = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(join(folder, name))).length;
    if (kept > MOST_KEPT) rmSync(folder, { recursive: true, force: true });
  } catch {
    // There is no cache yet, or another command is removing it.
  }
  enableCompileCache(folder);
}
