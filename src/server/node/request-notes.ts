import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LogNotes } from '../../auth/contract.ts';
import type { Route } from '../dispatch.ts';

/** Parts of the site whose requests are measured apart; `own`: health, metrics, requests that no route is asked for. */
type SitePart = 'own' | 'documentation' | 'mcp' | 'files' | 'administration' | 'apis' | 'site';

/** What becomes known of a request on its way to an answer, for logs and metrics. */
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
