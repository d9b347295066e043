import { describe, expect, test } from 'vitest';
import { negotiateCoding } from '../../../src/negotiation/coding.ts';
import vectors from '../../vectors/codings.json' with { type: 'json' };

describe('negotiateCoding', () => {
  test.each(vectors)('answers $expected to $name: $given', ({ given, expected }) => {
    expect(negotiateCoding(given ?? undefined, ['identity', 'gzip', 'br', 'zstd'])).toBe(expected);
  });

  test('chooses only what is there', () => {
    expect(negotiateCoding('br, zstd, gzip;q=0.1', ['identity', 'gzip'])).toBe('gzip');
    expect(negotiateCoding('br', ['identity'])).toBe('identity');
  });
});
