import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Whether a page of another site sends the request through the browser of a visitor who can reach this server. If the
 * host name of that site resolves to this server (DNS rebinding), `Host` equals `Origin` and proves nothing. Programs
 * send no Origin; pages at a loopback address cannot belong to another site.
 * @param baseUrl address of this site; `''`: unknown
 */
export function isFromForeignPage({ origin }: Pick<IncomingHttpHeaders, 'origin'>, baseUrl: string): boolean {
  if (origin === undefined) return false;
  const page = URL.parse(origin);
  if (page === null || !/^https?:$/.test(page.protocol)) return true;
  return !LOOPBACK.test(page.hostname) && page.origin !== URL.parse(baseUrl)?.origin;
}

/**
 * Whether a page of this site sends the request: browsers add both fields, and no page can change them. A page at a
 * loopback address is of this site only if `Host` is the same address. If the browser says `same-origin`, any loopback
 * address will do, since a proxy on that machine may have replaced `Host`.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin = '', host, 'sec-fetch-site': relation } = headers;
  const page = URL.parse(origin);
  if (page === null || (relation ?? 'same-origin') !== 'same-origin' || isFromForeignPage(headers, baseUrl))
    return false;
  if (page.origin === URL.parse(baseUrl)?.origin) return true;
  const reached = URL.parse(`${page.protocol}//${host}`);
  return relation === undefined ? reached?.origin === page.origin : LOOPBACK.test(reached?.hostname ?? '');
}
