import { pagePath } from '../../model/language.ts';
import { documentPath, versionTitle } from '../../model/locations.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { LOCAL_ORIGIN } from '../addresses.ts';
import { navigationOf } from '../navigation/navigation.ts';
import {
  type Alternate,
  type Document,
  type LanguageLink,
  type Page,
  type ProblemPage,
  referenceTo,
  type VersionLink,
} from '../page-data/document.ts';
import type { Navigation } from '../page-data/navigation.ts';
import type { SearchView } from '../page-data/search-page.ts';
import { operationTitle } from '../titles.ts';
import { triedApi } from '../trying/log-ins.ts';
import { breadcrumb, summaryOf, titleOf, trailBelow } from './page-types.ts';

/** View model of the frame around a page. */
interface Frame {
  readonly head: PageHead;
  /** Document of the page; null for a page without one. */
  readonly document: Document | null;
  readonly navigation: Navigation | null;
  readonly alternates: readonly Alternate[];
  /** Languages of the document; empty if there is only one. The same applies to {@link Frame.versions}. */
  readonly languages: readonly LanguageLink[];
  readonly versions: readonly VersionLink[];
  readonly trail: ReturnType<typeof breadcrumb>;
  /** Search form of the header; null for a header without one. */
  readonly search: SearchForm | null;
  /** URL of the page, or its path if no base URL is configured; '' for a page that is not a document. */
  readonly url: string;
  /** URL path of the texts for the script that tries operations; null if the page has no such operations. */
  readonly tryWords: string | null;
  /** JSON list of the log-ins that the script offers; null if there are none. */
  readonly tryLogIns: string | null;
  /** Origin in samples that the page's script replaces with the actual origin; null if a base URL is configured. */
  readonly origin: string | null;
}

interface SearchForm {
  readonly action: string;
  /** Label of the field: `Search in Library`. */
  readonly label: string;
  /** JSON list of the APIs that the script searches; null: the default versions of all listed APIs. */
  readonly apis: string | null;
  /** Extension that the script appends to the path of a document. */
  readonly extension: string;
  /** URL path of the texts of the palette; null for a page without a palette. */
  readonly texts: string | null;
}

export function frameOf(page: Page): Frame {
  const { site } = page;
  const shown = page.kind === 'document' ? page : null;
  const document = shown?.document ?? null;
  return {
    head: pageHead(page),
    document,
    navigation: shownNavigation(page),
    alternates: shown?.alternates ?? [],
    languages: shown?.languages ?? [],
    versions: shown === null || shown.versions.length === 1 ? [] : shown.versions,
    trail: document === null ? trailOf(page) : breadcrumb(document, site),
    search: searchForm(page),
    url: document === null ? '' : site.baseUrl + documentPath(referenceTo(document), site.pageEnding),
    ...tryData(page),
    origin: site.baseUrl === '' && site.pageEnding === undefined ? LOCAL_ORIGIN : null,
  };
}

/** Navigation of a page: generated for a document, taken from the page data for search results and problems. */
function shownNavigation(page: Page): Navigation | null {
  if (page.kind === 'problem' || page.kind === 'search') return page.navigation ?? null;
  return page.kind !== 'document' || page.document.level === 'list' ? null : navigationOf(page.document);
}

/** Breadcrumb of search results and problems within an API; empty for other pages. */
function trailOf(page: Page): Frame['trail'] {
  const words = wordsOf(page.site);
  if (page.kind === 'problem' && page.problem.within !== undefined) {
    const { title, path } = page.problem.within;
    return trailBelow({ text: title, href: path }, problemTitle(page.problem, words), page.site);
  }
  if (page.kind !== 'search' || page.search.place === null) return [];
  const { place } = page.search;
  const overview = pagePath({ level: 'api', ...place }, page.site);
  const api = { text: versionTitle(place.title, place.version), href: overview };
  return trailBelow(api, words.say('search.button'), page.site);
}

function tryData(page: Page): Pick<Frame, 'tryWords' | 'tryLogIns'> {
  const { site } = page;
  const isService = page.kind === 'document' && page.document.level === 'service';
  const tried = isService ? triedApi(site.trying, page.document.api.place) : undefined;
  if (tried === undefined) return { tryWords: null, tryLogIns: null };
  return {
    tryWords: site.trying?.words[wordsOf(site).language.tag] ?? null,
    tryLogIns: tried.logIns === undefined ? null : JSON.stringify(tried.logIns),
  };
}

/**
 * Search form of the header, which searches the API of the document, else all APIs. Null in the administration, and on
 * pages with their own form.
 */
function searchForm(page: Page): SearchForm | null {
  if (page.kind === 'admin' || page.kind === 'search' || page.kind === 'names') return null;
  if (page.kind === 'problem' && (page.problem.status === 404 || page.isAdministrative)) return null;
  const words = wordsOf(page.site);
  const list = { level: 'list' } as const;
  const extension = pagePath(list, page.site).slice(documentPath(list).length);
  const texts = (page.kind === 'document' && page.site.searchTexts?.[words.language.tag]) || null;
  if (page.kind === 'problem' || page.document.level === 'list')
    return { action: pagePath(list, page.site), label: words.say('search.everywhere'), apis: null, extension, texts };
  const { api } = page.document;
  const reference = { level: 'api', ...api.place } as const;
  const versions = page.versions.map(({ version }) => version);
  const place = { name: api.getName(), default_version: api.getVersion(), title: api.getTitle() };
  const label = searchLabel(api.getTitle(), words);
  const apis = JSON.stringify([versions.length > 1 ? { ...place, versions } : place]);
  return { action: pagePath(reference, page.site), label, apis, extension, texts };
}

/** Maximum number of characters of an API's title in the search field. */
const LONGEST_TITLE = 20;

/** Label of a search field that searches one API. */
export function searchLabel(api: string, words: Words): string {
  return [...api].length > LONGEST_TITLE ? words.say('search.withinThis') : words.say('search.within', { api });
}

/** Metadata in the `<head>` of a page. */
export interface PageHead {
  /** Title: `Book · Library v2 · Example APIs`. */
  readonly title: string;
  readonly description: string | null;
  /** Absolute URL; null without a base URL, and for every page that is not a document. */
  readonly canonical: string | null;
  /** Absolute URL of the preview image; null without `theme.image` or a base URL. */
  readonly image: string | null;
  /**
   * Absolute URLs of the page in every language, and of the address that negotiates one (`x-default`), for search
   * engines; empty for a single language, or without a base URL.
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

/** Parts of the title of a page that is not a document, the most specific first. */
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

/** Links to all languages; the address of the default language also negotiates by Accept-Language (`x-default`). */
function languageAlternates(languages: readonly LanguageLink[], baseUrl: string): PageHead['languages'] {
  const standard = languages.slice(0, 1).map((link) => ({ ...link, tag: 'x-default' }));
  return [...languages, ...standard].map(({ tag, canonicalPath }) => ({
    hreflang: tag,
    href: baseUrl + canonicalPath,
  }));
}

/** Title of the search results: `iban: 23 results`. */
export function searchTitle({ question, total }: SearchView, words: Words): string {
  return words.say('search.title', { question, count: total });
}

/** Status codes for which pages have a text. */
export const STATUSES = [400, 403, 404, 405, 406, 408, 412, 413, 415, 422, 429, 500, 502, 503, 504] as const;

/** Title of a problem for readers; for other statuses than {@link STATUSES}, the title in the problem document. */
export function problemTitle(
  { status, title }: Pick<ProblemPage['problem'], 'status' | 'title'>,
  words: Words,
): string {
  const known = STATUSES.find((one) => one === status);
  return known === undefined ? title : words.say(`status.${known}`);
}

/** Maximum number of characters that search engines show of a description. */
const LONGEST_DESCRIPTION = 160;

/** Joined titles of a service's operations, as a substitute for its description; null for other documents. */
function titlesOn({ document }: Extract<Page, { kind: 'document' }>): string | null {
  if (document.level !== 'service') return null;
  const { service } = document;
  const titles = [...service.getOperations(), ...service.getEntityOperations()].map(operationTitle);
  const fitting = titles.findIndex((_, index) => titles.slice(0, index + 1).join(' · ').length > LONGEST_DESCRIPTION);
  return titles.slice(0, fitting === -1 ? titles.length : Math.max(1, fitting)).join(' · ') || null;
}
