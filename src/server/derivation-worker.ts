import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { formats as ownFormats } from '../formats/registry.ts';
import type { DerivationJob, Derived } from '../store/derivation.ts';
import { Derivations } from '../store/derivation.ts';
import type { DerivationWorkerData, RendererModule } from './derivation-workers.ts';
import { READY } from './derivation-workers.ts';

/** Below the thread that answers requests, which then gets nine tenths of a core that both want. */
const NICENESS = 10;

// Linux counts the priority of each thread; elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const { rendererUrl }: DerivationWorkerData = workerData;
// Everything at once: the next build takes away the files.
const { renderPage, loadEverything }: RendererModule = await import(rendererUrl);
const formats = [...ownFormats, ...(await loadEverything()).formats];
const derivations = new Derivations({ format: (name) => formats.find((format) => format.name === name), renderPage });

parentPort?.on('message', async (job: DerivationJob | typeof READY) => {
  if (job === READY) {
    parentPort?.postMessage(READY);
    return;
  }
  const derived = await derivations.derive(job);
  parentPort?.postMessage(derived, buffersOf(derived));
});

/** Handed over, not copied. */
function buffersOf(derived: Derived): ArrayBuffer[] {
  return derived.kind === 'bytes' ? [derived.identity.buffer, derived.br.buffer] : [];
}
