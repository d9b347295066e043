import { parentPort, workerData } from 'node:worker_threads';
import { formats as ownFormats } from '../../formats/registry.ts';
import { type DerivationJob, Derivations, type Derived } from '../../store/derivation.ts';
import { preferMainThread, shrinkHeap } from '../../threads/thread-resources.ts';
import { type DerivationWorkerData, READY, type RendererModule } from './derivation-workers.ts';

/**
 * Niceness of this thread: most requests wait only for the main thread. It gets a tenth of a core that both share, or
 * that another program keeps busy. With six documents of GitHub's API per second on two cores, the 99th percentile of
 * latency is the same as without these documents.
 */
const NICER = 10;

const { rendererUrl }: DerivationWorkerData = workerData;
// Loads everything now, because the next build may replace the files.
const { renderPage, loadEverything }: RendererModule = await import(rendererUrl);
const formats = [...ownFormats, ...(await loadEverything()).formats];
const derivations = new Derivations({ format: (name) => formats.find((format) => format.name === name), renderPage });

let hasYielded = false;

/**
 * Lowers the priority at the first job: until then the server may be waiting for this thread to load. Also applies to
 * the V8 threads that collect the garbage of this thread.
 */
function yieldToMainThread(): void {
  if (!hasYielded) preferMainThread(NICER);
  hasYielded = true;
}

parentPort?.on('message', async (job: DerivationJob | typeof READY) => {
  if (job === READY) {
    shrinkHeap();
    parentPort?.postMessage(READY);
    return;
  }
  yieldToMainThread();
  const derived = await derivations.derive(job);
  parentPort?.postMessage(derived, buffersOf(derived));
});

/** Lists the buffers to transfer instead of copying them. */
function buffersOf(derived: Derived): ArrayBuffer[] {
  return derived.kind === 'bytes' ? [derived.identity.buffer, derived.br.buffer] : [];
}
