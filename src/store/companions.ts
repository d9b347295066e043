import type { DocumentFile } from '../formats/contract.ts';
import { type DocumentReference, SEARCH_EXTENSION } from '../model/locations.ts';
import { PICTURE_EXTENSION } from '../presentation/link-picture.ts';
import type { DocumentationStore, StoredRepresentation } from './contract.ts';

/** A file about a document that is none of its formats: it has an address like a twin, and no client negotiates it. */
export interface Companion extends DocumentFile {
  /** Undefined where the document has none. */
  readonly read: (store: DocumentationStore, document: DocumentReference) => StoredRepresentation | undefined;
}

/** What programs show beside a link to the list, or to a version of an API. */
export const PICTURE_FILE: Companion = {
  name: 'picture',
  mediaTypes: ['image/png'],
  sendableAliases: [],
  extension: PICTURE_EXTENSION,
  levels: ['list', 'api'],
  read: (store, document) => store.picture(document),
};

/** What is searched of an API, for the script of pages. */
export const SEARCH_FILE: Companion = {
  name: 'search',
  mediaTypes: ['application/octet-stream'],
  sendableAliases: [],
  extension: SEARCH_EXTENSION,
  levels: ['api'],
  read: (store, document) => (document.level === 'api' ? store.searchShard(document.api, document.version) : undefined),
};
