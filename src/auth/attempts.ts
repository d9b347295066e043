import type { AuthState } from './state/contract.ts';

/** How much softer the limit of a user is than that of a client: see {@link userKey}. */
const USER_BUCKETS = 10;

/** Failed log-ins of one adapter (specification §5.3; DESIGN §9). Only a wrong password or digest counts. */
export interface Attempts {
  /**
   * Whole seconds until this client may try again, 0 when it may; asked before any hashing.
   * @throws StateUnavailable (or rejects with it) when the shared store cannot be asked
   */
  secondsBlocked(client: string, user: string): number | Promise<number>;
  /** @throws StateUnavailable as above */
  recordFailure(client: string, user: string): void | Promise<void>;
}

export function createAttempts(adapter: string, state: AuthState): Attempts {
  const keysOf = (client: string, user: string): readonly [string, string] => {
    const network = clientNetwork(client);
    return [`${adapter}|${network}`, userKey(adapter, user, network)];
  };
  return {
    secondsBlocked(client, user) {
      const [ofClient, ofUser] = keysOf(client, user);
      const byClient = state.secondsBlocked(ofClient);
      const byUser = state.secondsBlocked(ofUser);
      if (typeof byClient === 'number' && typeof byUser === 'number') return Math.max(byClient, byUser);
      return Promise.all([byClient, byUser]).then(([first, second]) => Math.max(first, second));
    },
    recordFailure(client, user) {
      const [ofClient, ofUser] = keysOf(client, user);
      const byClient = state.recordFailure(ofClient);
      const byUser = state.recordFailure(ofUser);
      if (byClient === undefined && byUser === undefined) return;
      return Promise.all([byClient, byUser]).then(() => undefined);
    },
  };
}

/**
 * Clients are spread over ten keys of a user. All of them together get ten times the limit of one client, and who fills one key
 * locks the user out for a tenth of the clients, never for everyone.
 */
function userKey(adapter: string, user: string, network: string): string {
  return `${adapter}|user|${user}|${bucketOf(network)}`;
}

/** FNV-1a: only has to spread, the same in every replica. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % USER_BUCKETS;
}

/**
 * An IPv4 address as it is; of an IPv6 address the first 64 bits, which are one site's; an IPv4 address in IPv6 spelling
 * (`::ffff:192.0.2.1`) is that IPv4 address. Anything else stays as it is.
 */
export function clientNetwork(client: string): string {
  const address = client.split('%', 1)[0] ?? client;
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const missing = Math.max(0, 8 - left.length - right.length);
  const groups = tail === undefined ? left : [...left, ...Array<string>(missing).fill('0'), ...right];
  if (groups.length !== 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return address;
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  if (numbers.slice(0, 5).every((number) => number === 0) && numbers[5] === 0xffff) return mappedAddress(numbers[6] ?? 0, numbers[7] ?? 0);
  return `${numbers
    .slice(0, 4)
    .map((number) => number.toString(16))
    .join(':')}::/64`;
}

/** A dotted tail (`64:ff9b::192.0.2.1`) counts as two groups. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(group)?.slice(1).map(Number);
    if (bytes === undefined) return [group];
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
  });
}

function mappedAddress(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
