import { describe, expect, test } from 'vitest';
import type { Documents } from '../../../../src/server/mcp/documents.ts';
import { listResources, readResource } from '../../../../src/server/mcp/resources.ts';

const none = new Set<string>();
const services = new Set(Array.from({ length: 450 }, (_, index) => `s ${index}`));
const entry = { name: 'Shop', versions: [1], defaultVersion: 1, title: 'The shop', summary: null };
const storeAt = (baseUrl: string) => ({
  site: { title: 'APIs', baseUrl },
  entries: () => [entry],
  outline: () => ({ services, groups: none, guides: none, schemas: none, hasChanges: false }),
});
const store = storeAt('');

describe('resources', () => {
  test('are listed page by page, each document once', async () => {
    const names: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
      const { resources, nextCursor } = await listResources(cursor === '0' ? undefined : cursor, store);
      names.push(...resources.map(({ name }) => name));
      sizes.push(resources.length);
      cursor = nextCursor;
    }
    expect(sizes).toEqual([200, 200, 52]);
    expect(new Set(names).size).toBe(452);
    expect(names.slice(0, 3)).toEqual(['APIs', 'Shop-v1', 'Shop-v1/s 0']);
  });

  test.each([
    ['', 'documentation:/platform/documentation/Shop-v1/s%200.md'],
    ['https://docs.example', 'https://docs.example/platform/documentation/Shop-v1/s%200.md'],
  ])('have the address of their Markdown at %j', async (baseUrl, uri) => {
    const { resources } = await listResources(undefined, storeAt(baseUrl));
    expect(resources[1]).toMatchObject({ title: 'The shop, version 1', mimeType: 'text/markdown' });
    expect(resources[2]?.uri).toBe(uri);
  });

  test('beyond the last one are none', async () => {
    expect(await listResources('5000', store)).toEqual({ resources: [] });
  });

  const uri = 'documentation:/platform/documentation/Shop-v1.md';
  const reading = (read: Documents['read']) => readResource(uri, { store, documents: { read } });

  test.each([
    [1024 * 1024, null],
    [1024 * 1024 + 1, 'too long for one answer'],
  ])('of %d bytes: %s', async (length, problem) => {
    const answer = reading(async () => ({ kind: 'document', body: new Uint8Array(length).fill(0x61) }));
    if (problem === null) expect((await answer).contents).toHaveLength(1);
    else await expect(answer).rejects.toThrow(problem);
  });

  test.each([
    [404, -32602],
    [503, -32603],
  ])('that are answered by %d are the error %d', async (status, code) => {
    const refused = { kind: 'refused', status, detail: 'Sorry.', similar: [] } as const;
    await expect(reading(async () => refused)).rejects.toMatchObject({ message: 'Sorry.', code });
  });
});
