import type { Member, OptionsOf } from '../../options/member.ts';
import type { Shape } from '../../options/schema.ts';
import type { Clock } from '../contract.ts';

/** Kind of store for the state. A new driver is one file and one line in the registry. */
export interface StateDriver<K extends Shape = Shape> extends Member<K> {
  /** Place where nonces and failed log-ins are counted, as the end of a sentence: `in each server`. */
  readonly about: string;
  /** Whether replicas share the state. */
  readonly isShared: boolean;
  /**
   * Never throws for a store that cannot be reached.
   * @param options as `options` of this driver read them
   */
  create(options: OptionsOf<K>, tools: StateTools): AuthState;
}

export interface StateTools {
  readonly clock: Clock;
  /** One line for the operator; never holds a secret. */
  readonly log: (message: string) => void;
}

/**
 * Used nonce counts and failed log-ins (DESIGN §9). A driver that has lost its store throws {@link StateUnavailable}
 * (or rejects with it); callers answer 503.
 */
export interface AuthState {
  /**
   * Uses up one nonce count, in a window that allows disorder and refuses replay (RFC 7616 §3.4 `nc`). Called only
   * after the digest was right. `forgotten`: the state no longer has the counts of nonces this old; the client gets
   * `stale`.
   */
  spendNonceCount(use: NonceUse): SpendResult | Promise<SpendResult>;
  /**
   * Whole seconds until the key may try again; 0 when it may. Drivers shorten long keys: clients choose their length.
   */
  secondsBlocked(key: string, limits: ThrottleLimits): number | Promise<number>;
  /**
   * Counts one failed log-in, in a fixed window that begins with the first one.
   * @returns whole seconds until the key may try again when this failure exceeded the limit, else 0. Of parallel
   * failures, only as many as the limit allows get 0
   */
  recordFailure(key: string, limits: ThrottleLimits): number | Promise<number>;
  close(): Promise<void>;
}

export interface NonceUse {
  /** Unique for a nonce, short, without secrets. */
  readonly nonce: string;
  /** Count from 1 to 0xffffffff. */
  readonly count: number;
  readonly issuedAtMilliseconds: number;
  readonly expiresAtMilliseconds: number;
}

export type SpendResult = 'fresh' | 'replayed' | 'forgotten';

/** `failures` failed log-ins of one key within `perSeconds` block it until the window has passed; 0 failures: never. */
export interface ThrottleLimits {
  readonly failures: number;
  readonly perSeconds: number;
}

/** The shared store is not available, so every log-in is refused. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
}
