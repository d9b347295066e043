import { ANY_NAME } from '../presentation/anchors.ts';
import {
  CALL_KINDS,
  ENTRY_KINDS,
  type Entry,
  type EntryDocument,
  type EntryKind,
  type EntryOperation,
} from './entry.ts';
import { MOST_NAME_LENGTH, MOST_USES, type StoredRow, WHERE } from './shard.ts';
import type { ShardBefore } from './shard-before.ts';
import { joined, type Postings, sortedTable, textTable } from './shard-bytes.ts';
import { joinedName, termsOf, wholeName } from './terms.ts';

/**
 * Characters that an answer is made of, of the text and of the allowed values: it is read again for every answer of a
 * page. All words of longer ones are found; what of them is shown is out of their beginning.
 */
const LONGEST_SHOWN = 8000;

/** Kinds that are asked for with the names of what they belong to: `create droplet ssh_keys`. */
const HAS_PLACE: ReadonlySet<EntryKind> = new Set(['operation', 'webhook', 'parameter', 'field', 'header', 'response']);
/** Operations of an entry whose names count as places; its row names these. */
const MOST_PLACES = 4;

/** Numbers of documents and operations, by what is written of them. */
interface Numbers {
  readonly documents: Map<string, number>;
  readonly operations: Map<string, number>;
  readonly first: number;
}

export interface WrittenEntries {
  readonly first: number;
  readonly rows: readonly string[];
  readonly bytes: Readonly<Record<'kinds' | 'lengths' | 'depths' | 'uses', readonly number[]>>;
  readonly postings: Readonly<Record<'terms' | 'names' | 'holders', ReadonlyMap<string, Postings>>>;
}

/**
 * The entries of one version of an API as one file that is searched as it lies in memory: sorted words with the numbers
 * of their entries. Nothing is parsed to open it. The same entries give the same bytes.
 */
export class ShardWriter {
  readonly #rows: string[] = [];
  readonly #kinds: number[] = [];
  readonly #lengths: number[] = [];
  readonly #depths: number[] = [];
  readonly #uses: number[] = [];
  readonly #terms = new Map<string, Postings>();
  readonly #names = new Map<string, Postings>();
  readonly #holders = new Map<string, Postings>();
  readonly #documents: Map<string, number>;
  readonly #operations: Map<string, number>;
  readonly #placeTerms = new Map<string, ReadonlySet<string>>();
  readonly #knownOperations = new Map<EntryOperation, number>();

  readonly #first: number;

  /** Left out: nothing has been written before. */
  constructor({ documents, operations, first }: Numbers = { documents: new Map(), operations: new Map(), first: 0 }) {
    this.#documents = documents;
    this.#operations = operations;
    this.#first = first;
  }

  /** How many entries there are, with those before the first. */
  get size(): number {
    return this.#first + this.#rows.length;
  }

  /** Entries written so far, in their order. */
  written(): WrittenEntries {
    return {
      first: this.#first,
      rows: this.#rows,
      bytes: { kinds: this.#kinds, lengths: this.#lengths, depths: this.#depths, uses: this.#uses },
      postings: { terms: this.#terms, names: this.#names, holders: this.#holders },
    };
  }

  add(entry: Entry): void {
    const index = this.size;
    this.#kinds.push(ENTRY_KINDS.indexOf(entry.kind));
    this.#lengths.push(Math.min(MOST_NAME_LENGTH, entry.name.length));
    this.#depths.push(depthOf(entry));
    this.#uses.push(Math.min(MOST_USES, entry.operationCount));
    this.#rows.push(
      JSON.stringify([
        entry.name,
        this.#documentOf(entry.document),
        entry.anchor,
        entry.operations.map((operation) => this.#operationOf(operation)),
        entry.operationCount,
        entry.part,
        entry.around,
        shownValues(entry.values),
        entry.text.slice(0, LONGEST_SHOWN).toWellFormed(),
      ]),
    );
    const names = [entry.name, ...entry.aliases];
    const wholes = names.map(wholeName);
    for (const name of new Set([...wholes, ...wholes.map(joinedName)]))
      if (name !== '') post(this.#names, name.toWellFormed(), index, 0);
    for (const schema of entry.schemas) post(this.#holders, schema.toWellFormed(), index, 0);
    for (const [texts, where] of [
      [names, WHERE.name],
      [entry.values, WHERE.value],
      [[...entry.around, entry.text], WHERE.text],
    ] as const)
      for (const text of texts) for (const term of termsOf(text)) post(this.#terms, term, index, where);
    for (const name of placeNames(entry))
      for (const term of this.#termsOfPlace(name)) postPlace(this.#terms, term, index);
  }

  /** Places have many entries. */
  #termsOfPlace(name: string): ReadonlySet<string> {
    const terms = this.#placeTerms.get(name) ?? termsOf(name);
    this.#placeTerms.set(name, terms);
    return terms;
  }

  /** Takes entries of a shard that was written before. */
  keep(before: ShardBefore, first: number, count: number): void {
    const { shard } = before;
    for (let entry = first; entry < first + count; entry += 1) {
      const index = this.size;
      this.#kinds.push(shard.kindNumber(entry));
      this.#lengths.push(shard.nameLength(entry));
      this.#depths.push(shard.depth(entry));
      this.#uses.push(shard.uses(entry));
      this.#rows.push(this.#renumbered(shard.rows.text(entry), before));
      for (const [term, where] of before.termsIn(entry))
        if (where === WHERE.place) postPlace(this.#terms, term, index);
        else post(this.#terms, term, index, where);
      for (const [name, where] of before.namesIn(entry)) post(this.#names, name, index, where);
      for (const [schema] of before.holdersIn(entry)) post(this.#holders, schema, index, 0);
    }
  }

  /** Documents and operations have numbers in the order of their first entries. */
  #renumbered(row: string, { shard }: ShardBefore): string {
    const [name, document, anchor, operations, ...rest] = JSON.parse(row) as StoredRow;
    const own = numberOf(this.#documents, shard.documents.text(document));
    const numbers = operations.map((operation) => numberOf(this.#operations, shard.operations.text(operation)));
    return JSON.stringify([name, own, anchor, numbers, ...rest]);
  }

  #documentOf(document: EntryDocument): number {
    return numberOf(this.#documents, JSON.stringify(document));
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

  toBytes(): Uint8Array<ArrayBuffer> {
    const terms = sortedTable(this.#terms);
    const names = sortedTable(this.#names);
    const holders = sortedTable(this.#holders);
    return joined({
      kinds: Uint8Array.from(this.#kinds),
      lengths: Uint8Array.from(this.#lengths),
      rows: textTable(this.#rows),
      documents: textTable([...this.#documents.keys()]),
      operations: textTable([...this.#operations.keys()]),
      terms: terms.keys,
      termEntries: terms.postings,
      names: names.keys,
      nameEntries: names.postings,
      depths: Uint8Array.from(this.#depths),
      uses: Uint8Array.from(this.#uses),
      holders: holders.keys,
      holderEntries: holders.postings,
    });
  }
}

/** Writes all entries at once with a {@link ShardWriter}. */
export function writeShard(entries: Iterable<Entry>): Uint8Array<ArrayBuffer> {
  const writer = new ShardWriter();
  for (const entry of entries) writer.add(entry);
  return writer.toBytes();
}

/** Free keys have no entry. */
function depthOf({ kind, document, around }: Entry): number {
  if (kind !== 'field') return 0;
  return around.filter((name) => name !== ANY_NAME).length + (document.level === 'schema' ? 1 : 0);
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function shownValues(values: readonly string[]): readonly string[] {
  let characters = 0;
  return values.filter((value) => {
    characters += value.length;
    return characters <= LONGEST_SHOWN;
  });
}

/** Posts a term of an entry. Of several places in one entry, only the first counts. */
function post(postings: Map<string, Postings>, term: string, index: number, where: number): void {
  const list = postings.get(term);
  if (list === undefined) postings.set(term, [index * 4 + where]);
  else if (Math.floor((list.at(-1) ?? 0) / 4) !== index) list.push(index * 4 + where);
}

/** Posts a term of what an entry belongs to, unless the entry has the term in its own name, which is better. */
function postPlace(postings: Map<string, Postings>, term: string, index: number): void {
  const list = postings.get(term);
  const posting = index * 4 + WHERE.place;
  if (list === undefined) postings.set(term, [posting]);
  else if (list.at(-1) !== posting && list.at(-1) !== index * 4 + WHERE.name) list.push(posting);
}

/** Names of what an entry belongs to: the fields around it, its schema or service, its first operations. */
function placeNames({ kind, around, document, operations }: Entry): readonly string[] {
  if (!HAS_PLACE.has(kind)) return [];
  const titles = operations.slice(0, MOST_PLACES).map(({ title }) => title);
  return [...around, ...('name' in document ? [document.name] : []), ...(CALL_KINDS.has(kind) ? [] : titles)];
}
