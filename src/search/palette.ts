import type { SearchRow } from '../model/page/search-page.ts';
import type { AnswerWords, SearchedApi } from './answers.ts';
import { searchRow } from './answers.ts';
import { search } from './search.ts';
import type { Shard } from './shard.ts';

/** Rows of the palette; the page of answers has all of them. */
const MOST_ROWS = 8;

interface PaletteAnswer {
  readonly rows: readonly SearchRow[];
  readonly total: number;
  readonly corrected: string | null;
}

/** The first answers, in the order of the page. */
export function paletteAnswer(
  searched: ReadonlyMap<Shard, SearchedApi>,
  question: string,
  words: AnswerWords,
): PaletteAnswer {
  const { hits, terms, corrected } = search([...searched.keys()], question);
  const rows = hits.slice(0, MOST_ROWS).flatMap((hit) => {
    const of = searched.get(hit.shard);
    return of === undefined ? [] : [searchRow(hit, of, { terms, words }, searched.size === 1)];
  });
  return { rows, total: hits.length, corrected };
}
