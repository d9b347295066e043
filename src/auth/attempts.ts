import { isIPv6 } from 'node:net';
import type { AuthState, ThrottleLimits } from './state/contract.ts';

/**
 * Clients together may fail so many times as often for one user as one client. That limit holds only for networks that have failed
 * themselves within the window: a user is never locked out by what others do (who comes with a clean record always may try), and
 * guessing from many addresses gets one guess a window out of each.
 */
const USER_ALLOWANCE = 10;

/** The first 96 bits of an IPv4 address in IPv6 spelling (RFC 4291 §2.5.5.2). */
const MAPPED_IPV4 = [0, 0, 0, 0, 0, 0xffff].join();

/** Failed log-ins of one adapter (specification §5.3; DESIGN §9). Only a wrong password or digest counts. */
export interface Attempts {
  /**
   * Whole seconds until this client may try to be this user, 0 when it may; asked before any hashing.
   * @throws StateUnavailable (or rejects with it) when the shared store cannot be asked
   */
  secondsBlocked(client: string, user: string): number | Promise<number>;
  /**
   * @returns whole seconds until this client may try again when it had failed often enough before, else 0. Several attempts at a time may
   * all be asked for before the first of them has failed: no more than the limit may be told that they were wrong.
   * @throws StateUnavailable as above
   */
  recordFailure(client: string, user: string): number | Promise<number>;
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
      const asked = [
        () => state.secondsBlocked(clientKey(client), limits),
        () => state.secondsBlocked(clientKey(client), { ...limits, failures: 1 }),
        () => state.secondsBlocked(userKey(user), ofUsers),
      ];
      return allOf(asked, ([byClient = 0, sinceFailure = 0, byUser = 0]) => (sinceFailure > 0 ? Math.max(byClient, byUser) : byClient));
    },
    recordFailure(client, user) {
      if (limits.failures === 0) return 0;
      const countUser = (seconds: number): number | Promise<number> => {
        // What a blocked client says of a user counts for nobody.
        const counted = seconds > 0 ? 0 : state.recordFailure(userKey(user), ofUsers);
        return typeof counted === 'number' ? seconds : counted.then(() => seconds);
      };
      const byClient = state.recordFailure(clientKey(client), limits);
      return typeof byClient === 'number' ? countUser(byClient) : byClient.then(countUser);
    },
  };
}

/** All at once, and without waiting where nothing has to be waited for. A driver that throws later leaves no rejection unhandled. */
function allOf(questions: readonly (() => number | Promise<number>)[], sum: (answers: readonly number[]) => number): number | Promise<number> {
  const answers: number[] = [];
  for (const [index, ask] of questions.entries()) {
    const answer = ask();
    if (typeof answer === 'number') answers.push(answer);
    else return Promise.all([...answers, answer, ...questions.slice(index + 1).map(async (later) => later())]).then(sum);
  }
  return sum(answers);
}

/**
 * An IPv4 address as it is; of an IPv6 address the first 64 bits, which are one site's; an IPv4 address in IPv6 spelling
 * (`::ffff:192.0.2.1`) is that IPv4 address. Anything else stays as it is.
 */
export function clientNetwork(client: string): string {
  if (!isIPv6(client)) return client;
  const [address = ''] = client.split('%', 1);
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const groups = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === MAPPED_IPV4) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Numbers of 16 bits; a dotted tail (`64:ff9b::192.0.2.1`) is two. */
function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
