import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CredentialsRequest, LogNotes } from '../../auth/contract.ts';
import { valuesOf } from '../../http/header-list.ts';
import type { SiteRequest } from '../documentation/contract.ts';
import type { Route } from '../runtime.ts';
import { connectionOf } from './connection.ts';

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

/** Fields that authentication needs: every Authorization line, of which `headers` would hold the first alone. */
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

/** Parts of the site whose requests are measured apart; `own`: health, metrics, requests that no route is asked for. */
type SitePart = 'own' | 'documentation' | 'mcp' | 'files' | 'administration' | 'apis' | 'site';

/** Facts about a request that become known on its way to an answer, for logs and metrics. */
interface RequestNotes extends LogNotes {
  part: SitePart;
}

const NOTES = Symbol('notes');
const PROCESS = randomBytes(6).toString('hex');
let count = 0;

/** Made when it is asked for the first time, and kept at the request. */
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
