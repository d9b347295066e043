import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { AdministrationAddress } from '../../config/configuration.ts';
import { isOfProxies } from '../../services/proxy/forwarded-headers.ts';
import { normalizeAddress } from '../node/client-address.ts';

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;
/** Loopback names in `Host`; any other name may be an attacker's that points to this machine (DNS rebinding). */
const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request comes from this machine and was meant for it. A proxy or tunnel on this machine forwards requests
 * of other machines.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = normalizeAddress(socket.remoteAddress ?? '') ?? '';
  return LOOPBACK.test(address) && LOOPBACK_HOST.test(headers.host ?? '') && !Object.keys(headers).some(isOfProxies);
}

/**
 * Whether a browser asks for a page to show in a window; true also for a program that sends none of these fields. A
 * script of the same origin, of an API in development for instance, cannot set them. A window that it opens is out of
 * its reach (`Cross-Origin-Opener-Policy`).
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isForWindow({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination, 'sec-fetch-site': site } = headers;
  // Node's fetch, which sets only the mode; browsers send `Sec-Fetch-Site` as well.
  if (mode === 'cors' && destination === undefined && site === undefined) return true;
  return mode === 'navigate' && (destination ?? 'document') === 'document';
}

/**
 * Origin of the administration's own address, as clients write it: with the configured host name, else with the IP
 * address.
 */
export function ownOrigin({ socket }: Pick<IncomingMessage, 'socket'>, listen: AdministrationAddress): string {
  const isNamed = listen.kind === 'address' && isIP(listen.host) === 0;
  const host = isNamed ? listen.host : (normalizeAddress(socket.localAddress ?? '') ?? '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${socket.localPort}`;
}

/**
 * Whether a request names this site in `Host`, or comes from a form of this site. A foreign host name that points here
 * is refused, because its owner's pages would have the same origin as these.
 * @param baseUrl as for {@link isFromThisSite}
 */
export function isForThisSite({ headers }: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const host = headers.host?.toLowerCase() ?? '';
  const own = URL.parse(baseUrl);
  return own === null || LOOPBACK_HOST.test(host) || host === own.host || headers.origin === own.origin;
}

/**
 * Whether a page of this site has sent a form. Without Origin and Sec-Fetch-Site it may be an attack, and the
 * result is false. Host and Origin both repeat the name that the browser used, so they agree even if a foreign name
 * points here. So `base_url` decides, or a loopback name; only a site without `base_url` relies on their agreement.
 * @param baseUrl origin of the pages: `base_url`, or the address of the administration; `''`: none is known
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
