/** How long a client may take for the next part of its body. */
const WINDOW_MILLISECONDS = 20_000;
/**
 * Bytes that have to arrive within that time, unless the body ends: 500 a second, as servers usually demand; we chose
 * the figure.
 */
const LEAST_BYTES = 10_000;

/** Reports a client that sends its body more slowly than a connection is worth, as long as the client is waited for. */
export class Pace {
  readonly #report: () => void;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;

  /** @param report called once for each wait, after a window with too few bytes */
  constructor(report: () => void) {
    this.#report = report;
  }

  /** From now on the client is waited for; a window that has begun goes on. */
  wait(): void {
    this.#timer ??= this.#begin();
  }

  count(bytes: number): void {
    this.#bytes += bytes;
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin(): NodeJS.Timeout {
    this.#bytes = 0;
    return setTimeout(() => {
      this.#timer = this.#bytes < LEAST_BYTES ? undefined : this.#begin();
      if (this.#timer === undefined) this.#report();
    }, WINDOW_MILLISECONDS);
  }
}
