import { Agent as PlainAgent, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { FairQueue } from '../../threads/fair-queue.ts';
import type { Backend } from '../contract.ts';
import type { RouteMatch } from '../routes.ts';
import { requestHeaders, requestTrailers, responseTrailers } from './forwarded-headers.ts';
import { passHeader } from './pass-answer.ts';
import { asksUpstream, relay } from './relay.ts';

/**
 * Maximum number of connections to one upstream; clients take turns when one is free. A waiting request keeps its
 * client's connection open, and at most the beginning of its body in memory, no longer than an answer may take.
 */
const MAX_CONNECTIONS = 256;
/** A quarter of the connections, so that one client leaves most connections to others. */
const MAX_CONNECTIONS_OF_ONE_CLIENT = 64;
/** Places for long exchanges, such as streams: as many as for others, in all and of one client. */
const LONG_SLOTS = {
  places: MAX_CONNECTIONS,
  placesOfOneClient: MAX_CONNECTIONS_OF_ONE_CLIENT,
  mostWaiting: 0,
} as const;
const MAX_IDLE_CONNECTIONS = 32;

const ESCAPED_SLASH = { status: 404, detail: 'A segment of the path contains an escaped slash.' };

interface ProxyOptions {
  /** URL of the upstream: origin and path without a slash at the end. */
  readonly target: string;
  readonly timeoutSeconds: number;
  /** Names of further header fields of requests that pass, in any case. */
  readonly pass: readonly string[];
}

/**
 * Passes requests on to another HTTP server. With `target: http://127.0.0.1:9000/app` a request for
 * `/v2/library/book?q=x` becomes `/app/library/book?q=x`: the target's path, followed by the path as sent, without the
 * version; `X-Platform-Version` names the version. Redirections are passed on, not followed; those within the target
 * are rewritten to this site and the same version. `X-Platform-Identity` and `X-Platform-Identity-Adapter` name the
 * user, percent-encoded; a guest has neither. Paths with an escaped slash are refused: many servers treat it as a real
 * one. Upgrades are ignored. The first 64 KiB of a body are read before the upstream is called; one client has at most
 * a quarter of the connections, and of those for long exchanges.
 * @throws if the target is not the URL of an HTTP server
 */
export function createProxy({ target: address, timeoutSeconds, pass }: ProxyOptions): Backend {
  const target = new URL(address);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new Error(`${address} is not the URL of an HTTP server. Write one such as http://127.0.0.1:9000.`);
  const isSecure = target.protocol === 'https:';
  const sockets = { maxSockets: 2 * MAX_CONNECTIONS, maxFreeSockets: MAX_IDLE_CONNECTIONS };
  const limits = { keepAlive: true, scheduling: 'lifo', ...sockets } as const;
  const agent = isSecure ? new SecureAgent(limits) : new PlainAgent(limits);
  const request = isSecure ? requestSecure : requestPlain;
  const slots = new FairQueue({ places: MAX_CONNECTIONS, placesOfOneClient: MAX_CONNECTIONS_OF_ONE_CLIENT });
  const longSlots = new FairQueue(LONG_SLOTS);
  const prefix = target.pathname.replace(/\/$/, '');

  return {
    answer: (call) => {
      const { match, method } = call;
      if (match.hasEncodedSlash) return { kind: 'failure', failure: ESCAPED_SLASH };
      const headers = requestHeaders(call, { target, pass, asksForContinue: asksUpstream(call) });
      return relay(call, {
        open: () =>
          request({
            agent,
            method,
            protocol: target.protocol,
            hostname: target.hostname.replace(/^\[|\]$/g, ''),
            port: target.port,
            path: prefix + match.path + match.query,
            headers,
          }),
        slots,
        longSlots,
        timeoutMilliseconds: timeoutSeconds * 1000,
        passHeader: (answer) => passHeader(call, answer, (location) => ownLocation(location, target, match)),
        requestTrailers: () => requestTrailers(call, pass),
        answerTrailers: (answer) => responseTrailers(answer, call.trust),
      });
    },
    close: () => retire(agent),
  };
}

/** Closes idle connections, and busy connections after their answers. */
function retire(agent: PlainAgent | SecureAgent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
/** Paths that browsers read as URLs of another host, since they ignore tabs and line breaks. */
const OTHER_HOST = /^\/[\t\n\r]*[/\\]/;

/**
 * Rewrites an upstream's `Location` or `Content-Location` for the client of this site: without the upstream's host and
 * the target's path, below the path of the site, and with the version of the client's path if the location belongs to
 * the same API. An upstream that heeds `X-Forwarded-Prefix` has written the path of the site itself. Relative
 * references and URLs of other hosts are not changed.
 */
export function ownLocation(
  location: string,
  target: URL,
  { api, basePath, versionPath }: Pick<RouteMatch, 'api' | 'basePath' | 'versionPath'>,
): string {
  const [authority = ''] = AUTHORITY.exec(location) ?? [];
  if (authority !== '' && URL.parse(authority, target)?.origin !== target.origin) return location;
  const rest = location.slice(authority.length);
  const written = authority !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
  const prefix = target.pathname.replace(/\/$/, '');
  const { basePath: ownRoot } = api.record;
  // A path that is also one of the API is that of the API.
  const isOfApi = ownRoot !== '' && isBelow(written, prefix + ownRoot);
  const path = basePath !== '' && !isOfApi && isBelow(written, basePath) ? written.slice(basePath.length) : written;
  const inTarget = isBelow(path, prefix) ? path.slice(prefix.length) : undefined;
  const own = inTarget === undefined ? path : inTarget.startsWith('/') ? inTarget : `/${inTarget}`;
  if (!path.startsWith('/') || OTHER_HOST.test(path) || OTHER_HOST.test(own)) return location;
  return basePath + (inTarget !== undefined && isBelow(own, ownRoot) ? versionPath : '') + own;
}

/** Whether a path, which may have a query, is a folder or below it. */
function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^(?:[/?#]|$)/.test(path.slice(folder.length));
}
