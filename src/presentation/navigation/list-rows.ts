import type { Operation } from '../../model/operation.ts';
import type { ApiListEntry } from '../../model/records.ts';
import type { Service } from '../../model/service.ts';
import { naturalOrder } from '../../model/texts.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { anchorPart, operationAnchor } from '../anchors.ts';
import { firstSentence } from '../markdown-text.ts';
import { titleSummary } from '../operation-titles.ts';
import { namesakeOf, operationLabel, serviceTitle, tagInWords } from '../titles.ts';
import { servicePath } from './navigation.ts';
import { isServiceDeprecated, operationsInOrder } from './service-order.ts';

/** Service in a list. */
export interface ServiceRow {
  readonly title: string;
  readonly href: string;
  /** Method of the only operation if it has the service's title, so that {@link paths} is empty; else ''. */
  readonly method: string;
  /** Route; '' for a webhook, and for a service whose title is already the route. */
  readonly route: string;
  /** `Deprecated` if all operations are deprecated; else ''. */
  readonly deprecated: string;
  /** `Webhook` for a webhook; else ''. */
  readonly webhook: string;
  /** Operations grouped by path; the first path is {@link route} unless that is ''. */
  readonly paths: readonly PathOperations[];
  /** First sentence of the service's summary or description. */
  readonly sentence: string | null;
  /** Summaries of the operations; null without any. */
  readonly summaries: string | null;
}

/** Operations of one path. */
interface PathOperations {
  readonly path: string;
  readonly operations: readonly OperationLink[];
}

interface OperationLink {
  readonly method: string;
  readonly title: string;
  readonly href: string;
  /** `Deprecated` if this operation is, but not all of the service; else ''. */
  readonly deprecated: string;
}

/** Minimum number of rows for an index of letters. */
const LETTERS_FROM = 100;

/** @param shownOperations operations that the list is about; all if absent */
export function serviceRow(service: Service, shownOperations?: readonly Operation[]): ServiceRow {
  const all = operationsInOrder(service);
  const operations = shownOperations === undefined ? all : all.filter((one) => shownOperations.includes(one));
  const title = serviceTitle(service);
  const href = servicePath(service);
  // The path of an operation has parameters in braces, unlike the route of a service.
  const route = operations[0]?.getPath() ?? service.getRoute();
  const words = wordsOf(service.api);
  const word = words.say('operation.deprecated');
  const isDeprecated = isServiceDeprecated(operations);
  const namesake = namesakeOf(service);
  const shown = namesake === undefined ? operations : [];
  const isWebhook = service.getKind() === 'webhook';
  return {
    title,
    href,
    method: namesake?.getHttpMethod() ?? '',
    // A title that is a path makes the route redundant.
    route: isWebhook || title.startsWith('/') ? '' : route,
    deprecated: isDeprecated ? word : '',
    webhook: isWebhook ? words.say('kind.webhook') : '',
    paths: [...Map.groupBy(shown, (operation) => operation.getPath())].map(([path, ofPath]) => ({
      path,
      operations: ofPath.map((operation) => ({
        method: operation.getHttpMethod(),
        title: operationLabel(operation),
        href: `${href}#${operationAnchor(operation.resource, operation.getHttpMethod())}`,
        deprecated: operation.record.deprecated && !isDeprecated ? word : '',
      })),
    })),
    sentence: firstSentence(ownSummary(service, title) ?? service.getDescription()),
    summaries: summariesOf(operations),
  };
}

/** Summary of a service; null if it equals the title. */
function ownSummary({ record }: Service, title: string): string | null {
  return record.summary === title ? null : record.summary;
}

function summariesOf(operations: readonly Operation[]): string | null {
  const summaries = operations.map((one) => titleSummary(one).replace(/\.$/, '')).filter((summary) => summary !== '');
  return summaries.length === 0 ? null : summaries.join(' · ');
}

interface Letter<Row> {
  readonly letter: string;
  readonly id: string;
  /** URL fragment on the same page. */
  readonly href: string;
  readonly rows: readonly Row[];
}

/** Groups rows by first letter; null for a list that is too short for an index or has only one letter. */
export function lettersOf<Row extends { readonly title: string }>(rows: readonly Row[]): readonly Letter<Row>[] | null {
  if (rows.length < LETTERS_FROM) return null;
  const letters = byLetter(rows);
  return letters.length === 1 ? null : letters;
}

/** Groups rows by first letter, in natural order. Titles that do not begin with a letter are under `#`. */
export function byLetter<Row extends { readonly title: string }>(rows: readonly Row[]): readonly Letter<Row>[] {
  const inOrder = rows.toSorted((a, b) => naturalOrder(a.title, b.title));
  return [...Map.groupBy(inOrder, ({ title }) => firstLetter(title))].map(([letter, members]) => {
    const id = letter === '#' ? 'letter-other' : `letter-${letter}`;
    return { letter, id, href: `#${id}`, rows: members };
  });
}

function firstLetter(title: string): string {
  const [letter = ''] = title.normalize('NFD').toLocaleUpperCase('en');
  return /\p{L}/u.test(letter) ? letter : '#';
}

/** APIs in one folder, usually of one team or product. */
interface ApiGroup {
  /** Heading; null when the list is not grouped. */
  readonly title: string | null;
  readonly id: string;
  readonly entries: readonly ApiListEntry[];
}

/** Name of a version folder: `v1`, `2.0`. */
const VERSION = /^v?\d+(?:\.\d+)*$/i;

/**
 * Groups the entries of the list: handbooks first, in the given order, then APIs, grouped by their top-level folder if
 * at least two folders contain several APIs. The APIs of a group are sorted by title.
 */
export function apiGroups(entries: readonly ApiListEntry[], words: Words): readonly ApiGroup[] {
  const [apis, handbooks] = [entries.filter(({ guides }) => !guides), entries.filter(({ guides }) => guides)];
  if (handbooks.length > 0 && apis.length > 0)
    return [
      { title: words.say('title.guides'), id: 'guides', entries: handbooks },
      ...apiGroups(apis, words).map((group) => ({
        ...group,
        title: group.title ?? words.say('title.apis'),
        id: group.id || 'apis',
      })),
    ];
  const byTitle = [...entries].sort((a, b) => naturalOrder(a.title, b.title));
  const folders = groupingFolders(entries);
  if (folders.size === 0) return [{ title: null, id: '', entries: byTitle }];
  const groups = Map.groupBy(byTitle, ({ folder = '' }) => (folders.has(folder) ? folder : ''));
  const others = groups.get('') ?? [];
  return [
    ...[...groups]
      .filter(([folder]) => folder !== '')
      .map(([folder, members]) => ({
        title: tagInWords(folder),
        id: `apis.${anchorPart(folder)}`,
        entries: members,
      }))
      .sort((a, b) => naturalOrder(a.title, b.title)),
    ...(others.length === 0 ? [] : [{ title: words.say('list.others'), id: 'other-apis', entries: others }]),
  ];
}

/** Folders with several APIs; empty if there are fewer than two such folders. */
export function groupingFolders(entries: readonly ApiListEntry[]): ReadonlySet<string> {
  const folders = entries.flatMap(({ folder, guides }) => (folder === undefined || guides ? [] : [folder]));
  const named = Map.groupBy(
    folders.filter((folder) => !VERSION.test(folder)),
    (folder) => folder,
  );
  const several = [...named].flatMap(([folder, { length }]) => (length > 1 ? [folder] : []));
  return new Set(several.length > 1 ? several : []);
}
