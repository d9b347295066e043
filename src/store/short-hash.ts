import { hash } from 'node:crypto';

/**
 * 128 bits of the SHA-256: the opaque part of a strong entity tag, and what tells apart what one project makes.
 * Forms of the administration and challenges of Digest write the same line: no folder that all three import knows Node.
 */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}
