import { Work } from '../schema/work.ts';

/** Budget of what a descriptor repeats, includes or fills in; reports once that it is spent. */
export class Budget<At> extends Work {
  readonly #onSpent: (at: At) => void;

  /** @param onSpent is called with the part that exceeds the budget */
  constructor(units: number, onSpent: (at: At) => void) {
    super(units);
    this.#onSpent = onSpent;
  }

  /** Spends units for a part; false once the budget is spent. */
  take(units: number, at: At): boolean {
    const wasSpent = this.isSpent;
    const isLeft = this.spend(units);
    if (!isLeft && !wasSpent) this.#onSpent(at);
    return isLeft;
  }
}
