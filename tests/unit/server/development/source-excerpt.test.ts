import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExcerpt } from '../../../../src/server/development/source-excerpt.ts';

const NUMBERED = ['one', 'two', 'three', '  four: 4', 'five', 'six', 'seven', ''].join('\n');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'excerpt-'));
  writeFileSync(join(folder, 'lines.yaml'), NUMBERED);
  writeFileSync(join(folder, 'long.json'), `{"a":"${'x'.repeat(500)}","bad":1,"b":"${'y'.repeat(500)}"}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (file: string, line: number, column: number) =>
  readExcerpt(join(folder, file), line, column)?.lines ?? null;

describe('an excerpt', () => {
  test.each([
    // line, column, numbers of the lines, marked
    ['in the middle', 4, 3, [1, 2, 3, 4, 5, 6], 'four'],
    ['in the first line', 1, 1, [1, 2, 3], 'one'],
    ['in the last line', 7, 1, [4, 5, 6, 7, 8], 'seven'],
    ['at a character that is no word', 4, 7, [1, 2, 3, 4, 5, 6], ':'],
    ['at the end of a line', 2, 4, [1, 2, 3, 4], ' '],
    ['beyond the end of a line', 2, 40, [1, 2, 3, 4], ' '],
    ['of a line as a whole', 4, 0, [1, 2, 3, 4, 5, 6], 'four: 4'],
  ])('%s', (_, line, column, numbers, marked) => {
    const lines = read('lines.yaml', line, column) ?? [];
    expect(lines.map(({ number }) => number)).toEqual(numbers);
    expect(lines.filter((found) => found.marked !== '')).toEqual([expect.objectContaining({ number: line, marked })]);
    for (const { number, before, marked: word, after } of lines) {
      expect((before + word + after).trimEnd()).toBe(NUMBERED.split('\n')[number - 1]);
    }
  });

  test('of a line of many characters is what is around the mistake', () => {
    const [line] = read('long.json', 1, 510) ?? [];
    expect(line?.marked).toBe('bad');
    expect(line?.before).toMatch(/^…x+",$|^…x+","$/);
    expect(line?.after).toMatch(/^":1,"b":"y+…$/);
    expect(`${line?.before}${line?.marked}${line?.after}`.length).toBeLessThan(170);
  });

  test.each([
    ['a file that is not there', 'nothing.yaml', 1],
    ['a folder', '.', 1],
    ['a line that is not there', 'lines.yaml', 9],
  ])('of %s is none', (_, file, line) => {
    expect(read(file, line, 1)).toBe(null);
  });
});
