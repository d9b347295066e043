import { LRUCache } from 'lru-cache';

/**
 * Bodies up to a size of all together, each made once for all that ask meanwhile; the least recently used go first. One
 * that is larger is not kept.
 */
export class KeptBodies {
  readonly #kept: LRUCache<string, Uint8Array>;
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  /** @param maxSize in bytes */
  constructor(maxSize: number) {
    // An empty body has no size that the cache would take.
    this.#kept = new LRUCache({ maxSize, sizeCalculation: ({ byteLength }) => Math.max(1, byteLength) });
  }

  get(name: string): Uint8Array | undefined {
    return this.#kept.get(name);
  }

  set(name: string, body: Uint8Array): void {
    this.#kept.set(name, body);
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
