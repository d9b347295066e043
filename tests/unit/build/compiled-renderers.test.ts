import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyCompiled, keepCompiled } from '../../../src/build/compiled-renderers.ts';

const CACHE = 'node_modules/.cache/platform-documentation';
let product: string;
let target: string;
beforeEach(() => {
  product = mkdtempSync(join(tmpdir(), 'compiled-'));
  target = join(product, 'copy');
});
afterEach(() => rmSync(product, { recursive: true, force: true }));

function compiled(text: string): readonly { name: string; folder: string }[] {
  return ['client', 'server'].map((name) => {
    const folder = join(product, 'compiled', name);
    mkdirSync(join(folder, 'chunks'), { recursive: true });
    writeFileSync(join(folder, 'chunks/file'), `${name} ${text}`);
    return { name, folder };
  });
}
const copied = (): string => readFileSync(join(target, 'server/chunks/file'), 'utf8');

describe('a compiled renderer', () => {
  test('is copied where it was kept, whole', () => {
    keepCompiled(product, 'a', compiled('one'));
    expect(copyCompiled(product, 'a', target)).toBe(true);
    expect([copied(), readFileSync(join(target, 'client/chunks/file'), 'utf8')]).toEqual(['server one', 'client one']);
  });

  test('is not there for other templates, and nothing is left behind then', () => {
    keepCompiled(product, 'a', compiled('one'));
    expect(copyCompiled(product, 'b', target)).toBe(false);
    expect(readdirSync(product)).not.toContain('copy');
  });

  test('kept again replaces what was there', () => {
    keepCompiled(product, 'a', compiled('one'));
    keepCompiled(product, 'a', compiled('two'));
    copyCompiled(product, 'a', target);
    expect(copied()).toBe('server two');
  });

  test('is one of three at most, the newest', () => {
    for (const [age, hash] of ['a', 'b', 'c', 'd'].entries()) {
      keepCompiled(product, hash, compiled(hash));
      utimesSync(join(product, CACHE, hash), 1000 + age, 1000 + age);
    }
    keepCompiled(product, 'e', compiled('e'));
    expect(readdirSync(join(product, CACHE)).sort()).toEqual(['c', 'd', 'e']);
  });

  test('that cannot be kept is no error, and leaves no part of it', () => {
    mkdirSync(join(product, 'node_modules'), { recursive: true });
    writeFileSync(join(product, 'node_modules/.cache'), 'a file where a folder should be');
    expect(() => keepCompiled(product, 'a', compiled('one'))).not.toThrow();
    expect(copyCompiled(product, 'a', target)).toBe(false);
  });

  test('of which a part is missing is not kept', () => {
    keepCompiled(product, 'a', [...compiled('one'), { name: 'more', folder: join(product, 'nowhere') }]);
    expect(copyCompiled(product, 'a', target)).toBe(false);
    expect(readdirSync(join(product, CACHE))).toEqual([]);
  });
});
