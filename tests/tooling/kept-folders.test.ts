import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyKept, hashOf } from './kept-folders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  mkdirSync(join(folder, 'project/data/data'), { recursive: true });
  writeFileSync(join(folder, 'project/a'), 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const project = (): string => join(folder, 'project');

describe('the hash of a folder', () => {
  test.each([
    ['another content', () => writeFileSync(join(project(), 'a'), 'two')],
    ['another file', () => writeFileSync(join(project(), 'b'), '')],
    ['another file further down', () => writeFileSync(join(project(), 'data/data/x'), '')],
  ])('differs for %s', (_, change) => {
    const before = hashOf([project()]);
    change();
    expect(hashOf([project()])).not.toBe(before);
  });

  test('is the same for what is left out, of its own entries alone', () => {
    const before = hashOf([project()], ['data']);
    writeFileSync(join(project(), 'data/x'), '');
    expect(hashOf([project()], ['data'])).toBe(before);
    mkdirSync(join(project(), 'config/data'), { recursive: true });
    writeFileSync(join(project(), 'config/data/x'), '');
    expect(hashOf([project()], ['data'])).not.toBe(before);
  });
});

describe('a kept folder', () => {
  const KIND = `test-${process.pid}`;
  const cache = join(import.meta.dirname, '../../node_modules/.cache/platform-documentation-tests', KIND);
  afterEach(() => rmSync(cache, { recursive: true, force: true }));

  test('is made once for one hash, and copied to each that asks', async () => {
    let made = 0;
    const make = (target: string): void => {
      made += 1;
      writeFileSync(join(target, 'x'), String(made));
    };
    for (const name of ['one', 'two']) await copyKept(KIND, 'same', join(folder, name), make);
    await copyKept(KIND, 'other', join(folder, 'three'), make);
    expect(['one', 'two', 'three'].map((name) => readFileSync(join(folder, name, 'x'), 'utf8'))).toEqual([
      '1',
      '1',
      '2',
    ]);
  });

  test('is not kept where making it fails', async () => {
    const fail = (): void => {
      throw new Error('no luck');
    };
    await expect(copyKept(KIND, 'failed', join(folder, 'one'), fail)).rejects.toThrow('no luck');
    expect(existsSync(join(folder, 'one'))).toBe(false);
    await copyKept(KIND, 'failed', join(folder, 'one'), (target) => writeFileSync(join(target, 'x'), ''));
    expect(existsSync(join(folder, 'one/x'))).toBe(true);
  });
});
