/** Keeps values up to a total size; the least recently used go first. */
export class BoundedCache<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly size: number }>();
  readonly #limit: number;
  #size = 0;

  /** @param limit in the unit of the sizes given to {@link set} */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** A value larger than the limit is not kept. */
  set(key: string, value: T, size: number): void {
    this.#drop(key);
    if (size > this.#limit) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#limit) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#size -= entry.size;
  }
}
