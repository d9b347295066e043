import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { firstSentence } from '../plain-text.ts';
import { serviceTitle } from '../titles.ts';
import { servicePath } from './navigation.ts';
import { byName, operationsInOrder } from './service-order.ts';

/** A service in a list: name, route, methods, sentence. */
export interface ServiceRow {
  readonly title: string;
  readonly href: string;
  readonly route: string;
  readonly methods: readonly string[];
  readonly sentence: string | null;
}

/** Longer lists get an index of letters. */
const LETTERS_FROM = 100;

export function serviceRow(service: Service): ServiceRow {
  const operations = operationsInOrder(service);
  const title = serviceTitle(service);
  const route = service.getRoute() === '' ? (operations[0]?.getPath() ?? '') : service.getRoute();
  return {
    title,
    href: servicePath(service),
    // A title that is a path says it already.
    route: service.getKind() === 'webhook' || title.startsWith('/') ? '' : route,
    methods: [...new Set(operations.map((operation) => operation.getHttpMethod()))],
    sentence: firstSentence(ownSummary(service, title) ?? service.getDescription()) ?? summariesOf(operations),
  };
}

/** Null where it is the title already. */
function ownSummary({ record }: Service, title: string): string | null {
  return record.summary === title ? null : record.summary;
}

/** What a service without a description does. */
function summariesOf(operations: readonly Operation[]): string | null {
  const summaries = operations.flatMap(({ record }) =>
    record.summary === null || record.summary.trim() === '' ? [] : [record.summary.trim().replace(/\.$/, '')],
  );
  return summaries.length === 0 ? null : summaries.join(' · ');
}

interface Letter<Row> {
  readonly letter: string;
  readonly id: string;
  readonly rows: readonly Row[];
}

/**
 * Rows under their first letters, in natural order; null for lists that need no index, or whose names all begin alike.
 * Digits and signs stand under `#`.
 */
export function lettersOf<Row extends { readonly title: string }>(rows: readonly Row[]): readonly Letter<Row>[] | null {
  if (rows.length < LETTERS_FROM) return null;
  const letters = new Map<string, Row[]>();
  for (const row of [...rows].sort((a, b) => byName.compare(a.title, b.title))) {
    const letter = firstLetter(row.title);
    const members = letters.get(letter);
    if (members === undefined) letters.set(letter, [row]);
    else members.push(row);
  }
  if (letters.size === 1) return null;
  return [...letters].map(([letter, members]) => ({
    letter,
    id: letter === '#' ? 'letter-other' : `letter-${letter}`,
    rows: members,
  }));
}

function firstLetter(title: string): string {
  const [letter = ''] = title.normalize('NFD').toLocaleUpperCase('en');
  return /\p{L}/u.test(letter) ? letter : '#';
}
