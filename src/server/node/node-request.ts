import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type CredentialsRequest, GUEST, type Identity, type LogNotes } from '../../auth/contract.ts';
import { valuesOf } from '../../http/header-list.ts';
import type { SiteRequest } from '../answers/contract.ts';
import type { Route, Runtime } from '../runtime.ts';

/** Fields of a request that the site needs. Node has joined fields that were sent twice. */
export function siteRequestOf({ method, url, headers }: IncomingMessage): SiteRequest {
  const acceptEncoding = headers['accept-encoding'];
  return {
    method: method ?? 'GET',
    target: url ?? '/',
    accept: headers.accept,
    acceptEncoding: Array.isArray(acceptEncoding) ? acceptEncoding.join(', ') : acceptEncoding,
    acceptLanguage: headers['accept-language'],
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
  };
}

/** Fields that authentication needs. They include every Authorization line: `headers` has only the first. */
export function credentialsRequestOf(request: IncomingMessage, client: string): CredentialsRequest {
  const { method, url, rawHeaders, socket } = request;
  return {
    method: method ?? 'GET',
    target: url ?? '/',
    authorization: valuesOf(rawHeaders, 'authorization'),
    client,
    connection: connectionOf(socket),
    notes: notesOf(request),
  };
}

/** Parts of the site whose requests are counted apart; `own`: health, metrics, requests that reach no route. */
type SitePart = 'own' | 'documentation' | 'mcp' | 'files' | 'administration' | 'apis' | 'site';

/** Facts about a request that are collected on its way to an answer, for logs and metrics. */
interface RequestNotes extends LogNotes {
  part: SitePart;
}

const NOTES = Symbol('notes');
const PROCESS = randomBytes(6).toString('hex');
let count = 0;

/** Notes of a request: made at the first call, and kept at the request. */
export function notesOf(request: IncomingMessage & { [NOTES]?: RequestNotes }): RequestNotes {
  request[NOTES] ??= { id: `${PROCESS}-${(count++).toString(36)}`, identity: null, part: 'own' };
  return request[NOTES];
}

/** A route that notes its part of the site: the last route that is asked is the one that answers. */
export function noting(part: SitePart, route: Route): Route {
  return (exchange) => {
    notesOf(exchange.request).part = part;
    return route(exchange);
  };
}

/** Client and identity of a request, as this server knows them. */
interface Caller {
  readonly identity: Identity;
  /** Address of the client; '' where there is none. */
  readonly client: string;
  /** Runtime that serves the request; undefined in a build. */
  readonly runtime: Runtime | undefined;
}

const UNKNOWN_CALLER: Caller = { identity: GUEST, client: '', runtime: undefined };

/** Caller of the request that Astro answers: set around its handler, which takes no locals; read by the middleware. */
const callers = new AsyncLocalStorage<Caller>();

/** Runs Astro's handler for a request of this caller. */
export function withCaller<T>(caller: Caller, answer: () => T): T {
  return callers.run(caller, answer);
}

/** The caller of the current request; a guest without an address where none was set. */
export function currentCaller(): Caller {
  return callers.getStore() ?? UNKNOWN_CALLER;
}

/** State that the server keeps of one connection, beside the state that Node keeps. */
interface Connection {
  /** The client, or this server, has ended it. */
  readonly destroyed: boolean;
  /** The request that was read last. */
  request: IncomingMessage | null;
  /** Its answer, which may have to wait for others. */
  response: ServerResponse | null;
  /** The answer that has the connection, from its beginning until it has been handed to the system. */
  answering: ServerResponse | null;
  /** Functions that begin the requests that wait for that answer, in their order. */
  waiting: (() => void)[];
}

const CONNECTION = Symbol('connection');

/** State of a connection, made at the first call. It is kept at the socket: a map costs every request a microsecond. */
export function connectionOf(socket: Duplex & { [CONNECTION]?: Connection }): Connection {
  socket[CONNECTION] ??= {
    request: null,
    response: null,
    answering: null,
    waiting: [],
    get destroyed() {
      return socket.destroyed;
    },
  };
  return socket[CONNECTION];
}
