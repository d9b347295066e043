import { describe, expect, test } from 'vitest';
import { closeNames } from '../../../src/model/close-names.ts';

describe('closeNames', () => {
  test.each([
    ['book', ['Author', 'Book', 'Loan'], ['Book']],
    ['Bok', ['Author', 'Book', 'Loan'], ['Book']],
    ['Shpo', ['Shop', 'Ship'], ['Shop']],
    ['descripton', ['description', 'deprecated'], ['description']],
    ['zzz', ['Author', 'Book'], []],
    ['', ['Author'], []],
    ['aaab', ['aaaa', 'aaac', 'aaad', 'aaae'], ['aaaa', 'aaac', 'aaad']],
    ['x'.repeat(10_000), ['x'.repeat(9_999)], []],
  ])('%s among %j: %j', (wanted, candidates, expected) => {
    expect(closeNames(wanted, candidates)).toEqual(expected);
  });
});
