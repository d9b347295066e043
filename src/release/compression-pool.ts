import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { NODE_ARGUMENTS } from '../project/product.ts';
import { compressBody, type StoredBody } from '../store/codings.ts';
import type { CompressedBatch, CompressionBatch, CompressionWorkerData } from './compression-worker.ts';

/**
 * Limit on the bytes of the bodies that the pool holds. The documents of one large API fit, so that the thread that
 * makes them does not have to compress in between.
 */
const QUEUE_BYTES = 40 * 1024 * 1024;
const MAX_WORKERS = 4;
const WORKER = new URL('./compression-worker.ts', import.meta.url);

/** Limit on the bytes passed to one thread: enough to keep that thread busy while the main thread does other work. */
const GIVEN_BYTES = 8 * 1024 * 1024;

interface Thread {
  readonly worker: Worker;
  readonly exit: Promise<unknown>;
  /** Bytes passed to the thread that it has not returned yet. */
  bytes: number;
}

/** Callbacks of the promise for the results of a batch. */
interface Pending {
  resolve(results: readonly StoredBody[]): void;
  reject(error: Error): void;
}

/** Compresses on other threads, and on the main thread when it has nothing else to do. */
export class CompressionPool {
  readonly #threads: Thread[] = [];
  /** Batches that have not been passed to a thread. */
  readonly #queue: CompressionBatch[] = [];
  readonly #pending = new Map<number, Pending>();
  readonly #given = new Map<number, { readonly thread: Thread; readonly size: number }>();
  #next = 0;
  #queuedBytes = 0;
  /** True after the first result of a thread: until then, threads may fail to start. */
  #hasAnswered = false;
  #waiting: (() => void)[] = [];
  #failure: Error | undefined;
  readonly #ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #workerUrl: URL;
  readonly #threadCount: number;

  /** @param threadCount leaves one core for the thread that makes the bodies, which determines the build time */
  constructor(workerUrl = WORKER, threadCount = Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1))) {
    this.#workerUrl = workerUrl;
    this.#threadCount = threadCount;
  }

  /** Starts the threads. Without this call, the first batch starts them, which leaves the cores free until then. */
  start(): void {
    while (this.#threads.length < this.#threadCount) this.#threads.push(this.#startedThread());
  }

  /**
   * Adds bodies to the queue and takes ownership of their memory. Resolves when the queue has room again.
   * @returns a promise of the results, which may be pending
   * @throws the error that stopped a thread
   */
  async add(bodies: readonly Uint8Array<ArrayBuffer>[]): Promise<{ readonly results: Promise<readonly StoredBody[]> }> {
    if (this.#failure !== undefined) throw this.#failure;
    this.start();
    const id = this.#next++;
    const size = sizeOf(bodies);
    this.#queuedBytes += size;
    const results = new Promise<readonly StoredBody[]>((resolve, reject) =>
      this.#pending.set(id, { resolve, reject }),
    ).finally(() => this.#release(size));
    // Prevents an unhandled rejection while the caller still waits for room in the queue.
    results.catch(() => undefined);
    this.#queue.push({ id, bodies });
    this.#give();
    while (this.#queuedBytes > QUEUE_BYTES)
      if (this.#hasAnswered && this.#queue.length > 0) await this.#helpOnce();
      else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#failure !== undefined) throw this.#failure;
    return { results };
  }

  /** Compresses the queued batches on this thread. Called when the caller cannot continue without the results. */
  async help(): Promise<void> {
    // Receives results of threads that finished while this thread was busy.
    await setImmediate();
    while (this.#queue.length > 0) await this.#helpOnce();
  }

  async #helpOnce(): Promise<void> {
    const batch = this.#queue.shift();
    if (batch !== undefined) this.#settle(batch.id)?.resolve(batch.bodies.map(compressBody));
    // Receives results, so that idle threads get the next batch.
    await setImmediate();
  }

  /**
   * Ends each thread after its current body. Terminating a thread while it creates an encoder would crash the process
   * (Node 22 assertion `close before init`).
   */
  async close(): Promise<void> {
    Atomics.store(this.#ended, 0, 1);
    for (const { worker } of this.#threads) worker.postMessage(null);
    await Promise.all(this.#threads.map(({ exit }) => exit));
  }

  #give(): void {
    for (let batch = this.#queue[0]; batch !== undefined; batch = this.#queue[0]) {
      const { id, bodies } = batch;
      const thread = this.#threads.reduce((least, other) => (other.bytes < least.bytes ? other : least));
      if (thread.bytes >= GIVEN_BYTES) return;
      this.#queue.shift();
      const size = sizeOf(bodies);
      thread.bytes += size;
      this.#given.set(id, { thread, size });
      thread.worker.postMessage(
        batch,
        bodies.map((body) => body.buffer),
      );
    }
  }

  #startedThread(): Thread {
    const worker = new Worker(this.#workerUrl, {
      execArgv: [...NODE_ARGUMENTS],
      workerData: { ended: this.#ended } satisfies CompressionWorkerData,
    });
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', ({ id, results }: CompressedBatch) => {
      this.#hasAnswered = true;
      const given = this.#given.get(id);
      if (given !== undefined) given.thread.bytes -= given.size;
      this.#given.delete(id);
      this.#give();
      this.#settle(id)?.resolve(results);
    });
    worker.on('error', (error) => this.#failAll(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#failAll(new Error('A thread that compresses has ended.')));
    return { worker, exit, bytes: 0 };
  }

  #release(size: number): void {
    this.#queuedBytes -= size;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #failAll(error: Error): void {
    this.#failure ??= error;
    this.#queue.length = 0;
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
  }
}

function sizeOf(bodies: readonly Uint8Array[]): number {
  return bodies.reduce((sum, body) => sum + body.byteLength, 0);
}
