import type { Api } from '../../model/api.ts';
import { titleOfSchema } from '../../model/components.ts';
import { pagePath, type Spoken, twinExtension } from '../../model/language.ts';
import { documentPath, namesExtension, versionTitle } from '../../model/locations.ts';
import { wordsOf } from '../../words/words.ts';
import type { NameRow, NamesPart, NamesView } from '../page-data/document.ts';
import { operationTitle, titleAmongAll } from '../titles.ts';
import { byLetter, lettersOf } from './list-rows.ts';
import { operationPath, servicePath } from './navigation.ts';

type Group = ReturnType<typeof byLetter<NameRow>>[number];

/** Maximum number of rows on a page, to keep within the page limits of 60 kB and 6,000 elements. */
const MOST_ROWS = 500;

/**
 * Lists all services, operations and schemas of an API by name. If they do not fit on one page, the first page is a
 * table of contents, and each further page has the names of one or more letters, or a part of one letter's names.
 */
export function namesOf(api: Api): readonly NamesView[] {
  const words = wordsOf(api);
  const place = { level: 'api', ...api.place } as const;
  const of = { title: versionTitle(api.getTitle(), api.getVersion()), href: pagePath(place, api) };
  const groups = byLetter(rowsOf(api));
  const rows = namesIn(groups);
  if (rows.length <= MOST_ROWS) return [{ api: of, rows, letters: null, parts: [], place: null }];
  const pathOf = (part: number): string => namesPath(api.getName(), api.getVersion(), api, part);
  const pages = inPages(groups).map((page, index) => ({ page, names: namesIn(page), href: pathOf(index + 1) }));
  const parts = pages.map(({ names, href }): NamesPart => {
    const [first, last] = [names[0], names.at(-1)].map((row) => row?.title ?? '');
    return { text: words.say('range.names', { first: first ?? '', last: last ?? '' }), href, count: names.length };
  });
  const letters = new Map<string, string>();
  for (const { page, names, href } of pages) {
    // Pages with few names have no letter headings to link to.
    const hasHeadings = lettersOf(names) !== null;
    for (const { letter, href: anchor } of page)
      if (!letters.has(letter)) letters.set(letter, hasHeadings ? href + anchor : href);
  }
  const common = { api: of, letters: [...letters].map(([letter, href]) => ({ letter, href })) };
  return [
    { ...common, rows: [], parts, place: null },
    ...pages.map(({ names }, index) => {
      const [previous = null, next = null] = [parts[index - 1], parts[index + 1]];
      const text = parts[index]?.text ?? '';
      return { ...common, rows: names, parts: [], place: { text, contents: pathOf(0), previous, next } };
    }),
  ];
}

function namesIn(groups: readonly Group[]): readonly NameRow[] {
  return groups.flatMap(({ rows }) => rows);
}

/** Distributes letters over pages. A letter with too many names is split into pages of about equal length. */
function inPages(groups: readonly Group[]): readonly (readonly Group[])[] {
  const pages: Group[][] = [];
  let room = 0;
  for (const group of groups) {
    const count = Math.ceil(group.rows.length / MOST_ROWS);
    const length = Math.ceil(group.rows.length / count);
    if (count === 1 && length <= room) pages.at(-1)?.push(group);
    else
      for (let from = 0; from < group.rows.length; from += length)
        pages.push([{ ...group, rows: group.rows.slice(from, from + length) }]);
    room = count > 1 ? 0 : (length <= room ? room : MOST_ROWS) - length;
  }
  return pages;
}

/** URL path of a page of names. @param part number for {@link namesExtension} */
export function namesPath(api: string, version: number, spoken: Spoken, part: number): string {
  return documentPath({ level: 'api', api, version }, twinExtension(spoken, namesExtension(part)));
}

function rowsOf(api: Api): readonly NameRow[] {
  const words = wordsOf(api);
  const services = api.getServices().map(
    (service): NameRow => ({
      title: titleAmongAll(service),
      href: servicePath(service),
      kind: words.say(service.getKind() === 'webhook' ? 'kind.webhook' : 'kind.service'),
      call: null,
    }),
  );
  const operations = api.getServices().flatMap((service) =>
    service.getAllOperations().map(
      (operation): NameRow => ({
        title: operationTitle(operation),
        href: operationPath(operation),
        kind: words.say(service.getKind() === 'webhook' ? 'kind.webhook' : 'kind.operation'),
        call: { method: operation.getHttpMethod(), path: operation.getPaths()[0] ?? '' },
      }),
    ),
  );
  const schemas = api.getSchemaNames().map(
    (schema): NameRow => ({
      title: titleOfSchema(schema, api.components),
      href: pagePath({ level: 'schema', ...api.place, name: schema }, api),
      kind: words.say('kind.schema'),
      call: null,
    }),
  );
  return [...services, ...operations, ...schemas];
}

/** Text of links to the page of names. */
export function namesTitle(site: Spoken): string {
  return wordsOf(site).say('names.title');
}
