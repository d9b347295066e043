import { LRUCache } from 'lru-cache';
import type { LoadedFormats } from '../../formats/extension/load-format-modules.ts';
import { type DocumentReference, documentPath } from '../../model/locations.ts';
import type { Page } from '../../presentation/page-data/document.ts';
import { StoreBusyError } from '../../store/contract.ts';
import type { DerivationJob, Derive, Derived } from '../../store/derivation.ts';
import { WorkerPool } from '../../threads/worker-pool.ts';

/** Maximum documents that wait for one thread, of all clients; one client has a share of them. */
const MOST_WAITING = 32;
/** Longest wait for a thread; the largest documents of one service take half a second. */
const WAIT_MILLISECONDS = 10_000;
/**
 * Time limit for one document, twice that of an asynchronous custom format, so that an endless loop does not block its
 * thread forever.
 */
const JOB_MILLISECONDS = 60_000;
/** Heap limit of a thread: a model of 10 MB of JSON takes about 200 MB while a document of it is generated. */
const HEAP_MEGABYTES = 1024;
/** Large, because a document needs many small objects until it is complete. */
const YOUNG_HEAP_MEGABYTES = 64;

export interface DerivationWorkerData {
  /** URL of a {@link RendererModule}: `server/page-renderer.ts` as compiled by the build. */
  readonly rendererUrl: string;
}

/** Module that renders pages. */
export interface RendererModule {
  renderPage(page: Page): Promise<Uint8Array>;
  /** Loads in advance everything that the first page needs. @returns formats of the project */
  loadEverything(): Promise<LoadedFormats>;
}

export interface DerivationWorkersOptions {
  /** URL of `derivation-worker.ts`, or of the module compiled from it. */
  readonly workerUrl: URL;
  readonly rendererUrl: URL;
  readonly log: (message: string) => void;
}

interface DerivationWorkers {
  /** Resolves when every thread has loaded its files, which a later build deletes. Never rejects. */
  start(): Promise<void>;
  /**
   * Generates a document. Rejects with a {@link StoreBusyError}, immediately or after some seconds, if too many
   * documents wait, in total or for one client; also for ten minutes after the document has ended its thread.
   */
  readonly derive: Derive;
  close(): Promise<void>;
}

const MOST_FAILURES = 1000;
/** Time for which a document that ended its thread is not tried again: each attempt delays all other documents. */
const AVOIDED_MILLISECONDS = 10 * 60_000;

/** Job that a thread answers once it has loaded its files. */
export const READY = 'ready';

/**
 * Generates documents on two threads: one for documents of whole APIs, which take seconds, one for all others. Each
 * thread has its own copy of the models, so more threads would take more memory.
 */
export function createDerivationWorkers(options: DerivationWorkersOptions): DerivationWorkers {
  const { log } = options;
  const pools = { whole: createPool('whole APIs', options), part: createPool('documents', options) };
  /** Keys of documents that ended their thread. */
  const failures = new LRUCache<string, true>({ max: MOST_FAILURES, ttl: AVOIDED_MILLISECONDS, perf: Date });
  return {
    async start() {
      await Promise.all([pools.part.run(READY), pools.whole.run(READY)]);
    },
    async derive(job, client) {
      const key = keyOf(job);
      const avoided = failures.getRemainingTTL(key);
      if (avoided > 0) throw new StoreBusyError('too-large', Math.ceil(avoided / 1000));
      const answer = await pools[isOfWholeApi(job.reference) ? 'whole' : 'part'].run(job, client);
      if (answer.kind === 'answered') return answer.message as Derived;
      if (answer.kind === 'busy') throw new StoreBusyError('too-many');
      failures.set(key, true);
      const language = job.language === undefined ? '' : ` in ${job.language}`;
      log(
        `${documentPath(job.reference)} as ${job.format}${language} could not be made and is not tried again for ten minutes`,
      );
      throw new StoreBusyError('too-large', AVOIDED_MILLISECONDS / 1000);
    },
    async close() {
      await Promise.all([pools.part.close(), pools.whole.close()]);
    },
  };
}

/** Whether a document grows with its API: a whole API, the changes of an API, or the list of all APIs. */
function isOfWholeApi({ level }: DocumentReference): boolean {
  return level === 'api' || level === 'changes' || level === 'list';
}

function createPool(
  name: string,
  { workerUrl, rendererUrl, log }: DerivationWorkersOptions,
): WorkerPool<DerivationJob | typeof READY> {
  const data: DerivationWorkerData = { rendererUrl: rendererUrl.href };
  return new WorkerPool({
    workerUrl,
    name,
    title: 'thread that makes documents',
    log,
    workers: 1,
    queueLimit: MOST_WAITING,
    waitMilliseconds: WAIT_MILLISECONDS,
    jobMilliseconds: JOB_MILLISECONDS,
    // Templates and formats of a project may read the environment; the variable keeps the entry from starting a server.
    environment: { ...process.env, ASTRO_NODE_AUTOSTART: 'disabled' },
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_HEAP_MEGABYTES },
  });
}

/** Key of one document of one release in one format and language. */
function keyOf({ source, reference, format, language = '' }: DerivationJob): string {
  return `${source.id} ${format} ${language} ${documentPath(reference)}`;
}
