import { expect, test } from 'vitest';
import { isSame } from '../../../../src/auth/password-hashes/compare.ts';

test.each([
  ['secret', 'secret', true],
  ['', '', true],
  ['secret', 'secres', false],
  ['secret', 'secre', false],
  ['secret', 'secret ', false],
  ['secret', '', false],
  ['ä', 'a', false],
  ['ä', Buffer.from('ä', 'utf8'), true],
  [Buffer.from([1, 2, 3]), Uint8Array.of(1, 2, 3), true],
  [Buffer.from([1, 2, 3]), Buffer.from([1, 2]), false],
])('isSame of %j and %j is %s, and never an exception', (expected, actual, isSameText) => {
  expect([isSame(expected, actual), isSame(actual, expected)]).toEqual([isSameText, isSameText]);
});
