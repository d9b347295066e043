import type { Shard, StoredRow } from './shard.ts';
import { compareBytes, joined, packed, table } from './shard-bytes.ts';
import { ShardWriter, type WrittenEntries } from './shard-writer.ts';
import type { Dictionary, Table } from './tables.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * A shard in which some entries are others, one for one: where they are about the same documents and operations, all
 * other bytes are those that were written before.
 */
export class ShardPatch {
  readonly #shard: Shard;
  readonly #documents: Map<string, number>;
  readonly #operations: Map<string, number>;
  readonly #changed: WrittenEntries[] = [];
  /** Numbers of operations of changed entries that are as they were. */
  readonly #used = new Set<number>();

  constructor(shard: Shard) {
    this.#shard = shard;
    const numbered = (texts: readonly Uint8Array[]): Map<string, number> =>
      new Map(texts.map((text, number) => [decoder.decode(text), number]));
    this.#documents = numbered(allOf(shard.documents));
    this.#operations = numbered(allOf(shard.operations));
  }

  /** Writes entries in the place of those from a number on; call {@link replace} with it. */
  writerAt(first: number): ShardWriter {
    return new ShardWriter({ documents: this.#documents, operations: this.#operations, first });
  }

  /** Replaces entries by those of a writer; calls must follow the order of entries. */
  replace(writer: ShardWriter): void {
    this.#changed.push(writer.written());
  }

  /** Undefined where documents and operations would have other numbers. */
  toBytes(): Uint8Array<ArrayBuffer> | undefined {
    const shard = this.#shard;
    const operations = allOf(shard.operations);
    const renumbered = new Map<number, number>();
    const rows = allOf(shard.rows);
    for (const written of this.#changed)
      for (const [at, row] of written.rows.entries()) {
        const place = written.first + at;
        const now = this.#rowLike(JSON.parse(shard.rows.text(place)), JSON.parse(row), operations.length, renumbered);
        if (now === undefined) return undefined;
        rows[place] = encoder.encode(JSON.stringify(now));
      }
    const replaced = new Set(renumbered.values());
    // All entries of an operation share its record.
    if (replaced.size !== renumbered.size || replaced.intersection(this.#used).size > 0) return undefined;
    const texts = [...this.#operations.keys()];
    for (const [from, to] of renumbered) operations[to] = encoder.encode(texts[from]);
    const terms = this.#patched('terms');
    const names = this.#patched('names');
    const holders = this.#patched('holders');
    return joined({
      ...this.#bytes(),
      rows: table(rows),
      documents: table(allOf(shard.documents)),
      operations: table(operations),
      terms: terms.keys,
      termEntries: terms.postings,
      names: names.keys,
      nameEntries: names.postings,
      holders: holders.keys,
      holderEntries: holders.postings,
    });
  }

  /**
   * A row with the numbers of one before it.
   * @param count of the operations before; later numbers are those of others in their places
   */
  #rowLike(
    [, documentBefore, , before]: StoredRow,
    [name, document, anchor, now, ...rest]: StoredRow,
    count: number,
    renumbered: Map<number, number>,
  ): StoredRow | undefined {
    if (document !== documentBefore || now.length !== before.length) return undefined;
    for (const [at, number] of now.entries()) {
      const own = before[at] ?? -1;
      if (number >= count && !renumbered.has(number)) renumbered.set(number, own);
      if ((number < count ? number : renumbered.get(number)) !== own) return undefined;
      if (number < count) this.#used.add(number);
    }
    return [name, document, anchor, before, ...rest];
  }

  /** A byte of each entry. */
  #bytes(): Record<'kinds' | 'lengths' | 'depths' | 'uses', Uint8Array> {
    const shard = this.#shard;
    const patched = (name: 'kinds' | 'lengths' | 'depths' | 'uses', before: (entry: number) => number): Uint8Array => {
      const bytes = Uint8Array.from({ length: shard.size }, (_, entry) => before(entry));
      for (const { first, bytes: written } of this.#changed) bytes.set(written[name], first);
      return bytes;
    };
    return {
      kinds: patched('kinds', (entry) => shard.kindNumber(entry)),
      lengths: patched('lengths', (entry) => shard.nameLength(entry)),
      depths: patched('depths', (entry) => shard.depth(entry)),
      uses: patched('uses', (entry) => shard.uses(entry)),
    };
  }

  #patched(name: 'terms' | 'names' | 'holders'): { readonly keys: Uint8Array; readonly postings: Uint8Array } {
    const dictionary = this.#shard[name];
    const added = [...this.#added(name)].map(([term, list]) => {
      return { key: encoder.encode(term), list, index: dictionary.find(term) };
    });
    const own = new Map(added.map(({ index, list }) => [index, list]));
    const written: { readonly key: Uint8Array; readonly postings: Uint8Array }[] = added
      .filter(({ index }) => index === null)
      .map(({ key, list }) => ({ key, postings: packed(list) }));
    for (let index = 0; index < dictionary.keys.size; index += 1) {
      const key = dictionary.keys.at(index);
      const kept = this.#keptIn(dictionary, index);
      const list = own.get(index) ?? [];
      if (kept === undefined && list.length === 0) written.push({ key, postings: dictionary.entries.at(index) });
      else {
        const all = inOrder(kept ?? postingsIn(dictionary, index), list);
        if (all.length > 0) written.push({ key, postings: packed(all) });
      }
    }
    written.sort((a, b) => compareBytes(a.key, b.key));
    return { keys: table(written.map(({ key }) => key)), postings: table(written.map(({ postings }) => postings)) };
  }

  /** Postings of the changed entries, by their keys. */
  #added(name: 'terms' | 'names' | 'holders'): ReadonlyMap<string, readonly number[]> {
    const found = new Map<string, number[]>();
    for (const { postings } of this.#changed)
      for (const [term, list] of postings[name]) found.set(term, [...(found.get(term) ?? []), ...list]);
    return found;
  }

  /** Postings of a key without the changed entries; undefined where it has none of them. */
  #keptIn(dictionary: Dictionary, index: number): number[] | undefined {
    let isTouched = false;
    dictionary.visit(index, (entry) => {
      isTouched ||= this.#isChanged(entry);
    });
    return isTouched ? postingsIn(dictionary, index).filter((posting) => !this.#isChanged(posting >>> 2)) : undefined;
  }

  #isChanged(entry: number): boolean {
    return this.#changed.some(({ first, rows }) => entry >= first && entry < first + rows.length);
  }
}

function postingsIn(dictionary: Dictionary, index: number): number[] {
  const list: number[] = [];
  dictionary.visit(index, (entry, where) => void list.push(entry * 4 + where));
  return list;
}

/** Merges postings by entry; those of one entry stay in their order. */
function inOrder(kept: readonly number[], added: readonly number[]): number[] {
  return [...kept, ...added].sort((a, b) => (a >>> 2) - (b >>> 2));
}

function allOf(table: Table): Uint8Array[] {
  return Array.from({ length: table.size }, (_, index) => table.at(index));
}
