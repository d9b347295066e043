import { hash, timingSafeEqual } from 'node:crypto';
import { isAscii } from '../http/grammar.ts';

/** Compares in constant time if the lengths are equal; lengths are not secret. */
export function isSame(expected: string | Uint8Array, actual: string | Uint8Array): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(actual);
  return left.length === right.length && timingSafeEqual(left, right);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTER = /[\0-\x1f\x7f]/;

/** Finds control characters, which HTTP authentication forbids in user names and passwords. @see RFC 7617 §2 */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/** Names of algorithms, as RFC 7616 spells them in challenges and credentials. */
export type DigestAlgorithm = 'MD5' | 'SHA-256';

/** Hash function of an algorithm. */
export interface DigestHash {
  readonly algorithm: DigestAlgorithm;
  /** Number of lower-case hexadecimal digits in a result. */
  readonly digits: number;
  /** @param bytes one character per byte */
  hash(bytes: string): string;
}

export const md5 = digestHash('MD5', 'md5', 32);
export const sha256 = digestHash('SHA-256', 'sha256', 64);

export const digestHashes: Readonly<Record<DigestAlgorithm, DigestHash>> = { MD5: md5, 'SHA-256': sha256 };

function digestHash(algorithm: DigestAlgorithm, name: string, digits: number): DigestHash {
  // Strings are hashed as UTF-8: ASCII text has the same bytes, and requests need no buffer for it.
  return {
    algorithm,
    digits,
    hash: (bytes) => hash(name, isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1'), 'hex'),
  };
}
