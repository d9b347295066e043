import { Worker } from 'node:worker_threads';
import { NODE_ARGUMENTS } from '../project/product.ts';
import type { RenderedTexts } from './markdown-worker.ts';

const DESCRIPTION = 'description';
/** Fewest texts worth a thread: with fewer it costs more than it saves. */
const FEWEST_TEXTS = 200;
const WORKER = new URL('./markdown-worker.ts', import.meta.url);

/**
 * Descriptions of APIs, rendered on a thread of its own while others are busy with machine formats. Nothing waits for
 * it: pages render what it has not rendered yet, and what it fails at, and say what is wrong there.
 */
export class MarkdownAhead {
  readonly #worker: Worker | undefined;
  readonly #rendered = new Map<string, string>();
  #receiver: (rendered: RenderedTexts) => void = (rendered) => {
    for (const [text, html] of rendered) this.#rendered.set(text, html);
  };

  /** @param records JSON values with the texts under `description` */
  constructor(records: readonly object[], workerUrl = WORKER) {
    const texts = new Set<string>();
    for (const record of records) collect(record, texts);
    if (texts.size < FEWEST_TEXTS) return;
    this.#worker = new Worker(workerUrl, { execArgv: [...NODE_ARGUMENTS] });
    this.#worker.on('message', (rendered: RenderedTexts) => this.#receiver(rendered));
    // Pages render the missing texts then.
    this.#worker.on('error', () => undefined);
    this.#worker.postMessage([...texts]);
  }

  /** Hands over what there is and was not handed over before, and what comes later when it comes. */
  deliver(receiver: (rendered: RenderedTexts) => void): void {
    receiver(this.#rendered);
    this.#rendered.clear();
    this.#receiver = receiver;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

function collect(value: unknown, texts: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      if (typeof inner !== 'string') collect(inner, texts);
      else if (key === DESCRIPTION) texts.add(inner);
}
