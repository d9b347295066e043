import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRODUCT_FOLDER } from '../project/product.ts';

/** Packages that the site provides, and packages that only builds need. */
const NOT_OURS: ReadonlySet<string> = new Set(['astro', '@astrojs/node', 'vite']);

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * The names of our package and of all that it depends on. They are bundled into a site's server, because some package
 * managers put what a package depends on out of the reach of everything else.
 */
export function bundledPackages(): string[] {
  const names = new Set(['platform-documentation']);
  const seen = new Set<string>();
  const add = (folder: string): void => {
    if (seen.has(folder)) return;
    seen.add(folder);
    for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
      const dependency = NOT_OURS.has(name) ? undefined : folderOf(name, folder);
      if (dependency === undefined) continue;
      names.add(name);
      add(dependency);
    }
  };
  add(PRODUCT_FOLDER);
  return [...names].sort();
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Finds a package as Node does, but by its folder: some packages do not export their package.json. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}
