import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CompressionResult } from './compression-worker.ts';

/** Bodies under way at once, in bytes: what the pool may hold in memory. */
const QUEUE_BYTES = 16 * 1024 * 1024;
const MAX_WORKERS = 4;

/** Compresses on other threads. Results come in the order of the tasks, so that a release has the same bytes on every machine. */
export class CompressionPool {
  readonly #workers: readonly Worker[];
  readonly #pending = new Map<number, { resolve(result: CompressionResult): void; reject(error: Error): void }>();
  readonly #encoder = new TextEncoder();
  #next = 0;
  #queuedBytes = 0;
  #waiting: (() => void)[] = [];

  constructor() {
    const count = Math.min(MAX_WORKERS, Math.max(1, availableParallelism()));
    this.#workers = Array.from({ length: count }, () => {
      const worker = new Worker(new URL('./compression-worker.ts', import.meta.url));
      worker.on('message', (result: CompressionResult) => this.#settle(result.id)?.resolve(result));
      worker.on('error', (error) => this.#failAll(error instanceof Error ? error : new Error(String(error))));
      return worker;
    });
  }

  /** Resolves to a promise of the result as soon as there is room in the queue. */
  async add(content: string | Uint8Array<ArrayBuffer>): Promise<{ readonly result: Promise<CompressionResult> }> {
    const body = typeof content === 'string' ? this.#encoder.encode(content) : content;
    while (this.#queuedBytes > QUEUE_BYTES) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const id = this.#next++;
    const size = body.byteLength;
    this.#queuedBytes += size;
    const result = new Promise<CompressionResult>((resolve, reject) => this.#pending.set(id, { resolve, reject })).finally(() => {
      this.#queuedBytes -= size;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resume of waiting) resume();
    });
    this.#workers[id % this.#workers.length]?.postMessage({ id, body }, [body.buffer]);
    return { result };
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #settle(id: number): { resolve(result: CompressionResult): void; reject(error: Error): void } | undefined {
    const task = this.#pending.get(id);
    this.#pending.delete(id);
    return task;
  }

  #failAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
  }
}
