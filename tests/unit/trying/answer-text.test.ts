import { describe, expect, test } from 'vitest';
import { answerText, formattedJson, MOST_SHOWN } from '../../../src/trying/answer-text.ts';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('answerText', () => {
  test.each<readonly [string, Uint8Array, string | null, unknown]>([
    ['nothing', bytes(), 'text/plain', { kind: 'empty' }],
    ['text', utf8('héllo'), 'text/plain', { kind: 'text', text: 'héllo', formatted: null, isCut: false }],
    ['HTML', utf8('<script>'), 'text/html', { kind: 'text', text: '<script>', formatted: null, isCut: false }],
    [
      'Latin 1',
      bytes(0xe9),
      'text/plain; charset="iso-8859-1"',
      { kind: 'text', text: 'é', formatted: null, isCut: false },
    ],
    [
      'an unknown charset',
      utf8('é'),
      'text/plain; charset=x-none',
      { kind: 'text', text: 'é', formatted: null, isCut: false },
    ],
    ['JSON', utf8('[1]'), 'application/hal+json', { kind: 'text', text: '[1]', formatted: '[\n  1\n]', isCut: false }],
    ['text without a type', utf8('plain'), null, { kind: 'text', text: 'plain', formatted: null, isCut: false }],
    ['bytes', bytes(0x89, 0x50, 0x4e, 0x47, 0), 'image/png', { kind: 'binary' }],
    ['bytes without a type', bytes(0xff, 0xfe), null, { kind: 'binary' }],
    ['control characters', utf8('a\u0000b'), 'application/octet-stream', { kind: 'binary' }],
  ])('%s', (_, body, type, expected) => expect(answerText(body, type)).toEqual(expected));

  test('shows the beginning of a huge answer, and no half character', () => {
    const shown = answerText(utf8(`x${'☃'.repeat(MOST_SHOWN)}`), 'text/plain');
    expect(shown).toMatchObject({ kind: 'text', isCut: true, formatted: null });
    expect(shown.kind === 'text' && /^x☃+$/.test(shown.text)).toBe(true);
  });
});

describe('formattedJson', () => {
  test.each([
    ['{"a":[1,{}],"b":[]}', '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}'],
    ['{ "id" : 12345678901234567890.10 }', '{\n  "id": 12345678901234567890.10\n}'],
    ['["{\\"a\\":[1]}", "\\\\"]', '[\n  "{\\"a\\":[1]}",\n  "\\\\"\n]'],
    ['{"a":{ }}', '{\n  "a": {}\n}'],
    ['"text"', null],
    ['{"a":}', null],
    ['<html>', null],
    ['['.repeat(20_000) + ']'.repeat(20_000), null],
    [`${'['.repeat(60)}${'0,'.repeat(60_000)}0${']'.repeat(60)}`, null],
  ])('the text %#', (text, expected) => expect(formattedJson(text)).toBe(expected));
});
