import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TreeFiles } from '../../../src/release/tree-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tree-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files: TreeFiles;
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  files = new TreeFiles(folder);
});

test.each([
  ['a service named as the page of its API', 'A-v1/index.html', 'A-v1/index.html/index.html'],
  ['a service named as a compressed copy of another', 'A-v1/b.json', 'A-v1/b.json.br/index.html'],
  ['a service whose copies would have the name of another', 'A-v1/b.json.gz/index.html', 'A-v1/b.json'],
  ['a page where a folder is', 'A-v1/b/c.json', 'A-v1/b'],
  ['a schema `b.schema` as JSON whose file is that of `b` as JSON Schema', 'A-v1/b.schema.json', 'A-v1/b.schema.json'],
  ['a file with the name of a compressed copy', 'A-v1/b.json', 'A-v1/b.json.gz'],
])('leaves out %s', (_, first, second) => {
  expect(files.write(`/${first}`, 'first')).toBeUndefined();
  expect(files.write(`/${second}`, 'second')).toBe(`/${second} is left out: another document has a file of its name.`);
  expect(readFileSync(join(folder, first), 'utf8')).toBe('first');
  if (second !== first)
    expect(statSync(join(folder, second), { throwIfNoEntry: false })?.isFile() ?? false).toBe(false);
  expect(files.count).toBe(1);
});

test.each(['/A-v1/..', '/A-v1/a%2Fb', '/A-v1/%00', `/A-v1/${'n'.repeat(256)}`])(
  'leaves out %j, which no file can be named after',
  (path) => {
    expect(files.write(path, '')).toBe(`${path} is left out: no file can have that name.`);
    expect(existsSync(folder)).toBe(false);
  },
);

test('replaces a file that was there before, and writes neighbours of similar names', () => {
  new TreeFiles(folder).write('/A-v1/b.json', 'before');
  for (const path of ['/A-v1/b.json', '/A-v1/b/index.html', '/A-v1/b.gz/index.html', '/A-v1/%3F.md'])
    expect(files.write(path, path)).toBeUndefined();
  expect(readFileSync(join(folder, 'A-v1/b.json'), 'utf8')).toBe('/A-v1/b.json');
  expect(readFileSync(join(folder, 'A-v1/?.md'), 'utf8')).toBe('/A-v1/%3F.md');
});
