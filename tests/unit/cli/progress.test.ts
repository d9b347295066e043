import { describe, expect, test, vi } from 'vitest';
import { createPlainProgress, createProgressLine, progressText } from '../../../src/cli/terminal.ts';

describe('the text of a progress line', () => {
  test.each([
    // done, total, done before, elapsed ms since, columns   text
    [[0, 40, 0, 600, 60], 'Writing ────────────────────────────── 0/40'],
    [[10, 40, 0, 600, 60], 'Writing ━━━━━━━━────────────────────── 10/40'],
    [[10, 40, 0, 10_000, 60], 'Writing ━━━━━━━━────────────────────── 10/40, 30 s left'],
    [[10, 40, 4, 10_000, 60], 'Writing ━━━━━━━━────────────────────── 10/40, 50 s left'],
    [[40, 40, 0, 10_000, 60], 'Writing ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 40/40'],
    [[10, 40, 0, 10_000, 20], '10/40, 30 s left'],
    [[10, 40, 0, 10_000, 8], '10/40, '],
    [[0, 0, 0, 600, 60], 'Writing ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 0/0'],
  ] as const)('%j', ([done, total, before, elapsed, columns], text) => {
    const shown = progressText('Writing', { done, total, before, elapsed, columns });
    expect(shown.length).toBeLessThan(columns);
    expect(shown).toBe(text);
  });

  test('is never as wide as the screen, for any numbers', () => {
    for (let columns = 1; columns < 120; columns++)
      for (const done of [0, 7, 12_345])
        expect(
          progressText('Writing documents', { done, total: 12_345, before: 0, elapsed: 90_000, columns }).length,
        ).toBeLessThan(columns);
  });
});

describe('a progress line', () => {
  const drawn = (steps: readonly (readonly [at: number, done: number])[]): readonly string[] => {
    let now = 0;
    const texts: string[] = [];
    const line = createProgressLine('Writing', { columns: 40, write: (text) => void texts.push(text) }, () => now);
    for (const [at, done] of steps) {
      now = at;
      line.update(done, 100);
    }
    line.end();
    line.end();
    return texts;
  };

  test('is drawn in its place, some times a second, and gone at the end', () => {
    const texts = drawn([
      [600, 10],
      [610, 11],
      [650, 12],
      [700, 20],
    ]);
    expect(texts.map((text) => /\d+\/100/.exec(text)?.[0])).toEqual(['10/100', '20/100', undefined]);
    for (const text of texts) expect([text.startsWith('\r\u001b[K'), text.includes('\n')]).toEqual([true, false]);
    expect(texts.at(-1)).toBe('\r\u001b[K');
  });

  test('counts the time left from the first step, and shows none before a tenth is done or 5 seconds', () => {
    const texts = drawn([
      [30_000, 1],
      [33_000, 2],
      [33_500, 10],
      [36_000, 11],
    ]);
    expect(texts.map((text) => /[\d/]+(, .* left)?$/.exec(text)?.[0])).toEqual([
      '1/100',
      '2/100',
      '10/100, 35 s left',
      '11/100, 54 s left',
      undefined,
    ]);
    const slow = drawn([
      [30_000, 1],
      [36_000, 2],
    ]);
    expect(slow[1]).toContain('2/100, 9 min 48 s left');
  });

  test('shows nothing of what is done at once', () => {
    expect(
      drawn([
        [10, 10],
        [400, 100],
      ]),
    ).toEqual([]);
  });
});

describe('a progress line of a task that has counted nothing yet', () => {
  const waited = (milliseconds: number, columns = 40): readonly string[] => {
    vi.useFakeTimers();
    const texts: string[] = [];
    const line = createProgressLine('Writing', { columns, write: (text) => void texts.push(text) }, Date.now);
    vi.advanceTimersByTime(milliseconds);
    line.end();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    return texts;
  };

  test.each([
    [600, 40, ['Writing…', '\r\u001b[K']],
    [600, 6, ['Writi', '\r\u001b[K']],
    [400, 40, []],
  ])('after %i ms on %i columns', (milliseconds, columns, texts) => {
    expect(waited(milliseconds, columns)).toEqual(texts);
  });
});

describe('progress in a log', () => {
  const printed = (total: number): readonly string[] => {
    const lines: string[] = [];
    const progress = createPlainProgress('Writing', (line) => lines.push(line));
    for (let done = 1; done <= total; done++) progress.update(done, total);
    progress.end();
    return lines;
  };

  test('is a line for each tenth of a large task', () => {
    const lines = printed(10_000);
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      9,
      'Writing: 1,000 of 10,000.',
      'Writing: 9,000 of 10,000.',
    ]);
  });

  test('is nothing for a small one', () => {
    expect(printed(999)).toEqual([]);
  });
});
