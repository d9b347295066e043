/**
 * Budget for the work of one request; each step spends units. Descriptors and bodies may be hostile, and the server
 * answers no other request in the meantime. A unit is about 20 ns on a small server. The budget is in units rather than
 * milliseconds, so that the same request always gets the same response.
 */
export class Work {
  readonly #units: number;
  #used = 0;

  constructor(units: number) {
    this.#units = units;
  }

  /** Spends units. Returns false if the budget is exceeded; further results are then meaningless. */
  spend(units: number): boolean {
    this.#used += units;
    return this.#used <= this.#units;
  }

  get isSpent(): boolean {
    return this.#used > this.#units;
  }

  /** Units spent, including those over the budget. */
  get used(): number {
    return this.#used;
  }
}

/** Creates an unlimited budget for work outside of requests, whose size depends only on the operator's files. */
export function unboundedWork(): Work {
  return new Work(Number.POSITIVE_INFINITY);
}
