import { documentPath } from '../model/locations.ts';
import { languageLinksOf } from '../store/site-documents.ts';
import type { Discoverable } from './contract.ts';
import { countDocuments, documentsOf } from './documents.ts';

/** Maximum number of URLs in one file (sitemaps.org, protocol 0.9). */
const MOST_URLS = 50_000;
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * Generates the sitemap of all pages in every language, or an index of its parts if one file cannot hold all URLs.
 * @param part number of the part, from 1; undefined for `/sitemap.xml` itself
 * @returns null if the part does not exist, or if no base URL is configured: every entry needs an absolute URL
 */
export function sitemap(site: Discoverable, part?: number): string | null {
  const { baseUrl } = site.site;
  if (baseUrl === '') return null;
  const languages = Math.max(1, site.site.languages?.length ?? 1);
  const parts = Math.ceil((countDocuments(site) * languages) / MOST_URLS);
  if (part === undefined && parts > 1) {
    const files = Array.from({ length: parts }, (_, index) => loc(`${baseUrl}/sitemap-${index + 1}.xml`, 'sitemap'));
    return `${XML}<sitemapindex ${NAMESPACE}>\n${files.join('')}</sitemapindex>\n`;
  }
  if (part !== undefined && (parts === 1 || part < 1 || part > parts)) return null;
  const from = ((part ?? 1) - 1) * MOST_URLS;
  const urls = pathsOf(site)
    .slice(from, from + MOST_URLS)
    .map((path) => loc(baseUrl + path, 'url'));
  return `${XML}<urlset ${NAMESPACE}>\n${urls.join('')}</urlset>\n`;
}

/** Lists the canonical paths of all pages, the same as in their canonical links. */
function pathsOf(site: Discoverable): readonly string[] {
  return [...documentsOf(site)].flatMap((document) => {
    const languages = languageLinksOf(document, site.site);
    return languages.length > 1
      ? languages.map(({ canonicalPath }) => canonicalPath)
      : [documentPath(document, site.site.pageEnding)];
  });
}

function loc(url: string, element: 'url' | 'sitemap'): string {
  return `<${element}><loc>${url.replaceAll('&', '&amp;')}</loc></${element}>\n`;
}
