import type { Page } from '../../model/page/document.ts';

/** What an answer of the documentation, or of what stands beside it on the site, depends on, as it was sent. */
export interface SiteRequest {
  readonly method: string;
  /** Request target with its query, not decoded. */
  readonly target: string;
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** That its path fixes for problems, too, once it is read; left out or null: Accept-Language chooses. */
  readonly language?: string | null;
}

export type SiteAnswer = BytesAnswer | PageAnswer;

/** Complete: nothing is left to add. */
export interface BytesAnswer {
  readonly kind: 'bytes';
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** HTML that the caller renders; it adds Content-Length, and leaves the body out for HEAD. */
export interface PageAnswer {
  readonly kind: 'page';
  readonly status: number;
  /** Names and values in turn; all but Content-Length. */
  readonly headers: readonly string[];
  readonly page: Page;
  /** Makes of the rendered page what is sent; left out: it is sent as it is. */
  readonly finish?: (rendered: BytesAnswer) => SiteAnswer;
}

/**
 * Null: the target is outside the documentation. No promise where the same was asked before, as most requests are.
 * @param caller asked where a document has to be made, of which each client has its share
 */
export type DocumentationHandler = (request: SiteRequest, caller?: Caller) => SiteAnswer | Promise<SiteAnswer> | null;

/** `client`: its address. */
export type Caller = () => { readonly client: string };
