import type { Format } from '../formats/contract.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { Contents } from '../search/contents.ts';
import type { DocumentationStore } from '../store/contract.ts';

/** Site content from which discovery files are generated, limited to what the reader may access. */
export interface Discoverable extends Pick<DocumentationStore, 'site' | 'entries' | 'outline'> {
  readonly formats: readonly Format[];
  /** Whether the server supports the Model Context Protocol; undefined for a static site, which has no search. */
  readonly hasMcp?: boolean;
  /** Returns the names and titles of the documents of an API version. */
  contents(api: string, version: number): Promise<Contents>;
  markdown(document: DocumentReference): Promise<string>;
}

/** File by which programs discover the documentation, such as `/sitemap.xml`. */
export interface DiscoveryFile {
  readonly mediaType: string;
  /** Additional header fields, as alternating names and values. */
  readonly headers?: readonly string[];
  /** Generates the text of the file; returns null if the site has no content for it. */
  readonly write: (site: Discoverable) => string | null | Promise<string | null>;
}
