import { expect, test } from 'vitest';
import { fromEntries, setOwn } from '../../../src/model/own-property.ts';

test.each<[what: string, keys: readonly string[]]>([
  ['statuses', ['200', '404', 'default', '4XX']],
  ['__proto__ and kin', ['__proto__', 'constructor', 'toString']],
  ['the largest index, before others', ['4294967294', '200', '4294967295']],
  ['the largest index, after others', ['0', '4294967294']],
  ['what only begins like a number', ['2xx', '01', '1.5', '-1', '']],
])('%s are data like any other name, as Object.fromEntries has them', (_what, keys) => {
  const entries = keys.map((key, index) => [key, index] as const);
  const expected = Object.fromEntries(entries);
  const made = fromEntries(entries);
  expect(made).toStrictEqual(expected);
  expect(Object.keys(made)).toEqual(Object.keys(expected));
  expect(JSON.stringify(made)).toBe(JSON.stringify(expected));
});

test('a member is replaced', () => {
  const target: Record<string, unknown> = {};
  for (const value of [1, 2]) for (const key of ['200', '4294967294', 'name']) setOwn(target, key, value);
  expect(target).toEqual({ 200: 2, 4294967294: 2, name: 2 });
});
