import { createHash } from 'node:crypto';
import type { ChangeGroup, ChangeReach, ChangesView, ChangeView } from '../../changes/change-view.ts';
import { CHANGE_CLASSES } from '../../changes/rules.ts';
import type { Api } from '../../model/api.ts';
import { pagePath, twinExtension } from '../../model/language.ts';
import { releasedAt } from '../../model/lifecycle.ts';
import { documentPath } from '../../model/locations.ts';
import { withVisibleControls } from '../../model/texts.ts';
import { changesReference } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';

/** Maximum number of entries in one feed; the other formats list all changes. */
export const MOST_ENTRIES = 300;

/** Two versions and the changes between them. */
interface Changed {
  readonly api: Api;
  readonly before: Api;
  readonly view: ChangesView;
}

/**
 * Feed with one entry for each changed operation, schema or service, worst change first. Equal descriptors give equal
 * bytes: the feed has the release date of the newer version, not the date of the build.
 * @see RFC 4287 §4.1
 */
export function changesFeed({ api, before, view }: Changed, site: Site): string {
  const words = wordsOf(api);
  const reference = changesReference(api, before.getVersion());
  const updated = releasedAt(api.record).toISOString();
  const self = site.baseUrl + documentPath(reference, twinExtension(site, '.atom'));
  const page = site.baseUrl + pagePath(reference, site);
  const versions = { version: String(api.getVersion()), before: String(before.getVersion()) };
  const identify = identifiers(self);
  const entries = worstFirst(view.groups)
    .slice(0, MOST_ENTRIES)
    .map((group) => entryOf(group, { identify, updated, words, baseUrl: site.baseUrl }));
  return feed(
    {
      id: identify(''),
      title: `${api.getTitle()}: ${words.say('changes.title', versions)}`,
      subtitle: summaryOf(view, words),
      updated,
      author: site.title || api.getTitle(),
      self,
      page,
      entries,
    },
    words,
  );
}

interface Feed {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly updated: string;
  readonly author: string;
  /** URL of the feed. */
  readonly self: string;
  /** URL of the HTML page with the same content. */
  readonly page: string;
  /** XML of each entry. */
  readonly entries: readonly string[];
}

export function feed({ id, title, subtitle, updated, author, self, page, entries }: Feed, words: Words): string {
  const head = [
    element('id', id),
    element('title', title),
    ...(subtitle === undefined ? [] : [element('subtitle', subtitle)]),
    element('updated', updated),
    element('author', element('name', author), {}, 'markup'),
    empty('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    empty('link', { rel: 'alternate', type: 'text/html', href: page }),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>\n${element(
    'feed',
    `\n${[...head, ...entries].join('\n')}\n`,
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': words.language.tag },
    'markup',
  )}\n`;
}

interface EntryContext {
  readonly identify: (name: string) => string;
  readonly updated: string;
  readonly words: Words;
  readonly baseUrl: string;
}

function entryOf(
  { title, operation, href, changes }: ChangeGroup,
  { identify, updated, words, baseUrl }: EntryContext,
): string {
  const call = operation === null ? '' : `${operation.method} ${operation.path}`.trim();
  const content = `<ul>${changes.map((change) => changeItem(change, words, baseUrl)).join('')}</ul>`;
  const classes = CHANGE_CLASSES.filter((kind) => changes.some((change) => change.class === kind));
  const parts = [
    element('id', identify(`${href} ${title}`)),
    element('title', call === '' ? title : `${title} (${call})`),
    element('updated', updated),
    ...classes.map((kind) => empty('category', { term: kind, label: words.say(`changes.${kind}`) })),
    empty('link', { rel: 'alternate', type: 'text/html', href: baseUrl + href }),
    element('content', content, { type: 'html' }),
  ];
  return element('entry', `\n${parts.join('\n')}\n`, {}, 'markup');
}

/** List item in HTML. The caller escapes this HTML again when it writes the entry. */
function changeItem(change: ChangeView, words: Words, baseUrl: string): string {
  const { title, place, before, after, reason, href, reach } = change;
  const where = place.length === 0 ? '' : `<a href="${escaped(baseUrl + href)}">${inHtml(place)}</a>: `;
  const was = before === null ? '' : `; ${escaped(words.say('changes.was'))} ${inHtml(before)}`;
  const now = after === null ? '' : `; ${escaped(words.say('changes.now'))} ${inHtml(after)}`;
  const why = change.class === 'docs-only' ? '' : ` ${escaped(reason)}`;
  const reached = reach === null ? '' : `; ${escaped(reach.text)}: ${operationList(reach, baseUrl)}`;
  return `<li>${where}<strong>${escaped(title)}</strong>${was}${now}${reached}.${why}</li>`;
}

/** Lists the first operations by name and gives the number of the others. */
function operationList({ first, more }: ChangeReach, baseUrl: string): string {
  const names = first.map(({ title, href }) => `<a href="${escaped(baseUrl + href)}">${escaped(title)}</a>`);
  return [...names, ...(more === null ? [] : [escaped(more)])].join(', ');
}

function inHtml(parts: Phrase): string {
  return parts
    .map((part) => (typeof part === 'string' ? escaped(part) : `<code>${escaped(part.code)}</code>`))
    .join('');
}

function summaryOf({ counts, groups }: ChangesView, words: Words): string {
  if (groups.length === 0) return words.say('changes.none');
  const { breaking, notable, 'docs-only': docsOnly } = counts;
  return words.say('changes.counts', { breaking, notable, docsOnly });
}

/** Sorts groups by their worst change, which is the first of a group. */
function worstFirst(groups: readonly ChangeGroup[]): readonly ChangeGroup[] {
  return CHANGE_CLASSES.flatMap((kind) => groups.filter(({ changes: [worst] }) => worst?.class === kind));
}

/**
 * Makes a stable UUID from each name. URLs would not do, since a site may have no configured address.
 * A repeated name gets another identifier.
 * @see RFC 4287 §4.2.6, RFC 9562 §5.8
 */
export function identifiers(feed: string): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const hash = createHash('sha256').update(`${feed}\n${name}\n${count}`).digest('hex');
    const [a, b, c, d, e] = [
      hash.slice(0, 8),
      hash.slice(8, 12),
      hash.slice(12, 15),
      hash.slice(15, 18),
      hash.slice(18, 30),
    ];
    return `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`;
  };
}

/** Characters besides control characters that XML 1.0 forbids even when escaped (§2.2). */
const UNFIT = /[\ufffe\uffff]/g;

/** Escapes a text for the content or a quoted attribute of an XML or HTML element. */
function escaped(text: string): string {
  return withVisibleControls(text.toWellFormed())
    .replaceAll(UNFIT, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

type Attributes = Readonly<Record<string, string>>;

/** Writes an element. @param kind `text` content is escaped; `markup` content is already XML */
export function element(
  name: string,
  content: string,
  attributes: Attributes = {},
  kind: 'text' | 'markup' = 'text',
): string {
  return `<${name}${written(attributes)}>${kind === 'text' ? escaped(content) : content}</${name}>`;
}

export function empty(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}
