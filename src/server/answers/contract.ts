import type { CredentialsRequest } from '../../auth/contract.ts';
import type { Page } from '../../presentation/page-data/document.ts';

/** Fields of a request, as it was sent, on which answers of the documentation and of the site beside it depend. */
export interface SiteRequest {
  readonly method: string;
  /** Request target with its query, not decoded. */
  readonly target: string;
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Language that the path fixes, for problems too, once it is read; left out or null: Accept-Language chooses. */
  readonly language?: string | null;
}

export type SiteAnswer = BytesAnswer | PageAnswer;

/** A complete answer. */
export interface BytesAnswer {
  readonly kind: 'bytes';
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** An HTML page that the caller renders. The caller adds Content-Length, and leaves the body out for HEAD. */
export interface PageAnswer {
  readonly kind: 'page';
  readonly status: number;
  /** Names and values in turn; all but Content-Length. */
  readonly headers: readonly string[];
  readonly page: Page;
  /** Turns the rendered page into the answer; left out: it is sent as it is. */
  readonly finish?: (rendered: BytesAnswer) => SiteAnswer;
}

/**
 * Answers a request; null: the target is outside the documentation. A repeated request, as most are, gets its answer
 * without a promise.
 * @param caller called when a document has to be made, since each client has a share of that work
 */
export type DocumentationHandler = (request: SiteRequest, caller?: Caller) => SiteAnswer | Promise<SiteAnswer> | null;

/** `client`: its address. */
export type Caller = () => Pick<CredentialsRequest, 'client' | 'connection'>;

/** Like {@link DocumentationHandler}; `credentials` is called only where they count. */
export type GuardedDocumentation = (
  request: SiteRequest,
  credentials: () => CredentialsRequest,
) => ReturnType<DocumentationHandler>;
