import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { MarkdownAhead } from '../../../src/build/markdown-ahead.ts';
import { REMEMBERED_TEXTS, renderMarkdown } from '../../../src/views/markdown.ts';
import { wordsOf } from '../../../src/words/words.ts';

const texts = Array.from(
  { length: 300 },
  (_, index) => `Shelf **${index}** of [the library](https://example.org/${index}).`,
);
const records = [{ operations: texts.map((description) => ({ description, summary: 'Not a description.' })) }];

/** Everything that is delivered until there are so many, or the thread has ended. */
async function delivered(
  given: readonly object[],
  wanted: number,
  workerUrl?: URL,
): Promise<ReadonlyMap<string, string>> {
  const ahead = new MarkdownAhead(given, workerUrl);
  const rendered = new Map<string, string>();
  ahead.deliver((some) => {
    for (const [text, html] of some) rendered.set(text, html);
  });
  await vi.waitFor(() => expect(rendered.size).toBe(wanted));
  await ahead.close();
  return rendered;
}

describe('MarkdownAhead', () => {
  test('gives the HTML that pages give', async () => {
    const rendered = await delivered(records, texts.length);
    expect([...rendered.keys()]).toEqual(texts);
    for (const [text, html] of rendered) expect(html).toBe(renderMarkdown(text, 4, wordsOf({})));
  });

  test('gives headings as they stand below no other', async () => {
    const rendered = await delivered([{ description: '## Shelves' }, ...records], texts.length + 1);
    expect(rendered.get('## Shelves')).toBe('<h1 dir="auto">Shelves</h1>');
  });

  test('of a property called description, which is a schema, takes the text inside', async () => {
    const schema = { properties: { description: { type: 'string', description: 'What *readers* say.' } } };
    const rendered = await delivered([schema, ...records], texts.length + 1);
    expect(rendered.get('What *readers* say.')).toContain('<em>readers</em>');
  });

  test('gives no more texts than pages remember, the first ones', async () => {
    const many = Array.from({ length: REMEMBERED_TEXTS + 100 }, (_, index) => ({ description: `Shelf ${index}` }));
    const rendered = await delivered([many.slice(0, 50), many.slice(50)], REMEMBERED_TEXTS);
    expect([...rendered.keys()]).toEqual(many.slice(0, REMEMBERED_TEXTS).map(({ description }) => description));
  });

  test('keeps what comes before it is asked for', async () => {
    const early = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => parentPort.postMessage(new Map([['a', '<p>a</p>']])));`;
    const rendered: [string, string][] = [];
    // On a machine that has other work a thread begins late.
    for (const milliseconds of [500, 2_000, 8_000]) {
      const ahead = new MarkdownAhead(records, scriptUrl(early));
      await setTimeout(milliseconds);
      ahead.deliver((some) => rendered.push(...some));
      // Each once: of ten thousand services it is asked a hundred times.
      ahead.deliver((some) => rendered.push(...some));
      await ahead.close();
      if (rendered.length > 0) break;
    }
    expect(rendered).toEqual([['a', '<p>a</p>']]);
  });

  test.each([
    ['there are few texts', [{ description: 'One **text**.' }], undefined],
    ['the thread throws', records, scriptUrl('throw new Error("broken")')],
    ['the thread ends', records, scriptUrl('process.exit()')],
  ])('leaves everything to the pages when %s', async (_, given, workerUrl) => {
    const ahead = new MarkdownAhead(given, workerUrl);
    const rendered: [string, string][] = [];
    ahead.deliver((some) => rendered.push(...some));
    await setTimeout(300);
    expect(rendered).toEqual([]);
    await ahead.close();
  });
});

function scriptUrl(script: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
