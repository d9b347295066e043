/** Rings when nothing has happened for a time, as long as one side is waited for. */
export class Watchdog {
  readonly #milliseconds: number;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, ring: () => void) {
    this.#milliseconds = milliseconds;
    this.#ring = ring;
  }

  /** Something has happened; from now on the next thing is waited for. */
  wait(): void {
    if (this.#timer === undefined) this.#timer = setTimeout(this.#ring, this.#milliseconds);
    else this.#timer.refresh();
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
