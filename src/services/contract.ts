/**
 * Published APIs (DESIGN §8): the routes that descriptors describe, answered by examples, a proxy or this site.
 *
 *     const published = createPublishedApis({ apis, services: configuration.services, log });
 *     server.on('request', (request, response) => …);
 *     server.on('checkContinue', (request, response) => …);   // the same, with awaitsContinue: true
 *
 *     const handled = await published.handle(request, response, { gate, peer, awaitsContinue });
 *     // answered: done.  none: this path is not described, ask the next.  pass-on: this site's own page, after all
 * checks.
 *
 * A gate is made for one request and knows how to authenticate and authorize it; nothing here knows schemes or
 * passwords.
 * `handle` answers paths that programs could disagree about itself (400, 404), so that they never reach another router.
 *
 * | file | what |
 * |---|---|
 * | `routes.ts` | path and version → resource |
 * | `checks.ts` | the checks in their order, pure |
 * | `cors.ts` | who may read answers from other sites |
 * | `answer-headers.ts` | which header fields of answers pass, and the sandbox of what they hold |
 * | `backends/` | who answers: `registry.ts` lists them |
 * | `published-apis.ts` | puts them together over Node's streams |
 */
import type { AccessDecision } from '../auth/authorization.ts';
import type { AuthenticatedIdentity, AuthenticationResult } from '../auth/contract.ts';
import type { HeaderList } from '../http/header-list.ts';
import type { OperationIdentity } from '../model/access.ts';
import type { ApiTarget } from '../options/access-records.ts';
import type { MemberRecord } from '../options/member.ts';
import type { RouteMatch } from './routes.ts';

/** Asked once a request, before anything of its body is read. */
export interface Gate {
  authenticate(match: RouteMatch): Promise<AuthenticationResult>;
  /** @param identity null for a guest */
  authorize(operation: OperationIdentity, identity: AuthenticatedIdentity | null): AccessDecision;
  /** For a guest who needs a log-in: one field value a scheme. */
  challenges(match: RouteMatch): readonly string[];
}

/** The other end of the connection. */
export interface Peer {
  readonly address: string;
  /** A proxy whose X-Forwarded fields are believed. */
  readonly isTrusted: boolean;
  readonly isSecure: boolean;
}

/** One entry of the configuration; of several for an API that with its version counts. */
export interface ServiceSettings extends ApiTarget {
  readonly backend: MemberRecord;
  readonly maxBodyBytes: number;
  /** See `routing/base-paths.ts`; left out: null. */
  readonly basePath?: string | null;
  /**
   * Origins of pages that may read its answers, as browsers write them; `*` among them: all. Null: see `defaultCors` in
   * `cors.ts`.
   */
  readonly corsOrigins: readonly string[] | null;
  /** `trusted`: its documents and scripts run on this origin; left out: in a sandbox. */
  readonly documents?: 'sandboxed' | 'trusted';
  /** Header fields of its answers that pass beside those of `answer-headers.ts`; left out: none. */
  readonly responseHeaders?: readonly string[];
}

export type Handled =
  | { readonly kind: 'answered' }
  | { readonly kind: 'none' }
  /** `headers` belong to the answer; `identity` is null for a guest. */
  | {
      readonly kind: 'pass-on';
      readonly match: RouteMatch;
      readonly identity: AuthenticatedIdentity | null;
      readonly headers: HeaderList;
    };
