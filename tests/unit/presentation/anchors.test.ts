import { expect, test } from 'vitest';
import { Anchors } from '../../../src/presentation/anchors.ts';

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
