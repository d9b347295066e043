import { LRUCache } from 'lru-cache';

/** Of the room for all: a few that are larger would take the place of hundreds. */
const LARGEST_SHARE = 1 / 8;

/**
 * Bodies up to a size of all together, each made once for all that ask meanwhile; the least recently used go first. One
 * that is too large takes no room: it is shared by all that send it, and gone after that.
 */
export class KeptBodies {
  readonly #kept: LRUCache<string, Uint8Array>;
  readonly #large = new Map<string, WeakRef<Uint8Array>>();
  readonly #largest: number;
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  /** @param maxSize in bytes, of all. @param largest in bytes, of one */
  constructor(maxSize: number, largest = maxSize * LARGEST_SHARE) {
    this.#largest = largest;
    // An empty body has no size that the cache would take.
    this.#kept = new LRUCache({ maxSize, sizeCalculation: ({ byteLength }) => Math.max(1, byteLength) });
  }

  get(name: string): Uint8Array | undefined {
    return this.#kept.get(name) ?? this.#large.get(name)?.deref();
  }

  set(name: string, body: Uint8Array): void {
    if (body.byteLength > this.#largest) this.#large.set(name, new WeakRef(body));
    else this.#kept.set(name, body);
  }

  /** At once where it is kept. */
  of(name: string, make: () => Promise<Uint8Array>): Uint8Array | Promise<Uint8Array> {
    const known = this.get(name) ?? this.#underWay.get(name);
    if (known !== undefined) return known;
    const making = make()
      .then((body) => {
        this.set(name, body);
        return body;
      })
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, making);
    return making;
  }
}
