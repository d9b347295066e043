/** Counters of {@link Turns}, in memory that threads share. */
export type SharedClaims = Int32Array<SharedArrayBuffer>;

const [NEXT, HELD_KILOBYTES, ENDED] = [0, 1, 2];
const NUMBERS = 3;
/** Number of pages that a thread takes at once: values that adjacent pages have in common are computed once. */
const PAGES = 8;
/** Limit on the total size of rendered pages that are not written yet. */
const MOST_HELD_KILOBYTES = 48 * 1024;

/**
 * Divides pages among threads: each thread repeatedly takes the next few pages. Pages are rendered in the order in
 * which they are written, and all threads have work until the end.
 */
export class Turns {
  readonly #claims: SharedClaims;
  readonly #pages: number;

  static claims(): SharedClaims {
    return new Int32Array(new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT));
  }

  /** @param pages number of pages */
  constructor(claims: SharedClaims, pages: number) {
    this.#claims = claims;
    this.#pages = pages;
  }

  /**
   * Takes the next few pages.
   * @param whereFull behavior at the limit of unwritten pages: `wait` until pages are written, or take `none`
   * @returns indexes of pages; empty if no page can be taken
   */
  take(whereFull: 'wait' | 'none'): readonly number[] {
    while (!this.isEnded) {
      const held = Atomics.load(this.#claims, HELD_KILOBYTES);
      if (held <= MOST_HELD_KILOBYTES) break;
      if (whereFull === 'none') return [];
      Atomics.wait(this.#claims, HELD_KILOBYTES, held);
    }
    if (this.isEnded) return [];
    const start = Atomics.add(this.#claims, NEXT, PAGES);
    return Array.from({ length: Math.max(0, Math.min(PAGES, this.#pages - start)) }, (_, index) => start + index);
  }

  /** @param bytes size of a rendered page that is not written yet */
  hold(bytes: number): void {
    Atomics.add(this.#claims, HELD_KILOBYTES, kilobytes(bytes));
  }

  /** @param bytes same value as in the call of {@link hold} */
  release(bytes: number): void {
    Atomics.sub(this.#claims, HELD_KILOBYTES, kilobytes(bytes));
    Atomics.notify(this.#claims, HELD_KILOBYTES);
  }

  get isEnded(): boolean {
    return Atomics.load(this.#claims, ENDED) !== 0;
  }

  /** Ends the rendering: no more pages can be taken. */
  end(): void {
    Atomics.store(this.#claims, ENDED, 1);
    // Changes the number that threads wait on, so that a thread about to wait continues instead.
    Atomics.sub(this.#claims, HELD_KILOBYTES, 2 * MOST_HELD_KILOBYTES);
    Atomics.notify(this.#claims, HELD_KILOBYTES);
  }
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
