import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromByteText, isAscii, toByteText } from '../../../src/http/byte-text.ts';

test('text to bytes and back is the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fromByteText(toByteText(text))).toBe(text);
      expect(isAscii(toByteText(text))).toBe(isAscii(text));
    }),
  );
  expect(toByteText('Jä')).toBe('J\u00c3\u00a4');
});

test.each([
  ['Latin-1', 'J\u00e4s'],
  ['an overlong form', '\u00c0\u00af'],
  ['half a surrogate pair', '\u00ed\u00a0\u0080'],
  ['an end in the middle', 'a\u00c3'],
  ['characters that are no bytes', 'J\u0100'],
])('%s is not UTF-8', (_, bytes) => {
  expect(fromByteText(bytes)).toBeUndefined();
});

test('a byte order mark is part of the text', () => {
  expect(fromByteText('\u00ef\u00bb\u00bfa')).toBe('\ufeffa');
});
