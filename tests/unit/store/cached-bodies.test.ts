import { describe, expect, test } from 'vitest';
import { cacheOfBodies } from '../../../src/store/codings.ts';

const body = (size: number): Uint8Array => new Uint8Array(size);

describe('bodies that are kept', () => {
  test('make room for others, the least recently used first', () => {
    const cache = cacheOfBodies(10);
    cache.set('a', body(4));
    cache.set('b', body(4));
    cache.get('a');
    cache.set('c', body(4));
    expect([...cache.keys()].toSorted()).toEqual(['a', 'c']);
  });

  test('stay when one comes that is larger than all may be together, which is not kept', () => {
    const cache = cacheOfBodies(10);
    cache.set('a', body(4));
    cache.set('huge', body(11));
    expect([...cache.keys()]).toEqual(['a']);
  });

  test('count once when they are made again', () => {
    const cache = cacheOfBodies(10);
    for (let round = 0; round < 5; round += 1) cache.set('a', body(6));
    cache.set('b', body(4));
    expect([...cache.keys()].toSorted()).toEqual(['a', 'b']);
  });

  test('may be empty', () => {
    const cache = cacheOfBodies(10);
    cache.set('empty', body(0));
    expect(cache.get('empty')).toEqual(body(0));
  });
});
