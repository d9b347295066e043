import { clientNetwork } from '../http/client-network.ts';
import type { AuthState, ThrottleLimits } from './state/contract.ts';

/**
 * Factor between the failure limit of one client and the limit for one user from all clients. Beyond the latter, only
 * networks with a failure in the window are blocked: other clients cannot lock a user out, and an attacker with many
 * addresses gets one guess per window from each.
 */
const USER_ALLOWANCE = 10;

/** Counter of failed log-ins of one adapter (specification §5.3; DESIGN §9). Only a wrong password or digest counts. */
export interface Attempts {
  /**
   * Whole seconds until this client may try to log in as this user, 0 if it may now; called before any hashing.
   * @throws StateUnavailable (or rejects with it) if the shared store is not available
   */
  secondsBlocked(client: string, user: string): number | Promise<number>;
  /**
   * @returns whole seconds until this client may try again if it had reached the limit before this failure, else 0.
   * Parallel attempts may all pass {@link secondsBlocked} before the first one fails; the limit also bounds how many of
   * them learn that they were wrong.
   * @throws StateUnavailable, as {@link secondsBlocked} does
   */
  recordFailure(client: string, user: string): number | Promise<number>;
}

/**
 * Creates a counter of failures by client and, with a higher limit, by user. Unknown users count like known users.
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
 * Asks all questions in parallel; the result is synchronous if all answers are. An error of a later question leaves no
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
