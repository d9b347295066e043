import { apr1 } from './apr1.ts';
import { bcrypt } from './bcrypt.ts';
import type { PasswordHash } from './contract.ts';
import { shaCrypt } from './sha-crypt.ts';
import { sha1 } from './sha1.ts';
import { ssha } from './ssha.ts';

/**
 * Tried in order: the first hash that recognises a stored value verifies it. The first with `store` is the default for
 * new passwords.
 */
export const passwordHashes: readonly PasswordHash[] = [bcrypt, apr1, shaCrypt, sha1, ssha];

/** Hash that recognises a stored value; undefined for an unusable value. */
export function hashOf(stored: string): PasswordHash | undefined {
  return passwordHashes.find((hash) => hash.recognises(stored));
}
