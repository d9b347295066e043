import { expect, test } from 'vitest';
import { programRequest } from '../../../../src/presentation/samples/sample-request.ts';
import { cpuMilliseconds } from '../../../tooling/cpu-time.ts';

const headersOf = (...headers: readonly (readonly [string, string])[]) =>
  programRequest({ method: 'GET', url: 'https://a.example', headers, credentials: [], body: null }).headers;

test('has each header field once, the first of its names, without the space around its value', () => {
  expect(headersOf(['X-A', ' 1\t'], ['x-a', '2'], ['X B', '3'], ['Host', 'b'], ['X-C', 'a  b'], ['X-D', 'é'])).toEqual([
    ['X-A', '1'],
    ['X-C', 'a  b'],
    ['X-D', 'X-D'],
  ]);
});

test.each([
  ['spaces in a value', [['X-A', `a${' '.repeat(200_000)}b`]]],
  ['header fields', Array.from({ length: 20_000 }, (_, index) => [`X-${index}`, 'a'])],
] as const)('many %s cost work in proportion', (_, headers) => {
  const start = cpuMilliseconds();
  expect(headersOf(...(headers as readonly (readonly [string, string])[]))).toHaveLength(headers.length);
  expect(cpuMilliseconds() - start).toBeLessThan(500);
});
