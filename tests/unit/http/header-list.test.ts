import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fieldsOf,
  type HeaderField,
  hasField,
  toHeaderList,
  valuesOf,
  withoutFields,
} from '../../../src/http/header-list.ts';

const SENT = [
  'Host',
  'a.example',
  'ACCEPT',
  'text/html',
  'Authorization',
  'Basic YTpi',
  'accept',
  'vary',
  'Vary',
  'Accept',
];

describe('fieldsOf', () => {
  test('pairs names with their values, in order, as they were written', () => {
    expect(fieldsOf(['Host', 'a.example', 'host', 'b.example'])).toEqual([
      ['Host', 'a.example'],
      ['host', 'b.example'],
    ]);
  });

  test('leaves out a last name that has no value', () => {
    expect(fieldsOf(['Host', 'a.example', 'Accept'])).toEqual([['Host', 'a.example']]);
    expect(fieldsOf([])).toEqual([]);
  });

  test('is undone by toHeaderList', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (fields: readonly HeaderField[]) => {
        expect(fieldsOf(toHeaderList(fields))).toEqual(fields);
      }),
    );
  });
});

describe('valuesOf and hasField', () => {
  test.each([
    ['accept', ['text/html', 'vary']],
    ['authorization', ['Basic YTpi']],
    ['vary', ['Accept']],
    // A name of the same length as another, and one that stands among values alone.
    ['hast', []],
    ['text/html', []],
  ])('find %s by its name in any case, never by a value', (name, values) => {
    expect(valuesOf(SENT, name)).toEqual(values);
    expect(hasField(SENT, name)).toBe(values.length > 0);
  });

  test('find no field that has no value', () => {
    expect(valuesOf(['Host', 'a.example', 'Accept'], 'accept')).toEqual([]);
    expect(hasField(['Host', 'a.example', 'Accept'], 'accept')).toBe(false);
  });
});

describe('withoutFields', () => {
  test('takes out every line of the names, with its value, and leaves the others as they were', () => {
    expect(withoutFields(SENT, (name) => name === 'accept' || name === 'host')).toEqual([
      'Authorization',
      'Basic YTpi',
      'Vary',
      'Accept',
    ]);
  });
});
