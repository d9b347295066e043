import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { challengesAt, rightBut } from '../protocol/play/digest-credentials.ts';
import { MCP_PATH } from './cases.ts';

type Fetch = typeof fetch;

interface SessionOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the runtime's own. */
  readonly fetch?: Fetch;
  /** `legacy`: with a handshake. */
  readonly era?: 'modern' | 'legacy';
}

/** A client of the official SDK, connected. @throws where it is refused */
export async function openSession(origin: string, options: SessionOptions = {}): Promise<Client> {
  const { headers = {}, fetch: own, era = 'modern' } = options;
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(MCP_PATH, origin), {
    requestInit: { headers },
    ...(own === undefined ? {} : { fetch: own }),
  });
  await client.connect(transport);
  return client;
}

/** Logs in with Digest, by one nonce. @param user whose password is `secret` */
export async function digestFetch(port: number, user: string): Promise<Fetch> {
  const [offer] = await challengesAt(port, MCP_PATH);
  if (offer === undefined) throw new Error('There is no Digest challenge.');
  let count = 0;
  return (url, init) => {
    count += 1;
    const hashed = { user, nc: count.toString(16).padStart(8, '0') };
    const credentials = rightBut({ method: init?.method ?? 'GET', target: MCP_PATH }, offer, { hashed });
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Digest ${credentials}`);
    return fetch(url, { ...init, headers });
  };
}

/** The first text of what a tool says. */
export async function ask(client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  if (isError === true || first?.type !== 'text') throw new Error(`${name} says: ${JSON.stringify(content)}`);
  return first.text;
}

/** Uses the samples as any program does: searches, then reads by tools and as resources. */
export async function readSamples(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['search', 'list', 'read_service', 'read_operation', 'read_schema', 'read_guide', 'changes'],
  ]);
  const found = JSON.parse(await ask(client, 'search', { query: 'book_id', api: 'Library-v1', kind: 'operation' }));
  expect(found.results).toContainEqual(expect.objectContaining({ api: 'Library', service: 'Book' }));
  expect(JSON.parse(await ask(client, 'list', {})).apis.map(({ name }: { name: string }) => name)).toEqual([
    'Library',
    'Orders',
  ]);
  const { services } = JSON.parse(await ask(client, 'list', { api: 'Library' }));
  const [{ service, operations }] = services;
  expect(await ask(client, 'read_service', { api: 'Library', service })).toMatch(/^# /);
  const { operation } = operations.at(-1);
  const document = JSON.parse(await ask(client, 'read_operation', { api: 'Library', service, operation }));
  expect(Object.values(document.paths).flatMap((item) => Object.keys(item ?? {}).length)).toHaveLength(1);
  expect(await ask(client, 'read_schema', { api: 'Orders', schema: 'Order' })).toMatch(/^# Order/);
  expect(
    JSON.parse(await ask(client, 'read_schema', { api: 'Orders', schema: 'Order', format: 'json-schema' })),
  ).toHaveProperty('$schema');
  const changes = await ask(client, 'changes', { api: 'Library' });
  expect(changes).toMatch(/^# /);
  expect(await ask(client, 'changes', { api: 'Library-v2', from: 1 })).toBe(changes);
  expect(await ask(client, 'changes', { api: 'Library', from: 1, to: 2 })).toBe(changes);
  const { resources } = await client.listResources();
  const book = resources.find(({ name }) => name === 'Library-v1/Book');
  const { contents } = await client.readResource({ uri: book?.uri ?? '' });
  expect(contents).toEqual([
    expect.objectContaining({ mimeType: 'text/markdown', text: expect.stringMatching(/^# Book/) }),
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
    'documentation:/platform/documentation/{api}-v{version}/{service}.md',
  );
}
