import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRODUCT_FOLDER } from '../project/product.ts';

/** Packages that the site provides or that only builds need. */
const NOT_OURS: ReadonlySet<string> = new Set(['astro', '@astrojs/node', 'vite']);

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Names of our package and its direct and indirect dependencies. They are bundled into a site's server, because some
 * package managers let only a package itself resolve its dependencies.
 */
export function bundledPackages(): string[] {
  return ['platform-documentation', ...dependenciesOf(PRODUCT_FOLDER, NOT_OURS).keys()].sort();
}

/**
 * Installed versions of packages on which a package depends, directly or not. Each item is a name and its versions,
 * which are none for a missing package.
 */
export function installedVersions(names: readonly string[], top: string): readonly (readonly string[])[] {
  const folders = dependenciesOf(top);
  return names.map((name) => {
    const versions = [...(folders.get(name) ?? [])].map((folder) => manifestIn(folder).version ?? '');
    return [name, ...new Set(versions.sort())];
  });
}

/** Folders of direct and indirect dependencies by name: a name has several folders if several versions are needed. */
function dependenciesOf(top: string, ignored?: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const add = (folder: string): void => {
    if (seen.has(folder)) return;
    seen.add(folder);
    for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
      const dependency = ignored?.has(name) ? undefined : folderOf(name, folder);
      if (dependency === undefined) continue;
      folders.set(name, (folders.get(name) ?? new Set()).add(dependency));
      add(dependency);
    }
  };
  add(top);
  return folders;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Finds a package's folder as Node.js does, but without its package.json, which some packages do not export. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}
