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
/** Most threads: each has a copy of an API, and of all that is computed from it. */
const MOST_THREADS = 2;
/** Cores for this thread and for one that compresses. */
const OTHER_CORES = 2;
/** Memory in bytes to have for each thread: the largest APIs take a part of it. */
const EACH = 2 * 1024 ** 3;
/** Fewest pages worth a thread: with fewer it costs more than it saves. */
const FEWEST_PAGES = 150;

/** Draws the pages of one API after another, on this thread and on others. */
export class PageThreads {
  readonly #data: PageWorkerData;
  readonly #count: number;
  #threads: readonly { readonly worker: Worker; readonly exit: Promise<unknown> }[] | undefined;
  #drawing: PagesInTurn | undefined;

  /** @param count of threads beside this one */
  constructor(data: PageWorkerData, count: number) {
    this.#data = data;
    this.#count = count;
  }

  /**
   * Default number of threads beside this one: at most two, and one for each core beyond two and each 2 GiB beyond the
   * first. On two cores, a thread would save 5 % of the time and take a third more memory.
   */
  static get count(): number {
    const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
    return Math.max(0, Math.min(MOST_THREADS, availableParallelism() - OTHER_CORES, Math.floor(memory / EACH) - 1));
  }

  /** Reports whether other threads speed up the drawing of a number of pages. */
  static helpWith(pages: number): boolean {
    return pages >= FEWEST_PAGES;
  }

  /**
   * Lets the threads begin to draw the pages of an API. Callers take every page from the result before they begin the
   * next API.
   */
  begin(work: Omit<PageWork, 'claims'>): PagesInTurn {
    this.#threads ??= Array.from({ length: this.#count }, () => this.#started());
    const claims = Turns.claims();
    this.#drawing = new PagesInTurn(work.pages.length, { claims, threads: this.#threads.length });
    for (const { worker } of this.#threads) worker.postMessage({ ...work, claims } satisfies PageWork);
    return this.#drawing;
  }

  /** Ends each thread after its current page, for the reason that `CompressionPool` has. */
  async close(): Promise<void> {
    this.#drawing?.end();
    for (const { worker } of this.#threads ?? []) worker.postMessage(null);
    await Promise.all((this.#threads ?? []).map(({ exit }) => exit));
  }

  #started(): { readonly worker: Worker; readonly exit: Promise<unknown> } {
    const worker = new Worker(WORKER, {
      execArgv: [...NODE_ARGUMENTS],
      env: { ...process.env, ASTRO_NODE_AUTOSTART: 'disabled' },
      workerData: this.#data,
    });
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    const fail = (error: unknown): void => this.#drawing?.fail(error);
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

/** Pages of one API while they are drawn. */
export class PagesInTurn {
  readonly #turns: Turns;
  readonly #drawn = new Map<number, Uint8Array<ArrayBuffer>>();
  readonly #madeOf = new Map<number, DocumentDependencies>();
  #threads: number;
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  /**
   * @param pages how many there are
   * @param others other threads that draw; left out: this thread draws all pages
   */
  constructor(pages: number, others?: { readonly claims: SharedClaims; readonly threads: number }) {
    this.#turns = new Turns(others?.claims ?? Turns.claims(), pages);
    this.#threads = others?.threads ?? 0;
  }

  /**
   * Returns the next page, called in the order of pages; draws other pages while it waits.
   * @param draw draws a page on this thread
   */
  async page(index: number, draw: (index: number) => Promise<DrawnPage>): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      // Lets pages of other threads arrive.
      await setImmediate();
      if (this.#failure !== undefined) throw this.#failure.error;
      const bytes = this.#drawn.get(index);
      if (bytes !== undefined) {
        this.#drawn.delete(index);
        this.#turns.release(bytes.byteLength);
        return bytes;
      }
      // If none can be taken, another thread has this page already, or is drawing it.
      const taken = this.#turns.take('none');
      for (const own of taken) {
        const { bytes: made, madeOf } = await draw(own);
        // Drawing alone never yields to other events, such as Ctrl-C.
        await setImmediate();
        this.#drawn.set(own, made);
        this.#turns.hold(made.byteLength);
        if (madeOf !== undefined) this.#madeOf.set(own, madeOf);
      }
      if (taken.length === 0) await this.#changed();
    }
  }

  /** Dependencies of the pages, once all are drawn. */
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
