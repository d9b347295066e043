import { ENTRY_KINDS, type Entry, type EntryDocument, type EntryKind, type EntryOperation } from './entry.ts';
import { Dictionary, Table } from './tables.ts';

/** Magic number at the beginning of a shard; changes with the format. */
export const SHARD_MARK = 0x36534450;
/** Sections in the order of the header, which contains the offset and length of each: 32 bits, little-endian. */
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
/** Part of an entry that contains a word; `place`: names of the surrounding fields, schema, service or operations. */
export const WHERE = { name: 0, value: 1, text: 2, place: 3 } as const;
/** Cap on stored name lengths, which order equally good results. */
export const MOST_NAME_LENGTH = 255;
/** Cap on the stored number of operations of an entry. */
export const MOST_USES = 255;
/** Added to the stored kind of an entry that is only received ({@link Entry.isReceived}). */
export const RECEIVED = 128;

/** Members of an entry that results show. */
export type StoredEntry = Omit<Entry, 'aliases' | 'schemas' | 'isReceived'>;

/** Search entries of one version of an API, read from the bytes without parsing. Needs no Node.js. */
export class Shard {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #kinds: number;
  readonly #lengths: number;
  readonly #depths: number;
  readonly #uses: number;
  readonly rows: Table;
  readonly documents: Table;
  readonly operations: Table;
  readonly terms: Dictionary;
  /** Whole names and paths, each with its entries. */
  readonly names: Dictionary;
  /** Named schemas, each with the entries whose values contain the schema's fields. */
  readonly holders: Dictionary;

  /** @throws when the bytes do not have the format that `writeShard` writes */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < 4 || this.#view.getUint32(0, true) !== SHARD_MARK)
      throw new Error('The search index was written by another version. Run "npm run build".');
    const table = (name: (typeof SECTIONS)[number]): Table => new Table(bytes, this.#view, this.#offsetOf(name));
    this.#kinds = this.#offsetOf('kinds');
    this.#lengths = this.#offsetOf('lengths');
    this.#depths = this.#offsetOf('depths');
    this.#uses = this.#offsetOf('uses');
    this.rows = table('rows');
    this.documents = table('documents');
    this.operations = table('operations');
    this.terms = new Dictionary(table('terms'), table('termEntries'));
    this.names = new Dictionary(table('names'), table('nameEntries'));
    this.holders = new Dictionary(table('holders'), table('holderEntries'));
  }

  get size(): number {
    return this.rows.size;
  }

  /** Index in {@link ENTRY_KINDS}. */
  kindNumber(entry: number): number {
    return (this.#bytes[this.#kinds + entry] ?? 0) % RECEIVED;
  }

  /** {@link Entry.isReceived} */
  isReceived(entry: number): boolean {
    return (this.#bytes[this.#kinds + entry] ?? 0) >= RECEIVED;
  }

  nameLength(entry: number): number {
    return this.#bytes[this.#lengths + entry] ?? 0;
  }

  /** Number of fields around a field, plus one in a named schema. Entries follow the entries that contain them. */
  depth(entry: number): number {
    return this.#bytes[this.#depths + entry] ?? 0;
  }

  /** Number of operations that have the entry, at most {@link MOST_USES}. */
  uses(entry: number): number {
    return this.#bytes[this.#uses + entry] ?? 0;
  }

  entry(index: number): StoredEntry {
    const row = this.rows.json(index) as StoredRow;
    const [name, document, anchor, operations, operationCount, part, around, values, text] = row;
    return {
      kind: this.kindOf(index),
      name,
      document: this.documents.json(document) as EntryDocument,
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
    const [name] = this.rows.json(entry) as StoredRow;
    return name;
  }

  /** Initials of the entry's name ({@link initialsIn}), read without decoding the row. */
  initials(entry: number): number {
    // A row begins with the name: `["PersistentVolumeClaim"`.
    return initialsIn(this.#bytes, this.rows.begin(entry) + 2);
  }

  kindOf(entry: number): EntryKind {
    return ENTRY_KINDS[this.kindNumber(entry)] ?? 'field';
  }

  #operation(index: number): EntryOperation {
    const [service, anchor, method, path, title, webhook] = this.operations.json(index) as StoredOperation;
    return { service, anchor, method, path, title, ...(webhook !== undefined && { webhook }) };
  }

  #offsetOf(name: (typeof SECTIONS)[number]): number {
    return this.#view.getUint32(4 + SECTIONS.indexOf(name) * 8, true);
  }
}

type StoredRow = readonly [
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

type StoredOperation = readonly [
  service: string,
  anchor: string,
  method: string,
  path: string,
  title: string,
  webhook?: string,
];

const QUOTE = 0x22;
const DOT = 0x2e;
const CASE = 0x20;
const LETTERS = 26;

/**
 * Encodes the initials of an ASCII name as one number. The name ends at a quotation mark, and only the part after its
 * last dot counts: `PersistentVolumeClaim"` and `p v c"` give the same number.
 */
export function initialsIn(bytes: Uint8Array, begin: number): number {
  let initials = 0;
  let before = 0;
  for (let at = begin; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
    const byte = bytes[at] ?? QUOTE;
    const letter = (byte | CASE) - 0x60;
    const isLetter = letter > 0 && letter <= LETTERS;
    const isCapital = isLetter && byte < 0x60;
    if (byte === DOT) initials = 0;
    else if (isLetter && (before === 0 || (isCapital && before === 1))) initials = initials * (LETTERS + 1) + letter;
    before = isCapital ? 2 : isLetter || (byte >= 0x30 && byte <= 0x39) ? 1 : 0;
  }
  return initials;
}
