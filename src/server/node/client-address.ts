import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net';

/** Sender of a request, as far as it is known. */
export interface Client {
  /** Address of the client as trusted proxies report it, else the other end of the connection. */
  readonly address: string;
  /** The other end of the connection is a proxy whose `X-Forwarded-*` fields are believed. */
  readonly isBehindTrustedProxy: boolean;
}

export type ClientOf = (request: {
  readonly socket: Pick<Socket, 'remoteAddress'>;
  readonly headers: IncomingHttpHeaders;
}) => Client;

/** Entries that are read, more than any chain of proxies has. */
const MOST_HOPS = 32;

/**
 * Reads `X-Forwarded-For` from its end, as far as the proxies that wrote it are trusted: the first address that is no
 * trusted proxy is the client's. Anything before it may have been written by the client.
 * @param trustedProxies addresses and CIDR ranges, as configuration has checked them
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
      // A hop that is no address was not written by a trusted proxy: the last known address counts.
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
 * Normalises an IP address: without brackets, port and zone, and an IPv4 address inside IPv6 as IPv4.
 * @returns undefined when the text is no address
 */
export function normalizeAddress(text: string): string | undefined {
  // Most connections have such an address; this runs at every request that logs in.
  if (isIPv4(text)) return text;
  const bracketed = /^\[(?<address>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['address'];
  const withoutPort = bracketed ?? (/^[^:]+:\d+$/.test(text) ? text.slice(0, text.lastIndexOf(':')) : text);
  const address = withoutPort.replace(/%.*$/, '');
  const mapped = MAPPED.exec(address)?.groups?.['address'];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIP(address) === 0 ? undefined : address.toLowerCase();
}
