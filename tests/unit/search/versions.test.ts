import { expect, test } from 'vitest';
import type { SearchedApi } from '../../../src/search/answers.ts';
import { type Entry, NO_OPERATIONS } from '../../../src/search/entry.ts';
import { search } from '../../../src/search/search.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import { isNamed, otherVersions, withOtherVersions } from '../../../src/search/versions.ts';

/** Versions of APIs by their names; fields, each a name and a text. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Shop 3': { total: 'Replaces the amount.', colour: '' },
  'Shop 2': { amount: 'In cents.', colour: '', size: 'Of a shoe.' },
  'Shop 1': { amount: 'In cents.', size: '', weight: '' },
  'Bank 2': { balance: '' },
  'Bank 1': { amount: '', balance: 'An old weight.' },
};
const apis = [
  { name: 'Bank', title: 'Bank', versions: [1, 2] },
  { name: 'Shop', title: 'Shop', versions: [1, 2, 3] },
  { name: 'Other', title: 'Other', versions: [1, 2] },
];

function shardOf(fields: Readonly<Record<string, string>>): Shard {
  const entries = Object.entries(fields).map(
    ([name, text]): Entry => ({
      ...NO_OPERATIONS,
      kind: 'field',
      name,
      aliases: [],
      document: { level: 'api' },
      anchor: '',
      text,
    }),
  );
  return new Shard(writeShard(entries));
}

const shards = new Map(Object.entries(texts).map(([key, fields]) => [key, shardOf(fields)]));

function shardsOf(places: readonly SearchedApi[]): ReadonlyMap<Shard, SearchedApi> {
  return new Map(
    places.flatMap((place) => {
      const shard = shards.get(`${place.api} ${place.version}`);
      return shard === undefined ? [] : [[shard, place] as const];
    }),
  );
}

const usual = shardsOf([
  { api: 'Bank', version: 2, title: 'Bank' },
  { api: 'Shop', version: 3, title: 'Shop' },
]);
const others = otherVersions(usual.values(), apis);

test('other versions are those of the searched APIs, the newest of each first, each with the version that lacks it', () => {
  expect(others).toEqual([
    { api: 'Bank', version: 1, title: 'Bank', lacking: 2 },
    { api: 'Shop', version: 2, title: 'Shop', lacking: 3 },
    { api: 'Shop', version: 1, title: 'Shop', lacking: 3 },
  ]);
  const many = apis.map((api) => ({ ...api, versions: Array.from({ length: 1000 }, (_, at) => at) }));
  expect(otherVersions(usual.values(), many)).toHaveLength(50);
});

test.each<[question: string, isNamedSo: boolean, rows: readonly string[]]>([
  ['colour', true, ['Shop 3 colour']],
  // What other versions call so comes before what only says so.
  ['amount', false, ['Bank 1 amount', 'Shop 2 amount', 'Shop 3 total']],
  ['size', false, ['Shop 2 size']],
  ['weight', false, ['Shop 1 weight', 'Bank 1 balance']],
  ['shoe', false, ['Shop 2 size']],
  // A typo is of the usual versions, if they have the word.
  ['colur', false, ['Shop 3 colour']],
  ['weigth', false, ['Shop 1 weight', 'Bank 1 balance']],
])('%s is named so: %s, and found as %j', (question, isNamedSo, rows) => {
  const first = search([...usual.keys()], question);
  expect(isNamed(first)).toBe(isNamedSo);
  const found = isNamedSo ? first : withOtherVersions(first, usual, shardsOf(others), question);
  const names = found.hits.map(({ shard, entry }) => {
    const [key] = [...shards].find(([, one]) => one === shard) ?? [];
    return `${key} ${shard.name(entry)}`;
  });
  expect(names).toEqual(rows);
});
