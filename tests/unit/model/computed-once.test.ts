import { describe, expect, test, vi } from 'vitest';
import { computedOnce } from '../../../src/model/computed-once.ts';

describe('computedOnce', () => {
  test.each([['a text'], [''], [0], [false]])('computes %j once for each object', (value) => {
    const compute = vi.fn((_key: object) => value);
    const computed = computedOnce(compute);
    const key = {};
    expect([computed(key), computed(key), computed({})]).toEqual([value, value, value]);
    expect(compute).toHaveBeenCalledTimes(2);
  });
});
