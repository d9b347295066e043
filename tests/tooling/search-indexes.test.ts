import { expect, test } from 'vitest';
import { Api } from '../../src/model/api.ts';
import { searchEntries } from '../../src/search/entries.ts';
import { figuresOf, searchIndexes } from '../bench/compare-indexes.ts';
import { richApi } from '../fixtures/model/rich-api.ts';

const entries = [...searchEntries(new Api(richApi))];
const names = [...new Set(entries.filter(({ kind }) => kind === 'field').map(({ name }) => name))];
// Nothing has the words that are typed.
const typos = names
  .filter((name) => /^[a-z]{6,}$/i.test(name))
  .map((name) => ({ name, typed: `${name.slice(0, 3)}q${name.slice(4)}` }));

test.each([
  ['ours', 100],
  ['MiniSearch', 100],
  ['FTS5', 60],
  ['FlexSearch', 0],
])('the index of the benchmark called %s has whole names first, and %i of 100 with a typo', async (name, found) => {
  const index = (await searchIndexes()).find((one) => one.name === name);
  if (index === undefined) throw new Error(`There is no index ${name}.`);
  const figures = await figuresOf(index, entries, names, typos);
  expect(figures.first).toBe(names.length);
  expect(figures['typo %']).toBeGreaterThanOrEqual(found);
  expect(figures.kB).toBeGreaterThan(1);
});
