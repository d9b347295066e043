import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type CredentialsRequest, GUEST, type Identity, type LogNotes } from '../../auth/contract.ts';
import { valuesOf } from '../../http/header-list.ts';
import type { SiteRequest } from '../answers/contract.ts';
import type { Route, Runtime } from '../runtime.ts';

/** Extracts the request fields that the site needs. Node has already joined repeated fields. */
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

const TARGETS = Symbol('targets');
type MovedRequest = IncomingMessage & { [TARGETS]?: readonly string[] };

/** Replaces the target of a request. @param used see {@link targetsOf} */
export function moveTarget(request: MovedRequest, target: string, used: readonly string[]): void {
  request[TARGETS] = used;
  request.url = target;
}

/** Targets that the client may have used; the last is the one that arrived. */
function targetsOf({ [TARGETS]: used, url }: MovedRequest): readonly string[] {
  return used ?? [url ?? '/'];
}

/** Target of a request as it arrived. */
export function arrivedTarget(request: IncomingMessage): string {
  return targetsOf(request).at(-1) ?? '/';
}

/**
 * Extracts the fields that authentication needs, with every Authorization line: `headers` has only the first. The
 * target is the one in the credentials, because a proxy may have removed the beginning of what the client signed.
 */
export function credentialsRequestOf(request: IncomingMessage, client: string): CredentialsRequest {
  const { method, rawHeaders, socket } = request;
  const authorization = valuesOf(rawHeaders, 'authorization');
  const signed = targetsOf(request).find((target) => authorization.some((line) => line.includes(target)));
  return {
    method: method ?? 'GET',
    target: signed ?? arrivedTarget(request),
    authorization,
    client,
    connection: connectionOf(socket),
    notes: notesOf(request),
  };
}

/** Parts of the site whose requests are counted separately; `own`: health, metrics, requests that reach no route. */
type SitePart = 'own' | 'documentation' | 'mcp' | 'files' | 'administration' | 'apis' | 'site';

/** Facts about a request that are collected while it is processed, for logs and metrics. */
interface RequestNotes extends LogNotes {
  part: SitePart;
}

/** Target that the client sent, which frameworks keep in `originalUrl` when they remove the path of a handler. */
export function clientTarget({ url = '/', originalUrl }: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof originalUrl === 'string' ? originalUrl : url;
}

/**
 * Removes `X-Platform-…` fields that a client has sent, so that they cannot pass for an identity (DESIGN §8). Routes of
 * the site get the identity in their locals.
 */
export function forgetPlatformFields(request: IncomingMessage): void {
  const isPlatforms = (name: string): boolean => /^x[^a-z0-9]platform[^a-z0-9]/i.test(name);
  for (const name of Object.keys(request.headers)) if (isPlatforms(name)) delete request.headers[name];
  request.rawHeaders = request.rawHeaders.filter((_, index, all) => !isPlatforms(all[index - (index % 2)] ?? ''));
}

const NOTES = Symbol('notes');
const PROCESS = randomBytes(6).toString('hex');
let count = 0;

/** Returns the notes of a request, which are created at the first call and stored on the request. */
export function notesOf(request: object & { [NOTES]?: RequestNotes }): RequestNotes {
  request[NOTES] ??= { id: `${PROCESS}-${(count++).toString(36)}`, identity: null, part: 'own' };
  return request[NOTES];
}

/** Whether the program in which the handler is mounted may know the user of a request. */
export function hasHostLogin(request: object): boolean {
  return notesOf(request).hostUser !== undefined;
}

/** Wraps a route to note its part of the site. The last route tried, which answers, overwrites earlier notes. */
export function noting(part: SitePart, route: Route): Route {
  return (exchange) => {
    notesOf(exchange.request).part = part;
    return route(exchange);
  };
}

/** Client and identity of a request, as this server knows them. */
interface Caller {
  readonly identity: Identity;
  /** Address of the client; '' if unknown. */
  readonly client: string;
  /** Runtime that serves the request; undefined in a build. */
  readonly runtime: Runtime | undefined;
}

const UNKNOWN_CALLER: Caller = { identity: GUEST, client: '', runtime: undefined };

/** Caller of the request that Astro handles, for the middleware: Astro's handler takes no locals. */
const callers = new AsyncLocalStorage<Caller>();

/** Runs Astro's handler for a request of this caller. */
export function withCaller<T>(caller: Caller, answer: () => T): T {
  return callers.run(caller, answer);
}

/** Returns the caller of the current request; a guest without an address if none is set. */
export function currentCaller(): Caller {
  return callers.getStore() ?? UNKNOWN_CALLER;
}

/** State of one connection, in addition to the state that Node keeps. */
interface Connection {
  /** Whether the client or this server has closed the connection. */
  readonly destroyed: boolean;
  /** Answer to the request that was read last; it may have to wait for earlier answers. */
  response: ServerResponse | null;
  /** Answer that was begun last; it is in progress until it has been handed to the operating system. */
  answering: ServerResponse | null;
  /** Functions that start the requests that wait for that answer, in order. */
  waiting: (() => void)[];
  /** Time of the last check that found the connection in use, and the bytes received until then; -1 in an answer. */
  quiet: { readonly bytesRead: number; readonly since: number };
}

const CONNECTION = Symbol('connection');

/** Returns the state of a connection, created at the first call. The socket stores it: a map costs 1 µs per request. */
export function connectionOf(socket: Duplex & { [CONNECTION]?: Connection }): Connection {
  socket[CONNECTION] ??= newConnection(socket);
  return socket[CONNECTION];
}

function newConnection(socket: Duplex): Connection {
  return {
    response: null,
    answering: null,
    waiting: [],
    quiet: { bytesRead: -1, since: 0 },
    get destroyed() {
      return socket.destroyed;
    },
  };
}

/** Whether an answer is in progress on a connection, or requests wait for their turn. */
export function isAnswering({ answering, waiting }: Connection): boolean {
  return waiting.length > 0 || answering?.closed === false;
}
