import type { Clock } from '../contract.ts';
import { type AuthState, type NonceUse, type SpendResult, StateUnavailable } from './contract.ts';
import { createMemoryState, throttleKey } from './memory.ts';
import { RedisConnection, STORE_KEY } from './redis-connection.ts';

interface RedisStateOptions {
  /** `redis://` or `rediss://`, with user, password and database. */
  readonly url: string;
  /**
   * Behaviour while the store is not available. `refuse`: operations reject with {@link StateUnavailable}. `local`:
   * this process keeps its own state, so a replay at another replica is not detected; nonces issued before the outage
   * are forgotten during it, and nonces issued before its end are forgotten afterwards.
   */
  readonly whenDown: 'refuse' | 'local';
}

/**
 * The state that replicas share, in Redis 5 or later, or Valkey. Its keys must not be evicted:
 * `maxmemory-policy noeviction`, or a store of its own. It connects in the background, and again after an outage.
 */
export function createRedisState(
  { url, whenDown }: RedisStateOptions,
  clock: Clock,
  log: (message: string) => void,
): AuthState {
  let local: AuthState | undefined;
  const connection = new RedisConnection(url, clock, (isUp, reason) => {
    const consequence = whenDown === 'local' ? 'this process remembers for itself' : 'log-ins are refused';
    log(
      isUp
        ? 'state: the shared store is connected'
        : `state: the shared store cannot be asked (${reason}); until it is back, ${consequence}`,
    );
    // Each outage begins with a new local state, which forgets nonces that the store has seen.
    local = undefined;
  });

  const spends = new RedisSpends(connection, clock);

  /** Asks the store; if it is down, asks the local state if configured. */
  async function ask<T>(
    shared: (connection: RedisConnection) => Promise<T>,
    own: (state: AuthState) => T | Promise<T>,
  ): Promise<T> {
    try {
      return await shared(connection);
    } catch (error) {
      if (whenDown !== 'local' || !(error instanceof StateUnavailable)) throw error;
      connection.spentElsewhere();
      local ??= createMemoryState(clock);
      return await own(local);
    }
  }

  return {
    spendNonceCount: (use) =>
      ask(
        () => spends.spend(use),
        (state) => state.spendNonceCount(use),
      ),
    secondsBlocked: (key, limits) =>
      limits.failures === 0
        ? 0
        : ask(
            async (store) =>
              Math.ceil(
                (await store.run((redis) => redis.millisecondsBlocked(failuresKey(key), limits.failures))) / 1000,
              ),
            (state) => state.secondsBlocked(key, limits),
          ),
    recordFailure: (key, limits) =>
      limits.failures === 0
        ? 0
        : ask(
            async (store) =>
              Math.ceil(
                (await store.run((redis) =>
                  redis.recordFailure(failuresKey(key), limits.perSeconds * 1000, limits.failures),
                )) / 1000,
              ),
            (state) => state.recordFailure(key, limits),
          ),
    close: () => connection.close(),
  };
}

function failuresKey(key: string): string {
  return `platform:auth:failures:${throttleKey(key)}`;
}

/** Maximum number of nonce counts in one call of the script; more would delay other calls. */
const MOST_TOGETHER = 100;

interface Waiting {
  readonly use: NonceUse;
  readonly millisecondsLeft: number;
  readonly resolve: (result: SpendResult) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Batches counts for the store. One call of the script spends all counts that arrive in one turn of the event loop, in
 * order: a call for each would cost more than verifying its digest.
 */
class RedisSpends {
  readonly #connection: RedisConnection;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];

  constructor(connection: RedisConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** @throws StateUnavailable (as a rejection), as for every count of the same batch */
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
      // Afterwards, the store accepts the nonces that these clients get next.
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
