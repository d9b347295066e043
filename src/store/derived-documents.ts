import { LRUCache } from 'lru-cache';
import { compressedCodings, fromBrotli } from './codings.ts';
import type { Client, ContentCoding, Representation, StoredRepresentation } from './contract.ts';
import { type DerivationJob, type Derive, type Derived, type DerivedBytes, throwFailure } from './derivation.ts';
import { KeptBodies } from './kept-bodies.ts';

/**
 * Maximum size of the compressed documents in the cache, in bytes. All services of a large API in one format fit:
 * GitHub's 637 services in OpenAPI 3.1 take 68 MB (uncompressed 3 GB).
 */
const KEPT_BYTES = 96 * 1024 * 1024;
/** Maximum size of the same documents in other codings, which some clients request, in bytes. */
const OTHER_CODINGS_BYTES = 32 * 1024 * 1024;

interface Kept extends Pick<DerivedBytes, 'br' | 'tag' | 'headers'> {
  /** Uncompressed size of the document, in bytes. */
  readonly size: number;
}

/**
 * Derives documents on request, and keeps them in a cache of limited size. Simultaneous requests share one derivation.
 */
export class DerivedDocuments {
  readonly #derive: Derive;
  readonly #kept = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES });
  readonly #underWay = new Map<string, Promise<Representation>>();
  readonly #otherCodings = new KeptBodies(OTHER_CODINGS_BYTES);

  /** @param derive rejects with a StoreBusyError if there are too many jobs */
  constructor(derive: Derive) {
    this.#derive = derive;
  }

  /**
   * @param key unique key of the document in its format and language
   */
  representation(key: string, job: () => DerivationJob, client?: Client): Representation | Promise<Representation> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return this.#representationOf(key, kept);
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const making = this.#derive(job(), client?.())
      .then((derived) => this.#keep(key, derived))
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, making);
    return making;
  }

  #keep(key: string, derived: Derived): Representation {
    if (derived.kind === 'page') return derived;
    if (derived.kind !== 'bytes') return throwFailure(derived);
    const { identity, br, tag, headers } = derived;
    const kept = { br, tag, headers, size: identity.byteLength };
    this.#kept.set(key, kept, { size: br.byteLength });
    this.#otherCodings.set(codedKey(key, 'identity'), identity);
    return this.#representationOf(key, kept);
  }

  #representationOf(key: string, kept: Kept): StoredRepresentation {
    const { br, tag, headers } = kept;
    return {
      kind: 'bytes',
      tag,
      codings: ['identity', ...compressedCodings],
      headers,
      body: (coding) => (coding === 'br' ? br : this.#coded(key, kept, coding)),
    };
  }

  #coded(key: string, { br, size }: Kept, coding: Exclude<ContentCoding, 'br'>): Uint8Array | Promise<Uint8Array> {
    return this.#otherCodings.of(codedKey(key, coding), () => fromBrotli(br, size, coding));
  }
}

function codedKey(key: string, coding: ContentCoding): string {
  return `${coding} ${key}`;
}
