import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ownMember } from '../model/own-property.ts';
import { compressedCodings, fromBrotli } from './codings.ts';
import type { StoredRepresentation } from './contract.ts';
import { KeptBodies } from './kept-bodies.ts';
import { Packs } from './packs.ts';
import { INDEX_FILE, RELEASE_SCHEMA, type ReleaseIndex, releaseId } from './release.ts';
import { readBytes, type WrittenBytes } from './stored-bytes.ts';

/** Maximum size of the bodies in memory, compressed or not; separate limits for documents and for search data. */
const CACHED_BYTES = 64 * 1024 * 1024;

/** An open release: its index in memory, and access to its packs. */
export interface OpenedRelease {
  readonly index: ReleaseIndex;
  /** @returns undefined if the release has none */
  artifact(key: string): StoredRepresentation | undefined;
  /** @returns undefined if the release has none */
  asset(path: string): { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;
  /** Gzipped JSON of an ApiRecord, always in the same memory; undefined if there is none. */
  model(key: string): SharedArrayBuffer | undefined;
  /** Search data of a version; undefined if the release has none. */
  shard(key: string): StoredRepresentation | undefined;
}

/**
 * @param folder `…/releases/<id>`
 * @throws when the release is incomplete or was written by another version of the product
 */
export function readRelease(folder: string): OpenedRelease {
  const index = readIndex(folder);
  const packs = new Packs(folder, index.packs);
  const documents = new KeptBodies(CACHED_BYTES);
  // A separate cache, so that documents do not displace search data.
  const shards = new KeptBodies(CACHED_BYTES, CACHED_BYTES);
  const models = new Map<string, SharedArrayBuffer>();
  /** @param key key that is unique in the release */
  const stored = (
    key: string,
    written: WrittenBytes,
    headers?: readonly string[],
    bodies = documents,
  ): StoredRepresentation => {
    const { tag, slice, size } = readBytes(written);
    return {
      kind: 'bytes',
      tag,
      codings: size === null ? ['identity'] : ['identity', ...compressedCodings],
      ...(headers && { headers }),
      body: (coding) =>
        bodies.of(`${coding} ${key}`, async () => {
          const bytes = await packs.read(slice);
          return size === null || coding === 'br' ? bytes : fromBrotli(bytes, size, coding);
        }),
    };
  };
  return {
    index,
    artifact(key) {
      const written = ownMember(index.artifacts, key);
      return written === undefined ? undefined : stored(key, written, ownMember(index.headers, key));
    },
    asset(path) {
      const asset = ownMember(index.assets, path);
      return asset && { mediaType: asset.mediaType, representation: stored(path, asset.bytes) };
    },
    model(key) {
      const place = ownMember(index.models, key);
      if (place === undefined) return undefined;
      const model = models.get(key) ?? packs.readNow(place);
      models.set(key, model);
      return model;
    },
    shard(key) {
      const written = ownMember(index.shards, key);
      return written === undefined ? undefined : stored(key, written, undefined, shards);
    },
  };
}

/** Copies bytes into memory that threads can share. */
export function shared(bytes: Uint8Array): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(memory).set(bytes);
  return memory;
}

/**
 * @param folder `…/releases/<id>`
 * @throws when the index is missing, was written by another version of the product, or its hash is not the release id
 */
export function readIndex(folder: string): ReleaseIndex {
  const file = join(folder, INDEX_FILE);
  const json = readFileSync(file);
  const index = parsed(json);
  if (index !== undefined && index.schema !== RELEASE_SCHEMA)
    throw new Error(`${file} was written by another version of the product. Run "npm run build".`);
  // Only the index states who may call an operation, so a damaged index is rejected.
  if (index === undefined || releaseId(json) !== basename(folder))
    throw new Error(`${file} is damaged: its content does not match its checksum. Run "npm run build".`);
  return index;
}

function parsed(json: Buffer): ReleaseIndex | undefined {
  try {
    return JSON.parse(json.toString('utf8')) as ReleaseIndex;
  } catch {
    return undefined;
  }
}
