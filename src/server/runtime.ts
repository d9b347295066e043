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
 * Parts of a running server, composed in `compose-production.ts` and `compose-development.ts`; a new one after every
 * change.
 */
export interface Runtime {
  /**
   * Routes in the order in which they are asked, which `composeRuntime` sets. The last one is for published APIs and
   * for the site's own paths; it refuses a request, answers it, or passes it on to Astro.
   */
  readonly routes: readonly Route[];
  /** Routes at the administration's own address. */
  readonly administrationRoutes: readonly Route[];
  /** Address of the administration alone; null: it has none. */
  readonly administrationAddress: AdministrationAddress | null;
  readonly handleDocumentation: GuardedDocumentation;
  /** Finds the client of a request, the same for log-ins, throttling, both logs and upstreams. */
  readonly clientOf: ClientOf;
  /** Turns to take before a page is rendered. */
  readonly turns: LoopTurns;
  /** Reads the fields of a request that authentication needs. */
  credentialsOf(request: IncomingMessage): CredentialsRequest;
  /** Answers paths that nothing else answers. */
  answerElsewhere(request: SiteRequest): SiteAnswer;
  /** Name of the release that is served; `development` while developing. */
  readonly release: () => string;
  /** Null where configuration does not publish metrics. */
  readonly countRequest: Metrics['countRequest'] | null;
}

/** Renders a page as HTML in UTF-8. */
export type RenderPage = (page: Page) => Promise<Uint8Array>;

/** One request on its way to what answers it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Fields of the request that most routes read. */
  readonly asked: SiteRequest;
  /** The client sends its body only when it is asked to (`Expect: 100-continue`). */
  readonly awaitsContinue: boolean;
}

/** An answer to send; `sent`: the route has sent it. */
export type Routed = SiteAnswer | { readonly kind: 'sent' } | PassedOn;

/** A request that goes on to Astro. */
export interface PassedOn {
  readonly kind: 'pass-on';
  readonly identity: Identity;
  /** Fields to add to Astro's answer. */
  readonly headers: HeaderList;
}

/**
 * Answers the requests that belong to it; null: the next route is asked. A route returns no promise where none is
 * needed: most requests repeat earlier ones for documentation.
 */
export type Route = (exchange: Exchange) => Routed | null | Promise<Routed | null>;
