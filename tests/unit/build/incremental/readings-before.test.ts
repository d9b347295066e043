import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ReadingsBefore } from '../../../../src/build/incremental/readings-before.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
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

/** What is known after a release with the record. */
function known({ id = 'first', reader = 'one', published = record as ApiRecord | undefined } = {}) {
  const readings = new ReadingsBefore(folder, { id, record: () => published }, reader);
  const reading = readings.find(file);
  return reading && { ...reading, record: reading.record() };
}

describe('readings of the release before', () => {
  beforeEach(() => {
    const readings = new ReadingsBefore(folder, { id: undefined, record: () => undefined }, 'one');
    readings.note(file, { ownName: null, name: 'library', diagnostics: [], record: library });
    readings.write(folder, 'first');
  });

  test('have the record of the release, without its guides', () => {
    expect(known()).toEqual({ sha256: 'one', ownName: null, name: 'library', diagnostics: [], record: library });
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
    const readings = new ReadingsBefore(folder, { id: 'first', record: () => published }, 'one');
    expect(readings.find(file)?.record()).toBeUndefined();
  });

  test('are not there of other bytes', () => {
    const readings = new ReadingsBefore(folder, { id: 'first', record: () => record }, 'one');
    expect(readings.find({ ...file, sha256: 'two' })).toBeUndefined();
  });

  test('are not taken from a file with one character changed', () => {
    const path = join(folder, 'readings.json');
    const text = readFileSync(path, 'utf8');
    for (const at of [3, text.indexOf('library'), text.length - 1]) {
      writeFileSync(path, `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`);
      expect(known()).toBeUndefined();
    }
  });

  test('are written with the same bytes when they were taken', () => {
    const before = readFileSync(join(folder, 'readings.json'), 'utf8');
    const readings = new ReadingsBefore(folder, { id: 'first', record: () => record }, 'one');
    const reading = readings.find(file);
    if (reading !== undefined) readings.note(file, reading);
    readings.write(folder, 'first');
    expect(readFileSync(join(folder, 'readings.json'), 'utf8')).toBe(before);
  });
});
