import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DescriptorReading, readDescriptor } from '../../../src/descriptors/read-descriptors.ts';

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

  test('is none where there is no such file in the folder', () => {
    writeFileSync(join(root, 'outside.yaml'), TEXT);
    symlinkSync(join(root, 'outside.yaml'), join(root, 'api/link.yaml'));
    for (const path of ['api/nothing.yaml', 'outside.yaml', 'api/../outside.yaml', 'api/link.yaml', 'api'])
      expect(read(path, TEXT)).toBeUndefined();
    expect(readDescriptor({ projectRoot: root, folder: 'nowhere', path: 'nowhere/a.yaml' })).toBeUndefined();
  });
});
