import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticatedIdentity } from '../auth/contract.ts';
import type { HeaderList } from '../http/header-list.ts';
import type { ProblemExtensions } from '../http/problem.ts';
import type { Operation } from '../model/operation.ts';
import type { Member, OptionsOf } from '../options/member.ts';
import type { Shape } from '../options/schema.ts';
import type { LoopTurns } from '../threads/loop-turns.ts';
import type { AnswerTrust } from './answer-headers.ts';
import type { Peer } from './contract.ts';
import type { RouteMatch } from './routes.ts';
import type { Shares } from './shares.ts';

/** A request that has passed every check; nothing of its body has been read. */
export interface ServiceCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly match: RouteMatch;
  readonly operation: Operation;
  /** HEAD where the operation is that of GET. */
  readonly method: string;
  /** Null for a guest. */
  readonly identity: AuthenticatedIdentity | null;
  readonly peer: Peer;
  readonly hasBody: boolean;
  /** The client sends its body only when it is asked to (`Expect: 100-continue`): `response.writeContinue()`. */
  readonly awaitsContinue: boolean;
  readonly maxBodyBytes: number;
  /** Bytes of bodies that are held, divided among clients. */
  readonly memory: Shares;
  /** For work of more than a millisecond. */
  readonly turns: LoopTurns;
  readonly trust: AnswerTrust;
  /** For the answer of any backend. */
  readonly headers: HeaderList;
}

export interface Answer {
  readonly status: number;
  /** Without those of the call, Content-Length and what every answer has. */
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
  /** The response is sent, or its connection gone. */
  | { readonly kind: 'sent' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** This site's own pages answer. */
  | { readonly kind: 'pass-on' };

/** A kind of backend. One file and one line in the registry. */
export interface BackendDefinition<K extends Shape = Shape> extends Member<K> {
  /** Noun phrase that ends a sentence: `another server`. */
  readonly about: string;
  /** Source of its answers: only a descriptor and pages of this site are trusted with this site's origin. */
  readonly answersFrom: 'descriptor' | 'pages' | 'elsewhere';
  /** Whether it holds whole bodies in memory. */
  readonly holdsBodies: boolean;
  /**
   * @param options as `options` of this backend read them
   * @throws for options that configuration refuses
   */
  create(options: OptionsOf<K>): Backend;
}

/** Answers calls of an API's operations. */
export interface Backend {
  answer(call: ServiceCall): BackendResult | Promise<BackendResult>;
  /** Ends connections that are kept. */
  close(): void;
}

/**
 * A backend whose code is loaded when a server makes it: declarations are read by every command, also by a build that
 * has nothing to do. What is asked before it is there waits for it.
 */
export function loadedLater(load: () => Promise<Backend>): Backend {
  const loading = load();
  let backend: Backend | undefined;
  const taken = loading.then((loaded) => {
    backend = loaded;
  });
  // The caller learns it.
  taken.catch(() => undefined);
  return {
    answer: (call) => backend?.answer(call) ?? loading.then((loaded) => loaded.answer(call)),
    close: () => {
      if (backend === undefined) void taken.then(() => backend?.close()).catch(() => undefined);
      else backend.close();
    },
  };
}
