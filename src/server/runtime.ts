import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CredentialsRequest, Identity } from '../auth/contract.ts';
import type { AdministrationAddress } from '../config/configuration.ts';
import type { Page } from '../model/page/document.ts';
import type { StoredRepresentation } from '../store/contract.ts';
import type { DocumentationAnswer, DocumentationRequest } from './documentation/contract.ts';
import type { GuardedDocumentation } from './documentation/guarded-documentation.ts';
import type { ClientOf } from './node/client-address.ts';

/**
 * What a running server is made of; composed in `compose.ts` and `compose-development.ts`, anew whenever something
 * changes.
 */
export interface Runtime {
  readonly handleDocumentation: GuardedDocumentation;
  /** Who is at the other end, as everything here sees it: log-ins, throttling, both logs, upstreams. */
  readonly clientOf: ClientOf;
  /** What authentication reads of a request. */
  credentialsOf(request: IncomingMessage): CredentialsRequest;
  /** Published APIs, and this site's own routes: what is not refused goes on to Astro. */
  handleRoute(request: IncomingMessage, response: ServerResponse, options: RouteOptions): Promise<RouteResult>;
  /** Where the administration listens by itself; null: nowhere. */
  readonly administrationAddress: AdministrationAddress | null;
  /** What it answers there. */
  readonly handleAdministration: Administration;
  /** For paths that nothing else answers. */
  answerElsewhere(request: DocumentationRequest): DocumentationAnswer;
  /** Whether no path of the configuration protects a target; the documentation asks for itself. */
  isOpenPath(target: string): boolean;
  /** A file that pages need, by URL path. */
  asset(path: string): { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;
  /** Null where configuration does not publish counters. */
  readonly countRequest: ((status: number) => void) | null;
}

export interface RouteOptions {
  /** The client sends its body when it is told to. */
  readonly awaitsContinue: boolean;
}

export type RouteResult =
  /** Nothing is left to do. */
  | { readonly kind: 'sent' }
  | { readonly kind: 'answer'; readonly answer: DocumentationAnswer }
  /**
   * For Astro: `headers`, names and values in turn, belong to its answer. `isPublished`: a described operation, all
   * checks done.
   */
  | {
      readonly kind: 'pass-on';
      readonly identity: Identity;
      readonly headers: readonly string[];
      readonly isPublished: boolean;
    };

/** HTML in UTF-8. */
export type RenderPage = (page: Page) => Promise<Uint8Array>;

/** What is answered at an address of the administration's own. */
type AdministrationResult =
  | { readonly kind: 'answer'; readonly answer: DocumentationAnswer }
  /** A file of pages, where there is one of that name. */
  | { readonly kind: 'asset'; readonly otherwise: DocumentationAnswer };

export type Administration = (
  request: IncomingMessage,
  response: ServerResponse,
  options: RouteOptions,
) => Promise<AdministrationResult>;
