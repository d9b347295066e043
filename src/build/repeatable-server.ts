import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of the files below `server`: the parts of pages that Astro would render by themselves, later. */
const ISLANDS = /_virtual_astro_server-island-manifest_[^/\\]*\.mjs$/;
const NO_ISLANDS = /\bserverIslandMap = [^;]*new Map\(\[\]\);/;
/** What Astro would hand them their properties with, encrypted. */
const ISLAND_KEY = /"key":"[\w+/]{43}="/;
const NO_KEY = `"key":"${'A'.repeat(43)}="`;

/**
 * Makes equal what is compiled of the same: Astro writes into the server where it was compiled to, which it is not at
 * any more when it runs, and a random key, which nothing uses where there are no server islands.
 */
export function makeRepeatable(serverFolder: string, draft: string): void {
  const place = `${pathToFileURL(draft).href}/`;
  const files = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mjs'),
  );
  const texts = new Map(files.map((name) => [name, readFileSync(join(serverFolder, name), 'utf8')]));
  const hasIslands = [...texts].some(([name, text]) => ISLANDS.test(name) && !NO_ISLANDS.test(text));
  for (const [name, text] of texts) {
    const placed = text.replaceAll(place, `${pathToFileURL(resolve('/dist')).href}/`);
    const repeatable = placed === text || hasIslands ? placed : placed.replace(ISLAND_KEY, NO_KEY);
    if (repeatable !== text) writeFileSync(join(serverFolder, name), repeatable);
  }
}
