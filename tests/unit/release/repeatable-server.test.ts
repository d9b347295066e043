import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeRepeatable, namesWithoutPlaces, type Places } from '../../../src/release/repeatable-server.ts';

/** Text that a bundler would write for a chunk. */
function chunkOf(code: string, places: Places): string {
  const { renderChunk } = namesWithoutPlaces(places);
  if (typeof renderChunk !== 'function') throw new Error('It is a function.');
  const rendered: unknown = Reflect.apply(renderChunk, undefined, [code]);
  return typeof rendered === 'object' && rendered !== null && 'code' in rendered ? String(rendered.code) : code;
}

test.each<[string, Places, code: string, named: string]>([
  ['the product', ['/a/b/', '/c'], 'x("/a/b/src/Show.astro")', 'x("/product/src/Show.astro")'],
  ['the project', ['/a/b', '/c'], 'x("/c/views/Show.astro")', 'x("/project/views/Show.astro")'],
  [
    'a project in the product',
    ['/a', '/a/b'],
    'x("/a/b/Show.astro", "/a/c.ts")',
    'x("/project/Show.astro", "/product/c.ts")',
  ],
  ['a product in the project', ['/a/node_modules/p', '/a'], '"/a/node_modules/p/e.ts"', '"/product/e.ts"'],
  ['a package', ['/a/node_modules/p', '/a'], '"/a/node_modules/p/lib/entry.js"', '"/product/lib/entry.js"'],
  [
    'a drive',
    ['C:\\a\\', 'D:\\c'],
    '"C:/a/Show.astro" "D:/c/Show.astro"',
    '"/product/Show.astro" "/project/Show.astro"',
  ],
  [
    'neither',
    ['/a', '/c'],
    'x("/b/Show.astro", "/abc/Show.astro", "/a/Show.css")',
    'x("/b/Show.astro", "/abc/Show.astro", "/a/Show.css")',
  ],
])('templates of %s have names without its place', (_, places, code, named) => {
  expect(chunkOf(code, places)).toBe(named);
});

test('a server that was compiled in two places is the same', () => {
  const [one, other] = ['one', 'another'].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), 'repeatable-'));
    const [product, draft] = [join(folder, name), join(folder, 'draft')];
    const urlOf = (path: string): string => pathToFileURL(path).href;
    const manifest = `{"rootDir":"${urlOf(product)}/","outDir":"${urlOf(draft)}/","key":"${name.padEnd(43, 'k')}=","entryModules":{"${product}/entry.ts":"entry.mjs"}}`;
    writeFileSync(join(folder, 'entry.mjs'), `const manifest = ${manifest};`);
    makeRepeatable(folder, draft, [product, join(folder, 'project')]);
    const compiled = readFileSync(join(folder, 'entry.mjs'), 'utf8');
    rmSync(folder, { recursive: true });
    return compiled;
  });
  expect(other).toBe(one);
  expect(one).toContain('"/product/entry.ts":"entry.mjs"');
});
