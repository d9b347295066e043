import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DescriptorReading, readDescriptor } from '../../../src/descriptors/read-descriptors.ts';
import { contextOf } from '../../../src/descriptors/read-record.ts';
import { parseText } from './read-text.ts';

const TEXT =
  'api: A\nversion: 1\nservices:\n  - name: Book\n    route: /book\n    parameters: [{ name: x, schema: { $ref: part.yaml } }]\n';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platform-documentation-descriptor-'));
  mkdirSync(join(root, 'api'));
  writeFileSync(join(root, 'api/a.yaml'), TEXT);
  writeFileSync(join(root, 'api/part.yaml'), 'type: string\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string, draft?: string): DescriptorReading | undefined =>
  readDescriptor({ projectRoot: root, folder: 'api', path }, draft);

describe('one descriptor', () => {
  test('is read with the files that it refers to', () => {
    expect(read('api/a.yaml')).toMatchObject({ reader: 'native', record: { name: 'A' }, diagnostics: [] });
  });

  test('is read as it would be', () => {
    expect(read('api/a.yaml', TEXT.replace('name: Book', 'name: Other'))?.record?.services[0]?.name).toBe('Other');
    const broken = read('api/a.yaml', TEXT.replace('/book', '/b['));
    expect(broken?.record).toBeUndefined();
    expect(broken?.diagnostics.map(({ rule }) => rule)).toEqual(['route-syntax']);
    expect(read('api/a.yaml', 'a: [')).toMatchObject({ value: undefined, reader: null, record: undefined });
  });

  test('has an error where the rules of the project make one of a warning', () => {
    const rules = { extends: 'minimal', rules: { 'tag-missing': 'error' }, exceptions: [] } as const;
    const place = { projectRoot: root, folder: 'api', path: 'api/a.yaml', rules };
    const draft = `${TEXT}    operations: [{ method: GET }]\n`;
    expect(readDescriptor(place, draft)).toMatchObject({ record: undefined, diagnostics: [{ rule: 'tag-missing' }] });
    expect(readDescriptor(place, `${draft}    tags: [Books]\n`)).toMatchObject({
      record: { name: 'A' },
      diagnostics: [],
    });
  });

  const OVERLAY = 'overlay: 1.1.0\nextends: a.yaml\nactions:\n  - { target: $, update: { title: Shown } }\n';

  test.each([
    ['in the folder', 'api/deeper/o.yaml', OVERLAY.replace('a.yaml', '../a.yaml'), {}],
    ['beside it, where it is read by itself', 'api/o.json', OVERLAY, { isByItself: true }],
    [
      'of the configuration',
      'api/o.yaml',
      OVERLAY.replace('extends: a.yaml', 'info: {}'),
      { overlays: [{ api: 'A', version: 1, files: ['api/o.yaml'] }] },
    ],
  ])('is read with an overlay %s', (_, path, overlay, more) => {
    mkdirSync(join(root, 'api/deeper'));
    writeFileSync(join(root, path), path.endsWith('.json') ? JSON.stringify(load(overlay)) : overlay);
    const place = { projectRoot: root, folder: 'api', path: 'api/a.yaml', ...more };
    expect(readDescriptor(place)?.record?.info.title).toBe('Shown');
    expect(readDescriptor(place, `\uFEFF${TEXT}`)?.record?.info.title).toBe('Shown');
  });

  test.each([[{}], [{ isByItself: true }]])('is not read without an overlay that cannot be parsed (%j)', (more) => {
    writeFileSync(join(root, 'api/o.yaml'), `${OVERLAY}  - [\n`);
    const reading = readDescriptor({ projectRoot: root, folder: 'api', path: 'api/a.yaml', ...more });
    expect(reading?.diagnostics).toMatchObject([{ file: 'api/o.yaml', severity: 'error', rule: 'yaml-syntax' }]);
  });

  test('is none where there is no such file in the folder', () => {
    writeFileSync(join(root, 'outside.yaml'), TEXT);
    symlinkSync(join(root, 'outside.yaml'), join(root, 'api/link.yaml'));
    for (const path of ['api/nothing.yaml', 'outside.yaml', 'api/../outside.yaml', 'api/link.yaml', 'api'])
      expect(read(path, TEXT)).toBeUndefined();
    expect(readDescriptor({ projectRoot: root, folder: 'nowhere', path: 'nowhere/a.yaml' })).toBeUndefined();
  });
});

test('positions are not computed for a reference that leads to a file', () => {
  const part = parseText('a: 1\n', 'd/part.yaml');
  const from = { ...part, path: 'd/api.yaml', locate: () => expect.fail('a position') };
  const files = { resolve: () => ({ path: 'd/part.yaml' }), load: () => part, has: () => true };
  const context = contextOf({ name: null, files, parse: () => part }, new Set(), () => undefined);
  expect(context.readFile('part.yaml', from, '/a')).toBe(part);
});
