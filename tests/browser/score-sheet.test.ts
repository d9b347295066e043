import { describe, test } from 'vitest';
import { openReader } from './reader.ts';
import { appearance } from './score-sheet/appearance.ts';
import { contents } from './score-sheet/contents.ts';
import { findingTheWay } from './score-sheet/finding-the-way.ts';

const SHEET = [...contents, ...findingTheWay, ...appearance].sort(
  ([number], [other]) => Number(number) - Number(other),
);

openReader();

/** 33, 35 and 39 are tests of every page: what axe finds, focus, reports of the policy. 53 is in design.test.ts. */
describe('the score sheet', () => {
  test.each(SHEET)('%s %s', async (_number, _rule, check) => {
    await check();
  });
});
