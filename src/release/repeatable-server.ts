import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Modules below `server` with the server islands: parts of pages that Astro would render by themselves, later. */
const ISLANDS = /_virtual_astro_server-island-manifest_[^/\\]*\.mjs$/;
const NO_ISLANDS = /\bserverIslandMap = [^;]*new Map\(\[\]\);/;
/** Key by which Astro would encrypt the properties of server islands. */
const ISLAND_KEY = /"key":"[\w+/]{43}="/;
/** Folders that the server was compiled from; nothing is read from them. */
const FOLDER = /"(rootDir|cacheDir|srcDir|publicDir)":"(file:[^"]*)"/g;
const NO_KEY = `"key":"${'A'.repeat(43)}="`;

/** Folders of product and project, absolute. */
export type Places = readonly [product: string, project: string];

/** Placeholders for the two folders. */
const NAMES = ['/product', '/project'] as const;
/** Whole paths of templates and entries, by which Astro names them. */
const MODULE = /"((?:[A-Za-z]:)?\/[^"\n]*\.(?:astro|ts))"/g;

/**
 * Gives templates names without the folders of product and project, before files are named by a hash of their content:
 * two clones compile the same sources to the same files.
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

/** Path with placeholders for the two folders, one of which may contain the other. */
function nameOf(path: string, places: Places): string | undefined {
  const around = places
    .map((place, index) => [place.replaceAll('\\', '/').replace(/\/*$/, '/'), NAMES[index]] as const)
    .toSorted(([a], [b]) => b.length - a.length)
    .find(([place]) => path.startsWith(place));
  return around === undefined ? undefined : `${around[1]}/${path.slice(around[0].length)}`;
}

/**
 * Makes the compiled server depend on its sources alone. Astro writes three other things into it: the folder of the
 * sources, which nothing reads; the folder of the output, which is another one when the server runs; and a random key,
 * which only server islands use.
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
