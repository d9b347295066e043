import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CompressedBatch, CompressedBody } from './compression-worker.ts';

/** Bodies under way at once, in bytes: what the pool may hold in memory. */
const QUEUE_BYTES = 16 * 1024 * 1024;
const MAX_WORKERS = 4;
const WORKER = new URL('./compression-worker.ts', import.meta.url);

/** Compresses on other threads. */
export class CompressionPool {
  /** Started at the first task: until then others need the cores. */
  #workers: readonly Worker[] = [];
  readonly #pending = new Map<
    number,
    { resolve(results: readonly CompressedBody[]): void; reject(error: Error): void }
  >();
  #next = 0;
  #queuedBytes = 0;
  #waiting: (() => void)[] = [];
  #failure: Error | undefined;
  readonly #workerUrl: URL;

  constructor(workerUrl = WORKER) {
    this.#workerUrl = workerUrl;
  }

  /**
   * Hands bodies over; their memory belongs to the pool from then on.
   * @returns once there is room in the queue again; the results come later
   * @throws the error that a thread has failed with
   */
  async add(
    bodies: readonly Uint8Array<ArrayBuffer>[],
  ): Promise<{ readonly results: Promise<readonly CompressedBody[]> }> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#workers.length === 0) this.#workers = this.#start();
    const id = this.#next++;
    const size = bodies.reduce((sum, body) => sum + body.byteLength, 0);
    this.#queuedBytes += size;
    const results = new Promise<readonly CompressedBody[]>((resolve, reject) =>
      this.#pending.set(id, { resolve, reject }),
    ).finally(() => this.#release(size));
    // Callers that wait for room do not look at them yet.
    results.catch(() => undefined);
    this.#workers[id % this.#workers.length]?.postMessage(
      { id, bodies },
      bodies.map((body) => body.buffer),
    );
    while (this.#queuedBytes > QUEUE_BYTES) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#failure !== undefined) throw this.#failure;
    return { results };
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(): readonly Worker[] {
    // One core belongs to the thread that makes the bodies: what slows that one down slows the build down.
    const count = Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1));
    return Array.from({ length: count }, () => {
      const worker = new Worker(this.#workerUrl);
      worker.on('message', ({ id, results }: CompressedBatch) => this.#settle(id)?.resolve(results));
      worker.on('error', (error) => this.#failAll(error instanceof Error ? error : new Error(String(error))));
      worker.on('exit', () => this.#failAll(new Error('A thread that compresses has ended.')));
      return worker;
    });
  }

  #release(size: number): void {
    this.#queuedBytes -= size;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  #settle(id: number): { resolve(results: readonly CompressedBody[]): void; reject(error: Error): void } | undefined {
    const task = this.#pending.get(id);
    this.#pending.delete(id);
    return task;
  }

  #failAll(error: Error): void {
    this.#failure ??= error;
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
  }
}
