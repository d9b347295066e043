import type { Dependencies } from '../../model/dependencies.ts';
import type { PlacedPart } from './parts-of-document.ts';
import type { Frame, StoredText } from './texts-of-document.ts';

/** What one page was made of. */
export interface PageDependencies {
  /** Hash of what it got beside the record of its API. */
  readonly around: string;
  readonly dependencies: Dependencies;
}

/** What the parts of one document were made of. */
export interface PartDependencies {
  /** Hash of what the document got beside the record of its API. */
  readonly around: string;
  readonly parts: readonly PlacedPart[];
}

/** What one document with texts that it shows was made of. */
export interface TextDependencies {
  /** Hash of what the document got beside the record of its API. */
  readonly around: string;
  /** In their order. */
  readonly texts: readonly StoredText[];
  /** Names of all else that decided about it. */
  readonly frame: Frame;
}

/** Of the documents of one API, by their keys in the release. */
export interface SectionNotes {
  readonly pages: ReadonlyMap<string, PageDependencies>;
  readonly documents: ReadonlyMap<string, PartDependencies>;
  readonly shown: ReadonlyMap<string, TextDependencies>;
}

/** What was written of one API. */
export interface SectionReading {
  page(key: string): PageDependencies | undefined;
  parts(key: string): PartDependencies | undefined;
  texts(key: string): TextDependencies | undefined;
  /**
   * Whether any part has changed that something was made of.
   * @param dependencies that were read here
   */
  reaches(dependencies: Dependencies, changes: ReadonlySet<string>): boolean;
  /**
   * What is written of the same documents, where all are made of what they were made of before: places and what stands
   * around them may be others. Undefined where anything else is.
   */
  renumbered(notes: SectionNotes): Contents | undefined;
}

export interface Node {
  /** Indexes. */
  readonly parts: readonly number[];
  readonly shared: readonly number[];
}

export type WrittenText = readonly [part: number, byteOffset: number, byteLength: number, indent: StoredText['indent']];
type WrittenPart = Node & Pick<PlacedPart, 'name' | 'at' | 'length'>;

/** In JSON. */
export interface Contents {
  readonly parts: readonly string[];
  readonly shared: readonly Node[];
  /** By their keys in the release. */
  readonly pages: Readonly<Record<string, Node & { readonly around: string }>>;
  /** As the pages. */
  readonly documents: Readonly<Record<string, { readonly around: string; readonly parts: readonly WrittenPart[] }>>;
  /** As the pages; of each the parts that its frame does not depend on. */
  readonly shown: Readonly<
    Record<
      string,
      { readonly around: string; readonly texts: readonly WrittenText[]; readonly beside: readonly number[] }
    >
  >;
}
