import { clientNetwork } from '../http/client-network.ts';

interface Limits {
  readonly mostOfOneClient: number;
  readonly mostAltogether: number;
}

/** Something scarce, divided among clients: none has more than its share, all together have no more than there is. */
export class Shares {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number>();
  #sum = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** @param client its address. @returns false, and nothing is taken, where that is too much */
  take(client: string, amount: number): boolean {
    const key = clientNetwork(client);
    const own = (this.#taken.get(key) ?? 0) + amount;
    if (own > this.#limits.mostOfOneClient || this.#sum + amount > this.#limits.mostAltogether) return false;
    this.#taken.set(key, own);
    this.#sum += amount;
    return true;
  }

  /** Gives back what was taken. */
  give(client: string, amount: number): void {
    const key = clientNetwork(client);
    const own = (this.#taken.get(key) ?? 0) - amount;
    if (own > 0) this.#taken.set(key, own);
    else this.#taken.delete(key);
    this.#sum -= amount;
  }
}
