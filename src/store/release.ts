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
 * Packs are named after their content, and those that did not change are the same files in the next release. The file
 * `current` beside `releases/` names the one to serve; it is replaced last, so that a release appears whole or not at
 * all.
 */
export const RELEASES_FOLDER = 'releases';
export const CURRENT_FILE = 'current';
export const INDEX_FILE = 'index.json';
export const RELEASE_SCHEMA = 9;

/** Name of a release, a hash of its index, which names the packs; their names are hashes of their content. */
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

/** Name of the release that is published; '' where there is none. @param folder `dist/documentation` */
export function currentRelease(folder: string): string {
  try {
    return readFileSync(join(folder, CURRENT_FILE), 'utf8').trim();
  } catch {
    return '';
  }
}

/** A file of bytes: its {@link packName}, its length in bytes, and the CRC-32 of these. */
export type StoredPack = readonly [name: string, byteLength: number, checksum: number];

interface StoredAsset {
  readonly mediaType: string;
  readonly bytes: WrittenBytes;
}

/** Names in a version of an API that configuration can refer to. */
export interface NamedOperations {
  readonly api: string;
  readonly version: number;
  readonly operations: readonly OperationNames[];
}

/**
 * Parts that were closed to guests when a release was built. They stay closed where a file of the configuration that
 * was read then is missing, because its rules are unknown. Keys are hashes that are equal for the same rules and
 * adapters.
 */
export interface ClosedAtBuild {
  /** Files of the configuration that were read, relative to the project. */
  readonly files: readonly string[];
  /** Key of the documentation; left out where everyone may read it. */
  readonly documentation?: string;
  /** Key of each protected path, by its pattern. */
  readonly paths: Readonly<Record<string, string>>;
  /** Versions of APIs, with the operations that were closed. */
  readonly apis: readonly (NamedOperations & { readonly key: string })[];
}

export interface ReleaseIndex {
  readonly schema: typeof RELEASE_SCHEMA;
  /** The programs that have compressed the release, with their versions and settings. */
  readonly codecs: string;
  readonly packs: readonly StoredPack[];
  readonly site: Site;
  readonly entries: readonly ApiListEntry[];
  readonly outlines: readonly StoredOutline[];
  /** Operations of earlier releases, as long as the configuration names some of them. Left out where it names none. */
  readonly removed?: readonly NamedOperations[];
  /** Operations that no call reaches, by {@link operationIdentityKey}; left out where there is none. */
  readonly unanswered?: readonly string[];
  /** Parts that were closed to guests when the release was built; left out where there was none. */
  readonly closed?: ClosedAtBuild;
  /** {@link modelKey} → the gzipped JSON of its ApiRecord, from which documents that were not written are derived. */
  readonly models: Readonly<Record<string, Slice>>;
  /** {@link modelKey} → routes of its calls, so that a server knows those of all APIs without reading their models. */
  readonly routes: Readonly<Record<string, ApiRoutes>>;
  /** {@link modelKey} → routes of the parts that readers see, where some are hidden. */
  readonly shownRoutes: Readonly<Record<string, ApiRoutes>>;
  /** {@link modelKey} → its search data, as `search/shard.ts` reads it. */
  readonly shards: Readonly<Record<string, WrittenBytes>>;
  /** {@link artifactKey} → its bytes. */
  readonly artifacts: Readonly<Record<string, WrittenBytes>>;
  /**
   * {@link artifactKey} → header fields beside those that every artifact has, names and values in turn; only where a
   * custom format has set some.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /** URL path → a file that pages need, such as the stylesheet. */
  readonly assets: Readonly<Record<string, StoredAsset>>;
}

/** Names in a version of an API; access rules are asked about its `operations`. */
interface StoredOutline extends NamedOperations, Readonly<Record<`${NamedLevel}s`, readonly string[]>> {
  /** Hash of the accesses that the rule gave when the release was written. */
  readonly accessHash: string;
  /** Left out where there is no version before. */
  readonly differences?: StoredDifferences;
}

/** Makes sets of the lists of names, for look-ups. */
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

/** @param language where it is not the default one */
export function artifactKey(document: DocumentReference, format: string, language: string | null = null): string {
  return `${language === null ? format : `${format}.${language}`} ${documentPath(document)}`;
}

/** The dot, which no name of a format has, keeps {@link artifactKey} apart from those of documents. */
const NAVIGATION = '.navigation';

/** The left navigation of a version of an API, as JSON. @param language where it is not the default one */
export function navigationKey(api: string, version: number, language: string | null): string {
  return artifactKey({ level: 'api', api, version }, NAVIGATION, language);
}

/** Whether the bytes of a key are a document in some format. */
export function isDocumentKey(key: string): boolean {
  return !key.startsWith(NAVIGATION);
}

export function modelKey(api: string, version: number): string {
  return versionedName(api, version);
}
