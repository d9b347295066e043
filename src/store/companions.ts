import type { DocumentFile } from '../formats/contract.ts';
import { type DocumentReference, SEARCH_EXTENSION } from '../model/locations.ts';
import type { DocumentationStore, StoredRepresentation } from './contract.ts';

/** A file about a document that is none of its formats: it has an address like a twin, and no client negotiates it. */
export interface Companion extends DocumentFile {
  /** Undefined where the document has none. */
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
