import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Below the folder of the cache. */
const FOLDER = 'renderers';
/** Limit of kept renderers, one for each state of the templates: going back to another branch finds its own. */
const MOST_KEPT = 3;

/**
 * Copies the renderer that was compiled from these templates before, for any project.
 * @param cacheFolder see `cacheFolder` in product.ts
 * @param hash of everything that it was compiled from
 * @param target folder that is made
 * @returns false when there is none, or none that is whole; nothing is left behind then
 */
export function copyCompiled(cacheFolder: string, hash: string, target: string): boolean {
  try {
    cpSync(join(cacheFolder, FOLDER, hash), target, { recursive: true });
    return true;
  } catch {
    rmSync(target, { recursive: true, force: true });
    return false;
  }
}

/**
 * Keeps a renderer for other projects and for the next cold build. It is there whole or not at all; where the cache
 * cannot be written to, it is not kept, which costs time alone.
 * @param source folder with what was compiled, which is copied
 */
export function keepCompiled(
  cacheFolder: string,
  hash: string,
  source: readonly { readonly name: string; readonly folder: string }[],
): void {
  const folder = join(cacheFolder, FOLDER);
  const draft = join(folder, `.draft-${process.pid}`);
  try {
    mkdirSync(draft, { recursive: true });
    for (const part of source) cpSync(part.folder, join(draft, part.name), { recursive: true });
    rmSync(join(folder, hash), { recursive: true, force: true });
    renameSync(draft, join(folder, hash));
    forgetOldest(folder);
  } catch {
    removeDraft(draft);
  }
}

/** Node before 24 throws, even with `force`, where a parent of the path is a file. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true });
  } catch {
    // Then nothing was made.
  }
}

function forgetOldest(folder: string): void {
  const kept = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of kept.slice(MOST_KEPT)) rmSync(path, { recursive: true, force: true });
}
