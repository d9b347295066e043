import { describe, expect, test } from 'vitest';
import { closeNames, isMistyped } from '../../../src/model/close-names.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

const NAMES = ['Library', 'Orders', 'Order', 'Billing', 'Books', 'Book', 'BookLoans'];

describe('closeNames', () => {
  test.each([
    ['library', ['Library']],
    ['Libary', ['Library']],
    ['Lbirary', ['Library']],
    ['Bok', ['Book']],
    ['Boko', ['Book']],
    ['orders', ['Orders', 'Order']],
    ['BookLo', ['BookLoans', 'Book']],
    ['Lib', ['Library']],
    ['Payments', []],
    ['', []],
    ['x', []],
    ['__proto__', []],
  ])('for %j offers %j', (wanted, expected) => {
    expect(closeNames(wanted, NAMES).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['droplets', ['v2-droplets', 'Apps / Droplets']],
    ['Droplet Actions', []],
    ['ts', []],
    ['plets', []],
  ])('for %j offers names that end in its words: %j', (wanted, expected) => {
    expect(closeNames(wanted, ['v2-droplets', 'Apps / Droplets', 'v2-droplets-actions'])).toEqual(expected);
  });

  test('puts the closest first, the same but for case before all', () => {
    expect(closeNames('order', ['Orders', 'Ordering', 'Border', 'Order'])).toEqual([
      'Order',
      'Orders',
      'Border',
      'Ordering',
    ]);
  });

  test('offers five at most', () => {
    expect(
      closeNames(
        'Book',
        Array.from({ length: 20 }, (_, index) => `Book${index}`),
      ),
    ).toHaveLength(5);
  });

  test.each(['Service10000', 'x'.repeat(2048), 'Service'.repeat(300)])(
    'stays cheap on 10,000 names of 2 kB for %.20s…',
    (wanted) => {
      const names = Array.from(
        { length: 10_000 },
        (_, index) => `Service${index}${index % 2 === 0 ? 'y'.repeat(2048) : ''}`,
      );
      const times = Array.from({ length: 5 }, () => {
        const start = cpuMilliseconds();
        closeNames(wanted, names);
        return cpuMilliseconds() - start;
      });
      // The others also had their code compiled, or the tests' memory cleaned.
      expect(Math.min(...times)).toBeLessThan(60);
    },
  );
});

test.each([
  ['v2-droplet', 'v2-droplets', true],
  ['V2-Dorplet', 'v2-droplets', true],
  ['droplets', 'v2-droplets', false],
  ['v2-droplets', 'v2-droplets-actions', false],
  ['cat', 'cut', true],
  ['cat', 'dog', false],
])('%s is %s but for a few letters: %s', (wanted, name, is) => {
  expect(isMistyped(wanted, name)).toBe(is);
});
