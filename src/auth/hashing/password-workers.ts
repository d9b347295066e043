import { availableParallelism } from 'node:os';
import { WorkerPool } from '../../threads/worker-pool.ts';

/** Verifies passwords in worker threads. The queue is bounded; work beyond it is refused at once (`busy`). */
export interface PasswordWorkers {
  /**
   * @param stored one value of a password file
   * @param decoys values verified after a wrong password only to take time; their results are ignored
   * @param user simultaneous equal calls share one verification, but only for the same user: all unknown users have the
   * same stored value, and the time of a shared verification would reveal that two users are unknown
   * @returns `busy`: nothing is known about the password; the client gets 503. The promise never rejects.
   */
  verify(password: string, stored: string, decoys: readonly string[], user: string): Promise<PasswordCheck>;
  close(): Promise<void>;
}

export type PasswordCheck = 'right' | 'wrong' | 'busy';

/** Message to a worker, which answers true or false. */
export interface PasswordJob {
  readonly password: string;
  readonly stored: string;
  readonly decoys: readonly string[];
}

export interface PasswordWorkersOptions {
  /** URL of `password-worker.ts` or of its compiled file. */
  readonly workerUrl: URL;
  readonly log: (message: string) => void;
  /** Number of threads; by default one core stays free for requests. */
  readonly workers?: number;
  readonly queuedPerWorker?: number;
  readonly waitMilliseconds?: number;
}

const QUEUED_PER_WORKER = 4;
const WAIT_MILLISECONDS = 1000;

export function createPasswordWorkers({
  workerUrl,
  log,
  workers = Math.max(1, availableParallelism() - 1),
  queuedPerWorker = QUEUED_PER_WORKER,
  waitMilliseconds = WAIT_MILLISECONDS,
}: PasswordWorkersOptions): PasswordWorkers {
  const queueLimit = workers * queuedPerWorker;
  const pool = new WorkerPool<PasswordJob>({
    workerUrl,
    name: 'passwords',
    title: 'password worker',
    log,
    workers,
    queueLimit,
    waitMilliseconds,
  });
  const flights = new Map<string, Promise<PasswordCheck>>();
  const check = async (job: PasswordJob): Promise<PasswordCheck> => {
    const answer = await pool.run(job);
    if (answer.kind !== 'answered') return 'busy';
    return answer.message === true ? 'right' : 'wrong';
  };
  return {
    verify(password, stored, decoys, user) {
      const question = JSON.stringify([user, password, stored, decoys]);
      const flight =
        flights.get(question) ?? check({ password, stored, decoys }).finally(() => flights.delete(question));
      flights.set(question, flight);
      return flight;
    },
    close: () => pool.close(),
  };
}
