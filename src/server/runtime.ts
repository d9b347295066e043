import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CredentialsRequest, Identity } from '../auth/contract.ts';
import type { AdministrationAddress } from '../config/configuration.ts';
import type { HeaderList } from '../http/header-list.ts';
import type { Page } from '../presentation/page-data/document.ts';
import type { LoopTurns } from '../threads/loop-turns.ts';
import type { GuardedDocumentation, SiteAnswer, SiteRequest } from './answers/contract.ts';
import type { Metrics } from './metrics.ts';
import type { ClientOf } from './node/client-address.ts';

/**
 * Parts of a running server, composed in `compose-production.ts` and `compose-development.ts`. Every change creates a
 * new runtime.
 */
export interface Runtime {
  /**
   * Routes in the order in which they are tried, set by `composeRuntime`. The last one handles published APIs and the
   * site's own paths: it refuses a request, answers it, or passes it on to Astro.
   */
  readonly routes: readonly Route[];
  /** Routes at the administration's own address. */
  readonly administrationRoutes: readonly Route[];
  /** Path below which the site stands: `/docs`; '' for the root of the host. */
  readonly basePath: string;
  /** Path below which the administration stands at its own address. */
  readonly administrationBasePath: string;
  /** Separate address of the administration; null: it has none. */
  readonly administrationAddress: AdministrationAddress | null;
  readonly handleDocumentation: GuardedDocumentation;
  /** Finds the client of a request, the same for log-ins, throttling, both logs and upstreams. */
  readonly clientOf: ClientOf;
  /** Scheduler of the event loop; a turn is taken before each page is rendered. */
  readonly turns: LoopTurns;
  /** Reads the fields of a request that authentication needs. */
  credentialsOf(request: IncomingMessage): CredentialsRequest;
  /** Answers requests that neither a route nor a page of the site answers. */
  answerElsewhere(request: SiteRequest): SiteAnswer;
  /** Name of the release that is served; `development` in development. */
  readonly release: () => string;
  /** Counts a request; null: the configuration disables metrics. */
  readonly countRequest: Metrics['countRequest'] | null;
}

/** Renders a page as HTML in UTF-8. */
export type RenderPage = (page: Page) => Promise<Uint8Array>;

/** One request with its response, as routes receive them. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Fields of the request that most routes read. */
  readonly asked: SiteRequest;
  /** Whether the client waits for 100 (Continue) before it sends its body (`Expect: 100-continue`). */
  readonly awaitsContinue: boolean;
}

/** Result of a route: an answer to send, `sent` if the route has sent it, or a request to pass on. */
export type Routed = SiteAnswer | { readonly kind: 'sent' } | PassedOn;

/** Request to pass on to Astro. */
export interface PassedOn {
  readonly kind: 'pass-on';
  readonly identity: Identity;
  /** Fields to add to Astro's answer. */
  readonly headers: HeaderList;
}

/**
 * Answers a request, or returns null so that the next route is tried. A route returns a promise only if necessary: most
 * requests repeat earlier ones for documentation and need none.
 */
export type Route = (exchange: Exchange) => Routed | null | Promise<Routed | null>;
