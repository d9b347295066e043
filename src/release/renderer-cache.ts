import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the renderers, relative to the cache folder or the installed package. */
const FOLDER = 'renderers';
/** Folders that a renderer consists of. */
export const PARTS = ['client', 'server'] as const;
/** Maximum number of cached renderers, one for each state of the templates, such as those of Git branches. */
const MOST_KEPT = 3;

/**
 * Copies the renderer that was compiled from these templates, for this project, for another, or for the package.
 * @param parent cache folder (`product.ts`) or folder of the package
 * @param hash hash of everything that the renderer was compiled from
 * @param target folder to create
 * @returns false if the renderer is missing or incomplete; nothing is copied then
 */
export function copyCompiled(parent: string, hash: string, target: string): boolean {
  try {
    cpSync(join(parent, FOLDER, hash), target, { recursive: true });
    return true;
  } catch {
    rmSync(target, { recursive: true, force: true });
    return false;
  }
}

/**
 * Stores a copy of a renderer in the cache, in one step, for other projects and the next cold build. An unwritable
 * cache only costs time.
 * @param source folder with the parts of the compiled renderer
 */
export function keepCompiled(cacheFolder: string, hash: string, source: string): void {
  const folder = join(cacheFolder, FOLDER);
  const draft = join(folder, `.draft-${process.pid}`);
  try {
    mkdirSync(draft, { recursive: true });
    for (const part of PARTS) cpSync(join(source, part), join(draft, part), { recursive: true });
    rmSync(join(folder, hash), { recursive: true, force: true });
    renameSync(draft, join(folder, hash));
    forgetOldest(folder);
  } catch {
    removeDraft(draft);
  }
}

/** Removes a draft. Node.js before 24 throws even with `force` if a parent of the path is a file. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true });
  } catch {
    // No draft was created.
  }
}

function forgetOldest(folder: string): void {
  const kept = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of kept.slice(MOST_KEPT)) rmSync(path, { recursive: true, force: true });
}
