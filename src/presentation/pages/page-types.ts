import { pagePath } from '../../model/language.ts';
import { type Level, versionTitle } from '../../model/locations.ts';
import { tagsByName } from '../../model/tag-tree.ts';
import { schemaTitle } from '../../schema/references.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { titleSentence } from '../fields/schema-facts.ts';
import { apiSentence, guideSentence } from '../guides.ts';
import { firstSentence } from '../markdown-text.ts';
import { orderOf } from '../navigation/service-order.ts';
import type { Document } from '../page-data/document.ts';
import type { NavigationLink } from '../page-data/navigation.ts';
import type { Site } from '../page-data/site.ts';
import { groupTitle, guideTitle, serviceTitle, titleAmongAll } from '../titles.ts';

/** Frame of a document type; templates render the content (`views/Show.astro`). */
interface PageType<L extends Level> {
  /** Parts of the page title that precede the titles of the API and the site. */
  title(document: Document<L>, words: Words): readonly string[];
  /** Summary sentence for search engines; null if there is none. */
  summary(document: Document<L>, words: Words, site: Site): string | null;
  /** Breadcrumb links from the overview of the API to the page. */
  trail(document: Document<L>, words: Words): readonly NavigationLink[];
}

/** Page types by level. A new page type needs an entry here, a template and a view model. */
const PAGE_TYPES: { readonly [L in Level]: PageType<L> } = {
  list: {
    title: () => [],
    summary: (_, words, site) => words.say('title.apisOf', { site: site.title }),
    trail: () => [],
  },
  api: {
    title: () => [],
    summary: ({ api }) => apiSentence(api),
    trail: () => [],
  },
  service: {
    title: ({ service }) => [titleAmongAll(service)],
    summary: ({ service }) => firstSentence(service.record.summary ?? service.getDescription()),
    trail: ({ api, service }) => {
      const name = orderOf(api).groupOf.get(service)?.name ?? '';
      const href = pagePath({ level: 'group', ...api.place, name }, api);
      return [link(groupTitle(api, name), href), link(serviceTitle(service))];
    },
  },
  group: {
    title: ({ api, group }, words) => [words.say('title.group', { name: groupTitle(api, group) })],
    summary: ({ api, group }) => firstSentence(tagsByName(api).get(group)?.description),
    trail: ({ api, group }) => [link(groupTitle(api, group))],
  },
  guide: {
    title: ({ api, guide }) => [guideTitle(api, guide)],
    summary: ({ guide }) => guideSentence(guide),
    trail: ({ api, guide }) => [link(guideTitle(api, guide))],
  },
  'schema-index': {
    title: ({ part }, words) => [
      part === undefined ? words.say('title.schemas') : words.say('title.schemasPart', { number: String(part) }),
    ],
    summary: ({ api }, words) => words.say('title.schemasOf', { api: api.getTitle() }),
    trail: (document, words) => [
      toSchemas(document, words),
      ...(document.part === undefined ? [] : [link(words.say('title.partNumber', { number: String(document.part) }))]),
    ],
  },
  schema: {
    title: ({ name }, words) => [
      words.say('title.schema', { name: schemaTitle(name) }),
      // Adds the full name, since different schemas may have the same title.
      ...(schemaTitle(name) === name ? [] : [name]),
    ],
    summary: ({ api, name, schema }) =>
      firstSentence(typeof schema === 'object' ? schema.description : null) ??
      titleSentence(name, schema, api.components),
    trail: (document, words) => [toSchemas(document, words), link(schemaTitle(document.name))],
  },
  changes: {
    title: (document, words) => [changesTitle(document, words)],
    summary: changesTitle,
    trail: (_, words) => [link(words.say('title.changes'))],
  },
};

function changesTitle({ api, before }: Document<'changes'>, words: Words): string {
  return words.say('changes.title', { version: String(api.getVersion()), before: String(before.getVersion()) });
}

export function titleOf<L extends Level>(document: Document<L>, words: Words): readonly string[] {
  return PAGE_TYPES[document.level].title(document, words);
}

export function summaryOf<L extends Level>(document: Document<L>, words: Words, site: Site): string | null {
  return PAGE_TYPES[document.level].summary(document, words, site);
}

/** Breadcrumb of a document: site / API / group / service; the last link is the page itself. */
export function breadcrumb(document: Document, site: Site): readonly NavigationLink[] {
  if (document.level === 'list') return [];
  const { api } = document;
  const title = versionTitle(api.getTitle(), api.getVersion());
  const overview = link(title, pagePath({ level: 'api', ...api.place }, api));
  return withCurrent([siteLink(site), overview, ...trailOf(document, wordsOf(api))]);
}

function trailOf<L extends Level>(document: Document<L>, words: Words): readonly NavigationLink[] {
  return PAGE_TYPES[document.level].trail(document, words);
}

/** Breadcrumb of a page that is not a document, such as search results: site / API / title of the page. */
export function trailBelow(
  api: { readonly text: string; readonly href: string },
  title: string,
  site: Site,
): readonly NavigationLink[] {
  return withCurrent([siteLink(site), link(api.text, api.href), link(title)]);
}

function withCurrent(trail: readonly NavigationLink[]): readonly NavigationLink[] {
  return trail.map((step, index) => ({ ...step, isCurrent: index === trail.length - 1 }));
}

function siteLink(site: Site): NavigationLink {
  return link(site.title, pagePath({ level: 'list' }, site));
}

function toSchemas({ api }: Document<'schema' | 'schema-index'>, words: Words): NavigationLink {
  return link(words.say('title.schemas'), pagePath({ level: 'schema-index', ...api.place }, api));
}

/** Creates a breadcrumb link. @param href '' for the page itself */
function link(text: string, href = ''): NavigationLink {
  return { text, href, isCurrent: false, count: null };
}
