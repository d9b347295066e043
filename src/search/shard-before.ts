import { Shard } from './shard.ts';
import type { Dictionary } from './tables.ts';

/** A word or name in an entry, and where it is. */
type Posting = readonly [term: string, where: number];

/** A shard by its entries: what {@link ShardWriter} takes of one that was written before. */
export class ShardBefore {
  readonly shard: Shard;
  #terms: ((entry: number) => readonly Posting[]) | undefined;
  #names: ((entry: number) => readonly Posting[]) | undefined;
  #holders: ((entry: number) => readonly Posting[]) | undefined;

  /** @throws where the bytes are not what {@link ShardWriter} makes */
  constructor(bytes: Uint8Array) {
    this.shard = new Shard(bytes);
  }

  termsIn(entry: number): readonly Posting[] {
    this.#terms ??= byEntry(this.shard.terms, this.shard.size);
    return this.#terms(entry);
  }

  namesIn(entry: number): readonly Posting[] {
    this.#names ??= byEntry(this.shard.names, this.shard.size);
    return this.#names(entry);
  }

  /** Named schemas whose fields the entry has. */
  holdersIn(entry: number): readonly Posting[] {
    this.#holders ??= byEntry(this.shard.holders, this.shard.size);
    return this.#holders(entry);
  }
}

function byEntry(dictionary: Dictionary, size: number): (entry: number) => readonly Posting[] {
  const keys = Array.from({ length: dictionary.keys.size }, (_, index) => dictionary.key(index));
  const places: number[][] = Array.from({ length: size }, () => []);
  for (let key = 0; key < keys.length; key += 1)
    dictionary.visit(key, (entry, where) => void places[entry]?.push(key * 4 + where));
  return (entry) => (places[entry] ?? []).map((place) => [keys[Math.floor(place / 4)] ?? '', place % 4]);
}
