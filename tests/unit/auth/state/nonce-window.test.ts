import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NonceWindow, spendCount, WINDOW_COUNTS } from '../../../../src/auth/state/memory.ts';

const emptyWindow = (): NonceWindow => ({ highest: 0, recent: 0, earlier: 0 });

/** The rule, said with a set: fresh once, and only when less than 64 behind the highest. */
function createReference(): (count: number) => boolean {
  const used = new Set<number>();
  let highest = 0;
  return (count) => {
    const isFresh = !used.has(count) && count > highest - WINDOW_COUNTS;
    if (isFresh) used.add(count);
    highest = Math.max(highest, count);
    return isFresh;
  };
}

test('a count is fresh once, out of order too, and never when it is 64 behind the highest', () => {
  const near = fc.integer({ min: 1, max: 200 });
  const far = fc.integer({ min: 0xffffffff - 200, max: 0xffffffff });
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 20, arbitrary: near }, { weight: 1, arbitrary: far }), { maxLength: 300 }),
      (counts) => {
        const window = emptyWindow();
        const isFresh = createReference();
        for (const count of counts) expect(spendCount(window, count)).toBe(isFresh(count));
      },
    ),
    { numRuns: 300 },
  );
});

test.each([1, 31, 32, 33, 63, 64, 65, 0xfffffffe])('after a step of %i, what was used is still used', (step) => {
  const window = emptyWindow();
  expect(spendCount(window, 1)).toBe(true);
  expect(spendCount(window, 1 + step)).toBe(true);
  expect(spendCount(window, 1)).toBe(false);
  expect(spendCount(window, 1 + step)).toBe(false);
});

test('after a step of any width, each count of the window is as it was, and fresh once', () => {
  for (const [first, step] of [1, 2, 31, 32, 33, 63, 64].flatMap((lead) =>
    Array.from({ length: 70 }, (_, index) => [200 + lead, index + 1] as const),
  )) {
    for (const count of [
      first + step - 64,
      first + step - 63,
      first + step - 33,
      first + step - 32,
      first + step - 31,
      first + step - 1,
      first,
      200,
    ]) {
      const window = emptyWindow();
      const isFresh = createReference();
      for (const used of [200, first, first + step, count, count])
        expect([first, step, used, spendCount(window, used)]).toEqual([first, step, used, isFresh(used)]);
    }
  }
});
