import type { AuthState, ThrottleLimits } from './state/contract.ts';

/** Clients together may fail so many times as often for one user as one client: who wants to lock a user out needs as many addresses. */
const USER_ALLOWANCE = 10;

/** Failed log-ins of one adapter (specification §5.3; DESIGN §9). Only a wrong password or digest counts. */
export interface Attempts {
  /**
   * Whole seconds until this client may try to be this user, 0 when it may; asked before any hashing.
   * @throws StateUnavailable (or rejects with it) when the shared store cannot be asked
   */
  secondsBlocked(client: string, user: string): number | Promise<number>;
  /** @throws StateUnavailable as above */
  recordFailure(client: string, user: string): void | Promise<void>;
}

/**
 * Counts by client and, softer, by user. Users that do not exist count like those that do.
 * @param limits of one client
 */
export function createAttempts(adapter: string, state: AuthState, limits: ThrottleLimits): Attempts {
  const ofUsers = { failures: limits.failures * USER_ALLOWANCE, perSeconds: limits.perSeconds };
  const clientKey = (client: string): string => `${adapter}|${clientNetwork(client)}`;
  const userKey = (user: string): string => `${adapter}|user|${user}`;
  return {
    secondsBlocked(client, user) {
      if (limits.failures === 0) return 0;
      const byClient = state.secondsBlocked(clientKey(client), limits);
      if (typeof byClient !== 'number') return secondsBlockedShared(byClient, () => state.secondsBlocked(userKey(user), ofUsers));
      const byUser = state.secondsBlocked(userKey(user), ofUsers);
      return typeof byUser === 'number' ? Math.max(byClient, byUser) : byUser.then((seconds) => Math.max(byClient, seconds));
    },
    recordFailure(client, user) {
      if (limits.failures === 0) return;
      const byClient = state.recordFailure(clientKey(client), limits);
      if (byClient !== undefined) return together(byClient, () => state.recordFailure(userKey(user), ofUsers)).then(() => undefined);
      return state.recordFailure(userKey(user), ofUsers);
    },
  };
}

async function secondsBlockedShared(byClient: Promise<number>, askByUser: () => number | Promise<number>): Promise<number> {
  return Math.max(...(await together(byClient, askByUser)));
}

/** Both at once. A driver that throws on the second call leaves no rejection of the first unhandled. */
async function together<T>(first: Promise<T>, askSecond: () => T | Promise<T>): Promise<[T, T]> {
  return Promise.all([first, (async () => askSecond())()]);
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
