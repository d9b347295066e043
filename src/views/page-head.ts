import { documentPath, versionTitle } from '../model/locations.ts';
import { type Document, type LanguageLink, type Page, referenceTo } from '../model/page/document.ts';
import type { SearchView } from '../model/page/search-page.ts';
import { schemaTitle } from '../model/schema/schema-title.ts';
import { titleSentence } from '../presentation/fields/title-text.ts';
import { apiSentence, guideSentence } from '../presentation/guides/guide-view.ts';
import { linkPicture, PICTURE_EXTENSION } from '../presentation/link-picture.ts';
import { firstSentence } from '../presentation/plain-text.ts';
import { groupTitle, guideTitle, operationTitle, serviceTitle } from '../presentation/titles.ts';
import { type Key, type Words, wordsOf } from '../words/words.ts';

/** What the head of a page says about it. */
export interface PageHead {
  /** `Book · Library v2 · Example APIs`. */
  readonly title: string;
  readonly description: string | null;
  /** Absolute; null where the site's address is not configured, and for problems. */
  readonly canonical: string | null;
  /** What programs show beside a link to it; null where there is none, or no address of the site. */
  readonly picture: { readonly url: string; readonly alt: string } | null;
  /**
   * The page in every language, and where one of them is chosen for the reader; absolute, as search engines want them:
   * empty where there is one language alone, or no address of the site.
   */
  readonly languages: readonly { readonly hreflang: string; readonly href: string }[];
}

export function pageHead(page: Page): PageHead {
  if (page.kind === 'problem') {
    return {
      title: `${page.problem.status} ${statusTitle(page.problem.status, page.problem.title, wordsOf(page.site))} · ${page.site.title}`,
      ...NO_HEAD,
    };
  }
  if (page.kind === 'admin') return { title: `${page.title} · ${page.site.title}`, ...NO_HEAD };
  if (page.kind === 'search')
    return { title: `${searchTitle(page.search, wordsOf(page.site))} · ${page.site.title}`, ...NO_HEAD };
  if (page.kind === 'names')
    return {
      title: [
        ...(page.names.place === null ? [] : [page.names.place.text]),
        wordsOf(page.site).say('names.title'),
        page.names.api.title,
        page.site.title,
      ].join(' · '),
      ...NO_HEAD,
    };
  const { document, site } = page;
  const path = page.languages?.find(({ isCurrent }) => isCurrent)?.canonicalPath ?? documentPath(referenceTo(document));
  const parts = [
    ...ownTitle(page, wordsOf(page.site)),
    ...(document.level === 'list' ? [] : [versionTitle(document.api.getTitle(), document.api.getVersion())]),
    site.title,
  ];
  return {
    title: parts.join(' · '),
    description: summaryOf(page) ?? titlesOn(page) ?? parts.slice(0, -1).join(' · '),
    canonical: site.baseUrl === '' ? null : site.baseUrl + path,
    picture: site.baseUrl === '' ? null : pictureOf(page),
    languages: site.baseUrl === '' ? [] : languageAlternates(page.languages ?? [], site.baseUrl),
  };
}

const NO_HEAD: Omit<PageHead, 'title'> = { description: null, canonical: null, picture: null, languages: [] };

function pictureOf({ document, site }: Extract<Page, { kind: 'document' }>): PageHead['picture'] {
  const picture = linkPicture(document, site);
  return picture && { url: site.baseUrl + documentPath(picture.of, PICTURE_EXTENSION), alt: picture.alt };
}

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

const STATUSES: ReadonlyMap<number, Extract<Key, `status.${number}`>> = new Map([
  [400, 'status.400'],
  [403, 'status.403'],
  [404, 'status.404'],
  [405, 'status.405'],
  [406, 'status.406'],
  [408, 'status.408'],
  [412, 'status.412'],
  [413, 'status.413'],
  [415, 'status.415'],
  [422, 'status.422'],
  [429, 'status.429'],
  [500, 'status.500'],
  [502, 'status.502'],
  [503, 'status.503'],
  [504, 'status.504'],
] as const);

/** What a status means, for readers; what the problem calls it where pages have no words for it. */
export function statusTitle(status: number, title: string, words: Words): string {
  const key = STATUSES.get(status);
  return key === undefined ? title : words.say(key);
}

function ownTitle({ document }: Extract<Page, { kind: 'document' }>, words: Words): readonly string[] {
  switch (document.level) {
    case 'list':
    case 'api':
      return [];
    case 'service':
      return [serviceTitle(document.service)];
    case 'group':
      return [words.say('title.group', { name: groupTitle(document.api, document.group) })];
    case 'guide':
      return [guideTitle(document.api, document.guide)];
    case 'schema-index':
      return [
        document.part === undefined
          ? words.say('title.schemas')
          : words.say('title.schemasPart', { number: String(document.part) }),
      ];
    case 'schema':
      return [
        words.say('title.schema', { name: schemaTitle(document.name) }),
        // Namesakes have titles of their own.
        ...(schemaTitle(document.name) === document.name ? [] : [document.name]),
      ];
    case 'changes':
      return [words.say('changes.title', versionsOf(document))];
    default:
      return document satisfies never;
  }
}

function summaryOf({ document, site }: Extract<Page, { kind: 'document' }>): string | null {
  switch (document.level) {
    case 'list':
      return wordsOf(site).say('title.apisOf', { site: site.title });
    case 'api':
      return apiSentence(document.api);
    case 'service':
      return firstSentence(document.service.record.summary ?? document.service.getDescription());
    case 'group':
      return firstSentence(document.api.record.tags.find((tag) => tag.name === document.group)?.description);
    case 'guide':
      return guideSentence(document.guide);
    case 'schema-index':
      return wordsOf(site).say('title.schemasOf', { api: document.api.getTitle() });
    case 'schema':
      return (
        firstSentence(typeof document.schema === 'object' ? document.schema.description : null) ??
        titleSentence(document.name, document.schema, document.api.components)
      );
    case 'changes':
      return wordsOf(site).say('changes.title', versionsOf(document));
    default:
      return document satisfies never;
  }
}

function versionsOf({ api, before }: Extract<Document, { level: 'changes' }>) {
  return { version: String(api.getVersion()), before: String(before.getVersion()) };
}

/** As much as lists of results show. */
const LONGEST_DESCRIPTION = 160;

/** What there is on a page that nothing describes; null where a title says all. */
function titlesOn({ document }: Extract<Page, { kind: 'document' }>): string | null {
  if (document.level !== 'service') return null;
  const { service } = document;
  const titles = [...service.getOperations(), ...service.getEntityOperations()].map(operationTitle);
  const fitting = titles.findIndex((_, index) => titles.slice(0, index + 1).join(' · ').length > LONGEST_DESCRIPTION);
  return titles.slice(0, fitting === -1 ? titles.length : Math.max(1, fitting)).join(' · ') || null;
}
