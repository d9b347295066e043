import { availableParallelism, totalmem } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { NODE_ARGUMENTS } from '../../project/product.ts';
import { TemplateError } from '../build-errors.ts';
import type { DrawnPage } from '../drawn-page.ts';
import type { DocumentDependencies } from '../incremental/dependency-section.ts';
import type { PageAnswer, PageFailure, PageWork, PageWorkerData } from './page-worker.ts';
import { type SharedClaims, Turns } from './turns.ts';

const WORKER = new URL('./page-worker.ts', import.meta.url);
/** Maximum number of additional threads: each holds a copy of an API and of the values computed from it. */
const MOST_THREADS = 2;
/** Cores reserved for the main thread and for one compression thread. */
const OTHER_CORES = 2;
/** Required memory for each thread, in bytes; even the largest APIs take only a part of it. */
const EACH = 2 * 1024 ** 3;
/** Minimum number of pages for which additional threads save time. */
const FEWEST_PAGES = 150;
/** Minimum size of a model whose pages are large enough for a thread that shares its core with compression. */
const LARGE = 6_000_000;

/**
 * Returns the number of additional threads for an API: the number of cores minus two, limited by the memory (one for
 * each 2 GiB beyond the first 2 GiB), at most two. On two cores, only large APIs get one: it saves a fifth of the time,
 * and takes up to a tenth more CPU time and a third more memory.
 * @param api number of pages to render, and characters of the largest version's model
 * @param asked replaces this number where threads save time at all
 * @param machine its memory in bytes
 */
export function pageThreadCount(
  api: { readonly count: number; readonly modelSize: number },
  asked?: number,
  machine = thisMachine(),
): number {
  if (api.count < FEWEST_PAGES) return 0;
  const isTight = machine.cores === OTHER_CORES && api.modelSize >= LARGE;
  const free = machine.cores - (isTight ? OTHER_CORES - 1 : OTHER_CORES);
  return asked ?? Math.max(0, Math.min(MOST_THREADS, free, Math.floor(machine.memory / EACH) - 1));
}

function thisMachine() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return { cores: availableParallelism(), memory };
}

/** Renders pages on the main thread and on additional threads, one API at a time. */
export class PageThreads {
  readonly #data: PageWorkerData;
  readonly #threads: { readonly worker: Worker; readonly exit: Promise<unknown> }[] = [];
  #drawing: PagesInTurn | undefined;
  #failure: unknown;

  constructor(data: PageWorkerData) {
    this.#data = data;
  }

  /**
   * Starts rendering the pages of an API on the threads. Callers take every page from the result before they call this
   * for the next API.
   * @param count number of threads
   */
  begin(work: Omit<PageWork, 'claims'>, count: number): PagesInTurn {
    while (this.#threads.length < count) this.#threads.push(this.#started());
    const claims = Turns.claims();
    this.#drawing = new PagesInTurn(work.pages.length, { claims, threads: count });
    for (const { worker } of this.#threads.slice(0, count)) worker.postMessage({ ...work, claims } satisfies PageWork);
    if (this.#failure !== undefined) this.#drawing.fail(this.#failure);
    return this.#drawing;
  }

  /** Ends each thread after its current page, since terminating a thread at work can crash the process. */
  async close(): Promise<void> {
    this.#drawing?.end();
    for (const { worker } of this.#threads) worker.postMessage(null);
    await Promise.all(this.#threads.map(({ exit }) => exit));
  }

  #started(): { readonly worker: Worker; readonly exit: Promise<unknown> } {
    const worker = new Worker(WORKER, {
      execArgv: [...NODE_ARGUMENTS],
      env: { ...process.env, ASTRO_NODE_AUTOSTART: 'disabled' },
      workerData: this.#data,
    });
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    // A thread may end between two APIs.
    const fail = (error: unknown): void => {
      this.#failure ??= error;
      this.#drawing?.fail(error);
    };
    worker.on('message', (answer: PageAnswer) =>
      answer.kind === 'failure' ? fail(errorOf(answer)) : this.#drawing?.receive(answer),
    );
    const end = (why: string): void =>
      fail(
        new TemplateError(
          `A thread that draws pages has ended: ${why} Build again, where there is more memory for it.`,
        ),
      );
    worker.on('error', ({ message }) => end(message));
    worker.on('messageerror', ({ message }) => end(message));
    worker.on('exit', (code) => end(`exit code ${code}.`));
    return { worker, exit };
  }
}

function errorOf({ isOfTemplate, message, stack }: PageFailure): Error {
  return isOfTemplate ? new TemplateError(message) : Object.assign(new Error(message), { stack });
}

/** Pages of one API, in the process of being rendered. */
export class PagesInTurn {
  readonly #turns: Turns;
  readonly #drawn = new Map<number, Uint8Array<ArrayBuffer>>();
  readonly #madeOf = new Map<number, DocumentDependencies>();
  #threads: number;
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  /**
   * @param pages number of pages
   * @param others additional threads that render pages; left out: this thread renders all pages
   */
  constructor(pages: number, others?: { readonly claims: SharedClaims; readonly threads: number }) {
    this.#turns = new Turns(others?.claims ?? Turns.claims(), pages);
    this.#threads = others?.threads ?? 0;
  }

  /**
   * Returns a page, and renders other pages while it waits. Called for the pages in ascending order.
   * @param draw renders a page on this thread
   */
  async page(index: number, draw: (index: number) => Promise<DrawnPage>): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      // Receives pages from other threads.
      await setImmediate();
      if (this.#failure !== undefined) throw this.#failure.error;
      const bytes = this.#drawn.get(index);
      if (bytes !== undefined) {
        this.#drawn.delete(index);
        this.#turns.release(bytes.byteLength);
        return bytes;
      }
      // If no page can be taken, another thread is rendering this page or has rendered it.
      const taken = this.#turns.take('none');
      for (const own of taken) {
        const { bytes: made, madeOf } = await draw(own);
        // Handles other events, such as Ctrl-C: rendering itself does not yield to them.
        await setImmediate();
        this.#drawn.set(own, made);
        this.#turns.hold(made.byteLength);
        if (madeOf !== undefined) this.#madeOf.set(own, madeOf);
      }
      if (taken.length === 0) await this.#changed();
    }
  }

  /** Waits until all pages are rendered; returns their dependencies. */
  async madeOf(): Promise<ReadonlyMap<number, DocumentDependencies>> {
    while (this.#threads > 0 && this.#failure === undefined) await this.#changed();
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#madeOf;
  }

  receive(answer: Exclude<PageAnswer, PageFailure>): void {
    if (answer.kind === 'page') {
      this.#drawn.set(answer.index, answer.bytes);
    } else {
      this.#threads -= 1;
      for (const [index, madeOf] of answer.madeOf) this.#madeOf.set(index, madeOf);
    }
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.end();
    this.#wake();
  }

  end(): void {
    this.#turns.end();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
