import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Modules below `server` that list server islands: parts of pages that Astro renders in separate requests. */
const ISLANDS = /_virtual_astro_server-island-manifest_[^/\\]*\.mjs$/;
const NO_ISLANDS = /\bserverIslandMap = [^;]*new Map\(\[\]\);/;
/** Key with which Astro encrypts the properties of server islands. */
const ISLAND_KEY = /"key":"[\w+/]{43}="/;
/** Source folders of the compilation; the server does not read them. */
const FOLDER = /"(rootDir|cacheDir|srcDir|publicDir)":"(file:[^"]*)"/g;
const NO_KEY = `"key":"${'A'.repeat(43)}="`;

/** Absolute paths of the product and project folders. */
export type Places = readonly [product: string, project: string];

/** Placeholders for the paths of the two folders. */
const NAMES = ['/product', '/project'] as const;
/** Absolute paths of templates and entry modules, which Astro uses as their names. */
const MODULE = /"((?:[A-Za-z]:)?\/[^"\n]*\.(?:astro|[jt]s))"/g;

/**
 * Vite plugin that replaces the product and project folders in module names with placeholders, before files are named
 * after a hash of their content: two clones compile the same sources to the same files.
 */
export function namesWithoutPlaces(places: Places): Plugin {
  return {
    name: 'platform-documentation:names-without-places',
    apply: 'build',
    renderChunk(code) {
      const named = withoutPlaces(code, places);
      return named === code ? null : { code: named, map: null };
    },
  };
}

function withoutPlaces(code: string, places: Places): string {
  return code.replaceAll(MODULE, (whole, path: string) => {
    const name = nameOf(path, places);
    return name === undefined ? whole : `"${name}"`;
  });
}

/** Path with a placeholder for the product or project folder; one folder may contain the other. */
function nameOf(path: string, places: Places): string | undefined {
  const around = places
    .map((place, index) => [place.replaceAll('\\', '/').replace(/\/*$/, '/'), NAMES[index]] as const)
    .toSorted(([a], [b]) => b.length - a.length)
    .find(([place]) => path.startsWith(place));
  return around === undefined ? undefined : `${around[1]}/${path.slice(around[0].length)}`;
}

/**
 * Makes the compiled server depend only on its sources. Replaces three values that Astro writes into it: the path of
 * the sources, which the server does not read; the path of the output, which differs when the server runs; and a random
 * key, which only server islands use.
 */
export function makeRepeatable(serverFolder: string, draft: string, places: Places): void {
  const place = `${pathToFileURL(draft).href}/`;
  const files = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mjs'),
  );
  const texts = new Map(files.map((name) => [name, readFileSync(join(serverFolder, name), 'utf8')]));
  const hasIslands = [...texts].some(([name, text]) => ISLANDS.test(name) && !NO_ISLANDS.test(text));
  for (const [name, text] of texts) {
    const placed = withoutPlaces(text, places)
      .replaceAll(place, `${pathToFileURL(resolve('/dist')).href}/`)
      .replaceAll(FOLDER, (whole, key: string, path: string) => {
        const name = nameOf(fileURLToPath(path), places);
        return name === undefined ? whole : `"${key}":"${pathToFileURL(resolve(name)).href}/"`;
      });
    const repeatable = placed === text || hasIslands ? placed : placed.replace(ISLAND_KEY, NO_KEY);
    if (repeatable !== text) writeFileSync(join(serverFolder, name), repeatable);
  }
}
