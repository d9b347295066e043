import type { ApiListEntry } from '../../model/records.ts';
import type { Navigation } from './navigation.ts';
import type { Site } from './site.ts';

/** Results of a search, as a page. */
export interface SearchPage {
  readonly kind: 'search';
  readonly site: Site;
  readonly search: SearchView;
  /** Navigation of the only API searched; left out: several are searched. */
  readonly navigation?: Navigation;
}

export interface SearchView {
  readonly question: string;
  /** The only API searched; null: the default version of every API. */
  readonly place: { readonly api: string; readonly version: number; readonly title: string } | null;
  /** Whether some of the searched APIs have further versions, which are not searched. */
  readonly isOfDefaults: boolean;
  /** Corrected query, searched because nothing matches the words of the original. */
  readonly corrected: string | null;
  readonly total: number;
  readonly rows: readonly SearchRow[];
  /** Links that narrow or widen the results; facets without a choice are left out. */
  readonly facets: readonly SearchFacet[];
  /** Page number from 1; above {@link pageCount} if a page beyond the last was requested. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** Path of the previous page; beyond the last page, of the last one. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Suggestions, and the list of APIs, when nothing was found. */
  readonly suggestions: readonly { readonly title: string; readonly path: string }[];
  readonly apis: readonly ApiListEntry[];
}

/** A text with the matches of the query marked. */
export type MarkedText = readonly { readonly text: string; readonly isHit: boolean }[];

export interface SearchRow {
  /** `Field`. */
  readonly kind: string;
  readonly title: MarkedText;
  readonly href: string;
  /** `Library v2`; '' when only one API is searched. */
  readonly api: string;
  /**
   * Operation of the result: `GET`, `/book/{book_id}`, its title, and its address if the row links elsewhere, else ''.
   * For a service the path alone.
   */
  readonly operation: {
    readonly method: string;
    readonly path: string;
    readonly title: string;
    readonly href: string;
  } | null;
  /** Path to the result, the outermost part first: `request body`, `customer`, `address`. */
  readonly way: readonly string[];
  /** First operations of many. */
  readonly operations: readonly { readonly method: string; readonly title: string; readonly href: string }[];
  /** Number of all operations; 0 when {@link operations} lists them all. */
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
