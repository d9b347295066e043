import type { Clock } from '../contract.ts';
import type { AuthState, SpendResult, StateDriver } from './contract.ts';
import { Generations } from './generations.ts';
import { type NonceWindow, spendCount } from './nonce-window.ts';
import { throttleKey } from './throttle-key.ts';

/** The state of a server that runs alone. */
export const memory: StateDriver = {
  name: 'memory',
  about: 'in each server',
  options: {},
  needs: [],
  isShared: false,
  create: (_, { clock }) => createMemoryState(clock),
};

interface MemoryStateOptions {
  /** Nonces, and throttled keys, that are remembered at a time. */
  readonly capacity: number;
}

/**
 * Some 20 MB when full. Only log-ins that were right take a place among nonces, only wrong ones among throttled keys.
 */
const DEFAULTS: MemoryStateOptions = { capacity: 100_000 };

interface RememberedNonce extends NonceWindow {
  readonly issuedAtMilliseconds: number;
  readonly expiresAtMilliseconds: number;
}

interface Failures {
  readonly expiresAtMilliseconds: number;
  count: number;
}

/**
 * The state of a server that runs alone; every operation is synchronous. Nonces that were issued before it was created
 * are
 * `forgotten`: what an earlier process knew of them is lost, and so are those as old as one whose place was needed,
 * once unseen.
 */
export function createMemoryState(clock: Clock, options: MemoryStateOptions = DEFAULTS): AuthState {
  // The clock may be set back; what had expired stays so.
  let now = clock();
  let forgottenUntilMilliseconds = now - 1;
  const tick = (): number => {
    now = Math.max(now, clock());
    return now;
  };
  const nonces = new Generations<RememberedNonce>(options.capacity, (dropped) => {
    for (const { issuedAtMilliseconds, expiresAtMilliseconds } of dropped)
      if (expiresAtMilliseconds > now)
        forgottenUntilMilliseconds = Math.max(forgottenUntilMilliseconds, issuedAtMilliseconds);
  });
  const failures = new Generations<Failures>(options.capacity);

  return {
    spendNonceCount({ nonce, count, issuedAtMilliseconds, expiresAtMilliseconds }): SpendResult {
      if (expiresAtMilliseconds <= tick()) return 'forgotten';
      const known = nonces.get(nonce);
      if (known !== undefined) return spendCount(known, count) ? 'fresh' : 'replayed';
      if (issuedAtMilliseconds <= forgottenUntilMilliseconds) return 'forgotten';
      nonces.set(nonce, { highest: count, recent: 1, earlier: 0, issuedAtMilliseconds, expiresAtMilliseconds }, now);
      return 'fresh';
    },
    secondsBlocked(key, limits): number {
      if (limits.failures === 0 || failures.size === 0) return 0;
      const known = failures.get(throttleKey(key));
      return known === undefined || known.count < limits.failures
        ? 0
        : Math.max(0, Math.ceil((known.expiresAtMilliseconds - tick()) / 1000));
    },
    recordFailure(key, limits): number {
      if (limits.failures === 0) return 0;
      const short = throttleKey(key);
      const known = failures.get(short);
      if (known === undefined || known.expiresAtMilliseconds <= tick()) {
        failures.set(short, { count: 1, expiresAtMilliseconds: tick() + limits.perSeconds * 1000 }, now);
        return 0;
      }
      known.count += 1;
      return known.count > limits.failures ? Math.ceil((known.expiresAtMilliseconds - now) / 1000) : 0;
    },
    async close() {},
  };
}
