import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Whether a page of another site asks: its owner can lead a name to this address, and have it ask in the browser of a
 * visitor who can reach it (DNS rebinding). Then `Host` says what `Origin` says, and proves nothing. Programs have no
 * origin; pages of this machine's own address cannot be such ones.
 * @param baseUrl of this site; `''`: none is known
 */
export function isFromForeignPage({ origin }: Pick<IncomingHttpHeaders, 'origin'>, baseUrl: string): boolean {
  if (origin === undefined) return false;
  const page = URL.parse(origin);
  if (page === null || !/^https?:$/.test(page.protocol)) return true;
  return !LOOPBACK.test(page.hostname) && page.origin !== URL.parse(baseUrl)?.origin;
}
