import type { DigestHash } from '../../digest-hashes.ts';
import type { DigestCredentials } from './credentials.ts';

/** What goes into a digest beside the secret: as the client sent it, since it is what the client hashed. */
type DigestInput = Pick<DigestCredentials, 'nonce' | 'nonceCount' | 'cnonce' | 'uri'>;

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

function keyed(
  { hash }: DigestHash,
  secret: string,
  { nonce, nonceCount, cnonce }: DigestInput,
  about: string,
): string {
  return hash(`${secret}:${nonce}:${nonceCount}:${cnonce}:auth:${hash(about)}`);
}
