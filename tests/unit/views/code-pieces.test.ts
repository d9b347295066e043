import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPieces } from '../../../src/views/code-pieces.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

describe('pieces of JSON', () => {
  test.each([
    ['{"a": "b"}', ['key "a"', 'string "b"']],
    ['[1, -2.5e+3, 0]', ['number 1', 'number -2.5e+3', 'number 0']],
    ['[true, false, null]', ['keyword true', 'keyword false', 'keyword null']],
    ['"a \\" : b"', ['string "a \\" : b"']],
    ['{"true": "1 null"}', ['key "true"', 'string "1 null"']],
    ['{"a" : {}}', ['key "a"']],
    ['"never closed\n1', ['string "never closed', 'number 1']],
    ['', []],
  ])('%s', (json, expected) => {
    expect(jsonPieces(json).flatMap(({ kind, text }) => (kind === null ? [] : [`${kind} ${text}`]))).toEqual(expected);
  });

  test('together they are the text, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
          fc.stringMatching(/^[-{}[\]":,\\0-9eE+. truefalsn]*$/),
        ),
        (text) => {
          expect(
            jsonPieces(text)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
  });

  test('a long text takes time in proportion to its length', () => {
    const started = cpuMilliseconds();
    jsonPieces(`${'"\\'.repeat(50_000)}${'-'.repeat(50_000)}`);
    expect(cpuMilliseconds() - started).toBeLessThan(1_000);
  });
});
