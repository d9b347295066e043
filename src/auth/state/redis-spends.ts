import type { Clock } from '../contract.ts';
import type { NonceUse, SpendResult } from './contract.ts';
import { type RedisConnection, STORE_KEY } from './redis-connection.ts';

/** Nonce counts in one call of the script; more would make other calls wait. */
const MOST_TOGETHER = 100;

interface Waiting {
  readonly use: NonceUse;
  readonly millisecondsLeft: number;
  readonly resolve: (result: SpendResult) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Counts on their way to the store. All that come in one turn of the event loop are spent by one call of the script, in
 * their order: a call each costs more than the digest that it is for.
 */
export class RedisSpends {
  readonly #connection: RedisConnection;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];

  constructor(connection: RedisConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** @throws StateUnavailable (rejects with it), as all do that came with this one */
  spend(use: NonceUse): Promise<SpendResult> {
    const millisecondsLeft = Math.floor(use.expiresAtMilliseconds - this.#clock());
    if (millisecondsLeft <= 0) return Promise.resolve('forgotten');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ use, millisecondsLeft, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#sendAll());
    });
  }

  #sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += MOST_TOGETHER)
      void this.#send(waiting.slice(start, start + MOST_TOGETHER));
  }

  async #send(together: readonly Waiting[]): Promise<void> {
    try {
      const keys = together.map(({ use }) => `platform:auth:nonce:${use.nonce}`);
      const values = together.flatMap(({ use, millisecondsLeft }) => [
        use.count,
        use.issuedAtMilliseconds,
        millisecondsLeft,
      ]);
      const results = await this.#connection.run((redis) =>
        redis.spendNonceCounts(keys.length + 1, STORE_KEY, ...keys, ...values),
      );
      // The nonces that these clients get next must be ones that the store takes.
      if (results.includes(-2)) await this.#connection.adoptEmptied();
      for (const [index, { resolve }] of together.entries()) resolve(toSpendResult(results[index]));
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}

function toSpendResult(answer: number | undefined): SpendResult {
  if (answer === 1) return 'fresh';
  return answer === 0 ? 'replayed' : 'forgotten';
}
