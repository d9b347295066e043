import { LRUCache } from 'lru-cache';

/** Maximum size of a body, as a share of the cache size: a few larger bodies would displace hundreds. */
const LARGEST_SHARE = 1 / 8;

/**
 * Cache of bodies up to a total size. Simultaneous requests make a body only once. For a body that is too large, the
 * cache has only a weak reference: the body is shared while requests send it.
 */
export class KeptBodies {
  readonly #kept: LRUCache<string, Uint8Array>;
  readonly #large = new Map<string, WeakRef<Uint8Array>>();
  readonly #largest: number;
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  /** @param maxSize limit for all bodies, in bytes. @param largest limit for one body, in bytes */
  constructor(maxSize: number, largest = maxSize * LARGEST_SHARE) {
    this.#largest = largest;
    // The cache does not accept the size 0 of an empty body.
    this.#kept = new LRUCache({ maxSize, sizeCalculation: ({ byteLength }) => Math.max(1, byteLength) });
  }

  get(name: string): Uint8Array | undefined {
    return this.#kept.get(name) ?? this.#large.get(name)?.deref();
  }

  set(name: string, body: Uint8Array): void {
    if (body.byteLength > this.#largest) this.#large.set(name, new WeakRef(body));
    else this.#kept.set(name, body);
  }

  /** Returns a cached body synchronously; otherwise makes the body. */
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
