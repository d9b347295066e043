import { linkSync, mkdtempSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FileUse, useFile } from '../../../src/store/packs.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-files-'));
  path = join(folder, 'one');
  writeFileSync(path, 'content');
});
afterEach(() => rmSync(folder, { recursive: true }));

function textOf({ descriptor, size }: FileUse): string {
  const bytes = Buffer.alloc(size);
  readSync(descriptor, bytes, 0, size, 0);
  return bytes.toString();
}

test('a file is open once, under all of its names, until its last user has ended', () => {
  const other = join(folder, 'other');
  linkSync(path, other);
  const uses = [useFile(path), useFile(other), useFile(path)];
  expect(new Set(uses.map(({ descriptor }) => descriptor)).size).toBe(1);
  const [first, second, third] = uses;
  first?.end();
  third?.end();
  rmSync(path);
  expect(second && textOf(second)).toBe('content');
  second?.end();
  expect(() => second && textOf(second)).toThrow('EBADF');
});

test('a file that takes the place of another is another', () => {
  const before = useFile(path);
  writeFileSync(join(folder, 'new'), 'other');
  renameSync(join(folder, 'new'), path);
  const after = useFile(path);
  expect([textOf(before), textOf(after)]).toEqual(['content', 'other']);
  before.end();
  expect(textOf(after)).toBe('other');
  after.end();
});

test('a file that is not there is an error of the operating system', () => {
  expect(() => useFile(join(folder, 'none'))).toThrow('ENOENT');
});
