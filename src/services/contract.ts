/**
 * Published APIs (DESIGN §8): the routes that descriptors describe, answered by examples, a proxy or this site.
 *
 *     const published = createPublishedApis({ apis, services: configuration.services, log });
 *     server.on('request', (request, response) => …);
 *     server.on('checkContinue', (request, response) => …);   // the same, with awaitsContinue: true
 *
 *     const handled = await published.handle(request, response, { gate, peer, awaitsContinue });
 *     // answered: done.  none: no API describes the path.  pass-on: this site's own page answers, after all checks.
 *
 * `routes.ts` finds the resource of a path, `checks.ts` makes the checks in their order, a backend of `backends/`
 * answers, and `published-apis.ts` puts them together over Node's streams. Paths that two programs could read
 * differently are answered here (400, 404), so that they never reach another router.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessDecision } from '../auth/authorization.ts';
import type { AuthenticatedIdentity, AuthenticationResult } from '../auth/contract.ts';
import type { HeaderList } from '../http/header-list.ts';
import type { ProblemExtensions } from '../http/problem.ts';
import type { OperationIdentity } from '../model/access.ts';
import type { Operation } from '../model/operation.ts';
import type { ApiTarget } from '../options/access-records.ts';
import type { Member, MemberRecord, OptionsOf } from '../options/member.ts';
import type { Shape } from '../options/schema.ts';
import type { LoopTurns } from '../threads/loop-turns.ts';
import type { AnswerTrust } from './answer-headers.ts';
import type { Shares } from './read-body.ts';
import type { RouteMatch } from './routes.ts';

/** Authenticates and authorizes one request before its body is read; hides schemes and passwords from this folder. */
export interface Gate {
  authenticate(match: RouteMatch): Promise<AuthenticationResult>;
  /** @param identity null for a guest */
  authorize(operation: OperationIdentity, identity: AuthenticatedIdentity | null): AccessDecision;
  /** Challenges for a guest who has to log in: one field value for each scheme. */
  challenges(match: RouteMatch): readonly string[];
}

/** Client or proxy at the other end of the connection. */
export interface Peer {
  readonly address: string;
  /** Whether the peer is a proxy whose X-Forwarded fields are trusted. */
  readonly isTrusted: boolean;
  readonly isSecure: boolean;
}

/** Entry of the configuration. If an API has several entries, the entry of the called version applies. */
export interface ServiceSettings extends ApiTarget {
  readonly backend: MemberRecord;
  readonly maxBodyBytes: number;
  /** See `routing/base-paths.ts`; left out: null. */
  readonly basePath?: string | null;
  /** Origins whose pages may read the API's answers; `*`: all origins. Null: see `defaultCors`. */
  readonly corsOrigins: readonly string[] | null;
  /** `trusted`: the API's documents and scripts run on this origin; left out: sandboxed. */
  readonly documents?: 'sandboxed' | 'trusted';
  /** Header fields of answers that pass in addition to those of `answer-headers.ts`; left out: none. */
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

/** A request that has passed every check; nothing of its body has been read. */
export interface ServiceCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly match: RouteMatch;
  readonly operation: Operation;
  /** Method of the call; HEAD also for an operation described as GET. */
  readonly method: string;
  /** Null for a guest. */
  readonly identity: AuthenticatedIdentity | null;
  /** Whether an adapter of this site checks the credentials of the API's calls. */
  readonly hasLogin: boolean;
  /** Whether the program in which the handler is mounted may have a log-in of its own in the header fields. */
  readonly hasHostLogin: boolean;
  readonly peer: Peer;
  readonly hasBody: boolean;
  /** Whether the client waits for `response.writeContinue()` before it sends the body (`Expect: 100-continue`). */
  readonly awaitsContinue: boolean;
  readonly maxBodyBytes: number;
  /** Memory for bodies, divided among clients. */
  readonly memory: Shares;
  /** Turns at the event loop, for work that takes more than a millisecond. */
  readonly turns: LoopTurns;
  readonly trust: AnswerTrust;
  /** Header fields to add to the answer of every backend. */
  readonly headers: HeaderList;
}

export interface Answer {
  readonly status: number;
  /** Header fields, except the fields of the call, Content-Length and the fields of every answer. */
  readonly headers: HeaderList;
  /** Null: no content. */
  readonly body: Uint8Array | null;
}

export interface Failure {
  readonly status: number;
  readonly detail: string;
  /** Methods of the resource, for 405. */
  readonly allow?: readonly string[];
  readonly extensions?: ProblemExtensions;
  readonly headers?: HeaderList;
}

export type BackendResult =
  /** The response was sent, or its connection is closed. */
  | { readonly kind: 'sent' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** This site's own pages answer the call. */
  | { readonly kind: 'pass-on' };

/** Kind of backend. A new kind needs one file and one line in the registry. */
export interface BackendDefinition<K extends Shape = Shape> extends Member<K> {
  /** Noun phrase that ends a sentence: `another server`. */
  readonly about: string;
  /** Source of the answers; only answers from the descriptor or this site's pages are trusted here. */
  readonly answersFrom: 'descriptor' | 'pages' | 'elsewhere';
  /** Whether the backend holds whole bodies in memory. */
  readonly holdsBodies: boolean;
  /**
   * @param options values that the backend's own `options` parsed
   * @throws if configuration would refuse the options
   */
  create(options: OptionsOf<K>): Backend;
}

/** Answers calls to operations of an API. */
export interface Backend {
  answer(call: ServiceCall): BackendResult | Promise<BackendResult>;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Creates a backend and loads its code only then, since every command reads the declarations. Calls wait until the code
 * is loaded.
 */
export function loadedLater(load: () => Promise<Backend>): Backend {
  const loading = load();
  // Each call reports a loading error by its own rejection.
  loading.catch(() => undefined);
  return {
    answer: async (call) => (await loading).answer(call),
    close: () => {
      loading.then((backend) => backend.close()).catch(() => undefined);
    },
  };
}
