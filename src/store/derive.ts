import { createHash } from 'node:crypto';
import { compressElsewhere, compressedCodings } from './codings.ts';
import type { ContentCoding, StoredRepresentation } from './contract.ts';

/** The opaque part of a strong entity tag: 128 bits of the SHA-256 of the bytes. */
export function tagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/**
 * A representation whose codings are made when they are asked for, each once, on another thread.
 * @param headers see {@link StoredRepresentation}
 */
export function representationOf(identity: Uint8Array, headers: readonly string[] = []): StoredRepresentation {
  const bodies = new Map<ContentCoding, Uint8Array | Promise<Uint8Array>>([['identity', identity]]);
  return {
    kind: 'bytes',
    tag: tagOf(identity),
    codings: ['identity', ...compressedCodings],
    headers,
    body(coding) {
      const known = bodies.get(coding);
      if (known !== undefined || coding === 'identity') return known ?? identity;
      const compressed = compressElsewhere(identity, coding);
      bodies.set(coding, compressed);
      compressed.then(
        (bytes) => bodies.set(coding, bytes),
        () => bodies.delete(coding),
      );
      return compressed;
    },
  };
}
