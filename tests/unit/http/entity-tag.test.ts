import { describe, expect, test } from 'vitest';
import { matchesEntityTag, namesEntityTag, toEntityTag } from '../../../src/http/entity-tag.ts';
import vectors from '../../vectors/entity-tags.json' with { type: 'json' };

describe('namesEntityTag', () => {
  test.each(vectors)('answers $expected for $name: $given', ({ given, expected }) => {
    const [ifNoneMatch, entityTag] = given;
    expect(namesEntityTag(ifNoneMatch ?? '', entityTag ?? '')).toBe(expected);
  });

  test('finds its tag among any number of others, and reads them once', () => {
    const others = Array.from({ length: 10_000 }, (_, index) => `"${index}"`).join(', ');
    expect(namesEntityTag(`${others}, "a"`, toEntityTag('a'))).toBe(true);
    expect(namesEntityTag(others, toEntityTag('a'))).toBe(false);
  });
});

describe('matchesEntityTag', () => {
  test.each([
    // If-Match              entity tag  expected
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', false],
    ['"x", W/"a", "a"', '"a"', true],
    ['"x", W/"a"', '"a"', false],
    ['*', '"a"', true],
    // While developing there are none.
    ['*', null, true],
    ['"a"', null, false],
    ['', '"a"', false],
    ['a', '"a"', false],
  ] as const)('If-Match: %s, of %s, answers %s', (ifMatch, entityTag, expected) => {
    expect(matchesEntityTag(ifMatch, entityTag)).toBe(expected);
  });
});
