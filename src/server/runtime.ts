import type { IncomingMessage } from 'node:http';
import type { CredentialsRequest } from '../auth/contract.ts';
import type { AdministrationAddress } from '../config/configuration.ts';
import type { Page } from '../model/page/document.ts';
import type { LoopTurns } from '../threads/loop-turns.ts';
import type { Route } from './dispatch.ts';
import type { SiteAnswer, SiteRequest } from './documentation/contract.ts';
import type { GuardedDocumentation } from './documentation/guarded-documentation.ts';
import type { Metrics } from './metrics.ts';
import type { ClientOf } from './node/client-address.ts';

/**
 * What a running server is made of; composed in `compose-production.ts` and `compose-development.ts`, anew whenever
 * something changes.
 */
export interface Runtime {
  /**
   * Who is asked for a request, in the order that `composeRuntime` gives them. The last is for
   * published APIs and for this site's own paths; what it does not refuse goes on to Astro.
   */
  readonly routes: readonly Route[];
  /** The same at the address of the administration's own. */
  readonly administrationRoutes: readonly Route[];
  /** Where that listens; null: nowhere. */
  readonly administrationAddress: AdministrationAddress | null;
  readonly handleDocumentation: GuardedDocumentation;
  /** Who is at the other end, as everything here sees it: log-ins, throttling, both logs, upstreams. */
  readonly clientOf: ClientOf;
  /** Before a page is rendered. */
  readonly turns: LoopTurns;
  /** What authentication reads of a request. */
  credentialsOf(request: IncomingMessage): CredentialsRequest;
  /** For paths that nothing else answers. */
  answerElsewhere(request: SiteRequest): SiteAnswer;
  /** Name of the release that is served; `development` while developing. */
  readonly release: () => string;
  /** Null where configuration does not publish metrics. */
  readonly countRequest: Metrics['countRequest'] | null;
}

/** HTML in UTF-8. */
export type RenderPage = (page: Page) => Promise<Uint8Array>;
