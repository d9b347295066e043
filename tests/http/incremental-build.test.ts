import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { changedFacts } from '../../src/build/incremental/facts.ts';
import { Api } from '../../src/model/api.ts';
import { COMPONENT_SECTIONS } from '../../src/model/components.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { readProject } from '../../src/project/read-project.ts';
import { apiRecord } from '../fixtures/model/rich-api.ts';
import { editAndCompare, makeEditedProject } from '../tooling/incremental-edits.ts';

/** A tool of the same name takes more steps and other seeds, with templates and formats of the project among them. */
const STEPS = 25;
const SEED = 1;

const folder = makeEditedProject();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a record has at its top: parts of these are compared member by member. */
const OF_RECORDS: Readonly<Record<keyof ApiRecord, true>> = {
  name: true,
  version: true,
  isDefault: true,
  info: true,
  basePath: true,
  servers: true,
  tags: true,
  externalDocs: true,
  services: true,
  components: true,
  guides: true,
  security: true,
  extensions: true,
  source: true,
};

test('what is built after any change has the bytes of a clean build, and renders less; every fact that pages are made of is listed', {
  timeout: 600_000,
}, async () => {
  let [rendered, pages] = [0, 0];
  const made = new Set<string>();
  const listed = new Set<string>();
  for await (const step of editAndCompare(folder, STEPS, SEED)) {
    expect(step.differences, step.edit).toEqual([]);
    rendered += step.rendered ?? 0;
    pages += step.pages;
    if (listed.size > 0 || step.pages === 0) continue;
    for (const part of partsOfPages()) made.add(kindOf(part));
    for (const record of (await readProject(folder, {})).apis) {
      const nothing = new Api(apiRecord({ name: record.name, version: record.version }));
      for (const fact of changedFacts(nothing, new Api(record))) listed.add(kindOf(fact));
    }
    // Its value is seldom another one.
    listed.add('introduction');
  }
  expect(rendered).toBeLessThan(pages * 0.6);
  const ofRecords = new Set([...Object.keys(OF_RECORDS), ...COMPONENT_SECTIONS, '*']);
  expect([...made].filter((kind) => !ofRecords.has(kind)).sort()).toEqual([...listed].sort());
});

/** Names of parts and facts that pages were made of: `1:info.title`. */
function partsOfPages(): readonly string[] {
  const bytes = readFileSync(join(folder, 'dist/documentation/dependencies.bin'));
  const text = gunzipSync(bytes.subarray(bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1)).toString('utf8');
  return [...text.matchAll(/"(\d+:[^"\\]+)"/g)].map(([, part = '']) => part);
}

function kindOf(part: string): string {
  return /^\d+:([\w-]+|\*)/.exec(part)?.[1] ?? part;
}
