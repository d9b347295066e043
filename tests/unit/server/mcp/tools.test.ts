import { expect, test } from 'vitest';
import { type Documents, documentsFor } from '../../../../src/server/mcp/documents.ts';
import { answerMessage, type McpSite } from '../../../../src/server/mcp/mcp-server.ts';
import { LoopTurns } from '../../../../src/threads/loop-turns.ts';

interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** Calls a tool as clients do, by a message. */
async function callTool(name: string, given: object, read: Documents): Promise<CallResult> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const store = { site: { title: 'T' } } as unknown as McpSite['store'];
  const answer = await answerMessage(message, {}, { documents: read, store, log: () => {} });
  return ((await answer.json()) as { readonly result: CallResult }).result;
}

const MOST_CHARACTERS = 60_000;
const apis = Array.from({ length: 2000 }, (_, index) => ({ name: `Api ${index}`, summary: 'x'.repeat(50) }));
const body = new TextEncoder().encode(JSON.stringify(apis));
const documents: Documents = { read: async () => ({ kind: 'document', body }) };

async function textsOf(part: number): Promise<readonly string[]> {
  const { content, structuredContent } = await callTool('list', { part }, documents);
  expect(structuredContent).toBeUndefined();
  return content.map((one) => one.text);
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
  ['search', {}, 'query'],
  ['search', { query: ' ' }, 'query'],
  ['search', { query: 'x'.repeat(201) }, 'query'],
  ['search', { query: null }, 'query'],
  ['search', { query: 'x', limit: 5 }, 'limit'],
  ['search', { query: 'x', page: 1.5 }, 'page'],
  ['search', { query: 'x', page: '2' }, 'page'],
  ['search', { query: 'x', page: 100_001 }, 'page'],
  ['read_service', { api: 'A', service: 'B', format: 'raml' }, '"markdown"|"openapi"|"json"'],
])('%s %j is refused by a sentence that names it', async (tool, given, expected) => {
  const read = async () => expect.unreachable();
  const { content, isError } = await callTool(tool, given, { read });
  expect(content).toEqual([{ type: 'text', text: expect.stringContaining(`Invalid arguments for tool ${tool}: `) }]);
  expect([content[0]?.text, isError]).toEqual([expect.stringContaining(expected), true]);
});

test('a failure of ours says nothing of it', async () => {
  const read = () => Promise.reject(new Error('secret'));
  expect(await callTool('list', {}, { read })).toEqual({
    content: [{ type: 'text', text: 'Internal error' }],
    isError: true,
  });
});

test.each([
  { query: 'x'.repeat(200), kind: 'field', page: 2, part: 1 },
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
