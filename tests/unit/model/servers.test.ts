import { expect, test } from 'vitest';
import { withoutSlashes } from '../../../src/model/servers.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

test.each([
  ['https://a.example/', 'https://a.example'],
  ['https://a.example/b//', 'https://a.example/b'],
  ['//a/b', '//a/b'],
  ['///', ''],
  ['', ''],
])('%s without the slashes at its end is %s', (url, expected) => {
  expect(withoutSlashes(url)).toBe(expected);
});

test('many slashes that are not at the end cost no more than other characters', () => {
  const url = `https://a.example${'/'.repeat(200_000)}b`;
  const start = cpuMilliseconds();
  expect(withoutSlashes(url)).toBe(url);
  expect(cpuMilliseconds() - start).toBeLessThan(250);
});
