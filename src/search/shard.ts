import { ENTRY_KINDS, type Entry, type EntryDocument, type EntryKind, type EntryOperation } from './entry.ts';
import { isOneEdit } from './one-edit.ts';

/** What a shard begins with; another number where its form changes. */
export const SHARD_MARK = 0x34534450;
/** Its parts, in the order of their places in the head: offset and length each, 32 bits, the lowest byte first. */
export const SECTIONS = [
  'kinds',
  'lengths',
  'rows',
  'documents',
  'operations',
  'terms',
  'termEntries',
  'names',
  'nameEntries',
  'depths',
  'uses',
  'holders',
  'holderEntries',
] as const;
/** Where in an entry a word stands; `place`: in the names of what it belongs to. */
export const WHERE = { name: 0, value: 1, text: 2, place: 3 } as const;
/** Longer names are as long as this when equally good answers are put in order. */
export const MOST_NAME_LENGTH = 255;
/** As many operations as this count where more have an entry. */
export const MOST_USES = 255;

/** An entry as answers show it. */
export type StoredEntry = Omit<Entry, 'aliases' | 'schemas'>;

/** Entries of one version of an API, searched where they lie. Needs no Node. */
export class Shard {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #kinds: number;
  readonly #lengths: number;
  readonly #depths: number;
  readonly #uses: number;
  readonly #rows: Table;
  readonly #documents: Table;
  readonly #operations: Table;
  readonly terms: Dictionary;
  /** Whole names and paths. */
  readonly names: Dictionary;
  /** Named schemas, each with what has its fields. */
  readonly holders: Dictionary;

  /** @throws where the bytes are not what `writeShard` makes */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < 4 || this.#view.getUint32(0, true) !== SHARD_MARK)
      throw new Error('The search index has another form. Run "npm run build".');
    const table = (name: (typeof SECTIONS)[number]): Table => new Table(bytes, this.#view, this.#offsetOf(name));
    this.#kinds = this.#offsetOf('kinds');
    this.#lengths = this.#offsetOf('lengths');
    this.#depths = this.#offsetOf('depths');
    this.#uses = this.#offsetOf('uses');
    this.#rows = table('rows');
    this.#documents = table('documents');
    this.#operations = table('operations');
    this.terms = new Dictionary(table('terms'), table('termEntries'));
    this.names = new Dictionary(table('names'), table('nameEntries'));
    this.holders = new Dictionary(table('holders'), table('holderEntries'));
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Place in {@link ENTRY_KINDS}. */
  kindNumber(entry: number): number {
    return this.#bytes[this.#kinds + entry] ?? 0;
  }

  nameLength(entry: number): number {
    return this.#bytes[this.#lengths + entry] ?? 0;
  }

  /**
   * How many are around a field: fields, and the named schema that it is of. What an entry is inside stands before it.
   */
  depth(entry: number): number {
    return this.#bytes[this.#depths + entry] ?? 0;
  }

  /** Operations that have it, {@link MOST_USES} at most. */
  uses(entry: number): number {
    return this.#bytes[this.#uses + entry] ?? 0;
  }

  entry(index: number): StoredEntry {
    const row = this.#rows.json(index) as StoredRow;
    const [name, document, anchor, operations, operationCount, part, around, values, text] = row;
    return {
      kind: this.kindOf(index),
      name,
      document: this.#documents.json(document) as EntryDocument,
      anchor,
      operations: operations.map((operation) => this.#operation(operation)),
      operationCount,
      part,
      around,
      values,
      text,
    };
  }

  name(entry: number): string {
    const [name] = this.#rows.json(entry) as StoredRow;
    return name;
  }

  /** As it is written. */
  row(entry: number): string {
    return this.#rows.text(entry);
  }

  /** As it is written. */
  document(index: number): string {
    return this.#documents.text(index);
  }

  /** As it is written. */
  operation(index: number): string {
    return this.#operations.text(index);
  }

  kindOf(entry: number): EntryKind {
    return ENTRY_KINDS[this.kindNumber(entry)] ?? 'field';
  }

  #operation(index: number): EntryOperation {
    const [service, anchor, method, path, title] = this.#operations.json(index) as StoredOperation;
    return { service, anchor, method, path, title };
  }

  #offsetOf(name: (typeof SECTIONS)[number]): number {
    return this.#view.getUint32(4 + SECTIONS.indexOf(name) * 8, true);
  }
}

export type StoredRow = readonly [
  name: string,
  document: number,
  anchor: string,
  operations: readonly number[],
  operationCount: number,
  part: string,
  around: readonly string[],
  values: readonly string[],
  text: string,
];

type StoredOperation = readonly [service: string, anchor: string, method: string, path: string, title: string];

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Byte strings one after the other. */
class Table {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #start: number;

  constructor(bytes: Uint8Array, view: DataView, start: number) {
    this.bytes = bytes;
    this.#view = view;
    this.#start = start;
    this.size = view.getUint32(start, true);
  }

  begin(index: number): number {
    return this.#start + this.#view.getUint32(this.#start + 4 + index * 4, true);
  }

  /** Where the next one begins. */
  end(index: number): number {
    return this.begin(index + 1);
  }

  text(index: number): string {
    return decoder.decode(this.bytes.subarray(this.begin(index), this.end(index)));
  }

  json(index: number): unknown {
    return JSON.parse(this.text(index));
  }
}

/** Sorted keys, each with the entries that have it. */
export class Dictionary {
  readonly #keys: Table;
  readonly #entries: Table;

  constructor(keys: Table, entries: Table) {
    this.#keys = keys;
    this.#entries = entries;
  }

  get size(): number {
    return this.#keys.size;
  }

  key(index: number): string {
    return this.#keys.text(index);
  }

  /** Number of the first key that is not before the prefix; those that begin with it follow one another. */
  firstFrom(prefix: Uint8Array): number {
    let low = 0;
    let high = this.#keys.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(middle, prefix)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  startsWith(index: number, prefix: Uint8Array): boolean {
    const begin = this.#keys.begin(index);
    if (this.#keys.end(index) - begin < prefix.length) return false;
    for (let at = 0; at < prefix.length; at += 1) if (this.#keys.bytes[begin + at] !== prefix[at]) return false;
    return true;
  }

  /** Number of the key; null where it is none. */
  find(key: Uint8Array): number | null {
    const index = this.firstFrom(key);
    return index < this.size && this.lengthOf(index) === key.length && this.startsWith(index, key) ? index : null;
  }

  /** In bytes of UTF-8. */
  lengthOf(index: number): number {
    return this.#keys.end(index) - this.#keys.begin(index);
  }

  /** Calls with the number of every key that is one edit away from the word. */
  visitOneEditFrom(word: string, found: (key: number) => void): void {
    const bytes = encoder.encode(word);
    // A character has up to four bytes.
    const most = bytes.length === word.length ? 1 : 4;
    for (let key = 0; key < this.size; key += 1) {
      if (Math.abs(this.lengthOf(key) - bytes.length) > most) continue;
      if (this.isOneEditFrom(key, bytes)) found(key);
    }
  }

  /** Whether one letter more, one less, another one or two that are swapped are all the difference; not equal ones. */
  isOneEditFrom(index: number, word: Uint8Array): boolean {
    return isOneEdit(this.#keys.bytes, this.#keys.begin(index), this.#keys.end(index), word);
  }

  /** Calls with every entry that has the key, and where in it. */
  visit(index: number, found: (entry: number, where: number) => void): void {
    const { bytes } = this.#entries;
    const end = this.#entries.end(index);
    let entry = 0;
    for (let at = this.#entries.begin(index); at < end; ) {
      let value = 0;
      let factor = 1;
      let byte: number;
      do {
        byte = bytes[at] ?? 0;
        at += 1;
        value += (byte & 127) * factor;
        factor *= 128;
      } while (byte > 127 && at < end);
      entry += value >>> 2;
      found(entry, value & 3);
    }
  }

  #isBefore(index: number, other: Uint8Array): boolean {
    const { bytes } = this.#keys;
    const begin = this.#keys.begin(index);
    const length = this.#keys.end(index) - begin;
    const shorter = Math.min(length, other.length);
    for (let at = 0; at < shorter; at += 1) {
      const difference = (bytes[begin + at] ?? 0) - (other[at] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return length < other.length;
  }
}
