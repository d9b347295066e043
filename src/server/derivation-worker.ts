import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FormatDraft } from '../formats/extension/to-format.ts';
import { formats as ownFormats } from '../formats/registry.ts';
import type { Page } from '../model/document.ts';
import type { DerivationJob, Derived } from '../store/derivation.ts';
import { Derivations } from '../store/derivation.ts';
import type { DerivationWorkerData } from './derivation-workers.ts';

/** Below the thread that answers requests, which then gets three quarters of a core that both want. */
const NICENESS = 5;

// Linux counts the priority of each thread; elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const { rendererUrl }: DerivationWorkerData = workerData;
let customFormats: Promise<readonly FormatDraft[]> | undefined;

const derivations = new Derivations({
  async format(name) {
    const own = ownFormats.find((format) => format.name === name);
    if (own !== undefined) return own;
    customFormats ??= loadCustomFormats();
    return (await customFormats).find((format) => format.name === name);
  },
  renderPage: async (page) => {
    // Astro and the templates, which only pages need.
    const { renderPage }: { renderPage(page: Page): Promise<Uint8Array> } = await import(rendererUrl);
    return renderPage(page);
  },
});

/** What the server was compiled with, by modules of this thread's own. */
async function loadCustomFormats(): Promise<readonly FormatDraft[]> {
  const [{ formatModules }, { loadFormatModules }] = await Promise.all([
    import('virtual:platform-documentation/format-modules'),
    import('../formats/extension/load-format-modules.ts'),
  ]);
  const load = async (file: string): Promise<unknown> => (await formatModules.find((module) => module.file === file)?.load())?.default;
  return (await loadFormatModules(formatModules, load)).formats;
}

parentPort?.on('message', async (job: DerivationJob) => {
  const derived = await derivations.derive(job);
  parentPort?.postMessage(derived, buffersOf(derived));
});

/** Handed over, not copied. */
function buffersOf(derived: Derived): ArrayBuffer[] {
  return derived.kind === 'bytes' ? [derived.identity.buffer, derived.br.buffer] : [];
}
