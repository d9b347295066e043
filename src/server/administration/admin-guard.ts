import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { AdministrationAddress } from '../../config/configuration.ts';
import { isOfProxies } from '../../services/proxy/forwarded-headers.ts';
import { normalizeAddress } from '../node/client-address.ts';

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;
/** Loopback hosts in `Host`; any other name may be an attacker's that resolves to this machine (DNS rebinding). */
const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request comes from this machine and addresses it by a loopback name. Requests with proxy fields do not
 * count: a local proxy or tunnel forwards requests of other machines.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = normalizeAddress(socket.remoteAddress ?? '') ?? '';
  return LOOPBACK.test(address) && LOOPBACK_HOST.test(headers.host ?? '') && !Object.keys(headers).some(isOfProxies);
}

/**
 * Whether a browser requests a page to show in a window, by its Sec-Fetch fields; also true for programs that send
 * none. Scripts of the same origin, such as those of an API in development, cannot set these fields, and cannot access
 * a window that they open (`Cross-Origin-Opener-Policy`).
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isForWindow({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination, 'sec-fetch-site': site } = headers;
  // Node's fetch sends only the mode; browsers send `Sec-Fetch-Site`, too.
  if (mode === 'cors' && destination === undefined && site === undefined) return true;
  return mode === 'navigate' && (destination ?? 'document') === 'document';
}

/**
 * Returns the origin of the administration's own address, with the configured host name, otherwise with the IP address.
 */
export function ownOrigin({ socket }: Pick<IncomingMessage, 'socket'>, listen: AdministrationAddress): string {
  const isNamed = listen.kind === 'address' && isIP(listen.host) === 0;
  const host = isNamed ? listen.host : (normalizeAddress(socket.localAddress ?? '') ?? '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${socket.localPort}`;
}

/**
 * Whether `Host` names this site, or the request comes from a form of this site. A foreign host name that resolves to
 * this server is refused, because pages under that name would share the origin of these pages.
 * @param baseUrl as for {@link isFromThisSite}
 */
export function isForThisSite({ headers }: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const host = headers.host?.toLowerCase() ?? '';
  const own = URL.parse(baseUrl);
  return own === null || LOOPBACK_HOST.test(host) || host === own.host || headers.origin === own.origin;
}

/**
 * Whether a page of this site has sent a form; false if both Origin and Sec-Fetch-Site are missing. Host and Origin
 * both contain the name that the browser used, so they are equal even for a foreign name that resolves here. Therefore
 * Origin must match `base_url`, or Host must be a loopback name. Without `base_url`, equality is enough.
 * @param baseUrl origin of the pages: `base_url`, or the address of the administration; `''`: unknown
 */
export function isFromThisSite({ headers }: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const host = headers.host?.toLowerCase() ?? '';
  const isKnownHost = baseUrl === '' || LOOPBACK_HOST.test(host);
  if (headers.origin === undefined) return site === 'same-origin' && (isKnownHost || host === URL.parse(baseUrl)?.host);
  const origin = URL.parse(headers.origin);
  if (origin === null || !/^https?:$/.test(origin.protocol)) return false;
  return (isKnownHost && origin.host === host) || origin.origin === URL.parse(baseUrl)?.origin;
}
