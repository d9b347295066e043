import type { DocumentFile } from '../formats/contract.ts';
import { type DocumentReference, type NamedLevel, SEARCH_EXTENSION } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import type { Page } from '../presentation/page-data/document.ts';
import type { Navigation } from '../presentation/page-data/navigation.ts';
import type { Site } from '../presentation/page-data/site.ts';

export type ContentCoding = 'identity' | 'gzip' | 'br';

/** A document in one format. */
export type Representation = StoredRepresentation | { readonly kind: 'page'; readonly page: Page };

export interface StoredRepresentation {
  readonly kind: 'bytes';
  /** Opaque part of the entity tag for the identity bytes; other codings append their name. Null during development. */
  readonly tag: string | null;
  /** Available codings, always including `identity`. */
  readonly codings: readonly ContentCoding[];
  /** Alternating names and values of additional header fields; a Content-Type replaces that of the format. */
  readonly headers?: readonly string[];
  /** Returns the bytes; synchronous if they are in memory. */
  body(coding: ContentCoding): Uint8Array | Promise<Uint8Array>;
}

/** Names of the documents of one version of an API. */
export interface Outline extends Readonly<Record<`${NamedLevel}s`, ReadonlySet<string>>> {
  /** Whether the API has an earlier version. */
  readonly hasChanges: boolean;
}

/** Returns the address of the client; undefined if it is not known. */
export type Client = () => string | undefined;

/**
 * The published documentation. Two implementations: artifacts of a build (production) and the model in memory
 * (development). A store is immutable; each publication creates a new store.
 */
export interface DocumentationStore {
  readonly site: Site;
  /** Entries in the order of the list. */
  entries(): readonly ApiListEntry[];
  outline(api: string, version: number): Outline | undefined;
  /**
   * Search data of a version from {@link entries}, in the format that `search/shard.ts` reads.
   * @param client as for {@link representation}
   */
  searchShard(api: string, version: number, client?: Client): StoredRepresentation | Promise<StoredRepresentation>;
  /**
   * Left navigation of a version from {@link entries}, with no item marked as current; undefined if the release has
   * none.
   * @param language tag of a language other than the default; null: the default language
   */
  navigation(api: string, version: number, language: string | null): Promise<Navigation | undefined>;
  /**
   * @param document a document that {@link entries} or {@link outline} lists
   * @param format name of a format that supports the document's level
   * @param client may use only a share of the derivation queue
   * @param language tag of a language other than the default; null: the default language, or a format without words
   * @throws {@link StoreBusyError}, as a rejection, if too many documents are being derived
   */
  representation(
    document: DocumentReference,
    format: string,
    client?: Client,
    language?: string | null,
  ): Representation | Promise<Representation>;
}

/** Error for a document that is temporarily unavailable; the client may repeat the request later. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
  /** `too-many`: too many documents are being derived; `too-large`: this one took too much time or memory. */
  readonly reason: 'too-many' | 'too-large';
  readonly retrySeconds: number;

  /** @param retrySeconds time until the client may repeat the request */
  constructor(reason: StoreBusyError['reason'], retrySeconds = 1) {
    super(reason);
    this.reason = reason;
    this.retrySeconds = retrySeconds;
  }
}

/** A file about a document, but not one of its formats: the document's path with an extension, not negotiated. */
export interface Companion extends DocumentFile {
  /** @returns undefined if the document has no such file */
  readonly read: (
    store: DocumentationStore,
    document: DocumentReference,
  ) => ReturnType<DocumentationStore['searchShard']> | undefined;
}

/** Search data of an API, for the script in pages. */
export const SEARCH_FILE: Companion = {
  name: 'search',
  mediaTypes: ['application/octet-stream'],
  extension: SEARCH_EXTENSION,
  levels: ['api'],
  read: (store, document) => (document.level === 'api' ? store.searchShard(document.api, document.version) : undefined),
};
