import { isIPv6 } from 'node:net';

/** First 96 bits of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
const MAPPED_IPV4 = [0, 0, 0, 0, 0, 0xffff].join();

/**
 * Reduces a client's address to its network: an IPv6 address to its /64 prefix, which usually belongs to one customer,
 * and an IPv4-mapped address (`::ffff:192.0.2.1`) to the IPv4 address. Returns any other text unchanged.
 */
export function clientNetwork(client: string): string {
  if (!client.includes(':') || !isIPv6(client)) return client;
  const [address = ''] = client.split('%', 1);
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const groups = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === MAPPED_IPV4) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Parses 16-bit groups; an IPv4 suffix (`64:ff9b::192.0.2.1`) gives two. */
function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
