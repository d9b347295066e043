import type { Page } from '../presentation/page-data/document.ts';
import type { NavigationLink } from '../presentation/page-data/navigation.ts';
import type { PageHead } from '../presentation/pages/frame.ts';
import { wordsOf } from '../words/words.ts';
import { Markup } from './html.ts';

type JsonLd = Readonly<Record<string, unknown>>;

/** Characters that could end the element, start a comment, or break a JavaScript line; JSON allows escapes for all. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * Describes a page for search engines, as JSON-LD with the vocabulary of schema.org. Browsers do not execute this data,
 * so the security policy need not allow it.
 * @returns '' for a site without a base URL, which all entries need, and for pages that are not documents
 * @see HTML Standard §4.12.1 (data block); RFC 8259 §7 (escapes)
 */
export function structuredData(page: Page, head: PageHead, trail: readonly NavigationLink[]): Markup | '' {
  const { canonical } = head;
  if (page.kind !== 'document' || canonical === null) return '';
  const graph = [aboutPage(page, head, canonical), ...breadcrumbs(trail, canonical, page.site.baseUrl)];
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  const escaped = json.replaceAll(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new Markup(`<script type="application/ld+json">${escaped}</script>`);
}

function aboutPage(
  { document, site }: Extract<Page, { kind: 'document' }>,
  { title, description }: PageHead,
  url: string,
): JsonLd {
  const said = description === null ? {} : { description };
  const inLanguage = wordsOf(site).language.tag;
  if (document.level === 'list') return { '@type': 'WebSite', name: site.title, url, ...said, inLanguage };
  const { api } = document;
  const name = api.getTitle();
  if (document.level === 'api') return { '@type': 'WebAPI', '@id': url, name, ...said, url, documentation: url };
  return { '@type': 'TechArticle', headline: title, ...said, url, inLanguage, about: { '@type': 'WebAPI', name } };
}

/** Breadcrumb data of a page; empty for a page without a parent. */
function breadcrumbs(trail: readonly NavigationLink[], canonical: string, baseUrl: string): readonly JsonLd[] {
  if (trail.length < 2) return [];
  const itemListElement = trail.map(({ text, href, isCurrent }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: text,
    item: isCurrent ? canonical : baseUrl + href,
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement }];
}
