import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const product = fileURLToPath(new URL('..', import.meta.url));
/** The formatter breaks code at this length, and no comment. */
const LONGEST_LINE = 120;
/** Over the rows of a table stand its heads, as far apart as the columns are. */
const HEADS = /\S {3,}\S/;

/** First words of docstrings that leave the noun out: `Of the site`, `What is sent` (STYLE, Docstrings). */
const HEADLESS = /\/\*\*\s*(?:\n\s*\*\s*)?(?:What|Who|Whose|That|Those|Which|Of|By|As|Where|In)\b.*/g;

/** Lines of comments that are too long, as `line: text`. */
function longComments(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.length > LONGEST_LINE ? [`${index + 1}: ${line.trim()}`] : []))
    .filter((line) => /^\d+: (\/?\*|\/\/)/.test(line) && !HEADS.test(line));
}

test('a line of a comment has at most 120 characters, so that it is read beside the code', () => {
  const files = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(product, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs|css|astro)$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(
    files.flatMap((file) => longComments(readFileSync(join(product, file), 'utf8')).map((line) => `${file}:${line}`)),
  ).toEqual([]);
});

const commented = ['src', 'tests'].flatMap((folder) =>
  readdirSync(join(product, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|astro)$/.test(file) && file !== 'comments.test.ts')
    .map((file) => join(folder, file)),
);

test('a docstring begins with a noun or a verb', () => {
  const found = commented.flatMap((file) =>
    [...readFileSync(join(product, file), 'utf8').matchAll(HEADLESS)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['/** Of the site. */', true],
  ['/**\n * What is sent\n */', true],
  ['/** Inner part of a body. */', false],
  ['/** Texts of a page. */', false],
  ['/* What follows is generated. */', false],
])('%j begins without a noun: %s', (comment, expected) => {
  expect(comment.match(HEADLESS) !== null).toBe(expected);
});

test.each([
  [[` * ${'word '.repeat(24)}`], [1]],
  [['const a = 1;', `// ${'word '.repeat(24)}`], [2]],
  [[` * ${'word '.repeat(22)}`], []],
  [[`// user${' '.repeat(60)}password${' '.repeat(60)}answer`], []],
  [[`const text = '${'word '.repeat(24)}';`], []],
])('of %j lines %j are too long', (lines, expected) => {
  expect(longComments(lines.join('\n')).map((line) => Number.parseInt(line, 10))).toEqual(expected);
});
