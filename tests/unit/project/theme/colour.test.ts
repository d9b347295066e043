import { describe, expect, test } from 'vitest';
import { contrast, formatColour, mixed, nearest, parseColour } from '../../../../src/project/theme/colour.ts';

const between = (one: string, other: string): number => contrast(parseColour(one), parseColour(other));

describe('contrast', () => {
  test.each([
    // Values from the examples of WCAG 2.2 and its checkers.
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777', '#fff', 4.48],
    ['#0b57b8', '#ffffff', 6.89],
  ])('%s on %s is %d', (one, other, expected) => {
    expect(between(one, other)).toBeCloseTo(expected, 1);
    expect(between(other, one)).toBe(between(one, other));
  });
});

describe('a mixture', () => {
  test('of all and of nothing is one of both', () => {
    const [blue, white] = [parseColour('#0b57b8'), parseColour('#ffffff')];
    expect([formatColour(mixed(blue, 1, white)), formatColour(mixed(blue, 0, white))]).toEqual(['#0b57b8', '#ffffff']);
  });
});

describe('the nearest colour', () => {
  test.each(['#7aa2ff', '#ffd400', '#ff6a00', '#00c2a8'])('of %s that can be read on white keeps its hue', (hex) => {
    const fits = (candidate: readonly [number, number, number]): boolean =>
      contrast(candidate, parseColour('#ffffff')) >= 4.5;
    const found = nearest(parseColour(hex), fits);
    expect(found !== undefined && fits(found)).toBe(true);
    // Not darker than needed.
    expect(contrast(found ?? [0, 0, 0], parseColour('#ffffff'))).toBeLessThan(4.75);
  });

  test('of one that fits is itself', () => {
    expect(formatColour(nearest(parseColour('#0b57b8'), () => true) ?? [0, 0, 0])).toBe('#0b57b8');
  });

  test('is none where none fits', () => {
    expect(nearest(parseColour('#0b57b8'), () => false)).toBeUndefined();
  });
});
