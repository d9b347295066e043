import { pagePath } from '../model/language.ts';
import { type DocumentReference, documentPath, versionTitle } from '../model/locations.ts';
import type { MarkedText, SearchRow } from '../presentation/page-data/search-page.ts';
import { schemaTitle } from '../schema/schema.ts';
import type { Words } from '../words/words.ts';
import { CALL_KINDS, type EntryOperation, referenceOf } from './entry.ts';
import type { Hit } from './order.ts';
import type { Shard, StoredEntry } from './shard.ts';
import { fold, wordsIn } from './terms.ts';

/** API version that a shard belongs to. */
export interface SearchedApi {
  readonly api: string;
  readonly version: number;
  readonly title: string;
}

/** An answer as programs get it (DESIGN §3). */
interface JsonResult {
  readonly type: Hit['kind'];
  readonly api: string;
  readonly version: number;
  readonly service: string | null;
  /** `GET /book`; null when several operations have the answer, or none. */
  readonly operation: string | null;
  readonly name: string;
  readonly url: string;
  readonly excerpt: string;
}

/** Operations of an answer that are shown as links. */
const MOST_LINKS = 4;

/** Words and addresses of answers: of the server, or of the texts that a page contains for its script. */
export interface AnswerWords {
  /** `Field`. */
  kind(kind: Hit['kind']): string;
  /** `schema Order`. */
  schema(name: string): string;
  /** `request body`, `response 200`, `Query`. */
  part(part: string): string;
  pathOf(document: DocumentReference): string;
}

interface Asked {
  readonly terms: readonly string[];
  readonly words: AnswerWords;
}

/** @param of API version of the hit's shard */
export function jsonResult(hit: Hit, of: SearchedApi, terms: readonly string[]): JsonResult {
  const entry = hit.shard.entry(hit.entry);
  const [operation] = entry.operations;
  const isOfOneOperation = entry.operationCount === 1 && operation !== undefined;
  return {
    type: hit.kind,
    api: of.api,
    version: of.version,
    service: entry.document.level === 'service' ? entry.document.name : isOfOneOperation ? operation.service : null,
    operation: isOfOneOperation ? `${operation.method} ${operation.webhook ?? operation.path}`.trim() : null,
    name: nameOf(hit, entry, terms),
    url: withAnchor(documentPath(referenceOf(entry.document, of)), entry.anchor),
    excerpt: excerptOf(entry.text, terms),
  };
}

/** An answer as pages show it. @param isOneApi whether one API is searched */
export function searchRow(hit: Hit, of: SearchedApi, { terms, words }: Asked, isOneApi: boolean): SearchRow {
  const entry = hit.shard.entry(hit.entry);
  const [operation] = entry.operations;
  const isOfOne = entry.operationCount === 1 && operation !== undefined;
  const linkTo = ({ service, anchor }: EntryOperation): string =>
    withAnchor(words.pathOf(referenceOf({ level: 'service', name: service }, of)), anchor);
  const links = isOfOne ? [] : entry.operations.slice(0, MOST_LINKS);
  return {
    kind: words.kind(hit.kind),
    title: marked(hit.kind === 'schema' ? schemaTitle(entry.name) : nameOf(hit, entry, terms), terms),
    href: withAnchor(words.pathOf(referenceOf(entry.document, of)), entry.anchor),
    api: isOneApi || entry.kind === 'api' ? '' : versionTitle(of.title, of.version),
    operation: isOfOne
      ? {
          method: operation.method,
          path: operation.path,
          title: isCall(entry) ? '' : operation.title,
          href: entry.document.level === 'schema' ? linkTo(operation) : '',
        }
      : pathOf(hit),
    way: wayOf(hit, entry, words),
    // Readers cannot call a webhook: the word “webhook” takes the place of its method.
    operations: links.map((one) => ({
      method: one.path === '' ? words.kind('webhook') : one.method,
      title: one.title,
      href: linkTo(one),
    })),
    operationCount: links.length === 0 ? 0 : entry.operationCount,
    excerpt: isTitle(entry) ? [] : marked(excerptOf(entry.text, terms), terms),
  };
}

/** Whether the description only repeats the title: `create a Pod`. */
function isTitle({ name, text }: StoredEntry): boolean {
  return fold(text.replace(/\.$/, '')) === fold(name);
}

/** Path of a service, shown because several services may have the same title. */
function pathOf({ kind, shard, entry }: Hit): SearchRow['operation'] {
  const path = kind === 'service' ? servicePath(shard, entry) : undefined;
  return path === undefined ? null : { method: '', path, title: '', href: '' };
}

/** Whether an entry is a call: the answer's title then is the call's title, which is not repeated. */
function isCall({ kind }: StoredEntry): boolean {
  return CALL_KINDS.has(kind);
}

/**
 * Name of an answer. An answer found by an allowed value has the value as its name: the one that equals the question,
 * or the one with most of its words.
 */
function nameOf({ kind }: Hit, entry: StoredEntry, terms: readonly string[]): string {
  if (kind !== 'value') return entry.name;
  const matches = (value: string): number => terms.filter((term) => fold(value).includes(term)).length;
  const most = Math.max(1, ...entry.values.map(matches));
  return (
    entry.values.find((value) => fold(value) === terms.join('')) ??
    entry.values.find((value) => matches(value) === most) ??
    entry.name
  );
}

/** `request body › customer › address`, `schema Order › payment`. */
function wayOf({ kind }: Hit, entry: StoredEntry, words: AnswerWords): readonly string[] {
  const { document, around, name, operations, part } = entry;
  const isField = entry.kind !== 'schema';
  const isInWebhook = entry.kind !== 'webhook' && operations.length === 1 && operations[0]?.path === '';
  return [
    ...(isInWebhook ? [words.kind('webhook')] : []),
    ...(document.level === 'schema' && isField ? [words.schema(document.name)] : []),
    // A schema whose title is only the last part of its name shows the whole name here.
    ...(kind !== 'schema' || schemaTitle(name) === name ? [] : [name]),
    ...(part === '' || entry.kind === 'response' ? [] : [words.part(part)]),
    ...around,
    ...(kind === 'value' && name !== '' ? [name] : []),
  ];
}

export function withAnchor(path: string, anchor: string): string {
  // A percent sign in a fragment belongs to the id (`presentation/anchors.ts`).
  return anchor === '' ? path : `${path}#${anchor}`;
}

/** Characters of an excerpt, and of its part before the first match. */
const LONGEST_EXCERPT = 180;
const BEFORE_HIT = 60;

/** Character between two matches that is marked with them: `ssh_keys`. */
const JOINT = /^[\s._/-]$/;

/** Splits a text into pieces: words that begin with one of the terms are hits. */
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
  for (const word of wordsIn(text)) {
    if (!isAsked(word.terms, terms)) continue;
    add(word.start, pieces.at(-1)?.isHit === true && JOINT.test(text.slice(done, word.start)));
    add(word.end, true);
  }
  add(text.length, false);
  return pieces;
}

/** Excerpt of a text: its beginning, or the part around the first match. */
function excerptOf(text: string, terms: readonly string[]): string {
  if (text.length <= LONGEST_EXCERPT) return text;
  const hit = firstHit(text, terms);
  const from = hit < LONGEST_EXCERPT - BEFORE_HIT ? 0 : nextWord(text, hit - BEFORE_HIT);
  const part = text.slice(from, from + LONGEST_EXCERPT);
  const isEnd = from + LONGEST_EXCERPT >= text.length;
  const cut = isEnd ? part : part.replace(/\s+\S*$/u, '');
  return `${from === 0 ? '' : '… '}${cut.toWellFormed()}${isEnd ? '' : ' …'}`;
}

function firstHit(text: string, terms: readonly string[]): number {
  for (const word of wordsIn(text)) if (isAsked(word.terms, terms)) return word.start;
  return 0;
}

function nextWord(text: string, from: number): number {
  const blank = text.indexOf(' ', from);
  return blank === -1 || blank - from > BEFORE_HIT ? from : blank + 1;
}

function isAsked(words: readonly string[], terms: readonly string[]): boolean {
  return terms.some((term) => words.some((word) => word.startsWith(term)));
}

/** How a service is called. */
interface ServiceCall {
  readonly methods: readonly string[];
  readonly path: string;
}

/**
 * The path of the first operation of a service, and the methods of that path; undefined for webhooks. Reads every
 * operation of the service.
 * @param service index of its entry; the entries of its operations follow
 */
export function serviceCall(shard: Shard, service: number): ServiceCall | undefined {
  const path = servicePath(shard, service);
  if (path === undefined) return undefined;
  const methods: string[] = [];
  for (const operation of operationsOf(shard, service)) if (operation.path === path) methods.push(operation.method);
  return { methods, path };
}

/** The path of the first operation of a service, undefined for webhooks; no other operation is read. */
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

/** {@link AnswerWords} in a language. */
export function answerWords(words: Words): AnswerWords {
  return {
    kind: (kind) => words.say(`kind.${kind}`),
    schema: (name) => words.say('search.inSchema', { name }),
    part: (part) => partWords(part, words),
    pathOf: (document) => pagePath(document, words),
  };
}

/** Values of `part` that are no statuses. */
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
