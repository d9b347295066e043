/** Numbers that threads share: see {@link Turns}. */
export type SharedClaims = Int32Array<SharedArrayBuffer>;

const [NEXT, HELD_KILOBYTES, ENDED] = [0, 1, 2];
const NUMBERS = 3;
/** Pages that a thread takes at once: neighbours have much in common, which is computed once. */
const PAGES = 8;
/** Limit on drawn pages that are not written yet. */
const MOST_HELD_KILOBYTES = 48 * 1024;

/**
 * Divides pages among threads: every thread takes the next few pages that no other has taken. The pages that are
 * written first are drawn first, and all threads have work until the end.
 */
export class Turns {
  readonly #claims: SharedClaims;
  readonly #pages: number;

  static claims(): SharedClaims {
    return new Int32Array(new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT));
  }

  /** @param pages how many there are */
  constructor(claims: SharedClaims, pages: number) {
    this.#claims = claims;
    this.#pages = pages;
  }

  /**
   * Takes the next few pages.
   * @param whereFull when too much waits to be written, `wait`: until it is written; `none`: take no page
   * @returns indexes of pages; none where all are taken
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

  /** @param bytes that wait to be written */
  hold(bytes: number): void {
    Atomics.add(this.#claims, HELD_KILOBYTES, kilobytes(bytes));
  }

  /** @param bytes as {@link hold} was given them */
  release(bytes: number): void {
    Atomics.sub(this.#claims, HELD_KILOBYTES, kilobytes(bytes));
    Atomics.notify(this.#claims, HELD_KILOBYTES);
  }

  get isEnded(): boolean {
    return Atomics.load(this.#claims, ENDED) !== 0;
  }

  /** Ends the drawing: no page can be taken any more. */
  end(): void {
    Atomics.store(this.#claims, ENDED, 1);
    // Changes the number that threads wait on: one that is about to wait does not wait then.
    Atomics.sub(this.#claims, HELD_KILOBYTES, 2 * MOST_HELD_KILOBYTES);
    Atomics.notify(this.#claims, HELD_KILOBYTES);
  }
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
