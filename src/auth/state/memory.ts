import { hash } from 'node:crypto';
import type { Clock } from '../contract.ts';
import type { AuthState, SpendResult, StateDriver } from './contract.ts';

/** State of a server that runs alone. */
export const memory: StateDriver = {
  name: 'memory',
  about: 'in each server',
  options: {},
  needs: [],
  isShared: false,
  create: (_, { clock }) => createMemoryState(clock),
};

interface MemoryStateOptions {
  /** Maximum number of nonces, and of throttled keys. */
  readonly capacity: number;
}

/** About 20 MB when full. Only successful log-ins add nonces, and only failed ones add throttled keys. */
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
 * The state of a server that runs alone; every operation is synchronous. Nonces issued before its creation are
 * `forgotten`, since an earlier process may have seen their counts; so are unknown nonces that are not newer than one
 * that was dropped for lack of space.
 */
export function createMemoryState(clock: Clock, options: MemoryStateOptions = DEFAULTS): AuthState {
  // The clock may be set back, but an expired entry stays expired.
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

interface Remembered {
  readonly expiresAtMilliseconds: number;
}

/**
 * A map with at most `capacity` entries, which drops the least recently used half at once. Each operation takes
 * constant time.
 */
export class Generations<T extends Remembered> {
  readonly #half: number;
  readonly #dropped: (entries: Iterable<T>) => void;
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #oldExpiresAtMilliseconds = 0;

  /** @param dropped called with entries that are dropped for lack of space, including expired ones */
  constructor(capacity: number, dropped: (entries: Iterable<T>) => void = () => {}) {
    this.#half = Math.max(1, Math.floor(capacity / 2));
    this.#dropped = dropped;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Entry of a key, possibly expired. */
  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined || this.#old.size === 0) return young;
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#old.delete(key);
      this.#young.set(key, old);
      if (this.#young.size >= this.#half) this.#turn();
    }
    return old;
  }

  /** Stores a copy of the key: a slice would keep the whole header in memory. */
  set(key: string, entry: T, nowMilliseconds: number): void {
    this.#old.delete(key);
    this.#young.set(Buffer.from(key, 'utf8').toString('utf8'), entry);
    if (this.#young.size >= this.#half || this.#oldExpiresAtMilliseconds <= nowMilliseconds) this.#turn();
  }

  #turn(): void {
    this.#dropped(this.#old.values());
    this.#old = this.#young;
    this.#young = new Map();
    this.#oldExpiresAtMilliseconds = 0;
    for (const { expiresAtMilliseconds } of this.#old.values())
      this.#oldExpiresAtMilliseconds = Math.max(this.#oldExpiresAtMilliseconds, expiresAtMilliseconds);
  }
}

const MAXIMUM_KEY_CHARACTERS = 128;

/** Shortens a key, which contains names that clients chose: a long key is replaced by its SHA-256. */
export function throttleKey(key: string): string {
  return key.length <= MAXIMUM_KEY_CHARACTERS ? key : `sha-256:${hash('sha256', key, 'base64url')}`;
}

/** Size of the window: counts that are this far below the highest count are not fresh. */
export const WINDOW_COUNTS = 64;
const WORD_BITS = 32;

/**
 * Used counts of one nonce: the highest, and one bit for each of the 64 counts up to it (32-bit integers, lowest bit
 * newest).
 */
export interface NonceWindow {
  highest: number;
  recent: number;
  earlier: number;
}

/**
 * Uses up a count. Browsers send requests in parallel, so counts arrive out of order; each is fresh once, and only
 * within the window of 64.
 * @returns whether the count was fresh
 */
export function spendCount(window: NonceWindow, count: number): boolean {
  const ahead = count - window.highest;
  if (ahead > 0) {
    shift(window, ahead);
    window.highest = count;
    window.recent |= 1;
    return true;
  }
  const behind = -ahead;
  if (behind >= WINDOW_COUNTS) return false;
  const bit = 1 << (behind % WORD_BITS);
  const isUsed = ((behind < WORD_BITS ? window.recent : window.earlier) & bit) !== 0;
  if (behind < WORD_BITS) window.recent |= bit;
  else window.earlier |= bit;
  return !isUsed;
}

function shift(window: NonceWindow, places: number): void {
  if (places >= WORD_BITS) {
    window.earlier = places < WINDOW_COUNTS ? window.recent << (places - WORD_BITS) : 0;
    window.recent = 0;
  } else {
    window.earlier = (window.earlier << places) | (window.recent >>> (WORD_BITS - places));
    window.recent <<= places;
  }
}
