import { expect, test } from 'vitest';
import { type Documents, documentsFor } from '../../../../src/server/mcp/documents.ts';
import { callTool } from '../../../../src/server/mcp/tools.ts';
import { LoopTurns } from '../../../../src/threads/loop-turns.ts';

const MOST_CHARACTERS = 60_000;
const apis = Array.from({ length: 2000 }, (_, index) => ({ name: `Api ${index}`, summary: 'x'.repeat(50) }));
const body = new TextEncoder().encode(JSON.stringify(apis));
const documents: Documents = { read: async () => ({ kind: 'document', body }) };

async function textsOf(part: number): Promise<readonly string[]> {
  const { content, structuredContent } = await callTool('list', { part }, documents);
  expect(structuredContent).toBeUndefined();
  return content.map((one) => (one.type === 'text' ? one.text : ''));
}

test('a long list comes in parts, which end between its items and together are all of it', async () => {
  const parts: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const [text = '', note] = await textsOf(parts.length + 1);
    expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
    parts.push(text);
    hasMore = note?.includes('Ask for part') === true;
  }
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.slice(0, -1).every((text) => text.endsWith('},\n'))).toBe(true);
  expect(JSON.parse(parts.join(''))).toEqual({ apis });
});

test('close names are those that can be asked for at the same place', async () => {
  const root = '/platform/documentation/Shop-v1';
  const similar = [
    { name: 'Book', url: `${root}/Book` },
    { name: 'Books', url: `${root}/groups/Books` },
  ];
  const problem = new TextEncoder().encode(JSON.stringify({ detail: 'There is none.', similar }));
  const handle = async () => ({ kind: 'bytes', status: 404, headers: [], body: problem }) as const;
  const published = documentsFor(handle, () => ({ client: '' }) as never, new LoopTurns());
  const { content } = await callTool('read_service', { api: 'Shop', service: 'Bok' }, published);
  expect(content).toEqual([{ type: 'text', text: 'There is none. Close names: Book.' }]);
});

test('an API is found by the name that it had before', async () => {
  const root = '/platform/documentation';
  const handle = async ({ target }: { readonly target: string }) =>
    target === `${root}/Shop/Book.md`
      ? ({ kind: 'bytes', status: 200, headers: [], body: new TextEncoder().encode('# Book') } as const)
      : ({ kind: 'bytes', status: 308, headers: ['Location', `${root}/Shop/Book.md`], body: null } as const);
  const { content } = await callTool(
    'read_service',
    { api: 'Store', service: 'Book' },
    documentsFor(handle, () => ({ client: '' }) as never, new LoopTurns()),
  );
  expect(content).toEqual([{ type: 'text', text: '# Book' }]);
});

test.each([
  // tool            arguments                                     what is wrong
  ['search', {}, '“query” must be text of 1 to 200 characters, and not only blanks'],
  ['search', { query: ' ' }, '“query” must be text of 1 to 200 characters, and not only blanks'],
  ['search', { query: '😀'.repeat(201) }, '“query” must be text of 1 to 200 characters, and not only blanks'],
  ['search', { query: null }, '“query” must be text of 1 to 200 characters, and not only blanks'],
  ['search', { query: 'x', limit: 5 }, 'only query, api, kind, page, part can be given'],
  ['search', JSON.parse('{ "query": "x", "__proto__": 1 }'), 'only query, api, kind, page, part can be given'],
  ['search', { query: 'x', page: 1.5 }, '“page” must be a whole number from 1 to 100000'],
  ['search', { query: 'x', page: '2' }, '“page” must be a whole number from 1 to 100000'],
  ['read_service', { api: 'A', service: 'B', format: 'raml' }, '“format” must be one of markdown, openapi, json'],
])('%s %j is refused by a sentence with the remedy', async (tool, given, expected) => {
  const read = async () => expect.unreachable();
  const { content, isError } = await callTool(tool, given, { read });
  expect([content, isError]).toEqual([[{ type: 'text', text: `Wrong arguments: ${expected}.` }], true]);
});

test.each([
  { query: '😀'.repeat(200), kind: 'field', page: 2, part: 1 },
  { query: 'x', api: 'A' },
])('search %j is allowed', async (given) => {
  expect((await callTool('search', given, documents)).isError).toBeUndefined();
});

test.each([
  [{ api: 'Shop' }, 'Shop/changes.md'],
  [{ api: 'Shop', from: 1 }, 'Shop/changes.md?from=1'],
  [{ api: 'Shop-v3', to: 3 }, 'Shop-v3/changes.md?to=3'],
  [{ api: 'Shop', to: 20260101, from: 1 }, 'Shop/changes.md?from=1&to=20260101'],
])('changes %j are read at %s', async (given, target) => {
  const read: string[] = [];
  const handle = async (asked: { readonly target: string }) => {
    read.push(asked.target);
    return { kind: 'bytes', status: 200, headers: [], body: new Uint8Array() } as const;
  };
  await callTool(
    'changes',
    given,
    documentsFor(handle, () => ({ client: '' }) as never, new LoopTurns()),
  );
  expect(read).toEqual([`/platform/documentation/${target}`]);
});

test('what is wrong with the versions is said as it is, and not that there is none before', async () => {
  const problem = new TextEncoder().encode(JSON.stringify({ detail: 'Both versions are the same.' }));
  const handle = async () => ({ kind: 'bytes', status: 400, headers: [], body: problem }) as const;
  const { content } = await callTool(
    'changes',
    { api: 'Shop', from: 1 },
    documentsFor(handle, () => ({ client: '' }) as never, new LoopTurns()),
  );
  expect(content).toEqual([{ type: 'text', text: 'Both versions are the same.' }]);
});
