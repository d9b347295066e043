import type { ApiListEntry } from '../../model/records.ts';
import type { Navigation } from './navigation.ts';
import type { Site } from './site.ts';

/** View model of the page of search results. */
export interface SearchPage {
  readonly kind: 'search';
  readonly site: Site;
  readonly search: SearchView;
  /** Navigation of the searched API; omitted for a search in several APIs. */
  readonly navigation?: Navigation;
}

export interface SearchView {
  readonly question: string;
  /** Searched API; null for a search in the default versions of all APIs. */
  readonly place: { readonly api: string; readonly version: number; readonly title: string } | null;
  /** Whether some of the searched APIs have other versions, which are not searched. */
  readonly isOfDefaults: boolean;
  /** Corrected query that replaced the original one, which has no results; else null. */
  readonly corrected: string | null;
  readonly total: number;
  readonly rows: readonly SearchRow[];
  /** Links that narrow or widen the results; facets with a single option are omitted. */
  readonly facets: readonly SearchFacet[];
  /** Page number, from 1; exceeds {@link pageCount} if the requested page does not exist. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** Path of the previous page, or of the last page if {@link pageNumber} exceeds {@link pageCount}. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Suggestions for a search without results, followed by the list of APIs in {@link apis}. */
  readonly suggestions: readonly { readonly title: string; readonly path: string }[];
  readonly apis: readonly ApiListEntry[];
}

/** Text in pieces; a piece with `isHit` matches the query. */
export type MarkedText = readonly { readonly text: string; readonly isHit: boolean }[];

export interface SearchRow {
  /** Kind of the result: `Field`. */
  readonly kind: string;
  readonly title: MarkedText;
  readonly href: string;
  /** API of the result, `Library v2`; '' if only one API is searched. Another version adds `Not in version 2`. */
  readonly api: string;
  /**
   * Operation of the result: `GET`, `/book/{book_id}`, its title, and its address; `href` is '' if the row itself links
   * to the operation. A service has only a path.
   */
  readonly operation: {
    readonly method: string;
    readonly path: string;
    readonly title: string;
    readonly href: string;
  } | null;
  /** Parts that enclose the result, the outermost first: `request body`, `customer`, `address`. */
  readonly way: readonly string[];
  /** Operations that contain the result, up to a limit. */
  readonly operations: readonly { readonly method: string; readonly title: string; readonly href: string }[];
  /** Total number of these operations; 0 if {@link operations} is empty. */
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
