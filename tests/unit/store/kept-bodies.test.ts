import { describe, expect, test } from 'vitest';
import { KeptBodies } from '../../../src/store/kept-bodies.ts';

const body = (size: number): Uint8Array => new Uint8Array(size);
const keptOf = (bodies: KeptBodies): readonly string[] =>
  ['a', 'b', 'c', 'huge'].filter((name) => bodies.get(name) !== undefined);

describe('bodies that are kept', () => {
  test('make room for others, the least recently used first', () => {
    const bodies = new KeptBodies(10, 10);
    bodies.set('a', body(4));
    bodies.set('b', body(4));
    bodies.get('a');
    bodies.set('c', body(4));
    expect(keptOf(bodies)).toEqual(['a', 'c']);
  });

  test('stay when one comes that is too large, which is shared as long as something sends it', async () => {
    const bodies = new KeptBodies(16);
    bodies.set('a', body(2));
    bodies.set('b', body(2));
    const huge = body(3);
    for (const name of ['huge', 'other', 'third', 'fourth', 'fifth']) bodies.set(name, huge);
    expect(keptOf(bodies)).toEqual(['a', 'b', 'huge']);
    expect(await bodies.of('huge', async () => expect.unreachable())).toBe(huge);
  });

  test('count once when they are made again', () => {
    const bodies = new KeptBodies(10, 10);
    for (let round = 0; round < 5; round += 1) bodies.set('a', body(6));
    bodies.set('b', body(4));
    expect(keptOf(bodies)).toEqual(['a', 'b']);
  });

  test('may be empty', () => {
    const bodies = new KeptBodies(10, 10);
    bodies.set('a', body(0));
    expect(bodies.get('a')).toEqual(body(0));
  });

  test('are made once for all that ask meanwhile, and again where that failed', async () => {
    const bodies = new KeptBodies(10, 10);
    await expect(bodies.of('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const made = [1, 2].map((size) => bodies.of('a', async () => body(size)));
    expect(await Promise.all(made)).toEqual([body(1), body(1)]);
    expect(bodies.of('a', async () => body(3))).toEqual(body(1));
  });
});
