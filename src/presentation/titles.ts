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
 * Titles of operations, services, groups and guides on pages (READING §2). Machine-readable formats use names instead.
 */

/** Maximum number of characters of a sentence that is used as a title. */
const LONGEST_TITLE = 80;
/** Maximum number of characters of a summary that is used as a title; longer summaries are descriptions. */
const LONGEST_SUMMARY = 120;
/** Maximum number of characters of a title on two lines of the navigation, beside a method. */
const LONGEST_ITEM = 72;

/** Title of an operation, else its method and path, or method and name for a webhook. */
export function operationHeading(operation: Operation): Phrase {
  const title = ownTitle(operation);
  if (title !== '') return [title];
  const path = operation.getPath();
  const method = operation.getHttpMethod();
  return path === '' ? [`${method} ${serviceTitle(operation.service)}`.trim()] : [`${method} `, { code: path }];
}

/** Returns {@link operationHeading} as plain text. */
export function operationTitle(operation: Operation): string {
  return phraseText(operationHeading(operation)).trim();
}

/** Returns {@link operationTitle} without the method, for use beside the method's badge. */
export function operationLabel(operation: Operation): string {
  return ownTitle(operation) || operation.getPath() || operation.getHttpMethod();
}

/**
 * Returns {@link operationLabel} for the navigation, whose items have two lines. If the label is too long and the words
 * of the operationId without those of the tag are shorter, it returns these words.
 */
export function operationItem(operation: Operation): string {
  const label = operationLabel(operation);
  if (label.length <= LONGEST_ITEM) return label;
  const other = idTitle(operation, idBelowTag(operation));
  return other !== '' && other.length < label.length ? other : label;
}

/**
 * Returns the only operation of a service if it has no title, or the same title as the service: the page then shows no
 * separate title for it. The comparison ignores a method, articles, blanks and punctuation.
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

/** Summary of an operation if it is usable as a title, on one line of limited length; else ''. */
export function titleSummary({ record }: Operation): string {
  return shortSummary(record.summary, LONGEST_SUMMARY).trim();
}

/** Text below the title of an operation: its description, preceded by the summary if that is too long for a title. */
export function operationText(operation: Operation): string | null {
  const { summary, description } = operation.record;
  if (summary === null || summary.trim() === '' || titleSummary(operation) !== '') return description;
  return `${summary.trim()}\n\n${description ?? ''}`.trim();
}

export function serviceTitle(service: Service): string {
  return titlesOf(service.api).services.get(service) ?? service.getTitle();
}

/** Title of a group. @param name name of a group, or of a part of a group */
export function groupTitle(api: Api, name: string): string {
  return titlesOf(api).groups.get(name) ?? name;
}

/** Title of a tag: Redoc's `x-displayName`, else the summary of OpenAPI 3.2; null for a tag with only a name. */
export function tagTitle(tag: TagObject | undefined): string | null {
  const displayName = tag?.['x-displayName'];
  const title = typeof displayName === 'string' ? displayName.trim() : '';
  return title || tag?.summary?.trim() || null;
}

/** Generated name, such as `core_v1` or `rbacAuthorization`, in contrast to a text for readers or `iPhone`. */
const IDENTIFIER = /^[a-z][a-z\d]*(?:(?<=..)[A-Z][a-z\d]+)*(?:[-_][a-z\d]+(?:[A-Z][a-z\d]+)*)*$/;

/** Converts a generated tag name to text: `data_platform` → “Data platform”; any other text stays unchanged. */
export function tagInWords(name: string): string {
  return IDENTIFIER.test(name) ? wordsOfName(name.replace(/-controller$/, '')) || name : name;
}

/** Heading above the guides in the same folder; null for a guide without a folder. */
export function guideSection({ group }: Guide): string | null {
  const words = group?.split('/').map((name) => tagInWords(name.replace(/^\d+[-_. ]+(?=\S)/, '')));
  return words?.join(' / ') ?? null;
}

/** Title of a guide: the words of its tag, unless another guide has the same words. */
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
 * Title of an operation: the summary, else the first sentence of the description if it is usable as a title, else the
 * words of the operationId; '' if none of these describes the action.
 */
const ownTitle = computedOnce((operation: Operation): string => {
  const { record } = operation;
  // Later sources are read only if needed, because a page depends on every text that is read for it.
  return withoutEnd(titleSummary(operation)) || titleSentence(record.description) || idTitle(operation);
});

/** Parts that frameworks add to operationIds: `Controller` after a class name, and a number after a repeated name. */
const ADDED_TO_METHOD = /Controller(?=[_.])|(?<=[a-z])_\d+$/g;

/** Words of the operationId; '' if it only repeats the path and its parameters: `GetAccountsAccountPersons`. */
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

/** Words of the operationId after its tag, `list jobs` of `actions/list-jobs`; all if fewer than two would remain. */
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

/** First words of sentences that do not describe an action: time, place, audience, definitions, possibilities. */
const NO_ACTION: ReadonlySet<string> = new Set(
  (
    'a an the this that these those some it its you your we our they their anyone there here ' +
    'after as at because before by during for from if in once on since to unless until when whether while with ' +
    'without all any each every no not only please use see ' +
    'caution deprecated important note tip warning'
  ).split(' '),
);
/** Gerunds: `Deleting`, but not `Ping`. */
const GERUND = /[aeiouy]\p{L}*ing$/u;
/** Beginning of a statement up to its verb, except where the match is probably a word of another language. */
const STATEMENT =
  /^(?:\S+ ){1,10}?(?:is|are|(?<!, )was|were|can|cannot|could|may|might|must|should|will|has|have|means)(?=[’' ])/i;
/** Words that make a statement a relative clause: `Lists books that are read`, `Lists books a user has`. */
const CLAUSE =
  /\b(?:that|which|who|whose|what|whether|if|when|where|how)\b|(?<!\b(?:at|by|for|from|in|of|on|to|with)) (?:an?|the|you|they)\b/i;

/**
 * Whether a sentence describes an action: `Retrieves a book` and `List books` do, `You can list books` and `Books are
 * sorted` do not. The check uses English words, since descriptors do not declare a language. Sentences in most other
 * languages pass; a sentence that happens to contain one of the words is not used as a title.
 */
export function saysAction(sentence: string): boolean {
  const [first = ''] = /[\p{L}\p{N}'’-]+/u.exec(sentence) ?? [];
  if (NO_ACTION.has(first.toLowerCase()) || GERUND.test(first)) return false;
  const [statement] = STATEMENT.exec(sentence) ?? [];
  return statement === undefined || CLAUSE.test(statement);
}

/** Removes the period or colon at the end of a heading. */
function withoutEnd(text: string): string {
  return text.trim().replace(/(?<!\.)[.:]$/, '');
}

interface Titles {
  readonly services: ReadonlyMap<Service, string>;
  readonly groups: ReadonlyMap<string, string>;
}

/** Titles of all services and groups of an API, computed together because the titles of paths must differ. */
const titlesOf = computedOnce((api: Api): Titles => {
  const groups = groupsOf(api);
  const services = new Map<Service, string>();
  const spellings = spellingsOf(api.components);
  // Titles must be unique among all parts of a group.
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

/** Title of a service in the descriptor; null for a service with only a path. */
function givenTitle({ record }: Service): string | null {
  const own = record.extensions['x-platform-title'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  if (record.title === null) return record.name;
  const isPath = record.title.startsWith('/');
  // A title that is not a path was written by the author, or is the name of a webhook.
  if (!isPath && record.kind !== 'webhook') return record.title;
  return withoutEnd(shortSummary(record.summary)) || (isPath ? null : wordsOfName(record.title) || record.title);
}

function shortSummary(summary: string | null, longest = LONGEST_TITLE): string {
  return summary === null || summary.length > longest || summary.trim().includes('\n') ? '' : summary;
}

/** Title of a service; the title of the first operation replaces a path without words. */
function inWords(service: Service, title: string): string {
  const [first] = service.getAllOperations();
  return title.startsWith('/') && first !== undefined ? ownTitle(first) || title : title;
}

/** Names of the groups for services without a tag, in English because URLs contain them, and their message keys. */
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
      // Groups whose converted titles are equal keep their original names.
      const title = namesByTitle.get(said)?.length === 1 ? said : (tagTitle(tags.get(of)) ?? of);
      return [name, number === 1 ? title : words.say('title.part', { title, number: String(number) })];
    }),
  );
}
