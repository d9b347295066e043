import type { Dependencies } from '../../model/dependencies.ts';
import type { PlacedPart } from './parts-of-document.ts';
import type { Frame, StoredText } from './texts-of-document.ts';

/** Dependencies of one page. */
export interface PageDependencies {
  /** Hash of what it got beside the record of its API. */
  readonly around: string;
  readonly dependencies: Dependencies;
}

/** Dependencies of the parts of one document. */
export interface PartDependencies {
  /** Hash of what the document got beside the record of its API. */
  readonly around: string;
  readonly parts: readonly PlacedPart[];
}

/** Dependencies of one document with texts that it shows. */
export interface TextDependencies {
  /** Hash of what the document got beside the record of its API. */
  readonly around: string;
  /** Texts in their order in the document. */
  readonly texts: readonly StoredText[];
  /** Names of all else that decided about it. */
  readonly frame: Frame;
}

/** Dependencies of the documents of one API. Keys are those of the release. */
export interface SectionNotes {
  readonly pages: ReadonlyMap<string, PageDependencies>;
  readonly documents: ReadonlyMap<string, PartDependencies>;
  readonly shown: ReadonlyMap<string, TextDependencies>;
}

/** Dependencies that were written for one API. */
export interface SectionReading {
  page(key: string): PageDependencies | undefined;
  parts(key: string): PartDependencies | undefined;
  texts(key: string): TextDependencies | undefined;
  /**
   * Reports whether a changed part is among the dependencies.
   * @param dependencies that were read here
   */
  reaches(dependencies: Dependencies, changes: ReadonlySet<string>): boolean;
  /**
   * New contents for the same documents with the same dependencies; places and the hash of their surroundings may
   * differ. Undefined where anything else differs.
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

/** Contents of a section in JSON. */
export interface Contents {
  readonly parts: readonly string[];
  readonly shared: readonly Node[];
  /** Pages, by their key in the release. */
  readonly pages: Readonly<Record<string, Node & { readonly around: string }>>;
  /** Documents of which places and lengths of their parts are known, by their key in the release. */
  readonly documents: Readonly<Record<string, { readonly around: string; readonly parts: readonly WrittenPart[] }>>;
  /**
   * Documents with texts that can be replaced, by their key in the release. `beside` has the parts that the frame of a
   * document does not depend on.
   */
  readonly shown: Readonly<
    Record<
      string,
      { readonly around: string; readonly texts: readonly WrittenText[]; readonly beside: readonly number[] }
    >
  >;
}
