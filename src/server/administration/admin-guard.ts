import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { AdministrationAddress } from '../../config/configuration.ts';
import { isOfProxies } from '../../services/proxy/forwarded-headers.ts';
import { normalizeAddress } from '../node/client-address.ts';

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;
/** `Host` as a browser sends it to this machine; a name that an attacker owns may lead here as well (DNS rebinding). */
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
 * Whether a browser asks for a page to show it in a window, or a program that says nothing of that asks. A script of
 * the same origin, of an API in development for instance, cannot pretend: it sets none of these fields. A window that
 * it opens is out of its reach (`Cross-Origin-Opener-Policy`).
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isForWindow({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination, 'sec-fetch-site': site } = headers;
  // Programs that use Node's fetch: it sets the mode alone, and browsers say where a request comes from as well.
  if (mode === 'cors' && destination === undefined && site === undefined) return true;
  return mode === 'navigate' && (destination ?? 'document') === 'document';
}

/**
 * Origin of the administration's own address, as clients write it: with its name where it has one, else with its
 * number.
 */
export function ownOrigin({ socket }: Pick<IncomingMessage, 'socket'>, listen: AdministrationAddress): string {
  const isNamed = listen.kind === 'address' && isIP(listen.host) === 0;
  const host = isNamed ? listen.host : (normalizeAddress(socket.localAddress ?? '') ?? '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${socket.localPort}`;
}

/**
 * Whether a request is for these pages by a name of theirs, or a form comes from one. Under a name of another owner
 * that leads here, pages of both would have one origin.
 * @param baseUrl as for {@link isFromThisSite}
 */
export function isForThisSite({ headers }: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const host = headers.host?.toLowerCase() ?? '';
  const own = URL.parse(baseUrl);
  return own === null || LOOPBACK_HOST.test(host) || host === own.host || headers.origin === own.origin;
}

/**
 * Whether a page of this site has sent a form. A browser that sends neither origin nor site is too old to be told apart
 * from an attack. Host and Origin both repeat the name that the browser used, so they agree even where the name of
 * another owner leads here. So `base_url` decides, or this machine's own names; only a site without it relies on their
 * agreement.
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
