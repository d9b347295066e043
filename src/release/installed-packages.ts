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

/** Installed versions of the packages that the product depends on directly; null for a missing package. */
export function directVersions(): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.keys(manifestIn(PRODUCT_FOLDER).dependencies ?? {}).map((name) => {
      const folder = folderOf(name, PRODUCT_FOLDER);
      return [name, folder === undefined ? null : (manifestIn(folder).version ?? null)];
    }),
  );
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
