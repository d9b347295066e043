import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromByteText,
  isAscii,
  isToken,
  parseList,
  parseMediaType,
  parseParameters,
  parseWeight,
  toByteText,
} from '../../../src/http/grammar.ts';
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

describe('parseMediaType', () => {
  test.each([
    ['text/html', 'text', 'html', {}],
    ['text/html;', 'text', 'html', {}],
    ['TEXT/HTML ; CHARSET="utf-8"', 'text', 'html', { charset: 'utf-8' }],
    ['application/vnd.oai.openapi+json;version=3.0', 'application', 'vnd.oai.openapi+json', { version: '3.0' }],
    ['text/*', 'text', '*', {}],
  ])('reads %s', (text, type, subtype, parameters) => {
    const parsed = parseMediaType(text);
    expect(parsed).toMatchObject({ type, subtype });
    expect(Object.fromEntries(parsed?.parameters ?? [])).toEqual(parameters);
  });

  test.each([
    '',
    'text',
    'text/',
    '/html',
    'text/html;a',
    'text/html;a=1;A=2',
    'text/html;a="',
    'text/html;a="\u0001"',
    'te xt/html',
    'text/html, text/plain',
  ])('refuses %j', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});
