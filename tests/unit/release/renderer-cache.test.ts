import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyCompiled, keepCompiled } from '../../../src/release/renderer-cache.ts';

let folder: string;
let cache: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  cache = join(folder, 'node_modules/.cache');
  target = join(folder, 'copy');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function compiled(text: string): string {
  for (const name of ['client', 'server']) {
    const chunks = join(folder, 'compiled', name, 'chunks');
    mkdirSync(chunks, { recursive: true });
    writeFileSync(join(chunks, 'file'), `${name} ${text}`);
  }
  return join(folder, 'compiled');
}
const copied = (): string => readFileSync(join(target, 'server/chunks/file'), 'utf8');

describe('a compiled renderer', () => {
  test('is copied where it was kept, whole', () => {
    keepCompiled(cache, 'a', compiled('one'));
    expect(copyCompiled(cache, 'a', target)).toBe(true);
    expect([copied(), readFileSync(join(target, 'client/chunks/file'), 'utf8')]).toEqual(['server one', 'client one']);
  });

  test('is not there for other templates, and nothing is left behind then', () => {
    keepCompiled(cache, 'a', compiled('one'));
    expect(copyCompiled(cache, 'b', target)).toBe(false);
    expect(readdirSync(folder)).not.toContain('copy');
  });

  test('kept again replaces what was there', () => {
    keepCompiled(cache, 'a', compiled('one'));
    keepCompiled(cache, 'a', compiled('two'));
    copyCompiled(cache, 'a', target);
    expect(copied()).toBe('server two');
  });

  test('is one of three at most, the newest', () => {
    for (const [age, hash] of ['a', 'b', 'c', 'd'].entries()) {
      keepCompiled(cache, hash, compiled(hash));
      utimesSync(join(cache, 'renderers', hash), 1000 + age, 1000 + age);
    }
    keepCompiled(cache, 'e', compiled('e'));
    expect(readdirSync(join(cache, 'renderers')).sort()).toEqual(['c', 'd', 'e']);
  });

  test('that cannot be kept is no error, and leaves no part of it', () => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(cache, 'a file where a folder should be');
    expect(() => keepCompiled(cache, 'a', compiled('one'))).not.toThrow();
    expect(copyCompiled(cache, 'a', target)).toBe(false);
  });

  test('of which a part is missing is not kept', () => {
    const source = compiled('one');
    rmSync(join(source, 'server'), { recursive: true });
    keepCompiled(cache, 'a', source);
    expect(copyCompiled(cache, 'a', target)).toBe(false);
    expect(readdirSync(join(cache, 'renderers'))).toEqual([]);
  });
});
