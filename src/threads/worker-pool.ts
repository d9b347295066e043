import { type ResourceLimits, Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.ts';

interface WorkerPoolOptions {
  /** Module of the worker, which answers every message with one message. */
  readonly workerUrl: URL;
  /** Name of the threads, for tools that list them. */
  readonly name: string;
  /** Title for the log: `password worker`. */
  readonly title: string;
  readonly log: (message: string) => void;
  readonly workers: number;
  /** Jobs that may wait, of all workers together. */
  readonly queueLimit: number;
  /** The longest that a job waits for a thread. */
  readonly waitMilliseconds: number;
  /** The longest that a job may take before its thread is replaced. Left out: no limit. */
  readonly jobMilliseconds?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
}

/** Answer to a job. `busy`: the job was not begun; `ended`: its thread ended before it answered. */
type PoolAnswer = { readonly kind: 'answered'; readonly message: unknown } | { readonly kind: 'busy' | 'ended' };

interface Slot {
  worker: Worker | undefined;
  finish: ((answer: PoolAnswer) => void) | undefined;
  /** Timer that ends a job that takes too long. */
  timer: NodeJS.Timeout | undefined;
}

const BUSY: PoolAnswer = { kind: 'busy' };

/**
 * Runs a bounded number of jobs on worker threads; further jobs are refused at once. Threads are started when the first
 * job comes, and replaced when they die. Libraries (Piscina, workerpool) bound their queue as well, but not how long a
 * job waits in it, and their errors tell a refused job from a dead thread by their text alone.
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
   * Never rejects.
   * @param client address of the client that waits; jobs without one run in the order in which they come
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
      // The exit event answers the job.
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
    // A message could quote what was sent: the log has the kind of error alone.
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
