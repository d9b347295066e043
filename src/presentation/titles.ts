import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { groupsOf, OTHER_SERVICES, SERVICES, WEBHOOKS } from '../model/groups.ts';
import type { Guide } from '../model/guides.ts';
import type { TagObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';
import type { Service } from '../model/service.ts';
import { tagsByName } from '../model/tag-tree.ts';
import { type Phrase, phraseText } from '../words/phrase.ts';
import { type Key, wordsOf } from '../words/words.ts';
import { firstSentence } from './markdown-text.ts';
import { lettersIn, partsOfName, pathTitles, sentenceCase, spellingsOf, wordsOfName } from './name-words.ts';

/**
 * Titles of operations, services, groups and guides on every page (READING §2). Machine formats keep their names.
 */

/** Letters of a sentence that is short enough to be a title. */
const LONGEST_TITLE = 80;
/** Letters of a summary that is a title: those of GitHub's webhooks have 136 to 1,293, and are texts. */
const LONGEST_SUMMARY = 120;
/** Letters of a title that have room in two lines of the navigation, beside a method. */
const LONGEST_ITEM = 72;

/** The title, else method and path, those of a webhook method and name. */
export function operationHeading(operation: Operation): Phrase {
  const title = ownTitle(operation);
  if (title !== '') return [title];
  const path = operation.getPath();
  const method = operation.getHttpMethod();
  return path === '' ? [`${method} ${serviceTitle(operation.service)}`.trim()] : [`${method} `, { code: path }];
}

/** {@link operationHeading} as plain text. */
export function operationTitle(operation: Operation): string {
  return phraseText(operationHeading(operation)).trim();
}

/** {@link operationTitle} beside the method's badge, which says the method. */
export function operationLabel(operation: Operation): string {
  return ownTitle(operation) || operation.getPath() || operation.getHttpMethod();
}

/**
 * {@link operationLabel} for the navigation, whose items have two lines: words of the operationId without those of its
 * tag replace a longer title, where they are shorter.
 */
export function operationItem(operation: Operation): string {
  const label = operationLabel(operation);
  if (label.length <= LONGEST_ITEM) return label;
  const other = idTitle(operation, idBelowTag(operation));
  return other !== '' && other.length < label.length ? other : label;
}

/**
 * The only operation of a service, where it has the title of the service or none of its own: right below the title of
 * the service, its own would repeat that or the path. A method, articles, blanks and signs make no difference.
 */
export function namesakeOf(service: Service): Operation | undefined {
  const [operation, ...others] = service.getAllOperations();
  if (operation === undefined || others.length > 0) return undefined;
  if (ownTitle(operation) === '') return operation;
  const title = lettersAlone(serviceTitle(service));
  const own = lettersAlone(operationTitle(operation));
  return own === title || own === operation.getHttpMethod().toLowerCase() + title ? operation : undefined;
}

function lettersAlone(title: string): string {
  return lettersIn(title.replaceAll(/\b(?:an?|the) /gi, ''));
}

/** The summary of an operation where it is a title: one line, and no more than a long one; else ''. */
export function titleSummary({ record }: Operation): string {
  return shortSummary(record.summary, LONGEST_SUMMARY).trim();
}

/** Text of an operation below its title: the description, after a summary that is too long for a title. */
export function operationText(operation: Operation): string | null {
  const { summary, description } = operation.record;
  if (summary === null || summary.trim() === '' || titleSummary(operation) !== '') return description;
  return `${summary.trim()}\n\n${description ?? ''}`.trim();
}

export function serviceTitle(service: Service): string {
  return titlesOf(service.api).services.get(service) ?? service.getTitle();
}

/** @param name of a group, or of a part of one */
export function groupTitle(api: Api, name: string): string {
  return titlesOf(api).groups.get(name) ?? name;
}

/** `x-displayName` of Redoc, else the summary of OpenAPI 3.2; null where its name is all there is. */
export function tagTitle(tag: TagObject | undefined): string | null {
  const displayName = tag?.['x-displayName'];
  const title = typeof displayName === 'string' ? displayName.trim() : '';
  return title || tag?.summary?.trim() || null;
}

/** Names as programs write them, `core_v1` and `rbacAuthorization`, in place of a text for readers; not `iPhone`. */
const IDENTIFIER = /^[a-z][a-z\d]*(?:(?<=..)[A-Z][a-z\d]+)*(?:[-_][a-z\d]+(?:[A-Z][a-z\d]+)*)*$/;

/** `book-controller`, `data_platform`: “Book”, “Data platform”. A text for readers stays as it is. */
export function tagInWords(name: string): string {
  return IDENTIFIER.test(name) ? wordsOfName(name.replace(/-controller$/, '')) || name : name;
}

/** Heading above the guides of a folder; null for a guide in none. */
export function guideSection({ group }: Guide): string | null {
  const words = group?.split('/').map((name) => tagInWords(name.replace(/^\d+[-_. ]+(?=\S)/, '')));
  return words?.join(' / ') ?? null;
}

/** Title of a guide: the words of its tag, unless another guide has the same ones. */
export function guideTitle(api: Api, guide: Guide): string {
  return guideTitlesOf(api).get(guide) ?? guide.title;
}

const guideTitlesOf = computedOnce((api: Api): ReadonlyMap<Guide, string> => {
  const shown = ({ title, tag }: Guide): string => (tag === null ? title : (tagTitle(tag) ?? tagInWords(title)));
  return new Map(
    [...Map.groupBy(api.getGuides(), shown)].flatMap(([title, guides]) =>
      guides.map((guide) => [guide, guides.length === 1 ? title : guide.title] as const),
    ),
  );
});

/**
 * The summary, else the first sentence of the description where it is a title, else the words of the operationId; ''
 * where none of these says what is done.
 */
const ownTitle = computedOnce((operation: Operation): string => {
  const { record } = operation;
  // Each only where it counts: a page depends on what was read for it.
  return withoutEnd(titleSummary(operation)) || titleSentence(record.description) || idTitle(operation);
});

/** Parts that frameworks add to the name of a method: `Controller` to its class, and a number for one of several. */
const ADDED_TO_METHOD = /Controller(?=[_.])|(?<=[a-z])_\d+$/g;

/** The words of the operationId, unless it spells out its path with the parameters: `GetAccountsAccountPersons`. */
function idTitle(operation: Operation, operationId = operation.record.operationId): string {
  const name = (operationId ?? '').replaceAll(ADDED_TO_METHOD, '');
  return spellsPath(name, operation) ? '' : wordsOfName(name);
}

function spellsPath(name: string, operation: Operation): boolean {
  const rest = withoutMethod(lettersIn(name), lettersIn(operation.getHttpMethod()));
  const [path = ''] = operation.record.paths;
  const isEnd = (text: string): boolean => lettersIn(text).endsWith(rest);
  return isEnd(path) && !isEnd(path.replaceAll(/\{[^{}]*\}/g, ''));
}

function withoutMethod(letters: string, method: string): string {
  if (letters.startsWith(method)) return letters.slice(method.length);
  return letters.endsWith(method) ? letters.slice(0, letters.length - method.length) : letters;
}

/** `actions/list-jobs` of a tag `actions` is `list jobs`, a verb and a noun at least. */
function idBelowTag({ record: { operationId, tags } }: Operation): string | null {
  const parts = partsOfName(operationId ?? '');
  const tag = tags
    .map((name) => partsOfName(name))
    .find((names) => names.length > 0 && names.every((name, at) => name.toLowerCase() === parts[at]?.toLowerCase()));
  return tag === undefined || parts.length < tag.length + 2 ? operationId : parts.slice(tag.length).join(' ');
}

function titleSentence(description: string | null): string {
  const sentence = withoutEnd(firstSentence(description) ?? '');
  return sentence.length <= LONGEST_TITLE && saysAction(sentence) ? sentenceCase(sentence) : '';
}

/** First words of a sentence that says when, where or for whom, what something is, or what readers do. */
const NO_ACTION: ReadonlySet<string> = new Set(
  (
    'a an the this that these those some it its you your we our they their anyone there here ' +
    'after as at because before by during for from if in once on since to unless until when whether while with ' +
    'without all any each every no not only please use see ' +
    'caution deprecated important note tip warning'
  ).split(' '),
);
/** `Deleting`, and not `Ping`. */
const GERUND = /[aeiouy]\p{L}*ing$/u;
/** A word follows, and no comma stands before `was`: other languages have the same words there. */
const STATEMENT =
  /^(?:\S+ ){1,10}?(?:is|are|(?<!, )was|were|can|cannot|could|may|might|must|should|will|has|have|means)(?=[’' ])/i;
/** Words of a statement about an object that was named: `Lists books that are read`, `Lists books a user has`. */
const CLAUSE =
  /\b(?:that|which|who|whose|what|whether|if|when|where|how)\b|(?<!\b(?:at|by|for|from|in|of|on|to|with)) (?:an?|the|you|they)\b/i;

/**
 * `Retrieves a book` and `List books` say what an operation does, `You can list books` and `Books are sorted` do not.
 * The words are English, since a descriptor does not say its language. Most sentences in other languages pass; one that
 * has such a word by chance is no title, as if there were no description.
 */
export function saysAction(sentence: string): boolean {
  const [first = ''] = /[\p{L}\p{N}'’-]+/u.exec(sentence) ?? [];
  if (NO_ACTION.has(first.toLowerCase()) || GERUND.test(first)) return false;
  const [statement] = STATEMENT.exec(sentence) ?? [];
  return statement === undefined || CLAUSE.test(statement);
}

/** Headings end without a full stop. */
function withoutEnd(text: string): string {
  return text.trim().replace(/(?<!\.)[.:]$/, '');
}

interface Titles {
  readonly services: ReadonlyMap<Service, string>;
  readonly groups: ReadonlyMap<string, string>;
}

/** Titles of all services and groups of an API, computed once: titles of paths depend on their neighbours. */
const titlesOf = computedOnce((api: Api): Titles => {
  const groups = groupsOf(api);
  const services = new Map<Service, string>();
  const spellings = spellingsOf(api.components);
  // The parts of a group have one list of titles.
  for (const members of Map.groupBy(groups, ({ name, part }) => part?.of ?? name).values()) {
    const all = members.flatMap((group) => group.services);
    for (const service of all) services.set(service, givenTitle(service) ?? service.getName());
    const unnamed = all.filter((service) => givenTitle(service) === null);
    const taken = all.flatMap((service) => givenTitle(service) ?? []);
    for (const [service, title] of pathTitles(unnamed, ({ record }) => record.title ?? '', taken, spellings))
      services.set(service, inWords(service, title));
  }
  return { services, groups: groupTitles(api) };
});

/** Null where there is nothing but a path. */
function givenTitle({ record }: Service): string | null {
  const own = record.extensions['x-platform-title'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  if (record.title === null) return record.name;
  const isPath = record.title.startsWith('/');
  // A title that is no path is the author's, or the name of a webhook.
  if (!isPath && record.kind !== 'webhook') return record.title;
  return withoutEnd(shortSummary(record.summary)) || (isPath ? null : wordsOfName(record.title) || record.title);
}

function shortSummary(summary: string | null, longest = LONGEST_TITLE): string {
  return summary === null || summary.length > longest || summary.trim().includes('\n') ? '' : summary;
}

/** A path without words is called as what is done there. */
function inWords(service: Service, title: string): string {
  const [first] = service.getAllOperations();
  return title.startsWith('/') && first !== undefined ? ownTitle(first) || title : title;
}

/** Groups of services without a tag: their names, which addresses have, are English. */
const OUR_GROUPS: ReadonlyMap<string, Key> = new Map([
  [SERVICES, 'title.services'],
  [OTHER_SERVICES, 'title.otherServices'],
  [WEBHOOKS, 'title.webhooks'],
]);

function groupTitles(api: Api): ReadonlyMap<string, string> {
  const tags = tagsByName(api);
  const words = wordsOf(api);
  const isByPath = !api.getServices().some(({ record }) => record.tags.length > 0);
  const titleOf = (name: string): string => {
    const own = tags.has(name) ? undefined : OUR_GROUPS.get(name);
    return own === undefined
      ? (tagTitle(tags.get(name)) ?? (isByPath ? wordsOfName(name) || name : tagInWords(name)))
      : words.say(own);
  };
  const groups = groupsOf(api).map(({ name, part }) => ({ name, of: part?.of ?? name, number: part?.number ?? 1 }));
  const namesByTitle = Map.groupBy(new Set(groups.map(({ of }) => of)), titleOf);
  return new Map(
    groups.map(({ name, of, number }) => {
      const said = titleOf(of);
      // Where two groups have the same words their names tell them apart.
      const title = namesByTitle.get(said)?.length === 1 ? said : (tagTitle(tags.get(of)) ?? of);
      return [name, number === 1 ? title : words.say('title.part', { title, number: String(number) })];
    }),
  );
}
