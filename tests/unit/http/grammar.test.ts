import { describe, expect, test } from 'vitest';
import { isToken, parseList, parseParameters, parseWeight } from '../../../src/http/grammar.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

describe('parseList', () => {
  test.each([
    ['a, b ,\tc', ['a', 'b', 'c']],
    [',, a,,', ['a']],
    ['a="1,2", b', ['a="1,2"', 'b']],
    ['a="1\\",2", b', ['a="1\\",2"', 'b']],
    ['a="1, b', ['a="1', 'b']],
    ['', []],
  ])('splits %j into %j', (text, members) => {
    expect(parseList(text, 100)).toEqual(members);
  });

  test('leaves out what stands beyond the limit and the member that the limit cuts', () => {
    expect(parseList('a,b,cd', 5)).toEqual(['a', 'b']);
    expect(parseList('a,b,cd', 6)).toEqual(['a', 'b', 'cd']);
  });

  test('takes time linear in the text, quotes that never close included', () => {
    const text = `"${'\\"'.repeat(500_000)}`;
    const start = cpuMilliseconds();
    parseList(text, text.length);
    expect(cpuMilliseconds() - start).toBeLessThan(500);
  });
});

test.each([
  ['0', 0],
  ['0.', 0],
  ['0.125', 0.125],
  ['1.000', 1],
  ['1.001', undefined],
  ['.5', undefined],
  ['0.1234', undefined],
  ['-0', undefined],
  ['1e0', undefined],
  ['', undefined],
])('the weight %j is %j', (text, weight) => {
  expect(parseWeight(text)).toBe(weight);
});

test.each([
  ['application', true],
  ["!#$%&'*+-.^_`|~", true],
  ['', false],
  ['a b', false],
  ['a/b', false],
  ['é', false],
  ['a\n', false],
])('%j is a token: %j', (text, expected) => {
  expect(isToken(text)).toBe(expected);
});

test.each([
  [
    'a=1; B="2;3" ;;',
    [
      ['a', '1'],
      ['b', '2;3'],
    ],
  ],
  ['', []],
  ['a', undefined],
  ['=1', undefined],
  ['a=', undefined],
  ['a="', undefined],
  ['a=1;A=2', undefined],
])('the parameters %j are %j', (text, parameters) => {
  const parsed = parseParameters(text);
  expect(parsed && [...parsed]).toEqual(parameters);
});
