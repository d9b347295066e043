import { isIP, isIPv4 } from 'node:net';

const MAPPED = /^::ffff:(?<address>\d+\.\d+\.\d+\.\d+)$/i;

/**
 * One spelling for an IP address: without brackets, port and zone, an IPv4 address inside IPv6 as IPv4.
 * @returns undefined for what is no address
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
