import { describe, expect, test } from 'vitest';
import { isPlural, singularOf } from '../../../src/presentation/plurals.ts';

describe('the singular', () => {
  test.each([
    ['intents', 'intent'],
    ['policies', 'policy'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['statuses', 'status'],
    ['databases', 'database'],
    ['houses', 'house'],
    ['prices', 'price'],
    ['sizes', 'size'],
    ['cpus', 'cpu'],
    ['analyses', 'analysis'],
    ['caches', 'cache'],
    ['movies', 'movie'],
    ['people', 'person'],
    ['children', 'child'],
    ['quizzes', 'quiz'],
    ['excuses', 'excuse'],
    ['keys', 'key'],
    ['fees', 'fee'],
    ['ids', 'id'],
    ['settings', 'setting'],
  ])('of %s is %s', (plural, singular) => {
    expect(singularOf(plural)).toBe(singular);
    expect(isPlural(plural)).toBe(true);
  });

  test.each([
    'intent',
    'address',
    'status',
    'analysis',
    'dns',
    'kubernetes',
    'series',
    'history',
    'is',
    's',
    '',
    'aws',
    'cms',
    'gps',
    'pos',
    'uses',
    'axes',
    'leaves',
  ])('of %s, which is no plural, is itself', (noun) => {
    expect(singularOf(noun)).toBe(noun);
    expect(isPlural(noun)).toBe(false);
  });
});
