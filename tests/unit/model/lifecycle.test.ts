import { describe, expect, test } from 'vitest';
import { lifecycleOf } from '../../../src/model/lifecycle.ts';
import type { Extensible } from '../../../src/model/openapi-objects.ts';

const read = (extensions: Extensible, api: Extensible = {}, deprecated = false) => {
  const { since, sunset, isDeprecated } = lifecycleOf({ deprecated, extensions }, { extensions: api });
  return [since?.time.toISOString() ?? null, sunset?.time.toISOString() ?? null, isDeprecated];
};

describe('when an operation is deprecated, and when it goes', () => {
  test.each([
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T10:30:00Z', '2026-05-01T10:30:00.000Z'],
    ['2026-05-01T10:30:00.5+02:00', '2026-05-01T08:30:00.500Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%j is a date', (written, expected) => {
    expect(read({ 'x-deprecated-since': written, 'x-sunset': written })).toEqual([expected, expected, true]);
  });

  test.each([
    ['', '2026', '2026-05', '1.5.2026', '2026-13-01', '2026-04-31', '2025-02-29', '2026-05-01T25:00:00Z'],
    ['2026-05-01T10:30:00', '2026-05-01 ', 'soon', '+12026-05-01', 20260501, true, null, {}, ['2026-05-01']],
  ])('%j and others are none', (...written) => {
    for (const one of written)
      expect(read({ 'x-sunset': one, 'x-deprecated-since': one })).toEqual([null, null, false]);
  });

  test('dates at the top of a descriptor are those of operations without their own', () => {
    const api = { 'x-deprecated-since': '2026-01-01', 'x-sunset': '2027-01-01' };
    const own = { 'x-sunset': '2026-06-01' };
    expect(read({}, api)).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', true]);
    expect(read(own, api)).toEqual(['2026-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', true]);
  });

  test('a sunset before the deprecation is none (RFC 9745 §4)', () => {
    const dates = { 'x-deprecated-since': '2026-05-02', 'x-sunset': '2026-05-01' };
    expect(read(dates)).toEqual(['2026-05-02T00:00:00.000Z', null, true]);
  });

  test('without a date there is the mark alone', () => {
    expect(read({}, {}, true)).toEqual([null, null, true]);
    expect(read({})).toEqual([null, null, false]);
  });
});
