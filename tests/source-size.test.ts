import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Most lines, in fifties, and files of each folder of `src`: the sources get smaller, not larger. Lower the figures of
 * a folder when it has become smaller; a change that needs more of them says in its commit what they bring.
 */
const MOST: readonly (readonly [folder: string, lines: number, files: number])[] = [
  ['admin', 3600, 21],
  ['astro', 750, 7],
  ['auth', 3600, 40],
  ['changes', 3200, 17],
  ['cli', 6700, 52],
  ['config', 3300, 23],
  ['descriptors', 16050, 95],
  ['discovery', 400, 6],
  ['files', 350, 5],
  ['files directly in src', 100, 2],
  ['formats', 8350, 54],
  ['http', 950, 10],
  ['model', 4200, 39],
  ['mount', 350, 3],
  ['options', 850, 7],
  ['pages', 50, 1],
  ['presentation', 10450, 72],
  ['project', 2050, 22],
  ['release', 5630, 45],
  ['rules', 2050, 16],
  ['schema', 2750, 19],
  ['search', 3300, 19],
  ['server', 9630, 78],
  ['services', 4450, 31],
  ['store', 3000, 20],
  ['threads', 450, 4],
  ['trying', 1700, 11],
  ['views', 7600, 66],
  ['words', 1450, 9],
  ['yaml', 350, 2],
];
/** Figures this far above what there is are lowered, so that others do not fill the room. */
const MOST_SPARE_LINES = 150;

const src = fileURLToPath(new URL('../src/', import.meta.url));
const ENDINGS = ['.ts', '.astro', '.mjs'];
const OUTSIDE = 'files directly in src';

const sizes = new Map<string, { lines: number; files: number }>();
for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
  if (!ENDINGS.includes(extname(path))) continue;
  const parts = path.split(sep);
  const folder = parts.length > 1 ? (parts[0] ?? '') : OUTSIDE;
  const before = sizes.get(folder) ?? { lines: 0, files: 0 };
  const lines = readFileSync(join(src, path), 'utf8').split('\n').length - 1;
  sizes.set(folder, { lines: before.lines + lines, files: before.files + 1 });
}

test('every folder of src has its figures', () => {
  expect([...sizes.keys()].sort()).toEqual(MOST.map(([folder]) => folder).sort());
});

test.each(MOST)('%s has at most %i lines in %i files, and hardly fewer lines', (folder, lines, files) => {
  const size = sizes.get(folder) ?? { lines: 0, files: 0 };
  expect(size.lines).toBeLessThanOrEqual(lines);
  expect(size.lines).toBeGreaterThan(lines - MOST_SPARE_LINES);
  expect(size.files).toBeLessThanOrEqual(files);
});
