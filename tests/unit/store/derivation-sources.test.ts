import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ReleaseWriter } from '../../../src/build/release-writer.ts';
import { formats } from '../../../src/formats/registry.ts';
import { openRelease } from '../../../src/store/artifact-store.ts';
import type { DerivationSource } from '../../../src/store/derivation.ts';
import { apiRecord } from '../../fixtures/model/rich-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'derivation-sources-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const VERSIONS = 40;
const NAMES = Array.from({ length: 200 }, (_, index) => `schema-${index}`);

test('what is kept to derive documents from is in proportion to the versions of an API', async () => {
  const writer = new ReleaseWriter(folder);
  const versions = Array.from({ length: VERSIONS }, (_, index) => index + 1);
  for (const version of versions) writer.addModel(apiRecord({ name: 'Shop', version }));
  const of = { api: 'Shop', services: [], groups: [], guides: [], schemas: NAMES, operations: [], accessHash: '' };
  const id = await writer.publish({
    site: { title: 'Test', baseUrl: '' },
    entries: [{ name: 'Shop', title: 'Shop', versions, defaultVersion: VERSIONS }] as never,
    outlines: versions.map((version) => ({ ...of, version })),
  });
  const sources: DerivationSource[] = [];
  const store = openRelease(join(folder, 'releases', id), {
    formats,
    async derive({ source }) {
      sources.push(source);
      throw new Error('Only what is asked for counts.');
    },
  });
  for (const version of versions)
    await Promise.resolve(store.representation({ level: 'api', api: 'Shop', version }, 'json')).catch(() => undefined);
  expect(sources).toHaveLength(VERSIONS);
  const memory = new Set(sources.flatMap(({ context, outlines }) => [context, outlines]));
  const bytes = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(VERSIONS * (JSON.stringify(NAMES).length + 8000));
});
