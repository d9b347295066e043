import { parentPort, workerData } from 'node:worker_threads';
import { formats as ownFormats } from '../../formats/registry.ts';
import { type DerivationJob, Derivations, type Derived } from '../../store/derivation.ts';
import { preferMainThread, shrinkHeap } from '../../threads/thread-resources.ts';
import { type DerivationWorkerData, READY, type RendererModule } from './derivation-workers.ts';

/**
 * Niceness of this thread: most requests wait only for the main thread. It gets a tenth of a core that both share, or
 * that another program keeps busy. With six documents of GitHub's API per second on two cores, the 99th percentile of
 * latency is the same as without.
 */
const NICER = 10;

const { rendererUrl }: DerivationWorkerData = workerData;
// Loads everything now, because the next build deletes the files.
const { renderPage, loadEverything }: RendererModule = await import(rendererUrl);
const formats = [...ownFormats, ...(await loadEverything()).formats];
const derivations = new Derivations({ format: (name) => formats.find((format) => format.name === name), renderPage });

parentPort?.on('message', async (job: DerivationJob | typeof READY) => {
  if (job === READY) {
    shrinkHeap();
    // Only from now on: the server waits until this thread has loaded, and other programs may keep the processors busy.
    // Also applies to the V8 threads that collect the garbage of this thread.
    preferMainThread(NICER);
    parentPort?.postMessage(READY);
    return;
  }
  const derived = await derivations.derive(job);
  parentPort?.postMessage(derived, buffersOf(derived));
});

/** Lists the buffers to transfer instead of copying them. */
function buffersOf(derived: Derived): ArrayBuffer[] {
  return derived.kind === 'bytes' ? [derived.identity.buffer, derived.br.buffer] : [];
}
