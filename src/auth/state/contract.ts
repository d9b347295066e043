import type { Member, OptionsOf } from '../../options/member.ts';
import type { Shape } from '../../options/schema.ts';
import type { Clock } from '../contract.ts';

/** Kind of store for the state. A new driver needs one file and one line in the registry. */
export interface StateDriver<K extends Shape = Shape> extends Member<K> {
  /** Place where nonces and failed log-ins are counted, as the end of a sentence: `in each server`. */
  readonly about: string;
  /** Whether replicas share the state. */
  readonly isShared: boolean;
  /**
   * Creates the state. An unreachable store does not make it throw.
   * @param options values that the driver's own `options` parsed
   */
  create(options: OptionsOf<K>, tools: StateTools): AuthState;
}

export interface StateTools {
  readonly clock: Clock;
  /** Logs one line for the operator; the line must not contain a secret. */
  readonly log: (message: string) => void;
}

/**
 * Used nonce counts and failed log-ins (DESIGN §9). A driver that has lost its store throws {@link StateUnavailable}
 * (or rejects with it); callers answer 503.
 */
export interface AuthState {
  /**
   * Uses up one nonce count, in a window that accepts counts out of order but no replay (RFC 7616 §3.4 `nc`). Called
   * only for a correct digest. `forgotten`: the state no longer has the counts of nonces this old; the client gets
   * `stale`.
   */
  spendNonceCount(use: NonceUse): SpendResult | Promise<SpendResult>;
  /** Whole seconds until the key may try again; 0 if it may now. Drivers shorten long keys, which clients can cause. */
  secondsBlocked(key: string, limits: ThrottleLimits): number | Promise<number>;
  /**
   * Counts one failed log-in, in a fixed window that begins with the first failure.
   * @returns whole seconds until the key may try again if this failure exceeded the limit, else 0. Among parallel
   * failures, at most as many as the limit allows get 0
   */
  recordFailure(key: string, limits: ThrottleLimits): number | Promise<number>;
  close(): Promise<void>;
}

export interface NonceUse {
  /** Short unique id of the nonce, without secrets. */
  readonly nonce: string;
  /** Count from 1 to 0xffffffff. */
  readonly count: number;
  readonly issuedAtMilliseconds: number;
  readonly expiresAtMilliseconds: number;
}

export type SpendResult = 'fresh' | 'replayed' | 'forgotten';

/** `failures` failed log-ins of a key within `perSeconds` block it until the window ends; 0 failures: no limit. */
export interface ThrottleLimits {
  readonly failures: number;
  readonly perSeconds: number;
}

/** The shared store is not available, so every log-in is refused. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
}
