import { type ResourceLimits, Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.ts';

interface WorkerPoolOptions {
  /** Module of the worker, which answers every message with one message. */
  readonly workerUrl: URL;
  /** Name of the threads in tools that list threads. */
  readonly name: string;
  /** Title for the log: `password worker`. */
  readonly title: string;
  readonly log: (message: string) => void;
  readonly workers: number;
  /** Maximum number of waiting jobs, for all workers together. */
  readonly queueLimit: number;
  /** Maximum time that a job waits for a thread. */
  readonly waitMilliseconds: number;
  /** Maximum time that a job may take before its thread is replaced. Default: no limit. */
  readonly jobMilliseconds?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
}

/** Result of a job. `busy`: not started, or the pool was closed; `ended`: its thread ended without an answer. */
type PoolAnswer = { readonly kind: 'answered'; readonly message: unknown } | { readonly kind: 'busy' | 'ended' };

interface Slot {
  worker: Worker | undefined;
  finish: ((answer: PoolAnswer) => void) | undefined;
  /** Timer that ends a job after its time limit. */
  timer: NodeJS.Timeout | undefined;
}

const BUSY: PoolAnswer = { kind: 'busy' };

/**
 * Runs jobs on worker threads with a bounded queue; further jobs are refused at once. Threads start with the first job
 * and are replaced when they end. Libraries (Piscina, workerpool) bound their queue too, but not the time that a job
 * waits in it, and only the text of their errors distinguishes a refused job from a dead thread.
 */
export class WorkerPool<Job> {
  readonly #options: WorkerPoolOptions;
  readonly #slots: readonly Slot[];
  readonly #queue: FairQueue;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { workers, queueLimit, waitMilliseconds } = options;
    this.#queue = new FairQueue({ places: workers, mostWaiting: queueLimit, waitMilliseconds });
    this.#slots = Array.from({ length: options.workers }, () => ({
      worker: undefined,
      finish: undefined,
      timer: undefined,
    }));
  }

  /**
   * Runs a job. Never rejects.
   * @param client address of the client that waits; jobs without a client run in order of arrival
   */
  run(job: Job, client = ''): Promise<PoolAnswer> {
    return new Promise((resolve) => {
      this.#queue.take(client, {
        begin: (leave) =>
          this.#run(job, (answer) => {
            resolve(answer);
            leave();
          }),
        refuse: () => resolve(BUSY),
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.close();
    for (const { timer } of this.#slots) clearTimeout(timer);
    await Promise.all(this.#slots.map(({ worker }) => worker?.terminate()));
  }

  #run(job: Job, finish: (answer: PoolAnswer) => void): void {
    // Prefers a running thread to one that would have to be started.
    const free = this.#slots.filter((one) => one.finish === undefined);
    const slot = free.find(({ worker }) => worker !== undefined) ?? free[0];
    if (slot === undefined) throw new Error('The queue has more places than there are threads.');
    slot.finish = finish;
    try {
      slot.worker ??= this.#startWorker(slot);
      slot.worker.ref();
      slot.worker.postMessage(job);
      this.#limit(slot);
    } catch (error) {
      this.#options.log(`a ${this.#options.title} could not be given its work (${kindOf(error)})`);
      this.#finish(slot, BUSY);
    }
  }

  #limit(slot: Slot): void {
    const { jobMilliseconds, title, log } = this.#options;
    if (jobMilliseconds === undefined) return;
    slot.timer = setTimeout(() => {
      log(`a ${title} gave nothing within ${jobMilliseconds / 1000} seconds and is replaced`);
      // The exit handler resolves the job.
      void slot.worker?.terminate();
    }, jobMilliseconds).unref();
  }

  #startWorker(slot: Slot): Worker {
    const { workerUrl, name, title, log, environment = {}, workerData, resourceLimits } = this.#options;
    // Threads do not get the flags and the environment of this process.
    const worker = new Worker(workerUrl, {
      execArgv: [],
      env: environment,
      name,
      ...(workerData === undefined ? {} : { workerData }),
      ...(resourceLimits && { resourceLimits }),
    });
    worker.on('message', (message: unknown) => this.#finish(slot, { kind: 'answered', message }));
    // An error message could quote the job, such as a password: log only the kind of error.
    worker.on('error', (error) => log(`a ${title} failed (${kindOf(error)}) and is replaced`));
    worker.on('exit', () => {
      if (slot.worker !== worker) return;
      slot.worker = undefined;
      this.#finish(slot, this.#isClosed ? BUSY : { kind: 'ended' });
    });
    return worker;
  }

  #finish(slot: Slot, answer: PoolAnswer): void {
    const { finish } = slot;
    clearTimeout(slot.timer);
    slot.finish = undefined;
    slot.worker?.unref();
    finish?.(answer);
  }
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}
