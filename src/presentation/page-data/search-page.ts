import type { ApiListEntry } from '../../model/records.ts';
import type { Navigation } from './navigation.ts';
import type { Site } from './site.ts';

/** Results of a search, as a page. */
export interface SearchPage {
  readonly kind: 'search';
  readonly site: Site;
  readonly search: SearchView;
  /** Navigation of the API that is searched alone; left out: none. */
  readonly navigation?: Navigation;
}

export interface SearchView {
  readonly question: string;
  /** The API that is searched alone; null: the default version of each. */
  readonly place: { readonly api: string; readonly version: number; readonly title: string } | null;
  /** Some of the APIs that are searched have versions that are not. */
  readonly isOfDefaults: boolean;
  /** Question that was searched instead, because nothing matches the words of the original. */
  readonly corrected: string | null;
  readonly total: number;
  readonly rows: readonly SearchRow[];
  /** Links that narrow the answers down, or widen them; those without a choice are left out. */
  readonly facets: readonly SearchFacet[];
  /** From 1; more than {@link pageCount} where one was asked for that there is not. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** Beyond the last page that one. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Suggestions, and the list of APIs, where nothing was found. */
  readonly suggestions: readonly { readonly title: string; readonly path: string }[];
  readonly apis: readonly ApiListEntry[];
}

/** A text with what was asked for in it. */
export type MarkedText = readonly { readonly text: string; readonly isHit: boolean }[];

export interface SearchRow {
  /** `Field`. */
  readonly kind: string;
  readonly title: MarkedText;
  readonly href: string;
  /** `Library v2`; '' where one API is searched. */
  readonly api: string;
  /**
   * `GET`, `/book/{book_id}` and the title of the one operation that it belongs to, with its address where the row
   * leads elsewhere, else ''. Of a service the path alone.
   */
  readonly operation: {
    readonly method: string;
    readonly path: string;
    readonly title: string;
    readonly href: string;
  } | null;
  /** `request body`, `customer`, `address`: the way to it, the outermost first. */
  readonly way: readonly string[];
  /** First ones of many operations. */
  readonly operations: readonly { readonly method: string; readonly title: string; readonly href: string }[];
  /** How many there are in all; 0 where {@link operations} says everything. */
  readonly operationCount: number;
  readonly excerpt: MarkedText;
}

export interface SearchFacet {
  readonly title: string;
  readonly links: readonly {
    readonly text: string;
    readonly count: number;
    readonly href: string;
    readonly isCurrent: boolean;
  }[];
}
