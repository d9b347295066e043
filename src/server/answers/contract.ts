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
  /** Turns the rendered page into the answer; left out: it is sent as it is. */
  readonly finish?: (rendered: BytesAnswer) => SiteAnswer;
}

/**
 * Answers a request; null: the target is outside the documentation. It returns no promise where the same was asked
 * before, as most requests are.
 * @param caller asked where a document has to be made, of which each client has its share
 */
export type DocumentationHandler = (request: SiteRequest, caller?: Caller) => SiteAnswer | Promise<SiteAnswer> | null;

/** `client`: its address. */
export type Caller = () => Pick<CredentialsRequest, 'client' | 'connection'>;

/** Like {@link DocumentationHandler}; credentials are asked for only where they count. */
export type GuardedDocumentation = (
  request: SiteRequest,
  credentials: () => CredentialsRequest,
) => ReturnType<DocumentationHandler>;
