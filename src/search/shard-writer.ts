import { ANY_NAME } from '../presentation/anchors.ts';
import { CALL_KINDS, ENTRY_KINDS, type Entry, type EntryKind, type EntryOperation } from './entry.ts';
import { MOST_NAME_LENGTH, MOST_USES, RECEIVED, SECTIONS, SHARD_MARK, type Shard, WHERE } from './shard.ts';
import type { Dictionary } from './tables.ts';
import { joinedEnds, joinedName, RUN, termsOf, wholeName } from './terms.ts';

/**
 * Maximum number of characters of a text, and of the allowed values, that are stored for display, since a results page
 * parses them. All words of a longer text are searched, but results show only its beginning.
 */
const LONGEST_SHOWN = 8000;

/** Kinds of entries that words of their surroundings also match: `create droplet ssh_keys`. */
const HAS_PLACE: ReadonlySet<EntryKind> = new Set(['operation', 'webhook', 'parameter', 'field', 'header', 'response']);
/** Maximum number of operations whose titles count as surroundings of a part: as many as a result shows. */
const MOST_PLACES = 4;

/** Entries that contain a term, in ascending order, each as `index * 4 + where` ({@link WHERE}). */
type Postings = number[];

/**
 * Writes the entries of one version of an API as one file: sorted words with the numbers of their entries. The search
 * uses the file's bytes in memory without parsing. The same entries give the same bytes.
 */
export class ShardWriter {
  /** Rows: JSON texts, or the UTF-8 bytes of rows of an earlier shard. */
  readonly #rows: (string | Uint8Array)[] = [];
  readonly #kinds: number[] = [];
  readonly #lengths: number[] = [];
  readonly #depths: number[] = [];
  readonly #uses: number[] = [];
  readonly #terms = new Map<string, Postings>();
  readonly #names = new Map<string, Postings>();
  readonly #holders = new Map<string, Postings>();
  readonly #documents = new Map<string, number>();
  readonly #operations = new Map<string, number>();
  /** Postings of names and of texts, and numbers of operations: many entries have the same ones. */
  readonly #forms = new Map<string, { readonly ends: readonly Postings[]; readonly wholes: readonly Postings[] }>();
  readonly #lists = new Map<string, readonly Postings[]>();
  readonly #knownOperations = new Map<EntryOperation, number>();

  addAll(entries: Iterable<Entry>): void {
    for (const entry of entries) this.#add(entry);
  }

  #add(entry: Entry): void {
    const index = this.#rows.length;
    this.#kinds.push(ENTRY_KINDS.indexOf(entry.kind) + (entry.isReceived ? RECEIVED : 0));
    this.#lengths.push(Math.min(MOST_NAME_LENGTH, entry.name.length));
    this.#depths.push(depthOf(entry));
    this.#uses.push(Math.min(MOST_USES, entry.operationCount));
    this.#rows.push(
      JSON.stringify([
        entry.name,
        numberOf(this.#documents, JSON.stringify(entry.document)),
        entry.anchor,
        entry.operations.map((operation) => this.#operationOf(operation)),
        entry.operationCount,
        entry.part,
        entry.around,
        shownValues(entry.values),
        entry.text.slice(0, LONGEST_SHOWN).toWellFormed(),
      ]),
    );
    for (const name of [entry.name, ...entry.aliases]) {
      const { ends, wholes } = known(this.#forms, name, () => this.#formsOf(name));
      post(wholes, index, 0);
      post(this.#listsOf(name), index, WHERE.name);
      post(ends, index, WHERE.name);
    }
    for (const schema of entry.schemas) post([listOf(this.#holders, schema)], index, 0);
    for (const value of entry.values) post(this.#listsOf(value), index, WHERE.value);
    for (const name of entry.around) post(this.#listsOf(name), index, WHERE.text);
    post(this.#listsOf(entry.text), index, WHERE.text);
    for (const name of placeNames(entry)) postPlace(this.#listsOf(name), index);
  }

  /** Postings of the ends of a name, and of what matches it as a whole. */
  #formsOf(name: string) {
    const whole = wholeName(name);
    const wholes = [whole, joinedName(whole)].filter((one) => one !== '').map((one) => listOf(this.#names, one));
    return { ends: joinedEnds(name).map((end) => listOf(this.#terms, end)), wholes };
  }

  /** Postings of each term of a text, those of each run of letters found once. */
  #listsOf(text: string): readonly Postings[] {
    return known(this.#lists, text, () => {
      const runs = new Set(text.match(RUN));
      if (runs.has(text)) return termsOf(text).map((term) => listOf(this.#terms, term));
      return [...new Set([...runs].flatMap((run) => this.#listsOf(run)))];
    });
  }

  #operationOf(operation: EntryOperation): number {
    const known = this.#knownOperations.get(operation);
    if (known !== undefined) return known;
    const { service, anchor, method, path, title, webhook } = operation;
    const stored = [service, anchor, method, path, title, ...(webhook === undefined ? [] : [webhook])];
    const number = numberOf(this.#operations, JSON.stringify(stored));
    this.#knownOperations.set(operation, number);
    return number;
  }

  /** Documents and operations that later rows refer to by number, as text. */
  head(): string {
    return JSON.stringify([this.#rows.length, [...this.#documents.keys()], [...this.#operations.keys()]]);
  }

  /** Copies the remaining entries of an earlier shard, whose first entries gave the same {@link head}. */
  addRest(shard: Shard): void {
    const first = this.#rows.length;
    for (let entry = first; entry < shard.size; entry += 1) {
      this.#kinds.push(shard.kindNumber(entry) + (shard.isReceived(entry) ? RECEIVED : 0));
      this.#lengths.push(shard.nameLength(entry));
      this.#depths.push(shard.depth(entry));
      this.#uses.push(shard.uses(entry));
      this.#rows.push(shard.rows.at(entry));
    }
    for (const text of shard.documents.texts()) numberOf(this.#documents, text);
    for (const text of shard.operations.texts()) numberOf(this.#operations, text);
    postRest(this.#terms, shard.terms, first);
    postRest(this.#names, shard.names, first);
    postRest(this.#holders, shard.holders, first);
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const terms = sortedTable(this.#terms);
    const names = sortedTable(this.#names);
    const holders = sortedTable(this.#holders);
    return joined({
      kinds: new Uint8Array(this.#kinds),
      lengths: new Uint8Array(this.#lengths),
      rows: textTable(this.#rows),
      documents: textTable([...this.#documents.keys()]),
      operations: textTable([...this.#operations.keys()]),
      terms: terms.keys,
      termEntries: terms.postings,
      names: names.keys,
      nameEntries: names.postings,
      depths: new Uint8Array(this.#depths),
      uses: new Uint8Array(this.#uses),
      holders: holders.keys,
      holderEntries: holders.postings,
    });
  }
}

/** Writes the entries of one version of an API as a shard. */
export function writeShard(entries: Iterable<Entry>): Uint8Array<ArrayBuffer> {
  const writer = new ShardWriter();
  writer.addAll(entries);
  return writer.toBytes();
}

/** Number of entries that contain a field ({@link Shard.depth}); arbitrary keys of maps are not entries. */
function depthOf({ kind, document, around }: Entry): number {
  if (kind !== 'field') return 0;
  return around.filter((name) => name !== ANY_NAME).length + (document.level === 'schema' ? 1 : 0);
}

function numberOf(numbers: Map<string, number>, key: string): number {
  return known(numbers, key, () => numbers.size);
}

function shownValues(values: readonly string[]): readonly string[] {
  let characters = 0;
  return values.filter((value) => {
    characters += value.length;
    return characters <= LONGEST_SHOWN;
  });
}

/** Returns the postings of a term. The caller has to add to them, since a shard has no terms without entries. */
function listOf(postings: Map<string, Postings>, term: string): Postings {
  return known(postings, term.toWellFormed(), () => []);
}

function known<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key);
  if (value !== undefined) return value;
  const made = make();
  values.set(key, made);
  return made;
}

/** Adds an entry to the postings of its terms. If several parts of the entry contain a term, only the first counts. */
function post(lists: readonly Postings[], index: number, where: number): void {
  for (const list of lists) if ((list[list.length - 1] ?? -1) < index * 4) list.push(index * 4 + where);
}

/** Adds an entry to the postings of the terms of its surroundings, unless the entry's name contains the term. */
function postPlace(lists: readonly Postings[], index: number): void {
  const posting = index * 4 + WHERE.place;
  for (const list of lists) {
    const last = list[list.length - 1];
    if (last !== posting && last !== index * 4 + WHERE.name) list.push(posting);
  }
}

/** Adds the postings of the entries of a shard from the first on. */
function postRest(postings: Map<string, Postings>, dictionary: Dictionary, first: number): void {
  for (let key = 0; key < dictionary.keys.size; key += 1) {
    const term = dictionary.key(key);
    const list = postings.get(term) ?? [];
    dictionary.visit(key, (entry, where) => {
      if (entry >= first) list.push(entry * 4 + where);
    });
    if (list.length > 0) postings.set(term, list);
  }
}

/** Names of an entry's surroundings: the fields that contain it, its schema or service, its first operations. */
function placeNames({ kind, around, document, operations }: Entry): readonly string[] {
  if (!HAS_PLACE.has(kind)) return [];
  const titles = operations.slice(0, kind === 'response' ? Infinity : MOST_PLACES).map(({ title }) => title);
  return [...around, ...('name' in document ? [document.name] : []), ...(CALL_KINDS.has(kind) ? [] : titles)];
}

/*
 * Format of a shard, which `shard.ts` and `tables.ts` read: sections with tables of sorted byte strings, and with lists
 * of numbers, each stored as the difference from the previous number.
 */

/** Joins the sections into one file, which begins with their offsets and lengths. */
function joined(sections: Readonly<Record<(typeof SECTIONS)[number], Uint8Array>>): Uint8Array<ArrayBuffer> {
  const head = 4 + SECTIONS.length * 8;
  const total = SECTIONS.reduce((sum, name) => sum + sections[name].byteLength, head);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, SHARD_MARK, true);
  let offset = head;
  for (const [index, name] of SECTIONS.entries()) {
    view.setUint32(4 + index * 8, offset, true);
    view.setUint32(8 + index * 8, sections[name].byteLength, true);
    bytes.set(sections[name], offset);
    offset += sections[name].byteLength;
  }
  return bytes;
}

/** Tables of the words, sorted by their bytes, and of the entries of each word. */
function sortedTable(postings: ReadonlyMap<string, Postings>) {
  const sorted = [...postings]
    .map(([term, list]) => ({ key: Buffer.from(term), list }))
    .sort((a, b) => compareBytes(a.key, b.key));
  return { keys: table(sorted.map(({ key }) => key)), postings: table(sorted.map(({ list }) => packed(list))) };
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return (a[at] ?? -1) - (b[at] ?? -1);
}

/** Encodes postings: `where`, and the difference from the previous entry number, seven bits per byte. */
function packed(list: readonly number[]): readonly number[] {
  const bytes: number[] = [];
  let last = 0;
  for (const posting of list) {
    let rest = posting - last;
    last = posting - (posting % 4);
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  return bytes;
}

function textTable(texts: readonly (string | Uint8Array)[]): Uint8Array {
  return table(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)));
}

/** Encodes strings as a table: number of strings, offset of each string, end of the last string, the strings. */
function table(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const head = 4 * (parts.length + 2);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, head));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, parts.length, true);
  let offset = head;
  for (const [index, part] of parts.entries()) {
    view.setUint32(4 + index * 4, offset, true);
    bytes.set(part, offset);
    offset += part.length;
  }
  view.setUint32(head - 4, offset, true);
  return bytes;
}
