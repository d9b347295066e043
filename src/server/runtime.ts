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
 * Parts of a running server; composed in `compose-production.ts` and `compose-development.ts`, anew whenever something
 * changes.
 */
export interface Runtime {
  /**
   * Routes in the order in which they are asked, which `composeRuntime` sets. The last is for published APIs and for
   * this site's own paths; requests that it does not refuse go on to Astro.
   */
  readonly routes: readonly Route[];
  /** Routes at the administration's own address. */
  readonly administrationRoutes: readonly Route[];
  /** Address of the administration alone; null: it has none. */
  readonly administrationAddress: AdministrationAddress | null;
  readonly handleDocumentation: GuardedDocumentation;
  /** Client of a request, the same for log-ins, throttling, both logs and upstreams. */
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

/** HTML in UTF-8. */
export type RenderPage = (page: Page) => Promise<Uint8Array>;
