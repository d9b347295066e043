import { expect, test } from 'vitest';
import { isSame } from '../../../src/auth/secrets.ts';

test.each([
  ['secret', 'secret', true],
  ['', '', true],
  ['secret', 'secres', false],
  ['secret', 'secre', false],
  ['secret', 'secret ', false],
  ['secret', '', false],
  ['00ff', '00FF', false],
  ['ä', 'a', false],
  // The numbers of characters are equal, those of bytes are not.
  ['ä0', '00', false],
  ['ä', Buffer.from('ä', 'utf8'), true],
  [Buffer.from([1, 2, 3]), Uint8Array.of(1, 2, 3), true],
  [Buffer.from([1, 2, 3]), Buffer.from([1, 2]), false],
])('isSame of %j and %j is %s, and never an exception', (expected, actual, isSameText) => {
  expect([isSame(expected, actual), isSame(actual, expected)]).toEqual([isSameText, isSameText]);
});
