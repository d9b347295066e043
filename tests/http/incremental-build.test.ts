import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { Api } from '../../src/model/api.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { readProject } from '../../src/project/read-project.ts';
import { changedFacts } from '../../src/release/incremental/kept-documents.ts';
import { readMemory } from '../../src/release/incremental/memory-file.ts';
import { COMPONENT_SECTIONS } from '../../src/schema/references.ts';
import { readIndex } from '../../src/store/opened-release.ts';
import { currentRelease, RELEASES_FOLDER, type ReleaseIndex } from '../../src/store/release.ts';
import { apiRecord } from '../fixtures/model/rich-api.ts';
import { comparison, editAndCompare, makeEditedProject, wrongNames } from '../tooling/incremental-edits.ts';
import { writeSamples } from '../tooling/random-edits.ts';

/** A tool of the same name takes more steps and other seeds, with templates and formats of the project among them. */
const STEPS = 15;
/** Every kind of change is among so many steps. */
const SEED = 1849;

const folder = makeEditedProject();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Top-level members of a record, whose parts are compared member by member. */
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

test('what is built after any change has the bytes of a clean build, and renders less; every fact that pages are made of is listed', async () => {
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
    // Their values are seldom others.
    for (const fact of ['introduction', 'tagsWithText', 'verbs', 'closed-objects', 'common-parts']) listed.add(fact);
  }
  expect(rendered).toBeLessThan(pages * 0.6);
  const ofRecords = new Set([...Object.keys(OF_RECORDS), ...COMPONENT_SECTIONS, '*']);
  expect([...made].filter((kind) => !ofRecords.has(kind)).sort()).toEqual([...listed].sort());
});

test('names of APIs that are gone stay as long as the configuration has them, and are all that a clean build lacks', async () => {
  const removedNames = (): readonly string[] => currentIndex().removed?.map(({ api }) => api) ?? [];
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  writeSamples(folder);
  write('config/autoload/global.yaml', 'platform-documentation: { try_it: { Library: self } }\n');
  const compare = comparison(folder);
  expect((await compare()).differences).toEqual([]);
  expect(removedNames()).toEqual([]);
  rmSync(join(folder, 'api-descriptors/library'), { recursive: true });
  expect((await compare()).differences).toEqual([]);
  expect(removedNames()).toEqual(['Library', 'Library']);
  const orders = 'api-descriptors/orders/v1.openapi.json';
  write(orders, readFileSync(join(folder, orders), 'utf8').replace(/"title":"/, '"title":"Our '));
  expect((await compare()).differences).toEqual([]);
  expect(removedNames()).toEqual(['Library', 'Library']);
  write('config/autoload/global.yaml', '{}\n');
  expect((await compare()).differences).toEqual([]);
  expect(removedNames()).toEqual([]);
});

describe('names of earlier releases are wrong', () => {
  const named = (api: string, ...services: string[]) => ({
    api,
    version: 1,
    operations: services.map((service) => ({ service, resource: 'entity' as const, methods: ['GET' as const] })),
  });
  const [library, orders] = [named('Library', 'Book', 'Loan'), named('Orders', 'Order')];

  test.each([
    [
      'of a service that no release had',
      { outlines: [orders], removed: [named('Library', 'Book', 'Desk')] },
      ['removed: Library 1 Desk'],
    ],
    [
      'of a service that is there',
      { outlines: [library, orders], removed: [named('Library', 'Loan')] },
      ['removed: Library 1 Loan'],
    ],
    ['without one that is gone', { outlines: [], removed: [library] }, ['not removed: Orders 1']],
    ['but not where they are left out altogether', { outlines: [orders] }, []],
    [
      'but not of a service that is gone',
      { outlines: [named('Library', 'Book'), orders], removed: [named('Library', 'Loan')] },
      [],
    ],
    ['but not of a version that is gone', { outlines: [orders], removed: [library] }, []],
    [
      'but not without one that is gone where another has come',
      { outlines: [named('Shop', 'Order')], removed: [library] },
      [],
    ],
  ])('%s', (_, release, expected) => {
    expect(wrongNames([{ outlines: [library, orders] }], release)).toEqual(expected);
  });
});

function currentIndex(): ReleaseIndex {
  const documentation = join(folder, 'dist/documentation');
  return readIndex(join(documentation, RELEASES_FOLDER, currentRelease(documentation)));
}

/** Names of parts and facts that pages were made of: `1:info.title`. */
function partsOfPages(): readonly string[] {
  const documentation = join(folder, 'dist/documentation');
  const memory = readMemory(documentation, currentRelease(documentation));
  const sections = memory?.dependencies?.apis.map(([name]) => memory.section(`dependencies ${name}`) ?? '') ?? [];
  const text = sections.map((section) => gunzipSync(section).toString('utf8')).join('\n');
  return [...text.matchAll(/"(\d+:[^"\\]+)"/g)].map(([, part = '']) => part);
}

function kindOf(part: string): string {
  return /^\d+:([\w-]+|\*)/.exec(part)?.[1] ?? part;
}
