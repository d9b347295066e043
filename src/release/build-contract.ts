import type { Diagnostic } from '../model/diagnostic.ts';
import type { VersionContents } from './release-contents.ts';

export interface BuildOptions {
  /** The folder with `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  /** Output folder; default: `dist` in the project. */
  readonly distFolder?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Builds even if nothing has changed. */
  readonly force: boolean;
  /** Publishes the APIs without errors even if others have errors, provided that all API names are known. */
  readonly keepGoing: boolean;
  /** Warnings count as errors. */
  readonly strict: boolean;
  /** Interrupts the build, at a point that leaves no partial output. */
  readonly signal?: AbortSignal;
  /** Called after each document is written; `total` is the same in every call. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Also writes `dist/static`: files for any file server. */
  readonly static?: boolean;
  /** With `static`: writes the files for a host that sends them unchanged, and no release for our server. */
  readonly plain?: boolean;
  /**
   * Place for a release from which a server derives all documents until they are written; left out if none is needed.
   * `published` is called once it is there.
   */
  readonly first?: { readonly folder: string; readonly published: () => void };
  /** Number of additional threads that render pages; default: see `pageThreadCount`. */
  readonly pageThreads?: number;
}

export type BuildResult = {
  /** Diagnostics of the configuration and of the descriptors. */
  readonly diagnostics: readonly Diagnostic[];
  /** Messages about faulty templates and formats. */
  readonly failures: readonly string[];
} & (
  | {
      readonly kind: 'published';
      readonly release: string;
      readonly apis: number;
      readonly documents: number;
      /** Number of pages; each language of a document counts as a page. */
      readonly pages: number;
      /** Number of pages that were rendered; the others were reused from the previous release. */
      readonly rendered: number;
      /** Configured base URL; '' if there is none. */
      readonly baseUrl: string;
      readonly contents: () => readonly VersionContents[];
      /** Versions missing compared with the previous release, such as `Library-v1`; set only if there are errors. */
      readonly lost?: readonly string[];
    }
  | { readonly kind: 'unchanged'; readonly release: string; readonly contents: () => readonly VersionContents[] }
  /** `release`: id of the release that the build published before it failed; null if it published none. */
  | { readonly kind: 'failed'; readonly release: string | null }
  /** The signal ended the build: nothing was published, and no partial output remains. */
  | { readonly kind: 'interrupted' }
);
