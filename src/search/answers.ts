import { pagePath } from '../model/language.ts';
import { type DocumentReference, documentPath, versionTitle } from '../model/locations.ts';
import type { MarkedText, SearchRow } from '../presentation/page-data/search-page.ts';
import { schemaTitle } from '../schema/references.ts';
import type { Words } from '../words/words.ts';
import { CALL_KINDS, type EntryOperation, referenceOf } from './entry.ts';
import type { Hit } from './order.ts';
import type { Shard, StoredEntry } from './shard.ts';
import { beginsApart, fold, inOtherNumber, termsOf, type Word, wordsIn } from './terms.ts';

/** Version of an API to which a shard belongs. */
export interface SearchedApi {
  readonly api: string;
  readonly version: number;
  readonly title: string;
  /** Version that is searched first and lacks the question's name; left out for that version itself. */
  readonly lacking?: number;
}

/** A search result in JSON, for programs (DESIGN §3). */
interface JsonResult {
  readonly type: Hit['kind'];
  readonly api: string;
  readonly version: number;
  /** Version that is usually searched, if it lacks the result. */
  readonly not_in_version?: number;
  readonly service: string | null;
  /** `GET /book`; null unless the result belongs to exactly one operation. */
  readonly operation: string | null;
  /** First operations of several. */
  readonly operations?: readonly string[];
  readonly name: string;
  readonly url: string;
  readonly excerpt: string;
}

/** Maximum number of operations that a result shows as links. */
const MOST_LINKS = 4;

/** Words and addresses for search results, from the server or from the texts in a page that its script reads. */
export interface AnswerWords {
  /** Name of a kind of result: `Field`. */
  kind(kind: Hit['kind']): string;
  /** Label of a named schema: `schema Order`. */
  schema(name: string): string;
  /** Mark of a result that a version lacks: `Not in version 2`. */
  notIn(version: number): string;
  /** Label of a part of an operation: `request body`, `response 200`, `Query`. */
  part(part: string): string;
  pathOf(document: DocumentReference): string;
}

interface Asked {
  readonly terms: readonly string[];
  readonly words: AnswerWords;
}

/**
 * @param of version of the API to which the hit's shard belongs
 * @param basePath path below which the site stands
 */
export function jsonResult(hit: Hit, of: SearchedApi, terms: readonly string[], basePath = ''): JsonResult {
  const entry = entryOf(hit, terms);
  const [operation] = entry.operations;
  const isOfOneOperation = entry.operationCount === 1 && operation !== undefined;
  return {
    type: hit.kind,
    api: of.api,
    version: of.version,
    ...(of.lacking !== undefined && { not_in_version: of.lacking }),
    service: entry.document.level === 'service' ? entry.document.name : isOfOneOperation ? operation.service : null,
    operation: isOfOneOperation ? callOf(operation) : null,
    ...(entry.operationCount > 1 && { operations: entry.operations.slice(0, MOST_LINKS).map(callOf) }),
    name: nameOf(hit, entry, terms),
    url: basePath + withAnchor(documentPath(referenceOf(entry.document, of)), entry.anchor),
    excerpt: excerptOf(entry.text, terms),
  };
}

function callOf({ method, path, webhook }: EntryOperation): string {
  return `${method} ${webhook ?? path}`.trim();
}

/** A search result for pages. @param isOneApi whether only one API is searched */
export function searchRow(hit: Hit, of: SearchedApi, { terms, words }: Asked, isOneApi: boolean): SearchRow {
  const entry = entryOf(hit, terms);
  const [operation] = entry.operations;
  const isOfOne = entry.operationCount === 1 && operation !== undefined;
  const linkTo = (one: EntryOperation): string =>
    withAnchor(words.pathOf(referenceOf({ level: 'service', name: one.service }, of)), anchorIn(one, entry));
  const links = isOfOne ? [] : entry.operations.slice(0, MOST_LINKS);
  return {
    kind: words.kind(hit.kind),
    title: marked(hit.kind === 'schema' ? schemaTitle(entry.name) : nameOf(hit, entry, terms), terms),
    href: withAnchor(words.pathOf(referenceOf(entry.document, of)), entry.anchor),
    api: apiOf(of, words, isOneApi || entry.kind === 'api'),
    operation: isOfOne
      ? {
          method: operation.method,
          path: operation.path,
          title: CALL_KINDS.has(entry.kind) ? '' : operation.title,
          href: entry.document.level === 'schema' ? linkTo(operation) : '',
        }
      : pathOf(hit),
    way: wayOf(hit, entry, words),
    // Readers cannot call a webhook, so the word “webhook” replaces its method.
    operations: links.map((one) => ({
      method: one.path === '' ? words.kind('webhook') : one.method,
      title: one.title,
      href: linkTo(one),
    })),
    operationCount: links.length === 0 ? 0 : entry.operationCount,
    excerpt: isTitle(entry) ? [] : marked(excerptOf(entry.text, terms), terms),
  };
}

/** @param isKnown whether readers know the API of a result */
function apiOf({ title, version, lacking }: SearchedApi, words: AnswerWords, isKnown: boolean): string {
  if (lacking !== undefined) return `${versionTitle(title, version)} · ${words.notIn(lacking)}`;
  return isKnown ? '' : versionTitle(title, version);
}

/**
 * Entry of a hit, with the operations first that the question names. If that is a single one, the result of a response
 * is the response of this operation: `create order 429`.
 */
function entryOf({ shard, entry: index }: Hit, terms: readonly string[]): StoredEntry {
  const entry = shard.entry(index);
  if (entry.operations.length < 2 || terms.length < 2) return entry;
  const named = entry.operations
    .map((operation) => ({ operation, weight: weightOf(operation.title, terms) }))
    .sort((a, b) => b.weight - a.weight);
  const [first, second] = named;
  if (entry.kind !== 'response' || first === undefined || first.weight === second?.weight)
    return { ...entry, operations: named.map(({ operation }) => operation) };
  const { operation } = first;
  const document = { level: 'service', name: operation.service } as const;
  return { ...entry, document, anchor: anchorIn(operation, entry), operations: [operation], operationCount: 1 };
}

/** Weight of the terms in a title. Terms of the question precede the words that mean the same, and weigh more. */
function weightOf(title: string, terms: readonly string[]): number {
  const words = termsOf(title).flatMap((word) => [word, ...inOtherNumber(word)]);
  return terms.reduce((sum, term, at) => sum + (words.some((word) => word.startsWith(term)) ? 1 / (at + 1) : 0), 0);
}

/** Anchor of an operation with an entry; of a response, the anchor of this response there. */
function anchorIn({ anchor }: EntryOperation, { kind, part }: StoredEntry): string {
  return kind === 'response' ? `${anchor}.${part}` : anchor;
}

/** Whether the description only repeats the title, as in `create a Pod`. */
function isTitle({ name, text }: StoredEntry): boolean {
  return fold(text.replace(/\.$/, '')) === fold(name);
}

/** Path of a service, which distinguishes services with the same title; null for other results. */
function pathOf({ kind, shard, entry }: Hit): SearchRow['operation'] {
  const path = kind === 'service' ? servicePath(shard, entry) : undefined;
  return path === undefined ? null : { method: '', path, title: '', href: '' };
}

/**
 * Name of a result. If the result was found by an allowed value, its name is that value: the value that equals the
 * question, or else the value that contains most of the question's words.
 */
function nameOf({ kind }: Hit, entry: StoredEntry, terms: readonly string[]): string {
  if (kind !== 'value') return entry.name;
  const matches = (value: string): number => terms.filter((term) => fold(value).includes(term)).length;
  const most = entry.values.reduce((highest, value) => Math.max(highest, matches(value)), 1);
  return (
    entry.values.find((value) => fold(value) === terms.join('')) ??
    entry.values.find((value) => matches(value) === most) ??
    entry.name
  );
}

/** Labels that lead to a result: `request body › customer › address`, `schema Order › payment`. */
function wayOf({ kind }: Hit, entry: StoredEntry, words: AnswerWords): readonly string[] {
  const { document, around, name, operations, part } = entry;
  const isField = entry.kind !== 'schema';
  const isInWebhook = entry.kind !== 'webhook' && operations.length === 1 && operations[0]?.path === '';
  return [
    ...(isInWebhook ? [words.kind('webhook')] : []),
    ...(document.level === 'schema' && isField ? [words.schema(document.name)] : []),
    // Shows the full name of a schema if the schema's title is only the last part of that name.
    ...(kind !== 'schema' || schemaTitle(name) === name ? [] : [name]),
    ...(part === '' || entry.kind === 'response' ? [] : [words.part(part)]),
    ...around,
    ...(kind === 'value' && name !== '' ? [name] : []),
  ];
}

export function withAnchor(path: string, anchor: string): string {
  // Not encoded again: a percent sign is part of the id (`presentation/anchors.ts`).
  return anchor === '' ? path : `${path}#${anchor}`;
}

/** Maximum lengths of an excerpt and of its part before the first match, in characters. */
const LONGEST_EXCERPT = 180;
const BEFORE_HIT = 60;

/** Character between two matches that is marked together with them: `ssh_keys`. */
const JOINT = /^[\s._/-]$/;

/** Splits a text into pieces for marking: words that begin with a term are hits. */
export function marked(text: string, terms: readonly string[]): MarkedText {
  const pieces: { text: string; isHit: boolean }[] = [];
  let done = 0;
  const add = (end: number, isHit: boolean): void => {
    if (end <= done) return;
    const last = pieces.at(-1);
    const part = text.slice(done, end);
    if (last?.isHit === isHit) last.text += part;
    else pieces.push({ text: part, isHit });
    done = end;
  };
  for (const word of wordsAsked(text, terms)) {
    add(word.start, pieces.at(-1)?.isHit === true && JOINT.test(text.slice(done, word.start)));
    add(word.end, true);
  }
  add(text.length, false);
  return pieces;
}

/** Excerpt of a text: its beginning, or the part around the first match. */
function excerptOf(text: string, terms: readonly string[]): string {
  if (text.length <= LONGEST_EXCERPT) return text;
  const [{ start: hit } = { start: 0 }] = wordsAsked(text, terms);
  const from = hit < LONGEST_EXCERPT - BEFORE_HIT ? 0 : nextWord(text, hit - BEFORE_HIT);
  const part = text.slice(from, from + LONGEST_EXCERPT);
  const isEnd = from + LONGEST_EXCERPT >= text.length;
  const cut = isEnd ? part : part.replace(/\s+\S*$/u, '');
  return `${from === 0 ? '' : '… '}${cut.toWellFormed()}${isEnd ? '' : ' …'}`;
}

function nextWord(text: string, from: number): number {
  const blank = text.indexOf(' ', from);
  return blank === -1 || blank - from > BEFORE_HIT ? from : blank + 1;
}

/** Words of a text that begin with a term, and pairs of words that a term writes as one. */
function* wordsAsked(text: string, terms: readonly string[]): Generator<Word> {
  let before: Word | undefined;
  for (const word of wordsIn(text)) {
    const one = before;
    before = word;
    if (one !== undefined && terms.some((term) => beginsApart(term, one, word))) yield { ...word, start: one.start };
    else if (terms.some((term) => word.terms.some((own) => own.startsWith(term)))) yield word;
  }
}

/** Path of a service, and the methods of that path. */
interface ServiceCall {
  readonly methods: readonly string[];
  readonly path: string;
}

/**
 * Path of the first operation of a service, and the methods of that path; undefined for webhooks. Reads all operations
 * of the service.
 * @param service index of the service's entry; the entries of its operations follow it
 */
export function serviceCall(shard: Shard, service: number): ServiceCall | undefined {
  const path = servicePath(shard, service);
  if (path === undefined) return undefined;
  const methods: string[] = [];
  for (const operation of operationsOf(shard, service)) if (operation.path === path) methods.push(operation.method);
  return { methods, path };
}

/** Path of the first operation of a service; undefined for webhooks. Reads no other operation. */
function servicePath(shard: Shard, service: number): string | undefined {
  const [first] = operationsOf(shard, service);
  return first === undefined || first.path === '' ? undefined : first.path;
}

/** Decodes the operations of a service one at a time. */
function* operationsOf(shard: Shard, service: number): Generator<EntryOperation> {
  const own = shard.entry(service).document;
  for (let entry = service + 1; entry < shard.size && shard.kindOf(entry) === 'operation'; entry += 1) {
    const { document, operations } = shard.entry(entry);
    const [operation] = operations;
    const isOwn = document.level === 'service' && own.level === 'service' && document.name === own.name;
    if (!isOwn || operation === undefined) return;
    yield operation;
  }
}

/** Creates {@link AnswerWords} in the language of the words. */
export function answerWords(words: Words): AnswerWords {
  return {
    kind: (kind) => words.say(`kind.${kind}`),
    schema: (name) => words.say('search.inSchema', { name }),
    notIn: (version) => words.say('operation.new', { version: String(version) }),
    part: (part) => partWords(part, words),
    pathOf: (document) => pagePath(document, words),
  };
}

/** Values of `part` that are not response statuses. */
export const PARTS = ['request', 'path', 'query', 'querystring', 'header', 'cookie', 'default'] as const;

function partWords(part: string, words: Words): string {
  switch (part) {
    case 'request':
      return words.say('message.bodyPart');
    case 'path':
    case 'query':
    case 'querystring':
    case 'header':
    case 'cookie':
      return words.say(`parameters.${part}`);
    case 'default':
      return words.say('search.inResponse', { status: words.say('message.anyStatus') });
    default:
      return words.say('search.inResponse', { status: part });
  }
}
