import { documentPath, versionTitle } from '../../model/locations.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { type LanguageLink, type Page, type ProblemPage, referenceTo } from '../page-data/document.ts';
import type { SearchView } from '../page-data/search-page.ts';
import { summaryOf, titleOf } from '../page-types.ts';
import { operationTitle } from '../titles.ts';

/** Metadata in the head of a page. */
export interface PageHead {
  /** `Book · Library v2 · Example APIs`. */
  readonly title: string;
  readonly description: string | null;
  /** Absolute; null where the site's address is not configured, and for problems. */
  readonly canonical: string | null;
  /** Absolute URL of the image that programs show beside a link; null without `theme.image` or the site's address. */
  readonly image: string | null;
  /**
   * The page in every language, and where one of them is chosen for the reader; absolute, as search engines want them:
   * empty where there is one language alone, or no address of the site.
   */
  readonly languages: readonly { readonly hreflang: string; readonly href: string }[];
}

export function pageHead(page: Page): PageHead {
  const { site } = page;
  const words = wordsOf(site);
  if (page.kind !== 'document') return { title: [...titlesOf(page, words), site.title].join(' · '), ...NO_HEAD };
  const { document } = page;
  const path =
    page.languages?.find(({ isCurrent }) => isCurrent)?.canonicalPath ??
    documentPath(referenceTo(document), site.pageEnding);
  const parts = [
    ...titleOf(document, words),
    ...(document.level === 'list' ? [] : [versionTitle(document.api.getTitle(), document.api.getVersion())]),
    site.title,
  ];
  return {
    title: parts.join(' · '),
    description: summaryOf(document, words, site) ?? titlesOn(page) ?? parts.slice(0, -1).join(' · '),
    canonical: site.baseUrl === '' ? null : site.baseUrl + path,
    image: site.baseUrl === '' || !site.theme?.image ? null : site.baseUrl + site.theme.image,
    languages: site.baseUrl === '' ? [] : languageAlternates(page.languages ?? [], site.baseUrl),
  };
}

/** Parts of the title of a page that is no document, the nearest first. */
function titlesOf(page: Exclude<Page, { kind: 'document' }>, words: Words): readonly string[] {
  switch (page.kind) {
    case 'problem':
      return [`${page.problem.status} ${problemTitle(page.problem, words)}`];
    case 'admin':
      return [page.title];
    case 'search':
      return [searchTitle(page.search, words)];
    case 'names': {
      const { place, api } = page.names;
      return [...(place === null ? [] : [place.text]), words.say('names.title'), api.title];
    }
    default:
      return page satisfies never;
  }
}

const NO_HEAD: Omit<PageHead, 'title'> = { description: null, canonical: null, image: null, languages: [] };

/** The address of the default language is the one that Accept-Language chooses at. */
function languageAlternates(languages: readonly LanguageLink[], baseUrl: string): PageHead['languages'] {
  const standard = languages.slice(0, 1).map((link) => ({ ...link, tag: 'x-default' }));
  return [...languages, ...standard].map(({ tag, canonicalPath }) => ({
    hreflang: tag,
    href: baseUrl + canonicalPath,
  }));
}

/** `iban: 23 results`. */
export function searchTitle({ question, total }: SearchView, words: Words): string {
  return words.say('search.title', { question, count: total });
}

/** Status codes that pages have words for. */
export const STATUSES = [400, 403, 404, 405, 406, 408, 412, 413, 415, 422, 429, 500, 502, 503, 504] as const;

/** Title of a problem for readers; its own title where pages have no words for its status. */
export function problemTitle(
  { status, title }: Pick<ProblemPage['problem'], 'status' | 'title'>,
  words: Words,
): string {
  const known = STATUSES.find((one) => one === status);
  return known === undefined ? title : words.say(`status.${known}`);
}

/** Letters of a description that lists of search results show. */
const LONGEST_DESCRIPTION = 160;

/** Titles of operations, for the page of a service without a description; null for any other page. */
function titlesOn({ document }: Extract<Page, { kind: 'document' }>): string | null {
  if (document.level !== 'service') return null;
  const { service } = document;
  const titles = [...service.getOperations(), ...service.getEntityOperations()].map(operationTitle);
  const fitting = titles.findIndex((_, index) => titles.slice(0, index + 1).join(' · ').length > LONGEST_DESCRIPTION);
  return titles.slice(0, fitting === -1 ? titles.length : Math.max(1, fitting)).join(' · ') || null;
}
