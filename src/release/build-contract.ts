import type { Diagnostic } from '../model/diagnostic.ts';
import type { VersionContents } from './release-contents.ts';

export interface BuildOptions {
  /** The folder with `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  /** Output folder; default: `dist` in the project. */
  readonly distFolder?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Build although nothing has changed. */
  readonly force: boolean;
  /** Publish APIs without errors although others have errors, as long as the names of all are known. */
  readonly keepGoing: boolean;
  /** Warnings count as errors. */
  readonly strict: boolean;
  /** Interrupts the build where that leaves no partial output. */
  readonly signal?: AbortSignal;
  /** Called with every document that was written; `total` is the same at every call. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Write `dist/static`, too: files for any file server. */
  readonly static?: boolean;
  /** With `static`: write for a host that sends files unchanged, and nothing for our server. */
  readonly plain?: boolean;
  /** Number of threads that draw pages beside this one; default: see `PageThreads.count`. */
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
      /** Number of pages: each language of a document counts. */
      readonly pages: number;
      /** Pages that were rendered; the others are those of the release before. */
      readonly rendered: number;
      /** '' where none is configured. */
      readonly baseUrl: string;
      readonly contents: () => readonly VersionContents[];
      /** Versions that the release before had and this one lacks, while there are errors: `Library-v1`. */
      readonly lost?: readonly string[];
    }
  | { readonly kind: 'unchanged'; readonly release: string; readonly contents: () => readonly VersionContents[] }
  /** The published release stays, unless the build published a new one before it failed: `release` names that one. */
  | { readonly kind: 'failed'; readonly release: string | null }
  /** The signal ended the build; nothing was published, and no partial output is left. */
  | { readonly kind: 'interrupted' }
);
