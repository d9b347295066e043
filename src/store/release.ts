import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentReference, documentPath, type NamedLevel, versionedName } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import type { ApiRoutes } from '../model/routed-record.ts';
import type { Site } from '../presentation/page-data/site.ts';
import type { Outline } from './contract.ts';
import type { OperationNames } from './release-access.ts';
import type { Slice, WrittenBytes } from './stored-bytes.ts';
import type { StoredDifferences } from './version-differences.ts';

/**
 * A release is one published state of the documentation: a folder `releases/<id>/` with an index and packs of bytes.
 * Packs are named after a hash of their content, and releases share unchanged packs as hard links. The file `current`
 * next to `releases/` names the release to serve. It is replaced last, so that a release becomes visible completely or
 * not at all.
 */
export const RELEASES_FOLDER = 'releases';
export const CURRENT_FILE = 'current';
export const INDEX_FILE = 'index.json';
export const RELEASE_SCHEMA = 10;

/** Id of a release: a hash of its index, which contains the names of the packs, which are hashes of their content. */
export function releaseId(json: string | Uint8Array): string {
  return packName(createHash('sha256').update(json));
}

/** @param hash of all bytes of the pack */
export function packName(hash: Hash): string {
  return hash.digest('hex').slice(0, 20);
}

export function packFile(name: string): string {
  return `${name}.bin`;
}

/** Id of the published release; '' if there is none. @param folder `dist/documentation` */
export function currentRelease(folder: string): string {
  try {
    return readFileSync(join(folder, CURRENT_FILE), 'utf8').trim();
  } catch {
    return '';
  }
}

/** A pack in the index: its {@link packName}, its length in bytes, and the CRC-32 of its bytes. */
export type StoredPack = readonly [name: string, byteLength: number, checksum: number];

interface StoredAsset {
  readonly mediaType: string;
  readonly bytes: WrittenBytes;
}

/** Operations of a version of an API, by the names that configuration can refer to. */
export interface NamedOperations {
  readonly api: string;
  readonly version: number;
  readonly operations: readonly OperationNames[];
}

/**
 * Parts that were closed to guests when a release was built. They stay closed if a configuration file that was read at
 * that time is now missing, because its rules are unknown. Keys are hashes that are equal for the same rules and
 * adapters.
 */
export interface ClosedAtBuild {
  /** Configuration files that were read, relative to the project. */
  readonly files: readonly string[];
  /** Key of the documentation; left out if everyone may read it. */
  readonly documentation?: string;
  /** Key of each protected path, by the path's pattern. */
  readonly paths: Readonly<Record<string, string>>;
  /** Versions of APIs with closed operations. */
  readonly apis: readonly (NamedOperations & { readonly key: string })[];
}

export interface ReleaseIndex {
  readonly schema: typeof RELEASE_SCHEMA;
  /** Version and settings of the encoder that compressed the release. */
  readonly codec: string;
  readonly packs: readonly StoredPack[];
  readonly site: Site;
  readonly entries: readonly ApiListEntry[];
  readonly outlines: readonly StoredOutline[];
  /** Operations of earlier releases, kept while the configuration names some of them; otherwise left out. */
  readonly removed?: readonly NamedOperations[];
  /** Keys of operations that no call reaches ({@link operationIdentityKey}); left out if there are none. */
  readonly unanswered?: readonly string[];
  /** Parts that were closed to guests when the release was built; left out if there were none. */
  readonly closed?: ClosedAtBuild;
  /** {@link modelKey} → gzipped JSON of the ApiRecord, from which unwritten documents are derived. */
  readonly models: Readonly<Record<string, Slice>>;
  /** {@link modelKey} → routes of the API version, so that servers know all routes without reading the models. */
  readonly routes: Readonly<Record<string, ApiRoutes>>;
  /** {@link modelKey} → routes of the visible parts, if the API version has hidden parts. */
  readonly shownRoutes: Readonly<Record<string, ApiRoutes>>;
  /** {@link modelKey} → search data, in the format that `search/shard.ts` reads. */
  readonly shards: Readonly<Record<string, WrittenBytes>>;
  /** {@link artifactKey} → bytes of the artifact. */
  readonly artifacts: Readonly<Record<string, WrittenBytes>>;
  /**
   * {@link artifactKey} → additional header fields, alternating names and values; only for artifacts for which a custom
   * format has set header fields.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /** URL path → a file that pages need, such as the stylesheet. */
  readonly assets: Readonly<Record<string, StoredAsset>>;
}

/** Names in a version of an API; access rules apply to `operations`. */
interface StoredOutline extends NamedOperations, Readonly<Record<`${NamedLevel}s`, readonly string[]>> {
  /** Hash of the accesses under the rule at build time. */
  readonly accessHash: string;
  /** Differences from the previous version; left out if there is none. */
  readonly differences?: StoredDifferences;
}

/** Converts the lists of names to sets, for lookups. */
export function toOutline({
  services,
  groups,
  guides,
  schemas,
  differences,
}: Omit<StoredOutline, 'operations' | 'accessHash'>): Outline {
  return {
    services: new Set(services),
    groups: new Set(groups),
    guides: new Set(guides),
    schemas: new Set(schemas),
    hasChanges: differences !== undefined,
  };
}

/** @param language null: the default language, or a format without words */
export function artifactKey(document: DocumentReference, format: string, language: string | null = null): string {
  return `${language === null ? format : `${format}.${language}`} ${documentPath(document)}`;
}

/** Name in place of a format. No format name contains a dot, so these keys differ from the keys of documents. */
const NAVIGATION = '.navigation';

/** Key of the left navigation of an API version, as JSON. @param language null: the default language */
export function navigationKey(api: string, version: number, language: string | null): string {
  return artifactKey({ level: 'api', api, version }, NAVIGATION, language);
}

/** Whether a key belongs to a document in some format. */
export function isDocumentKey(key: string): boolean {
  return !key.startsWith(NAVIGATION);
}

export function modelKey(api: string, version: number): string {
  return versionedName(api, version);
}
