import { clientNetwork } from '../http/client-network.ts';
import type { AuthState, ThrottleLimits } from './state/contract.ts';

/**
 * All clients together may fail this many times as often for one user as one client may. The limit holds only for
 * networks that have failed themselves within the window: nothing that others do locks a user out, since a network
 * without failures may always try, and an attacker with many addresses gets one guess a window from each.
 */
const USER_ALLOWANCE = 10;

/** Failed log-ins of one adapter (specification §5.3; DESIGN §9). Only a wrong password or digest counts. */
export interface Attempts {
  /**
   * Whole seconds until this client may try to be this user, 0 when it may; asked before any hashing.
   * @throws StateUnavailable (or rejects with it) when the shared store cannot be asked
   */
  secondsBlocked(client: string, user: string): number | Promise<number>;
  /**
   * @returns whole seconds until this client may try again when it had failed often enough before, else 0. Several
   * attempts at a time may all be asked for before the first of them has failed: no more than the limit may learn
   * that they were wrong.
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
      return allOf(asked, ([byClient = 0, sinceFailure = 0, byUser = 0]) =>
        sinceFailure > 0 ? Math.max(byClient, byUser) : byClient,
      );
    },
    recordFailure(client, user) {
      if (limits.failures === 0) return 0;
      const countUser = (seconds: number): number | Promise<number> => {
        // A blocked client's failure does not count against the user.
        const counted = seconds > 0 ? 0 : state.recordFailure(userKey(user), ofUsers);
        return typeof counted === 'number' ? seconds : counted.then(() => seconds);
      };
      const byClient = state.recordFailure(clientKey(client), limits);
      return typeof byClient === 'number' ? countUser(byClient) : byClient.then(countUser);
    },
  };
}

/**
 * Asks all questions at once, without waiting where a driver answers at once. A driver that throws later leaves no
 * rejection unhandled.
 */
function allOf(
  questions: readonly (() => number | Promise<number>)[],
  sum: (answers: readonly number[]) => number,
): number | Promise<number> {
  const answers: number[] = [];
  for (const [index, ask] of questions.entries()) {
    const answer = ask();
    if (typeof answer === 'number') answers.push(answer);
    else
      return Promise.all([...answers, answer, ...questions.slice(index + 1).map(async (later) => later())]).then(sum);
  }
  return sum(answers);
}
