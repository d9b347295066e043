import type { Format } from '../formats/contract.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { Contents } from '../search/contents.ts';
import type { DocumentationStore } from '../store/contract.ts';

/** Site as discovery files describe it: everything that its readers may see. */
export interface Discoverable extends Pick<DocumentationStore, 'site' | 'entries' | 'outline'> {
  readonly formats: readonly Format[];
  /** Programs of language models can ask the server; left out: there is none, which could search either. */
  readonly hasMcp?: boolean;
  /** Names and titles of what a version of an API has. */
  contents(api: string, version: number): Promise<Contents>;
  /** The Markdown of a document. */
  markdown(document: DocumentReference): Promise<string>;
}

/** A file at the root of the site. */
export interface DiscoveryFile {
  readonly mediaType: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
  /** Text of the file; null where the site lacks the content for it. */
  readonly write: (site: Discoverable) => string | null | Promise<string | null>;
}
