import { timingSafeEqual } from 'node:crypto';
import type { DigestCredentials } from './credentials.ts';
import type { DigestHash } from './hashes.ts';

/** What goes into a digest beside the secret: as the client sent it, since it is what the client hashed. */
export type DigestInput = Pick<DigestCredentials, 'nonce' | 'nonceCount' | 'cnonce' | 'uri'>;

/**
 * The `response` of a request, for qop=auth.
 * @param secret HA1: hash of `user:realm:password`, in lower-case digits
 * @see RFC 7616 §3.4.1
 */
export function requestDigest(digestHash: DigestHash, secret: string, method: string, input: DigestInput): string {
  return keyed(digestHash, secret, input, `${method}:${input.uri}`);
}

/** The `rspauth` of the answer, which shows that the server knows the secret too. @see RFC 7616 §3.5 */
export function answerDigest(digestHash: DigestHash, secret: string, input: DigestInput): string {
  return keyed(digestHash, secret, input, `:${input.uri}`);
}

/** Compares hexadecimal digits in a time that depends on their number alone. */
export function isSameDigest(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected, 'latin1'), Buffer.from(given, 'latin1'));
}

function keyed({ hash }: DigestHash, secret: string, { nonce, nonceCount, cnonce }: DigestInput, about: string): string {
  return hash(`${secret}:${nonce}:${nonceCount}:${cnonce}:auth:${hash(about)}`);
}
