import { createHash } from 'node:crypto';

/** The opaque part of a strong entity tag: 128 bits of the SHA-256 of the bytes. */
export function tagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
