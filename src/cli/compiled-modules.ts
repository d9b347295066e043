import { readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = 'modules';
/** The renderer of a project adds about ten; with more than this, most are of renderers that are gone. */
const MOST_KEPT = 2_000;

/**
 * Lets Node keep what it compiles of modules that are imported from now on for the next command. Where the cache cannot
 * be written to, nothing is kept.
 * @param cacheFolder see `project/product.ts`
 */
export function keepCompiledModules(cacheFolder: string): void {
  const folder = join(cacheFolder, FOLDER);
  try {
    // Each Node has a folder of its own. (Read recursively, each file would be asked whether it is one.)
    const kept = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(join(folder, name))).length;
    if (kept > MOST_KEPT) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing is kept yet, or another command removes it at this moment.
  }
  enableCompileCache(folder);
}
