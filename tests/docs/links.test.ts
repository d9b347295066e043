import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { productFolder, readDocuments } from './documents.ts';

const documents = readDocuments();
const anchors = new Map(documents.map(({ path, headings }) => [path, new Set(headings.map(({ anchor }) => anchor))]));

describe.each(documents)('$path', ({ path, targets }) => {
  test('links to what is there', () => {
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    const broken = local.filter((target) => {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(productFolder, linked))) return true;
      return anchor !== undefined && anchors.get(linked)?.has(anchor) !== true;
    });
    expect(broken, `Correct these targets in ${path}.`).toEqual([]);
  });
});

test('README links to every guide', () => {
  const linked =
    documents.find(({ path }) => path === 'README.md')?.targets.map((target) => target.split('#')[0]) ?? [];
  const guides = documents.map(({ path }) => path).filter((path) => /^docs\/[^/]+\.md$/.test(path));
  expect(
    guides.filter((path) => !linked.includes(path)),
    'Add links below Documentation in README.md.',
  ).toEqual([]);
});

test('the map of the sources names files that exist', () => {
  const map = readFileSync(join(productFolder, 'src/README.md'), 'utf8');
  const named = [...map.matchAll(/`([\w./-]+\.(?:ts|mjs|astro|css|json|md))`/g)].map(([, name = '']) => name);
  const below = ['src', 'tests', 'docs'].flatMap((folder) =>
    readdirSync(join(productFolder, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `/${folder}/${path.replaceAll(sep, '/')}`,
    ),
  );
  const files = [...below, ...readdirSync(productFolder).map((name) => `/${name}`)];
  const compiled = new Set(['renderer.mjs', 'dist/server/entry.mjs']);
  const missing = named.filter((name) => !compiled.has(name) && !files.some((path) => path.endsWith(`/${name}`)));
  expect(missing, 'Correct these names in src/README.md.').toEqual([]);
});
