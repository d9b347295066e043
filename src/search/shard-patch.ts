import type { Shard, StoredRow } from './shard.ts';
import { compareBytes, joined, packed, ShardWriter, table, type WrittenEntries } from './shard-writer.ts';
import type { Dictionary } from './tables.ts';

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
    this.#documents = numbered(shard.documents());
    this.#operations = numbered(shard.operations());
  }

  /** Writes entries in the place of those from a number on; call {@link replace} with it. */
  writerAt(first: number): ShardWriter {
    return new ShardWriter({ documents: this.#documents, operations: this.#operations, first });
  }

  /** In the order of entries. */
  replace(writer: ShardWriter): void {
    this.#changed.push(writer.written());
  }

  /** Undefined where documents and operations would have other numbers. */
  toBytes(): Uint8Array<ArrayBuffer> | undefined {
    const shard = this.#shard;
    const operations = shard.operations();
    const renumbered = new Map<number, number>();
    const rows = shard.rows();
    for (const written of this.#changed)
      for (const [at, row] of written.rows.entries()) {
        const place = written.first + at;
        const now = this.#rowLike(JSON.parse(shard.row(place)), JSON.parse(row), operations.length, renumbered);
        if (now === undefined) return undefined;
        rows[place] = encoder.encode(JSON.stringify(now));
      }
    const replaced = new Set(renumbered.values());
    // What is written of an operation is the same in all its entries.
    if (replaced.size !== renumbered.size || replaced.intersection(this.#used).size > 0) return undefined;
    const texts = [...this.#operations.keys()];
    for (const [from, to] of renumbered) operations[to] = encoder.encode(texts[from]);
    const [terms, names, holders] = (['terms', 'names', 'holders'] as const).map((name) =>
      this.#patched(shard[name], name),
    );
    if (terms === undefined || names === undefined || holders === undefined) return undefined;
    return joined({
      ...this.#bytes(),
      ...{ rows: table(rows), documents: table(shard.documents()), operations: table(operations) },
      ...{ terms: terms.keys, termEntries: terms.postings, names: names.keys, nameEntries: names.postings },
      ...{ holders: holders.keys, holderEntries: holders.postings },
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

  #bytes(): Record<'kinds' | 'lengths' | 'depths' | 'uses', Uint8Array> {
    const patched = (name: 'kinds' | 'lengths' | 'depths' | 'uses'): Uint8Array => {
      const bytes = this.#shard.bytesOf(name);
      for (const { first, bytes: written } of this.#changed) bytes.set(written[name], first);
      return bytes;
    };
    return { kinds: patched('kinds'), lengths: patched('lengths'), depths: patched('depths'), uses: patched('uses') };
  }

  #patched(
    dictionary: Dictionary,
    name: 'terms' | 'names' | 'holders',
  ): { readonly keys: Uint8Array; readonly postings: Uint8Array } {
    const added = this.#added(name);
    const [keys, postings]: [Uint8Array[], Uint8Array[]] = [[], []];
    const write = (key: Uint8Array, list: number[]): void => {
      if (list.length === 0) return;
      keys.push(key);
      postings.push(packed(list));
    };
    let next = 0;
    for (let index = 0; index < dictionary.size; index += 1) {
      const known = dictionary.bytesAt(index);
      let order = 1;
      for (; next < added.length; next += 1) {
        const { key, list } = added[next] ?? { key: known.key, list: [] };
        order = compareBytes(key, known.key);
        if (order >= 0) break;
        write(key, list);
      }
      const own = next < added.length && order === 0 ? (added[next]?.list ?? []) : [];
      if (own.length > 0) next += 1;
      const kept = this.#keptIn(dictionary, index);
      if (kept === undefined && own.length === 0) {
        keys.push(known.key);
        postings.push(known.postings);
      } else write(known.key, inOrder(kept ?? postingsIn(dictionary, index), own));
    }
    for (const { key, list } of added.slice(next)) write(key, list);
    return { keys: table(keys), postings: table(postings) };
  }

  /** Of the changed entries; sorted as keys are. */
  #added(name: 'terms' | 'names' | 'holders'): readonly { readonly key: Uint8Array; readonly list: number[] }[] {
    const found = new Map<string, number[]>();
    for (const { postings } of this.#changed)
      for (const [term, list] of postings[name]) found.set(term, [...(found.get(term) ?? []), ...list]);
    return [...found]
      .map(([term, list]) => ({ key: encoder.encode(term), list }))
      .sort((a, b) => compareBytes(a.key, b.key));
  }

  /** Of a key without the changed entries; undefined where it has none of them. */
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

/** Those of an entry stay in their order. */
function inOrder(kept: readonly number[], added: readonly number[]): number[] {
  return [...kept, ...added].sort((a, b) => (a >>> 2) - (b >>> 2));
}
