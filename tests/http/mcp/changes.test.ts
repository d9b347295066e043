import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOf } from '../../../src/auth/password-files/kinds.ts';
import { makeSampleProject, provideBuild, type RunningServer, removeProject, startBuiltServer } from '../servers.ts';
import { digestFetch, openSession } from './session.ts';

const MOST_CHARACTERS = 60_000;
const FIELDS = Array.from({ length: 1200 }, (_, index) => `measured_value_${index}`);
const ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const TYPES = { 1: 'string', 2: 'integer', 3: 'boolean' } as const;

/** Every field has another type in each version. */
function measurements(version: keyof typeof TYPES): object {
  const properties = Object.fromEntries(FIELDS.map((name) => [name, { type: TYPES[version] }]));
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Measurements', version: String(version) },
    paths: { '/measurements': { get: { responses: { 200: { description: 'All.', content } } } } },
  };
}

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  mkdirSync(join(folder, 'api-descriptors/Measurements'));
  for (const version of [1, 2, 3] as const)
    writeFileSync(join(folder, `api-descriptors/Measurements/v${version}.json`), JSON.stringify(measurements(version)));
  await provideBuild(folder);
});
afterAll(() => removeProject(folder));

/** All parts of an answer, which are asked for one by one as models are asked to. */
async function readChanges(client: Client, versions: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const parts: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const given = { api: 'Measurements', ...versions, part: parts.length + 1 };
    const { content, isError } = await client.callTool({ name: 'changes', arguments: given });
    const [text = '', note = ''] = content.map((one) => (one.type === 'text' ? one.text : ''));
    expect(isError).not.toBe(true);
    expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
    parts.push(text);
    hasMore = note.includes(`Ask for part ${parts.length + 1}`);
  }
  return parts;
}

/** Between neighbours, between versions that are none, and of the newest one. */
async function expectChanges(client: Client, server: RunningServer): Promise<void> {
  for (const versions of [{ from: 1, to: 2 }, { from: 1, to: 3 }, { from: 2 }, { to: 2 }, {}]) {
    const { from = (versions.to ?? 3) - 1, to = 3 }: { from?: number; to?: number } = versions;
    const parts = await readChanges(client, versions);
    expect(parts.length).toBeGreaterThan(1);
    const path = `/platform/documentation/Measurements/changes.md?from=${from}&to=${to}`;
    const document = await (await fetch(server.origin + path)).text();
    expect(parts.join('')).toBe(document);
    expect(document).toContain(`hanges from version ${from} to ${to}`);
    for (const name of [FIELDS[0], FIELDS.at(-1)]) expect(document).toContain(`${name}`);
  }
}

test('guests read what separates any two versions with the client of the official SDK, part by part', async () => {
  const server = await startBuiltServer(folder);
  try {
    const client = await openSession(server.origin);
    await expectChanges(client, server);
    await client.close();
  } finally {
    await server.stop();
  }
});

test('so do those who log in, and no guest where that is asked for', async () => {
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/htdigest'), `alice:api:${digestOf('alice', 'api', 'secret', 'MD5')}\n`);
  const options = {
    accept_schemes: ['digest'],
    realm: 'api',
    digest_domains: '',
    nonce_timeout: '3600',
    htdigest: 'data/htdigest',
  };
  const authentication = { adapters: { staff: { adapter: ADAPTER, options } }, paths: { '/**': 'staff' } };
  const configuration = { 'platform-mvc-auth': { authentication } };
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(configuration));
  const server = await startBuiltServer(folder);
  try {
    await expect(openSession(server.origin)).rejects.toThrow();
    const client = await openSession(server.origin, { fetch: await digestFetch(server.port, 'alice') });
    expect((await readChanges(client, { to: 2 })).join('')).toContain(`${FIELDS.at(-1)}`);
    await client.close();
  } finally {
    await server.stop();
  }
});
