import { hash } from 'node:crypto';
import type { DigestAlgorithm } from '../../password-files/htdigest.ts';

/** The hash function of RFC 7616 that an algorithm names. */
export interface DigestHash {
  readonly algorithm: DigestAlgorithm;
  /** Length of its results: lower-case hexadecimal digits. */
  readonly digits: number;
  /** @param bytes one character a byte */
  hash(bytes: string): string;
}

function digestHash(algorithm: DigestAlgorithm, name: string, digits: number): DigestHash {
  return { algorithm, digits, hash: (bytes) => hash(name, Buffer.from(bytes, 'latin1'), 'hex') };
}

export const md5 = digestHash('MD5', 'md5', 32);
export const sha256 = digestHash('SHA-256', 'sha256', 64);
