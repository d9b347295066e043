import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../../../http/client-network.ts';
import type { Clock, RandomBytes } from '../../contract.ts';

const TTL_MILLISECONDS = 300_000;
const MOST_REMEMBERED = 10_000;
/** Maximum number of blocked entries; a client needs a refused log-in to add one. */
const MOST_BLOCKED = 10_000;
const KEY_BYTES = 32;

interface Remembered {
  readonly user: string;
  /** Stored value in the password file that the password matched. */
  readonly stored: string;
}

/**
 * Recently verified credentials, kept only as hashes with a key of this process, which are useless elsewhere. They are
 * forgotten at once if the entry in the password file changes. A blocked client keeps its remembered credentials until
 * it sends other ones for the user; afterwards, they would reveal to it which of its guesses is right.
 */
export class RememberedCredentials {
  readonly #key: string;
  readonly #known: LRUCache<string, Remembered>;
  /** Pairs of network and user that were refused a log-in while blocked. */
  readonly #blocked: LRUCache<string, true>;

  constructor(clock: Clock, randomBytes: RandomBytes, mostRemembered: number = MOST_REMEMBERED) {
    const perf = { now: clock };
    this.#key = Buffer.from(randomBytes(KEY_BYTES)).toString('hex');
    this.#known = new LRUCache({ max: mostRemembered, ttl: TTL_MILLISECONDS, ttlResolution: 0, perf });
    this.#blocked = new LRUCache({ max: MOST_BLOCKED, ttl: 1, ttlResolution: 0, perf });
  }

  /** @param text credentials as they were sent, which have only one spelling */
  add(text: string, user: string, stored: string): void {
    this.#known.set(this.#hash(text), { user, stored });
  }

  /** Disables remembered credentials for a client and user for a time, so that the block applies to them. */
  block(client: string, user: string, seconds: number): void {
    this.#blocked.set(blockedKey(client, user), true, { ttl: seconds * 1000 });
  }

  /**
   * @param entries of the password file as it is now
   * @returns the user; undefined if the credentials are not remembered, or are blocked
   */
  userOf(text: string, client: string, entries: ReadonlyMap<string, string>): string | undefined {
    const known = this.#known.get(this.#hash(text));
    if (known === undefined || entries.get(known.user) !== known.stored) return undefined;
    const isBlocked = this.#blocked.size > 0 && this.#blocked.has(blockedKey(client, known.user));
    return isBlocked ? undefined : known.user;
  }

  /** Hash with a key in front, not HMAC: a length extension needs the hash, which never leaves this process. */
  #hash(text: string): string {
    return hash('sha256', `${this.#key}${text}`, 'base64url');
  }
}

/** Key of a network and a user; injective, since an address has no NUL and the user comes last. */
function blockedKey(client: string, user: string): string {
  return `${clientNetwork(client)}\0${user}`;
}
