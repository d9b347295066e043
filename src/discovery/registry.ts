import { API_CATALOG_PATH, apiCatalog } from './api-catalog.ts';
import type { Discoverable, DiscoveryFile } from './contract.ts';
import { LLMS_FULL_PATH, llms, llmsFull } from './llms.ts';
import { sitemap } from './sitemap.ts';

export const SITEMAP_PATH = '/sitemap.xml';
const SITEMAP_PART = /^\/sitemap-([1-9][0-9]{0,5})\.xml$/;

const FILES: ReadonlyMap<string, DiscoveryFile> = new Map([
  ['/llms.txt', llms],
  [LLMS_FULL_PATH, llmsFull],
  [SITEMAP_PATH, sitemapFile()],
  [API_CATALOG_PATH, apiCatalog],
]);

/** Yields all discovery files of a site, including the parts of a sitemap that is split. */
export function* discoveryFiles(site: Discoverable): Generator<readonly [path: string, file: DiscoveryFile]> {
  yield* FILES;
  for (let part = 1; sitemap(site, part) !== null; part += 1) yield [`/sitemap-${part}.xml`, sitemapFile(part)];
}

/** Finds the discovery file at a path, given as sent (not decoded) without its query; undefined if there is none. */
export function discoveryFile(path: string): DiscoveryFile | undefined {
  const part = SITEMAP_PART.exec(path)?.[1];
  return part === undefined ? FILES.get(path) : sitemapFile(Number(part));
}

function sitemapFile(part?: number): DiscoveryFile {
  return { mediaType: 'application/xml; charset=utf-8', write: (site) => sitemap(site, part) };
}
