import { type ResourceLimits, Worker } from 'node:worker_threads';

interface WorkerPoolOptions {
  /** A file that answers every message with one message. */
  readonly workerUrl: URL;
  /** Of the threads, for tools that list them. */
  readonly name: string;
  /** For the log: `password worker`. */
  readonly title: string;
  readonly log: (message: string) => void;
  readonly workers: number;
  /** Jobs that may wait, of all workers together. */
  readonly queueLimit: number;
  /** The longest that a job waits for a thread. */
  readonly waitMilliseconds: number;
  /** The longest that a job may take; then its thread is replaced. Left out: a job is not interrupted. */
  readonly jobMilliseconds?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
}

/** `busy`: it was not begun; `ended`: its thread ended in the middle of it. */
type PoolAnswer = { readonly kind: 'answered'; readonly message: unknown } | { readonly kind: 'busy' | 'ended' };

interface Slot {
  worker: Worker | undefined;
  finish: ((answer: PoolAnswer) => void) | undefined;
  /** Until the job takes too long. */
  timer: NodeJS.Timeout | undefined;
}

interface Waiting<Job> {
  readonly job: Job;
  readonly finish: (answer: PoolAnswer) => void;
  readonly timeout: NodeJS.Timeout;
}

const BUSY: PoolAnswer = { kind: 'busy' };

/**
 * Does a bounded amount of work away from the thread that answers requests; what is over it is refused at once. Threads
 * are started when the first job comes, and replaced when they die. Kept libraries (Piscina, workerpool) bound their
 * queue as well, but not how long a job waits in it, and what was refused and what died differ by the text of an error.
 */
export class WorkerPool<Job> {
  readonly #options: WorkerPoolOptions;
  readonly #slots: readonly Slot[];
  readonly #queue = new Set<Waiting<Job>>();
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.workers }, () => ({
      worker: undefined,
      finish: undefined,
      timer: undefined,
    }));
  }

  /** Never rejects. */
  run(job: Job): Promise<PoolAnswer> {
    const { promise, resolve: finish } = Promise.withResolvers<PoolAnswer>();
    // A thread that is there comes before one that would have to be started.
    const free = this.#slots.filter((slot) => slot.finish === undefined);
    const slot = free.find(({ worker }) => worker !== undefined) ?? free[0];
    if (this.#isClosed) finish(BUSY);
    else if (slot !== undefined) this.#run(slot, job, finish);
    else if (this.#queue.size >= this.#options.queueLimit) finish(BUSY);
    else this.#wait(job, finish);
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { finish, timeout } of this.#queue) {
      clearTimeout(timeout);
      finish(BUSY);
    }
    for (const { timer } of this.#slots) clearTimeout(timer);
    await Promise.all(this.#slots.map(({ worker }) => worker?.terminate()));
  }

  #wait(job: Job, finish: (answer: PoolAnswer) => void): void {
    const timeout = setTimeout(() => {
      this.#queue.delete(waiting);
      finish(BUSY);
    }, this.#options.waitMilliseconds);
    const waiting: Waiting<Job> = { job, finish, timeout };
    this.#queue.add(waiting);
  }

  #run(slot: Slot, job: Job, finish: (answer: PoolAnswer) => void): void {
    clearTimeout(slot.timer);
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
      // Its end answers the job.
      void slot.worker?.terminate();
    }, jobMilliseconds).unref();
  }

  #startWorker(slot: Slot): Worker {
    const { workerUrl, name, title, log, environment = {}, workerData, resourceLimits } = this.#options;
    // This process's flags and environment are of no use to its threads.
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
    const [next] = this.#queue;
    if (next !== undefined && !this.#isClosed) {
      clearTimeout(next.timeout);
      this.#queue.delete(next);
      this.#run(slot, next.job, next.finish);
    }
  }
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}
