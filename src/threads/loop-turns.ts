import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from './fair-queue.ts';

const MOST_WAITING = 1000;
const WAIT_MILLISECONDS = 10_000;
/** A new connection is accepted in one turn of the event loop, and its request is read in the next. */
const FEWEST_TURNS = 2;
/** Maximum turns to wait for: turns of an idle event loop take only microseconds. */
const MOST_TURNS = 32;

/** Thrown if too many jobs wait, in total or of one client, if a job has waited too long, or its client has left. */
export class LoopBusyError extends Error {
  override readonly name = 'LoopBusyError';
  readonly retrySeconds = 1;
}

/** Connection of a client, such as its socket. */
interface Connection {
  readonly destroyed?: boolean;
}

/**
 * Schedules jobs of more than a millisecond on the event loop, one at a time and fairly among clients. After each job,
 * the other work of the process gets up to the time that the job took.
 */
export class LoopTurns {
  readonly #queue = new FairQueue({
    places: 1,
    mostWaiting: MOST_WAITING,
    waitMilliseconds: WAIT_MILLISECONDS,
  });

  /** Whether clients wait for their turn. */
  get isBusy(): boolean {
    return this.#queue.hasWaiting;
  }

  /**
   * Resolves at the client's turn. The job is the synchronous work from then until the next `await`.
   * @param client address of the client
   * @param connection connection of the client; undefined: the client counts as connected
   * @throws LoopBusyError (rejects) if too many jobs wait, the job has waited too long, or the client has disconnected
   */
  take(client: string, connection?: Connection): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.take(client, {
        begin(leave) {
          void leaveLater(leave);
          resolve();
        },
        hasLeft: () => connection?.destroyed === true,
        refuse: () => reject(new LoopBusyError('Too much waits for the event loop.')),
      });
    });
  }

  /** Works like {@link take}, but resolves to false instead of rejecting. */
  tryToTake(client: string, connection?: Connection): Promise<boolean> {
    return this.take(client, connection).then(
      () => true,
      () => false,
    );
  }
}

async function leaveLater(leave: () => void): Promise<void> {
  const began = performance.now();
  await nextTurn();
  const ended = performance.now();
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    if (turns >= FEWEST_TURNS && performance.now() - ended > ended - began) break;
    await nextTurn();
  }
  leave();
}
