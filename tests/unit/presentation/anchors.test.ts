import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Anchors, anchorPart, operationAnchor } from '../../../src/presentation/anchors.ts';

describe('anchorPart', () => {
  test.each([
    ['page', 'page'],
    ['X-Rate_2', 'X-Rate_2'],
    ['filter[name]', 'filter%5Bname%5D'],
    ['a.b', 'a%2Eb'],
    ["~*!'()", '%7E%2A%21%27%28%29'],
    ['معرف', '%D9%85%D8%B9%D8%B1%D9%81'],
  ])('%s becomes %s', (name, expected) => {
    expect(anchorPart(name)).toBe(expected);
  });

  test('different names never share one, and it holds nothing but A-Za-z0-9_-%', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(anchorPart(a)).toMatch(/^[A-Za-z0-9_%-]*$/);
        if (a !== b) expect(anchorPart(a)).not.toBe(anchorPart(b));
      }),
    );
  });
});

describe('anchors of a page', () => {
  test('an entity has its own', () => {
    expect([
      operationAnchor('collection', 'GET'),
      operationAnchor('entity', 'GET'),
      operationAnchor('action', 'X-Y'),
    ]).toEqual(['get', 'entity.get', 'x-y']);
  });

  test('a second claim gets a number', () => {
    const anchors = new Anchors();
    expect(['get', 'get', 'get', 'post'].map((anchor) => anchors.claim(anchor))).toEqual([
      'get',
      'get~2',
      'get~3',
      'post',
    ]);
  });
});

test('an anchor that is taken has a number behind it, also beside names that look so', () => {
  const anchors = new Anchors();
  expect(['a', 'a~3', 'a', 'a', 'a~2', 'a'].map((name) => anchors.claim(name))).toEqual([
    'a',
    'a~3',
    'a~2',
    'a~4',
    'a~2~2',
    'a~5',
  ]);
});

test('thirty thousand of one name are not counted through for each', () => {
  const anchors = new Anchors();
  let last = '';
  for (let claims = 0; claims < 30_000; claims += 1) last = anchors.claim('then');
  expect(last).toBe('then~30000');
});
