import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheOfBodies, decompressElsewhere, gzippedSize } from './codings.ts';
import type { ContentCoding, StoredRepresentation } from './contract.ts';
import type { ReleaseIndex, Slice, StoredBytes } from './release.ts';
import { INDEX_FILE, PACK_FILE, RELEASE_SCHEMA } from './release.ts';

/** Uncompressed bodies kept in memory, in bytes. */
const IDENTITY_CACHE_BYTES = 64 * 1024 * 1024;

/** A release in memory: its index, and what lies in its pack. */
export interface OpenedRelease {
  readonly index: ReleaseIndex;
  /** @param key unique in the release */
  stored(key: string, entry: StoredBytes): StoredRepresentation;
  /** The gzipped JSON of an ApiRecord, the same memory always; undefined when there is none. */
  model(key: string): SharedArrayBuffer | undefined;
  /** What is searched of a version. @throws when the release has none */
  shard(key: string): StoredRepresentation;
}

/**
 * @param folder `…/releases/<id>`
 * @throws when the release is incomplete or was written by another version of the product
 */
export function readRelease(folder: string): OpenedRelease {
  const index = readIndex(join(folder, INDEX_FILE));
  const pack = readFileSync(join(folder, PACK_FILE));
  if (pack.byteLength < packBytesOf(index))
    throw new Error(`${join(folder, PACK_FILE)} is damaged: it is shorter than it was written. Run "npm run build".`);
  const slice = ([offset, length]: Slice): Buffer => pack.subarray(offset, offset + length);
  const identities = cacheOfBodies(IDENTITY_CACHE_BYTES);
  const underWay = new Map<string, Promise<Uint8Array>>();
  const models = new Map<string, SharedArrayBuffer>();
  const stored: OpenedRelease['stored'] = (key, entry) => ({
    kind: 'bytes',
    tag: entry.tag,
    codings: codingsOf(entry),
    ...(entry.headers && { headers: entry.headers }),
    body(coding) {
      const there = entry.slices[coding];
      if (there !== undefined) return slice(there);
      const known = identities.get(key) ?? underWay.get(key);
      if (known !== undefined) return known;
      if (entry.slices.gzip === undefined) throw new Error(`${key} has no bytes for ${coding}. Run "npm run build".`);
      const gzipped = slice(entry.slices.gzip);
      const inflating = decompressElsewhere(gzipped, 'gzip', gzippedSize(gzipped))
        .then((identity) => {
          identities.set(key, identity);
          return identity;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, inflating);
      return inflating;
    },
  });
  return {
    index,
    stored,
    model(key) {
      const place = Object.hasOwn(index.models, key) ? index.models[key] : undefined;
      if (place === undefined) return undefined;
      const model = models.get(key) ?? shared(slice(place));
      models.set(key, model);
      return model;
    },
    shard(key) {
      const entry = Object.hasOwn(index.shards, key) ? index.shards[key] : undefined;
      if (entry === undefined) throw new Error(`The release cannot be searched for ${key}. Run "npm run build".`);
      return stored(`shard ${key}`, entry);
    },
  };
}

/** A copy that threads share. */
export function shared(bytes: Uint8Array): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(memory).set(bytes);
  return memory;
}

/** Whether a release is there as it was written, as far as sizes tell. */
export function isWholeRelease(folder: string): boolean {
  try {
    return statSync(join(folder, PACK_FILE)).size >= packBytesOf(readIndex(join(folder, INDEX_FILE)));
  } catch {
    return false;
  }
}

function packBytesOf({ models, shards, artifacts, assets }: ReleaseIndex): number {
  let end = 0;
  const reach = ([offset, length]: Slice): void => {
    end = Math.max(end, offset + length);
  };
  for (const slice of Object.values(models)) reach(slice);
  for (const { slices } of [...Object.values(shards), ...Object.values(artifacts), ...Object.values(assets)])
    for (const slice of Object.values(slices)) reach(slice);
  return end;
}

/** @throws when there is none, or one of another version of the product */
export function readIndex(file: string): ReleaseIndex {
  const index = JSON.parse(readFileSync(file, 'utf8')) as ReleaseIndex;
  if (index.schema !== RELEASE_SCHEMA)
    throw new Error(`${file} was written by another version of the product. Run "npm run build".`);
  return index;
}

function codingsOf(entry: StoredBytes): readonly ContentCoding[] {
  const there = (['br', 'gzip', 'zstd'] as const).filter((coding) => entry.slices[coding] !== undefined);
  return ['identity', ...there];
}
