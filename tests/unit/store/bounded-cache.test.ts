import { describe, expect, test } from 'vitest';
import { BoundedCache } from '../../../src/store/bounded-cache.ts';

describe('BoundedCache', () => {
  test('drops the least recently used values when the sizes exceed the limit', () => {
    const cache = new BoundedCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 4);
    cache.get('a');
    cache.set('c', 'C', 4);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
  });

  test('a value larger than the limit is not kept, and what is there stays', () => {
    const cache = new BoundedCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('huge', 'H', 11);
    expect([cache.get('a'), cache.get('huge')]).toEqual(['A', undefined]);
  });

  test('a value set again counts once', () => {
    const cache = new BoundedCache<string>(10);
    for (let round = 0; round < 5; round += 1) cache.set('a', `A${round}`, 6);
    cache.set('b', 'B', 4);
    expect([cache.get('a'), cache.get('b')]).toEqual(['A4', 'B']);
  });
});
