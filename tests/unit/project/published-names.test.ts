import { expect, test } from 'vitest';
import { namesRemoved, toKnownApi } from '../../../src/project/published-names.ts';
import type { NamedOperations } from '../../../src/store/release.ts';

const named = (api: string, version: number, ...services: readonly string[]): NamedOperations => ({
  api,
  version,
  operations: services.map((service) => ({ service, resource: 'collection', methods: ['GET'] })),
});
const LIBRARY = named('Library', 1, 'Book', 'Loan');

test.each<[string, readonly NamedOperations[], readonly NamedOperations[]]>([
  ['an API whose descriptor went', [], [LIBRARY]],
  ['one that another took the place of', [named('Bakery', 1, 'Bread')], [LIBRARY]],
  ['a service', [named('Library', 1, 'Book')], [named('Library', 1, 'Loan')]],
  ['nothing', [LIBRARY], []],
  ['an API that was renamed is not removed', [named('Lending', 1, 'Loan', 'Member')], []],
  ['nor is a service beside a new one, which may be its new name', [named('Library', 1, 'Book', 'Lending')], []],
  ['nor is a version that has another number now', [named('Library', 2, 'Book', 'Loan')], []],
])('of what was published: %s', (_, now, expected) => {
  expect(namesRemoved([LIBRARY], now.map(toKnownApi))).toEqual(expected);
});

test('an API that was there before has not taken the name of one that is removed', () => {
  const other = named('Archive', 1, 'Book');
  expect(namesRemoved([LIBRARY, other], [toKnownApi(other)])).toEqual([LIBRARY]);
});
