import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock, RandomBytes } from './contract.ts';

const TTL_MILLISECONDS = 300_000;
const MAXIMUM_ENTRIES = 10_000;
const KEY_BYTES = 32;

/**
 * Remembers which credentials were right, never which were wrong. It holds keyed hashes alone, under a key of this
 * process: neither passwords nor anything they can be tried against elsewhere. The stored value is part of what is
 * hashed, so that an entry that changes is forgotten at once; an entry that is gone must be looked up before.
 */
export class VerificationCache {
  readonly #key: string;
  readonly #known: LRUCache<string, true>;

  constructor(clock: Clock, randomBytes: RandomBytes, maximumEntries: number = MAXIMUM_ENTRIES) {
    this.#key = Buffer.from(randomBytes(KEY_BYTES)).toString('hex');
    this.#known = new LRUCache({ max: maximumEntries, ttl: TTL_MILLISECONDS, ttlResolution: 0, perf: { now: clock } });
  }

  /**
   * Hashes credentials to a cache key; none of them contains a NUL. Putting the secret key in front is enough, without
   * HMAC: a hash that never leaves this process cannot be extended.
   */
  fingerprint(adapter: string, user: string, stored: string, password: string): string {
    return hash('sha256', `${this.#key}${adapter}\0${user}\0${stored}\0${password}`, 'base64url');
  }

  /** Hashes credentials as they were sent, so that no password is kept. */
  fingerprintOfText(text: string): string {
    return hash('sha256', `${this.#key}\0${text}`, 'base64url');
  }

  has(fingerprint: string): boolean {
    return this.#known.get(fingerprint) === true;
  }

  add(fingerprint: string): void {
    this.#known.set(fingerprint, true);
  }
}
