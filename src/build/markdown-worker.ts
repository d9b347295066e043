import { parentPort } from 'node:worker_threads';
import { preferOtherThreads } from '../threads/thread-resources.ts';
import { REMEMBERED_TEXTS, renderTopMarkdown } from '../views/markdown.ts';

/** Rendered Markdown by source text. */
export type RenderedTexts = ReadonlyMap<string, string>;

/** Texts that are posted at once: a caller that waits for a page gets what there is. */
const BATCH = 200;

preferOtherThreads();
parentPort?.on('message', (all: readonly string[]) => {
  // Given more, pages forget the first ones, which they need first.
  const texts = all.slice(0, REMEMBERED_TEXTS);
  for (let start = 0; start < texts.length; start += BATCH)
    parentPort?.postMessage(renderedOf(texts.slice(start, start + BATCH)));
  parentPort?.close();
});

function renderedOf(texts: readonly string[]): RenderedTexts {
  return new Map(texts.map((text) => [text, renderTopMarkdown(text)]));
}
