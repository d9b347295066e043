import type { CredentialsRequest } from '../../auth/contract.ts';
import type { Page } from '../../presentation/page-data/document.ts';

/** Fields of a request, as sent, that determine the answers of the documentation and the rest of the site. */
export interface SiteRequest {
  readonly method: string;
  /** Request target with its query, not decoded. */
  readonly target: string;
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Language of the path, set after the path is resolved; undefined or null: Accept-Language selects it. */
  readonly language?: string | null;
}

export type SiteAnswer = BytesAnswer | PageAnswer;

/** A complete answer. */
export interface BytesAnswer {
  readonly kind: 'bytes';
  readonly status: number;
  /** Alternating names and values, as for `writeHead`. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** HTML page that the caller renders. The caller adds Content-Length, and omits the body for HEAD. */
export interface PageAnswer {
  readonly kind: 'page';
  readonly status: number;
  /** Alternating names and values, without Content-Length. */
  readonly headers: readonly string[];
  readonly page: Page;
  /** Converts the rendered page into the final answer. Default: the page is sent unchanged. */
  readonly finish?: (rendered: BytesAnswer) => SiteAnswer;
}

/**
 * Answers a request; null if the target is outside the documentation. Repeated requests, the usual case, are answered
 * without a promise.
 * @param caller called if a document must be generated, since each client has a share of that work
 */
export type DocumentationHandler = (request: SiteRequest, caller?: Caller) => SiteAnswer | Promise<SiteAnswer> | null;

/** Returns the client of a request: its address and connection. */
export type Caller = () => Pick<CredentialsRequest, 'client' | 'connection'>;

/** {@link DocumentationHandler} that checks access; `credentials` is called only if the target needs a log-in. */
export type GuardedDocumentation = (
  request: SiteRequest,
  credentials: () => CredentialsRequest,
) => ReturnType<DocumentationHandler>;
