import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HypermediaCollection, HypermediaEntity, toJsonValue } from '../../../../src/formats/extension/view-model.ts';
import { serviceOfApi } from './fixtures.ts';

const cycle: { self?: unknown } = {};
cycle.self = [cycle];

describe('toJsonValue', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['a JSON-serialisable object', { jsonSerialize: () => ({ a: { jsonSerialize: () => 1 } }) }, { a: 1 }],
    ['an object with toJSON', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a hypermedia entity', new HypermediaEntity({ id: 1 }), { id: 1 }],
    [
      'a hypermedia collection of entities',
      new HypermediaCollection(new Set([new HypermediaEntity({ id: 1 })])),
      [{ id: 1 }],
    ],
    ['a map', new Map([['__proto__', 1]]), JSON.parse('{"__proto__":1}')],
    ['other iterables', new Set([1, undefined]), [1, null]],
    ['what JSON leaves out', { a: undefined, b: () => 1, c: null }, { c: null }],
    ['lone surrogates', 'a\ud800', 'a\ufffd'],
  ])('%s', (_, value, expected) => {
    expect(JSON.parse(JSON.stringify(toJsonValue(value)))).toEqual(expected);
  });

  test('the objects of the documentation, wherever they stand', () => {
    const [operation] = serviceOfApi.getAllOperations();
    expect(toJsonValue({ operation, service: serviceOfApi })).toMatchObject({
      operation: { http_method: operation?.getHttpMethod() },
      service: { name: serviceOfApi.getName() },
    });
  });

  test('the objects of the documentation have no members without a value', () => {
    const withValues = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(toJsonValue(serviceOfApi)).toStrictEqual(withValues(toJsonValue(serviceOfApi)));
  });

  test.each([
    ['a cycle', cycle, 'cycles'],
    ['a big integer', { a: 1n }, 'big integers'],
    ['an infinite number', [Number.NaN], 'no number NaN'],
    ['an error', new Error('the model failed'), 'the model failed'],
  ])('%s is an error', (_, value, message) => {
    expect(() => toJsonValue(value)).toThrow(message);
  });

  test('JSON stays what it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(toJsonValue(value))).toBe(JSON.stringify(value));
      }),
    );
  });
});
