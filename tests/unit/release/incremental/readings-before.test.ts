import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFolder } from '../../../../src/descriptors/read-descriptors.ts';
import type { Diagnostic } from '../../../../src/model/diagnostic.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { SharedPaths } from '../../../../src/project/shared-paths.ts';
import { readMemory, writeMemory } from '../../../../src/release/incremental/memory-file.ts';
import { ReadingsBefore } from '../../../../src/release/incremental/readings-before.ts';
import type { ReleaseIndex } from '../../../../src/store/release.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const plain = apiRecord({ name: 'Library' });
const library: ApiRecord = { ...plain, source: { ...plain.source, file: 'd/library.yaml' } };
const file = { path: 'd/library.yaml', sha256: 'one' };
const record: ApiRecord = { ...library, guides: [{ name: 'start', title: 'Start', text: 'Begin.' }] };

function readingsAfter(id: string | undefined, published?: ApiRecord, reader = 'one', index?: ReleaseIndex) {
  const memory = id === undefined ? undefined : readMemory(folder, id);
  return new ReadingsBefore({ memory, index, record: () => published }, reader);
}

function write(kept: ReadingsBefore): string {
  const { readings, sections } = kept.written();
  writeMemory(folder, { release: 'first', readings }, sections);
  return readFileSync(join(folder, 'memory.bin'), 'utf8');
}

/** Reading that is known after a release with the record. */
function known({ id = 'first', reader = 'one', published = record as ApiRecord | undefined } = {}) {
  const readings = readingsAfter(id, published, reader);
  const reading = readings.find(file, () => undefined);
  return reading && { ...reading, record: reading.record() };
}

describe('readings of the release before', () => {
  beforeEach(() => {
    const readings = readingsAfter(undefined);
    readings.note(file, { ownName: null, name: 'library', diagnostics: [], record: library, source: null });
    write(readings);
  });

  test('have the record of the release, without its guides', () => {
    expect(known()).toEqual({ ownName: null, name: 'library', diagnostics: [], record: library });
  });

  test.each([
    ['of another release', { id: 'second' }],
    ['of other readers or rules', { reader: 'two' }],
  ])('are not taken %s', (_, course) => {
    expect(known(course)).toBeUndefined();
  });

  test.each([
    ['has no record', undefined],
    ['has one of another file', { ...library, source: { ...library.source, file: 'd/other.yaml' } }],
  ])('have no record where the release %s', (_, published) => {
    const readings = readingsAfter('first', published);
    expect(readings.find(file, () => undefined)?.record()).toBeUndefined();
  });

  test('have what was found of paths, of the same routes and access', () => {
    const problem: Diagnostic = {
      file: 'd/a.yaml',
      line: 0,
      column: 0,
      severity: 'warning',
      message: 'Twice.',
      remedy: 'Once.',
      rule: 'r',
    };
    const index = { unanswered: ['lost'] } as unknown as ReleaseIndex;
    const asked = (id: string | undefined, of: string): readonly [SharedPaths, isFound: boolean] => {
      let isFound = false;
      const readings = readingsAfter(id, undefined, 'one', index);
      const found = readings.sharedPaths({ of }, () => {
        isFound = true;
        return { problems: [problem], unanswered: ['lost'] };
      });
      write(readings);
      return [found, isFound];
    };
    const paths: SharedPaths = { problems: [problem], unanswered: ['lost'] };
    expect(asked('first', 'one')).toEqual([paths, true]);
    const written = readFileSync(join(folder, 'memory.bin'), 'utf8');
    expect(asked('first', 'one')).toEqual([paths, false]);
    expect(readFileSync(join(folder, 'memory.bin'), 'utf8')).toBe(written);
    expect(asked('first', 'two')).toEqual([paths, true]);
    expect(asked('second', 'two')).toEqual([paths, true]);
    expect(asked(undefined, 'two')).toEqual([paths, true]);
  });

  test('are not there of other bytes', () => {
    const readings = readingsAfter('first', record);
    expect(readings.find({ ...file, sha256: 'two' }, () => undefined)).toBeUndefined();
  });

  test('keep no finding that names a place behind what was edited', () => {
    const text = (summary: string): string =>
      `{"openapi":"3.1.0","x-long":"${'x'.repeat(600_000)}","info":{"title":"T","version":"1"},"paths":{"/a":{"get":
        {"summary":"${summary}","operationId":"x","responses":{}},"post":
        {"operationId":"x","responses":{}}}}}`;
    const read = (summary: string, id: string | undefined, apis: readonly ApiRecord[]) => {
      mkdirSync(join(folder, 'd'), { recursive: true });
      writeFileSync(join(folder, 'd/library.json'), text(summary));
      const kept = readingsAfter(id, apis[0]);
      const found = readFolder({ projectRoot: folder, folder: 'd', kept });
      write(kept);
      return found;
    };
    const { apis } = read('List', undefined, []);
    const { diagnostics } = read('List them all', 'first', apis);
    expect(diagnostics).toEqual(readFolder({ projectRoot: folder, folder: 'd' }).diagnostics);
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['operation-id-duplicate']);
  });

  test('are written with the same bytes when they were taken', () => {
    const before = readFileSync(join(folder, 'memory.bin'), 'utf8');
    const readings = readingsAfter('first', record);
    const reading = readings.find(file, () => undefined);
    if (reading !== undefined) readings.note(file, reading);
    expect(write(readings)).toBe(before);
  });
});
