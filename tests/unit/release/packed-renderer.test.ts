import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packedHash } from '../../../src/release/product-fingerprint.ts';
import { copyCompiled, keepCompiled } from '../../../src/release/renderer-cache.ts';

let folder: string;
let installed: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-renderer-'));
  installed = join(folder, 'node_modules/product');
  install('node_modules/product', '1.0.0', 'direct', 'compiler');
  install('node_modules/direct', '1.0.0', 'bundled');
  install('node_modules/bundled', '1.0.0', 'direct');
  install('node_modules/compiler', '1.0.0');
  for (const part of ['client', 'server']) mkdirSync(join(folder, 'compiled', part), { recursive: true });
  mkdirSync(join(installed, 'renderers'));
  writeFileSync(join(installed, 'renderers/packages.json'), '["bundled","direct"]');
  keepCompiled(installed, packedHash(installed), join(folder, 'compiled'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function install(path: string, version: string, ...needed: readonly string[]): void {
  const dependencies = Object.fromEntries(needed.map((name) => [name, '^1.0.0']));
  mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version, dependencies }));
}
const isTaken = (): boolean => copyCompiled(installed, packedHash(installed), join(folder, 'dist'));

test('the renderer of the package is taken where what it contains is installed', () => {
  install('node_modules/compiler', '1.0.1');
  install('node_modules/of-the-project', '1.0.0', 'bundled');
  expect(isTaken()).toBe(true);
});

test.each([
  ['a bundled package that ours depends on has', 'node_modules/direct'],
  ['a bundled package of a package has', 'node_modules/bundled'],
  ['a bundled package that npm put below another has', 'node_modules/direct/node_modules/bundled'],
])('it is not taken where %s another version', (_where, path) => {
  install(path, '1.0.1', ...(path.endsWith('direct') ? ['bundled'] : []));
  expect(isTaken()).toBe(false);
});

test('it is not taken where a bundled package is missing', () => {
  rmSync(join(folder, 'node_modules/bundled'), { recursive: true });
  expect(isTaken()).toBe(false);
});
