import { clientNetwork } from '../../http/client-network.ts';

interface Line {
  active: number;
  /** In the order in which they came. */
  readonly waiting: Set<() => void>;
}

/** Connections to one upstream: a client has no more than so many at a time, and waits for one of its own. */
export class ClientSlots {
  readonly #mostOfOneClient: number;
  readonly #lines = new Map<string, Line>();

  constructor(mostOfOneClient: number) {
    this.#mostOfOneClient = mostOfOneClient;
  }

  /**
   * @param client its address
   * @param start called when the client has a slot, at once where one is free
   * @returns gives the slot back, or ends the wait for it; to be called once
   */
  take(client: string, start: () => void): () => void {
    const key = clientNetwork(client);
    const line = this.#lines.get(key) ?? { active: 0, waiting: new Set() };
    this.#lines.set(key, line);
    const begin = (): void => {
      line.waiting.delete(begin);
      line.active += 1;
      start();
    };
    if (line.active < this.#mostOfOneClient) begin();
    else line.waiting.add(begin);
    return () => {
      if (line.waiting.delete(begin)) return;
      line.active -= 1;
      const [next] = line.waiting;
      if (next !== undefined) next();
      else if (line.active === 0) this.#lines.delete(key);
    };
  }
}
