import type { AuthState, StateDriver } from './contract.ts';
import { redisOptions } from './redis-options.ts';

/** The state that replicas share, in Redis or Valkey. */
export const redis: StateDriver<typeof redisOptions> = {
  name: 'redis',
  about: 'in one store for several',
  options: redisOptions,
  needs: [['url']],
  isShared: true,
  create: (given, { clock, log }) =>
    // The client takes longer to load than a build that has nothing to do.
    loadedLater(import('./redis-state.ts').then(({ createRedisState }) => createRedisState(given, clock, log))),
};

/** What is asked before the state is there waits for it. */
function loadedLater(loading: Promise<AuthState>): AuthState {
  let state: AuthState | undefined;
  void loading.then((loaded) => {
    state = loaded;
  });
  return {
    spendNonceCount: (use) => state?.spendNonceCount(use) ?? loading.then((loaded) => loaded.spendNonceCount(use)),
    secondsBlocked: (key, limits) =>
      state?.secondsBlocked(key, limits) ?? loading.then((loaded) => loaded.secondsBlocked(key, limits)),
    recordFailure: (key, limits) =>
      state?.recordFailure(key, limits) ?? loading.then((loaded) => loaded.recordFailure(key, limits)),
    close: async () => (await loading).close(),
  };
}
