import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { excerpts } from '../../../src/cli/check-lines.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'excerpt-'));
  mkdirSync(join(folder, 'api-descriptors/a'), { recursive: true });
  writeFileSync(join(folder, 'api-descriptors/lines.yaml'), 'one\ntwo\n  four: 4\n');
  writeFileSync(join(folder, 'secret.yaml'), 'one\n');
  writeFileSync(
    join(folder, 'api-descriptors/long.json'),
    `{"a":"${'x'.repeat(500)}","bad":1,"b":"${'y'.repeat(500)}"}`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The quoted line, and the line below it with the mark. */
function excerptOf(file: string, line: number, column: number): readonly string[] {
  const problem = { file, line, column, severity: 'error', rule: 'r', message: 'm', remedy: 'r' } as const;
  const lines = excerpts(folder)(problem);
  return lines.map((one) =>
    typeof one === 'string' ? one : one.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
  );
}

test('a file with a secret is not quoted, whatever the problem', () => {
  const at = { file: 'api-descriptors/lines.yaml', line: 1, column: 1, severity: 'warning', message: 'm', remedy: 'r' };
  const problems = ['postman-secret', 'other'].map((rule) => ({ ...at, severity: 'warning' as const, rule }));
  const excerptOfProblem = excerpts(folder, problems);
  expect(problems.flatMap((problem) => excerptOfProblem(problem))).toEqual([]);
});

describe('an excerpt', () => {
  test.each([
    ['of a word', 3, 3, ['  3 |   four: 4', '    |   ^^^^']],
    ['of a character that is no word', 3, 7, ['  3 |   four: 4', '    |       ^']],
    ['at the end of a line', 1, 4, ['  1 | one ', '    |    ^']],
    ['beyond the end of a line', 1, 40, ['  1 | one ', '    |    ^']],
    ['of a line as a whole', 3, 0, ['  3 |   four: 4', '    |   ^^^^^^^']],
  ])('%s', (_, line, column, expected) => {
    expect(excerptOf('api-descriptors/lines.yaml', line, column)).toEqual(expected);
  });

  test('of a line of many characters is the text around the mistake', () => {
    const [line = '', mark = ''] = excerptOf('api-descriptors/long.json', 1, 510);
    expect(line).toMatch(/^ {2}1 \| …x+","bad":1,"b":"y+…$/);
    expect(mark.trimEnd().length).toBe(line.indexOf('bad') + 3);
    expect(line.length).toBeLessThan(180);
  });

  test.each([
    ['a file that is not there', 'api-descriptors/nothing.yaml', 1],
    ['a folder', 'api-descriptors/a', 1],
    ['a line that is not there', 'api-descriptors/lines.yaml', 9],
    ['a file that is no descriptor', 'secret.yaml', 1],
  ])('of %s is none', (_, file, line) => {
    expect(excerptOf(file, line, 1)).toEqual([]);
  });
});
