import { parentPort } from 'node:worker_threads';
import { renderTopMarkdown } from '../views/markdown.ts';
import { preferOtherThreads } from './thread-priority.ts';

/** By text. */
export type RenderedTexts = ReadonlyMap<string, string>;

/** Texts that are told of at once: who waits for a page gets what there is. */
const BATCH = 200;

preferOtherThreads();
parentPort?.on('message', (texts: readonly string[]) => {
  for (let start = 0; start < texts.length; start += BATCH) parentPort?.postMessage(renderedOf(texts.slice(start, start + BATCH)));
  parentPort?.close();
});

function renderedOf(texts: readonly string[]): RenderedTexts {
  return new Map(texts.map((text) => [text, renderTopMarkdown(text)]));
}
