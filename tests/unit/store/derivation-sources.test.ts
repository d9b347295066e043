import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formats } from '../../../src/formats/registry.ts';
import { ReleaseWriter } from '../../../src/release/release-writer.ts';
import { openRelease } from '../../../src/store/artifact-store.ts';
import type { DerivationSource } from '../../../src/store/derivation.ts';
import { apiRecord } from '../../fixtures/model/rich-api.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'derivation-sources-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const VERSIONS = 100;
const NAMES = Array.from({ length: 2000 }, (_, index) => `schema-${index}`);
const versions = Array.from({ length: VERSIONS }, (_, index) => index + 1);

async function publish(): Promise<string> {
  const writer = new ReleaseWriter(folder);
  for (const version of versions) writer.addModel(apiRecord({ name: 'Shop', version }));
  const of = { api: 'Shop', services: [], groups: [], guides: [], schemas: NAMES, operations: [], accessHash: '' };
  const id = await writer.publish({
    site: { title: 'Test', baseUrl: '' },
    entries: [{ name: 'Shop', title: 'Shop', summary: null, versions, defaultVersion: VERSIONS }],
    outlines: versions.map((version) => ({ ...of, version })),
  });
  return join(folder, 'releases', id);
}

test('what documents are derived from is in proportion to the versions of an API', async () => {
  const sources: DerivationSource[] = [];
  const store = openRelease(await publish(), {
    formats,
    async derive({ source }) {
      sources.push(source);
      throw new Error('Only what is asked for counts.');
    },
  });
  const start = cpuMilliseconds();
  expect(store.apis()).toHaveLength(VERSIONS);
  expect(cpuMilliseconds() - start).toBeLessThan(500);
  for (const version of versions)
    await Promise.resolve(store.representation({ level: 'api', api: 'Shop', version }, 'json')).catch(() => undefined);
  expect(sources).toHaveLength(VERSIONS);
  const memory = new Set(sources.flatMap(({ context, outlines }) => [context, outlines]));
  const bytes = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(VERSIONS * (JSON.stringify(NAMES).length + 8000));
});
