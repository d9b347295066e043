import type { Clock } from '../contract.ts';
import { type AuthState, StateUnavailable } from './contract.ts';
import { createMemoryState } from './memory.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisSpends } from './redis-spends.ts';
import { throttleKey } from './throttle-key.ts';

interface RedisStateOptions {
  /** `redis://` or `rediss://`, user, password and database in it. */
  readonly url: string;
  /**
   * While the store cannot be asked. `refuse`: operations reject with {@link StateUnavailable}. `local`: this process
   * remembers for itself, so that a replay at another replica is not seen; nonces from before the outage, and after it
   * those from within, are forgotten.
   */
  readonly whenDown: 'refuse' | 'local';
}

/**
 * The state that replicas share, in Redis 5 or later, or Valkey. What it holds must not be evicted: `maxmemory-policy
 * noeviction`, or a store of its own. Connects in the background; the store may come and go.
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
    // Each outage begins with a memory of its own, which forgets nonces that the store has seen.
    local = undefined;
  });

  const spends = new RedisSpends(connection, clock);

  /** Asks the store, else the local state where that is wanted. */
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
