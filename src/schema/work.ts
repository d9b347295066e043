/**
 * How much work something may still take. One object goes along with everything that one request asks for, and every
 * step counts against it: descriptors and bodies are hostile, and while one of them is worked on no other request is
 * answered. A unit is some
 * 20 ns of a small server. Units are counted rather than milliseconds, so that one request always gets the same answer.
 */
export class Work {
  readonly #units: number;
  #used = 0;

  /** @param units what it may take in all */
  constructor(units: number) {
    this.#units = units;
  }

  /** Takes some units. False: there are none left, and nothing that is found from here on counts. */
  spend(units: number): boolean {
    this.#used += units;
    return this.#used <= this.#units;
  }

  get isSpent(): boolean {
    return this.#used > this.#units;
  }

  /** Units that were taken, also those that were not there. */
  get used(): number {
    return this.#used;
  }
}

/** For work whose size only the operator's own files decide, away from requests. */
export function unboundedWork(): Work {
  return new Work(Number.POSITIVE_INFINITY);
}
