import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../../../http/client-network.ts';
import type { Clock, RandomBytes } from '../../contract.ts';

const TTL_MILLISECONDS = 300_000;
const MOST_REMEMBERED = 10_000;
/** A client that fills this up has been refused as often. */
const MOST_BLOCKED = 10_000;
const KEY_BYTES = 32;

interface Remembered {
  readonly user: string;
  /** Entry of the password file that the password was right for. */
  readonly stored: string;
}

/**
 * Credentials that were right a short time ago, never wrong ones. Their texts are kept as keyed hashes alone, under a
 * key of this process: they cannot be tried against anything elsewhere. An entry of the password file that changes is
 * forgotten at once. A blocked client keeps its remembered credentials until it sends a wrong password; otherwise they
 * would tell it, guess by guess, which password is right.
 */
export class RememberedCredentials {
  readonly #key: string;
  readonly #known: LRUCache<string, Remembered>;
  /** Networks and users that a password was refused for while they were blocked. */
  readonly #blocked: LRUCache<string, true>;

  constructor(clock: Clock, randomBytes: RandomBytes, mostRemembered: number = MOST_REMEMBERED) {
    const perf = { now: clock };
    this.#key = Buffer.from(randomBytes(KEY_BYTES)).toString('hex');
    this.#known = new LRUCache({ max: mostRemembered, ttl: TTL_MILLISECONDS, ttlResolution: 0, perf });
    this.#blocked = new LRUCache({ max: MOST_BLOCKED, ttl: 1, ttlResolution: 0, perf });
  }

  /** @param text credentials as they were sent: one spelling each */
  add(text: string, user: string, stored: string): void {
    this.#known.set(this.#hash(text), { user, stored });
  }

  /** From now on this client has to send a password that is hashed. */
  block(client: string, user: string, seconds: number): void {
    this.#blocked.set(blockedKey(client, user), true, { ttl: seconds * 1000 });
  }

  /**
   * @param entries of the password file as it is now
   * @returns the user; undefined where nothing is known
   */
  userOf(text: string, client: string, entries: ReadonlyMap<string, string>): string | undefined {
    const known = this.#known.get(this.#hash(text));
    if (known === undefined || entries.get(known.user) !== known.stored) return undefined;
    const isBlocked = this.#blocked.size > 0 && this.#blocked.has(blockedKey(client, known.user));
    return isBlocked ? undefined : known.user;
  }

  /** Putting the secret key in front is enough, without HMAC: a hash that never leaves this process is not extended. */
  #hash(text: string): string {
    return hash('sha256', `${this.#key}${text}`, 'base64url');
  }
}

/** Injective: an address has no NUL, and nothing follows the user. */
function blockedKey(client: string, user: string): string {
  return `${clientNetwork(client)}\0${user}`;
}
