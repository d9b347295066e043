import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PasswordCheck, PasswordWorkers } from './contract.ts';

/** What a worker is sent; it answers true or false. */
export interface PasswordJob {
  readonly password: string;
  readonly stored: string;
  readonly decoys: readonly string[];
}

export interface PasswordWorkersOptions {
  /** `password-worker.ts`, or what it was built to. */
  readonly workerUrl: URL;
  readonly log: (message: string) => void;
  /** One core stays for requests. */
  readonly workers?: number;
  readonly queuedPerWorker?: number;
  readonly waitMilliseconds?: number;
}

const QUEUED_PER_WORKER = 4;
const WAIT_MILLISECONDS = 1000;

/** Threads are started when the first password comes, and replaced when they die. */
export function createPasswordWorkers({
  workerUrl,
  log,
  workers = Math.max(1, availableParallelism() - 1),
  queuedPerWorker = QUEUED_PER_WORKER,
  waitMilliseconds = WAIT_MILLISECONDS,
}: PasswordWorkersOptions): PasswordWorkers {
  return new Pool(workerUrl, log, workers, workers * queuedPerWorker, waitMilliseconds);
}

interface Slot {
  worker: Worker | undefined;
  finish: ((check: PasswordCheck) => void) | undefined;
}

interface Waiting {
  readonly job: PasswordJob;
  readonly finish: (check: PasswordCheck) => void;
  readonly timeout: NodeJS.Timeout;
}

class Pool implements PasswordWorkers {
  readonly #workerUrl: URL;
  readonly #log: (message: string) => void;
  readonly #slots: readonly Slot[];
  readonly #queueLimit: number;
  readonly #waitMilliseconds: number;
  readonly #queue = new Set<Waiting>();
  readonly #flights = new Map<string, Promise<PasswordCheck>>();
  #isClosed = false;

  constructor(workerUrl: URL, log: (message: string) => void, workers: number, queueLimit: number, waitMilliseconds: number) {
    this.#workerUrl = workerUrl;
    this.#log = log;
    this.#slots = Array.from({ length: workers }, () => ({ worker: undefined, finish: undefined }));
    this.#queueLimit = queueLimit;
    this.#waitMilliseconds = waitMilliseconds;
  }

  verify(password: string, stored: string, decoys: readonly string[], user: string): Promise<PasswordCheck> {
    const question = JSON.stringify([user, password, stored, decoys]);
    const flight = this.#flights.get(question) ?? this.#start({ password, stored, decoys }).finally(() => this.#flights.delete(question));
    this.#flights.set(question, flight);
    return flight;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { finish, timeout } of this.#queue) {
      clearTimeout(timeout);
      finish('busy');
    }
    await Promise.all(this.#slots.map(({ worker }) => worker?.terminate()));
  }

  #start(job: PasswordJob): Promise<PasswordCheck> {
    const { promise, resolve: finish } = Promise.withResolvers<PasswordCheck>();
    const slot = this.#slots.find((candidate) => candidate.finish === undefined);
    if (this.#isClosed) finish('busy');
    else if (slot !== undefined) this.#run(slot, job, finish);
    else if (this.#queue.size >= this.#queueLimit) finish('busy');
    else this.#wait(job, finish);
    return promise;
  }

  #wait(job: PasswordJob, finish: (check: PasswordCheck) => void): void {
    const timeout = setTimeout(() => {
      this.#queue.delete(waiting);
      finish('busy');
    }, this.#waitMilliseconds);
    const waiting: Waiting = { job, finish, timeout };
    this.#queue.add(waiting);
  }

  #run(slot: Slot, job: PasswordJob, finish: (check: PasswordCheck) => void): void {
    slot.finish = finish;
    slot.worker ??= this.#startWorker(slot);
    slot.worker.ref();
    slot.worker.postMessage(job);
  }

  #startWorker(slot: Slot): Worker {
    // Neither this process's flags nor its environment are of use to hashing.
    const worker = new Worker(this.#workerUrl, { execArgv: [], env: {}, name: 'passwords' });
    worker.on('message', (isRight: unknown) => this.#finish(slot, isRight === true ? 'right' : 'wrong'));
    // A message would quote what was sent, so only the kind of error is told.
    worker.on('error', (error) => this.#log(`a password worker failed (${error instanceof Error ? error.name : 'unknown error'}) and is replaced`));
    worker.on('exit', () => {
      slot.worker = undefined;
      this.#finish(slot, 'busy');
    });
    return worker;
  }

  #finish(slot: Slot, check: PasswordCheck): void {
    const { finish } = slot;
    slot.finish = undefined;
    slot.worker?.unref();
    finish?.(check);
    const [next] = this.#queue;
    if (next === undefined || this.#isClosed) return;
    clearTimeout(next.timeout);
    this.#queue.delete(next);
    this.#run(slot, next.job, next.finish);
  }
}
