import type { Format } from '../formats/contract.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { Contents } from '../search/contents.ts';
import type { DocumentationStore } from '../store/contract.ts';

/** Content of a site for discovery files: everything that the reader may see. */
export interface Discoverable extends Pick<DocumentationStore, 'site' | 'entries' | 'outline'> {
  readonly formats: readonly Format[];
  /** Whether the server answers the Model Context Protocol; left out for a static site, which has no search. */
  readonly hasMcp?: boolean;
  /** Names and titles of the documents of an API version. */
  contents(api: string, version: number): Promise<Contents>;
  /** The Markdown of a document. */
  markdown(document: DocumentReference): Promise<string>;
}

/** A file at the root of the site. */
export interface DiscoveryFile {
  readonly mediaType: string;
  /** Further header fields: names and values in turn. */
  readonly headers?: readonly string[];
  /** Generates the text of the file; null where the site lacks content for it. */
  readonly write: (site: Discoverable) => string | null | Promise<string | null>;
}
