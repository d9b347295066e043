/**
 * Computations that both sides of HTTP Digest share: the server that checks it, and the page that logs in (RFC 7616).
 */

/** @param bytes one character a byte; @returns lower-case hexadecimal digits */
type Hash = (bytes: string) => string;

/** Input of a digest beside the secret: as the client sent it, since it is what the client hashed. */
export interface DigestInput {
  readonly nonce: string;
  /** Eight hexadecimal digits. */
  readonly nonceCount: string;
  readonly cnonce: string;
  readonly uri: string;
}

/**
 * The `response` of a request, for qop=auth.
 * @param secret HA1: hash of `user:realm:password`, in lower-case digits
 * @see RFC 7616 §3.4.1
 */
export function requestDigest(hash: Hash, secret: string, method: string, input: DigestInput): string {
  return keyed(hash, secret, input, `${method}:${input.uri}`);
}

/** The `rspauth` of the answer, which shows that the server knows the secret too. @see RFC 7616 §3.5 */
export function answerDigest(hash: Hash, secret: string, input: DigestInput): string {
  return keyed(hash, secret, input, `:${input.uri}`);
}

function keyed(hash: Hash, secret: string, { nonce, nonceCount, cnonce }: DigestInput, about: string): string {
  return hash(`${secret}:${nonce}:${nonceCount}:${cnonce}:auth:${hash(about)}`);
}
