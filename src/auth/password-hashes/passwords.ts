import { hasControlCharacter } from '../secrets.ts';
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

/**
 * Whether a password matches a stored value. A value that no hash recognises matches no password: passwords are never
 * compared with the stored text.
 */
export function verifyPassword(password: string, stored: string): boolean {
  return hashOf(stored)?.verify(password, stored) ?? false;
}

/** Approximate cost in microseconds of verifying against a stored value; 0 for an unusable value. */
export function costMicroseconds(stored: string): number {
  return hashOf(stored)?.costMicroseconds(stored) ?? 0;
}

/** Decoys to verify after a wrong password, to make up for the time by which `stored` is faster than `decoy`. */
export function paddingFor(stored: string, decoy: string): readonly string[] {
  const lacking = costMicroseconds(decoy) - costMicroseconds(stored);
  if (lacking <= 0) return [];
  return hashOf(decoy)?.decoysOf?.(lacking, decoy) ?? [decoy];
}

/**
 * Chooses the stored value for verifying passwords of a file's unknown users: no password matches it, and it costs as
 * much as the costliest value of the file.
 * @param stored usable values, at least one
 */
export function decoyFor(stored: Iterable<string>): string {
  let costliest = '';
  let highest = 0;
  for (const value of stored) {
    const cost = costMicroseconds(value);
    if (cost <= highest) continue;
    highest = cost;
    costliest = value;
  }
  return hashOf(costliest)?.decoy(costliest) ?? '';
}

/** Names of the hashes that can store new passwords, in order of preference. */
export const newPasswordKinds: readonly string[] = passwordHashes.flatMap(({ name, store }) => (store ? [name] : []));

/** Default hash of new passwords. */
export const USUAL_HASH = newPasswordKinds[0] ?? '';

/** Minimum for new passwords; stored ones may be shorter (NIST SP 800-63B §5.1.1). */
const MINIMUM_CHARACTERS = 8;
const MAXIMUM_BYTES = 1024;

/**
 * @param kind name of a hash; for any other name (`digest`), only the general limits apply
 * @returns the reason why a password cannot be used in HTTP authentication, as a sentence; undefined if it can
 */
export function passwordProblem(password: string, kind: string): string | undefined {
  if (password === '') return 'The password is empty.';
  if (hasControlCharacter(password))
    return 'The password has control characters, which no client may send (RFC 7617 §2).';
  if (!password.isWellFormed()) return 'The password is not Unicode text.';
  if ([...password].length < MINIMUM_CHARACTERS)
    return `The password has fewer than ${MINIMUM_CHARACTERS} characters. Choose a longer one.`;
  const maximum = passwordHashes.find(({ name }) => name === kind)?.maximumBytes ?? MAXIMUM_BYTES;
  return Buffer.byteLength(password) > maximum ? `The password has more than ${maximum} bytes.` : undefined;
}

/**
 * Value to store for a new password that has no {@link passwordProblem}. Slow: bcrypt with cost 10 takes about 60 ms.
 * @param kind one of {@link newPasswordKinds}
 * @param cost work factor, for hashes that have one
 */
export function hashPassword(password: string, kind: string, cost?: number): string {
  const stored = passwordHashes.find(({ name }) => name === kind)?.store?.(password, cost);
  if (stored === undefined) throw new Error(`No new password is stored as ${kind}.`);
  return stored;
}
