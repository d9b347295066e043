import { createHash } from 'node:crypto';
import { compress, compressedCodings } from './codings.ts';
import type { ContentCoding, StoredRepresentation } from './contract.ts';

/** The opaque part of a strong entity tag: 128 bits of the SHA-256 of the bytes. */
export function tagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/** A representation whose codings are made when they are asked for, each once. */
export function representationOf(identity: Uint8Array): StoredRepresentation {
  const bodies = new Map<ContentCoding, Uint8Array>([['identity', identity]]);
  return {
    kind: 'bytes',
    tag: tagOf(identity),
    codings: ['identity', ...compressedCodings],
    body(coding) {
      const known = bodies.get(coding);
      if (known !== undefined || coding === 'identity') return known ?? identity;
      const compressed = compress(identity, coding);
      bodies.set(coding, compressed);
      return compressed;
    },
  };
}
