import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net';

/** Client that sent a request. */
export interface Client {
  /** Client address as reported by trusted proxies, otherwise the remote address of the connection. */
  readonly address: string;
  /** Whether the remote address is that of a proxy whose `X-Forwarded-*` fields are trusted. */
  readonly isBehindTrustedProxy: boolean;
}

export type ClientOf = (request: {
  readonly socket: Pick<Socket, 'remoteAddress'>;
  readonly headers: IncomingHttpHeaders;
}) => Client;

/** Maximum entries to read; no chain of proxies is as long. */
const MOST_HOPS = 32;

/**
 * Creates the function that finds the client of a request. It reads `X-Forwarded-For` from its end, while the addresses
 * belong to trusted proxies; the next address is the client's. The client may have written any entry before it.
 * @param trustedProxies addresses and CIDR ranges, checked when the configuration was read
 */
export function createClientOf(trustedProxies: readonly string[]): ClientOf {
  const trusted = new BlockList();
  for (const entry of trustedProxies) addTo(trusted, entry);
  const isTrusted = (address: string): boolean => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return ({ socket, headers }) => {
    const nearest = normalizeAddress(socket.remoteAddress ?? '') ?? '';
    if (trustedProxies.length === 0 || nearest === '' || !isTrusted(nearest))
      return { address: nearest, isBehindTrustedProxy: false };
    let address = nearest;
    const forwarded = headers['x-forwarded-for'] ?? '';
    const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',');
    for (const hop of hops.slice(-MOST_HOPS).reverse()) {
      const next = normalizeAddress(hop.trim());
      // Trusted proxies write only addresses, so the last known address is the client's.
      if (next === undefined) break;
      address = next;
      if (!isTrusted(next)) break;
    }
    return { address, isBehindTrustedProxy: true };
  };
}

function addTo(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/');
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}

const MAPPED = /^::ffff:(?<address>\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Normalises an IP address: removes brackets, port and zone, and converts an IPv4-mapped IPv6 address to IPv4.
 * @returns undefined if the text is not an IP address
 */
export function normalizeAddress(text: string): string | undefined {
  // Fast path for most connections, since this runs for every request with a log-in.
  if (isIPv4(text)) return text;
  const bracketed = /^\[(?<address>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['address'];
  const withoutPort = bracketed ?? (/^[^:]+:\d+$/.test(text) ? text.slice(0, text.lastIndexOf(':')) : text);
  const address = withoutPort.replace(/%.*$/, '');
  const mapped = MAPPED.exec(address)?.groups?.['address'];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIP(address) === 0 ? undefined : address.toLowerCase();
}
