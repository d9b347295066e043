import type { DocumentFile } from '../formats/contract.ts';
import { type DocumentReference, type NamedLevel, SEARCH_EXTENSION } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import type { Page } from '../presentation/page-data/document.ts';
import type { Navigation } from '../presentation/page-data/navigation.ts';
import type { Site } from '../presentation/page-data/site.ts';

export type ContentCoding = 'identity' | 'gzip' | 'br' | 'zstd';

/** One document in one format. */
export type Representation = StoredRepresentation | { readonly kind: 'page'; readonly page: Page };

export interface StoredRepresentation {
  readonly kind: 'bytes';
  /** Opaque part of the entity tag of the identity bytes; other codings append their name. Null while developing. */
  readonly tag: string | null;
  /** Available codings, always with `identity`. */
  readonly codings: readonly ContentCoding[];
  /** Names and values in turn, beside those that every answer has; a Content-Type takes the place of the format's. */
  readonly headers?: readonly string[];
  /** Synchronous where the bytes are in memory. */
  body(coding: ContentCoding): Uint8Array | Promise<Uint8Array>;
}

/** Names of the documents of one version of an API. */
export interface Outline extends Readonly<Record<`${NamedLevel}s`, ReadonlySet<string>>> {
  /** Whether there is a version before it. */
  readonly hasChanges: boolean;
}

/**
 * The published documentation. Two implementations: artifacts of a build (production) and the live model (development).
 * A store is immutable; publishing anew makes a new one.
 */
export interface DocumentationStore {
  readonly site: Site;
  /** Entries in the order of the list. */
  entries(): readonly ApiListEntry[];
  outline(api: string, version: number): Outline | undefined;
  /** Search data of a version that {@link entries} say exists, as `search/shard.ts` reads it. */
  searchShard(api: string, version: number): StoredRepresentation;
  /**
   * The left navigation of a version that {@link entries} say exists, with no item marked as current; undefined where
   * the release has none.
   * @param language that is not the default one; null: the default one
   */
  navigation(api: string, version: number, language: string | null): Promise<Navigation | undefined>;
  /**
   * @param document that {@link entries} and {@link outline} say exists
   * @param format name of a format that has the document's level
   * @param client address of the client, for documents that have to be made: each client has a share of that work
   * @param language that is not the default one; null: the default one, or a format without words
   * @throws {@link StoreBusyError}, later, where too many documents are being made
   */
  representation(
    document: DocumentReference,
    format: string,
    client?: () => string | undefined,
    language?: string | null,
  ): Representation | Promise<Representation>;
}

/** The document is not available now; the client may ask again later. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
  /** Too many documents are being made, or this one took too much time or memory. */
  readonly reason: 'too-many' | 'too-large';
  readonly retrySeconds: number;

  /** @param retrySeconds when it may be asked for again; by default as long as the largest documents take */
  constructor(reason: StoreBusyError['reason'], retrySeconds = 1) {
    super(reason);
    this.reason = reason;
    this.retrySeconds = retrySeconds;
  }
}

/** A file about a document that is none of its formats: the document's path with an extension, never negotiated. */
export interface Companion extends DocumentFile {
  /** @returns undefined where the document has no such file */
  readonly read: (store: DocumentationStore, document: DocumentReference) => StoredRepresentation | undefined;
}

/** Search data of an API, for the script of pages. */
export const SEARCH_FILE: Companion = {
  name: 'search',
  mediaTypes: ['application/octet-stream'],
  extension: SEARCH_EXTENSION,
  levels: ['api'],
  read: (store, document) => (document.level === 'api' ? store.searchShard(document.api, document.version) : undefined),
};
