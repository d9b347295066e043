import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textPart } from '../../../../src/server/mcp/tool-answers.ts';

describe('a part of a text', () => {
  test.each([
    // text              part  most  gets                       of
    ['', 1, 4, '', 1],
    ['abcd', 1, 4, 'abcd', 1],
    ['ab\ncd\n', 1, 4, 'ab\n', 2],
    ['ab\ncd\n', 2, 4, 'cd\n', 2],
    ['ab\ncd\n', 9, 4, 'cd\n', 2],
    ['abcdef', 2, 4, 'ef', 2],
    ['abc😀', 1, 4, 'abc', 2],
    ['a\nbcdefgh', 2, 4, 'bcde', 3],
  ])('%j, part %d of at most %d characters, is %j of %d', (text, part, most, expected, partCount) => {
    expect(textPart(text, part, most)).toEqual({ text: expected, part: Math.min(part, partCount), partCount });
  });

  test('is no longer than it may be, and all of them together are the text', () => {
    const words = fc.array(fc.constantFrom('a', '\n', '😀', 'word '), { maxLength: 60 });
    const texts = words.map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 20 }), (text, most) => {
        const { partCount } = textPart(text, 1, most);
        const parts = Array.from({ length: partCount }, (_, index) => textPart(text, index + 1, most).text);
        expect(parts.join('')).toBe(text);
        expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(most);
        expect(parts.every((part) => part.isWellFormed())).toBe(true);
      }),
    );
  });
});
