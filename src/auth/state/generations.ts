interface Remembered {
  readonly expiresAtMilliseconds: number;
}

/**
 * A map that forgets: at most `capacity` entries, the least recently used half dropped at once. Each operation takes
 * constant time.
 */
export class Generations<T extends Remembered> {
  readonly #half: number;
  readonly #dropped: (entries: Iterable<T>) => void;
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #oldExpiresAtMilliseconds = 0;

  /** @param dropped told of entries whose place was needed; of entries that had expired as well */
  constructor(capacity: number, dropped: (entries: Iterable<T>) => void = () => {}) {
    this.#half = Math.max(1, Math.floor(capacity / 2));
    this.#dropped = dropped;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** An entry that has expired may still be there. */
  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined || this.#old.size === 0) return young;
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#old.delete(key);
      this.#young.set(key, old);
      if (this.#young.size >= this.#half) this.#turn();
    }
    return old;
  }

  /** Keeps a copy of the key: a slice would keep the header alive that it was cut from. */
  set(key: string, entry: T, nowMilliseconds: number): void {
    this.#old.delete(key);
    this.#young.set(Buffer.from(key, 'utf8').toString('utf8'), entry);
    if (this.#young.size >= this.#half || this.#oldExpiresAtMilliseconds <= nowMilliseconds) this.#turn();
  }

  #turn(): void {
    this.#dropped(this.#old.values());
    this.#old = this.#young;
    this.#young = new Map();
    this.#oldExpiresAtMilliseconds = 0;
    for (const { expiresAtMilliseconds } of this.#old.values())
      this.#oldExpiresAtMilliseconds = Math.max(this.#oldExpiresAtMilliseconds, expiresAtMilliseconds);
  }
}
