import { expect, test } from 'vitest';
import { paletteTexts } from '../../../src/search/palette-texts.ts';
import { languageOf } from '../../../src/words/languages.ts';

const all = (tag: string, count: number): string | undefined =>
  paletteTexts(languageOf(tag, {}, { isDefault: true, isAlone: true }))[
    `all.${new Intl.PluralRules(tag).select(count)}`
  ]?.replace('{name}', String(count));

test.each([
  ['en', 1, '1 result'],
  ['en', 27, '27 results'],
  ['en', 1000, '1000 results'],
  ['de', 1, '1 Treffer'],
  ['de', 27, '27 Treffer'],
  ['ar', 1, 'نتيجة واحدة'],
  ['ar', 2, 'نتيجتان'],
  ['ar', 5, '\u200f5 نتائج'],
  ['ar', 27, '\u200f27 نتيجة'],
  ['ar', 100, '\u200f100 نتيجة'],
])('the palette in %s says how many results there are: %i', (tag, count, text) => {
  expect(all(tag, count)).toBe(text);
});
