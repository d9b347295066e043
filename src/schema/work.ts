/**
 * Budget for the work that one request causes; every step spends units of it. Descriptors and bodies may be hostile,
 * and no other request is answered meanwhile. A unit is some 20 ns on a small server. Units are counted instead of
 * milliseconds, so that the same request always gets the same answer.
 */
export class Work {
  readonly #units: number;
  #used = 0;

  constructor(units: number) {
    this.#units = units;
  }

  /** Takes some units. False: the budget is spent, and results from here on are meaningless. */
  spend(units: number): boolean {
    this.#used += units;
    return this.#used <= this.#units;
  }

  get isSpent(): boolean {
    return this.#used > this.#units;
  }

  /** Units taken, those above the limit included. */
  get used(): number {
    return this.#used;
  }
}

/** For work whose size only the operator's own files decide, away from requests. */
export function unboundedWork(): Work {
  return new Work(Number.POSITIVE_INFINITY);
}
