import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Format } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import { BoundedCache } from './bounded-cache.ts';
import { decompress } from './codings.ts';
import type { ContentCoding, DocumentationStore, Outline, StoredRepresentation } from './contract.ts';
import { representationOf } from './derive.ts';
import type { ReleaseIndex, Slice, StoredAsset, StoredBytes } from './release.ts';
import { artifactKey, INDEX_FILE, modelKey, PACK_FILE, RELEASE_SCHEMA } from './release.ts';
import { SiteDocuments } from './site.ts';
import { Turns } from './turns.ts';

/** Uncompressed bodies and derived documents kept in memory, in bytes. */
const DERIVED_CACHE_BYTES = 64 * 1024 * 1024;
/** Models kept in memory, in bytes of their JSON; the largest is kept whatever its size. */
const MODEL_CACHE_BYTES = 64 * 1024 * 1024;

export interface ArtifactStore extends DocumentationStore {
  asset(path: string): { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;
}

export interface ArtifactStoreOptions {
  readonly formats: readonly Format[];
  readonly accessRule?: AccessRule;
}

/**
 * Opens one release.
 * @param folder `…/releases/<id>`
 * @throws when the release is incomplete or was written by another version of the product
 */
export function openRelease(folder: string, options: ArtifactStoreOptions): ArtifactStore {
  const index = readIndex(join(folder, INDEX_FILE));
  const pack = readFileSync(join(folder, PACK_FILE));
  if (pack.byteLength < packBytesOf(index)) throw new Error(`${join(folder, PACK_FILE)} is damaged: it is shorter than it was written. Build again.`);
  const slice = ([offset, length]: Slice): Buffer => pack.subarray(offset, offset + length);

  const outlines = new Map<string, Outline>(
    index.outlines.map(({ api, version, services, groups, schemas }) => [
      modelKey(api, version),
      { services: new Set(services), groups: new Set(groups), schemas: new Set(schemas) },
    ]),
  );
  const identities = new BoundedCache<Uint8Array>(DERIVED_CACHE_BYTES);
  const derived = new BoundedCache<StoredRepresentation>(DERIVED_CACHE_BYTES);
  const models = new BoundedCache<SiteDocuments>(MODEL_CACHE_BYTES);

  const stored = (key: string, entry: StoredBytes): StoredRepresentation => ({
    kind: 'bytes',
    tag: entry.tag,
    codings: codingsOf(entry),
    body(coding) {
      const there = entry.slices[coding];
      if (there !== undefined) return slice(there);
      const cached = identities.get(key);
      if (cached !== undefined) return cached;
      if (entry.slices.gzip === undefined) throw new Error(`${key} has no bytes for ${coding}.`);
      const identity = decompress(slice(entry.slices.gzip));
      identities.set(key, identity, identity.byteLength);
      return identity;
    },
  });

  const siteOptions = {
    site: index.site,
    formats: options.formats,
    development: false,
    published: index.entries,
    ...(options.accessRule && { accessRule: options.accessRule }),
  };
  const documentsOf = (reference: DocumentReference): SiteDocuments => {
    if (reference.level === 'list') return new SiteDocuments([], siteOptions);
    const key = modelKey(reference.api, reference.version);
    const known = models.get(key);
    if (known !== undefined) return known;
    const place = index.models[key];
    if (place === undefined) throw new Error(`The release has no model of ${key}.`);
    const json = gunzipSync(slice(place));
    const documents = new SiteDocuments([JSON.parse(json.toString('utf8')) as ApiRecord], siteOptions);
    models.set(key, documents, Math.min(json.byteLength, MODEL_CACHE_BYTES));
    return documents;
  };

  const turns = new Turns();
  const underWay = new Map<string, Promise<StoredRepresentation>>();
  const derive = (key: string, reference: DocumentReference, formatName: string): StoredRepresentation | Promise<StoredRepresentation> => {
    const known = derived.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const render = options.formats.find(({ name }) => name === formatName)?.render;
    if (render === undefined || render === null) throw new Error(`The release lacks ${key}.`);
    const making = turns
      .run(() => {
        const identity = Buffer.from(render(documentsOf(reference).document(reference), index.site));
        const representation = representationOf(identity);
        derived.set(key, representation, identity.byteLength * 2);
        return representation;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  };

  return {
    site: index.site,
    entries: () => index.entries,
    outline: (api, version) => outlines.get(modelKey(api, version)),
    representation(reference, format) {
      const key = artifactKey(reference, format);
      const entry = Object.hasOwn(index.artifacts, key) ? index.artifacts[key] : undefined;
      return entry === undefined ? derive(key, reference, format) : stored(key, entry);
    },
    asset(path) {
      const entry: StoredAsset | undefined = Object.hasOwn(index.assets, path) ? index.assets[path] : undefined;
      return entry && { mediaType: entry.mediaType, representation: stored(path, entry) };
    },
  };
}

/** Whether a release is there as it was written, as far as sizes tell. */
export function isWholeRelease(folder: string): boolean {
  try {
    return statSync(join(folder, PACK_FILE)).size >= packBytesOf(readIndex(join(folder, INDEX_FILE)));
  } catch {
    return false;
  }
}

function packBytesOf({ models, artifacts, assets }: ReleaseIndex): number {
  let end = 0;
  const reach = ([offset, length]: Slice): void => {
    end = Math.max(end, offset + length);
  };
  for (const slice of Object.values(models)) reach(slice);
  for (const { slices } of [...Object.values(artifacts), ...Object.values(assets)]) for (const slice of Object.values(slices)) reach(slice);
  return end;
}

function readIndex(file: string): ReleaseIndex {
  const index = JSON.parse(readFileSync(file, 'utf8')) as ReleaseIndex;
  if (index.schema !== RELEASE_SCHEMA) throw new Error(`${file} was written by another version of the product. Build again.`);
  return index;
}

function codingsOf(entry: StoredBytes): readonly ContentCoding[] {
  const there = (['br', 'gzip', 'zstd'] as const).filter((coding) => entry.slices[coding] !== undefined);
  return ['identity', ...there];
}
