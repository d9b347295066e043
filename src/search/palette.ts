import type { SearchRow } from '../presentation/page-data/search-page.ts';
import { type AnswerWords, type SearchedApi, searchRow } from './answers.ts';
import { search } from './search.ts';
import type { Shard } from './shard.ts';
import { isNamed, withOtherVersions } from './versions.ts';

/** Maximum number of rows in the palette; the results page shows all results. */
const MOST_ROWS = 8;

interface PaletteAnswer {
  readonly rows: readonly SearchRow[];
  readonly total: number;
  readonly corrected: string | null;
  /** Whether the default versions have nothing with a name like the question, so that other versions may have it. */
  readonly isLacking: boolean;
}

/** An API as described in the JSON of the list or on a page of the API. */
export interface ListedApi {
  readonly name: string;
  readonly default_version: number;
  readonly title: string;
  readonly versions?: readonly number[];
}

/** Maximum number of API indexes that the palette of a list loads. The indexes of 56 APIs take 0.8 MB. */
export const MOST_SEARCHED = 100;
/** Number of indexes that are loaded at the same time. */
const AT_ONCE = 6;

/** APIs that the palette of a page searches. */
interface Scope {
  /** APIs whose indexes are loaded together, one group after the other. */
  readonly groups: readonly (readonly ListedApi[])[];
  /** `first`: only the first APIs of the list; `defaults`: only default versions of some APIs; null: everything. */
  readonly kind: 'first' | 'defaults' | null;
}

export function scopeOf(listed: readonly ListedApi[]): Scope {
  const apis = listed.slice(0, MOST_SEARCHED);
  const hasOthers = apis.some(({ versions = [] }) => versions.length > 1);
  return {
    groups: inGroups(apis),
    kind: apis.length < listed.length ? 'first' : hasOthers ? 'defaults' : null,
  };
}

/** Splits a list of API versions into groups whose indexes are loaded at the same time. */
export function inGroups<One>(list: readonly One[]): readonly (readonly One[])[] {
  return Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, at) =>
    list.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}

/**
 * First results, in the same order as on the results page.
 * @param others shards of other versions, if they are loaded
 */
export function paletteAnswer(
  searched: ReadonlyMap<Shard, SearchedApi>,
  question: string,
  words: AnswerWords,
  others: ReadonlyMap<Shard, SearchedApi> = new Map(),
): PaletteAnswer {
  const first = search([...searched.keys()], question);
  const found = isNamed(first) ? first : withOtherVersions(first, searched, others, question);
  const { hits, terms, corrected } = found;
  const rows = hits.slice(0, MOST_ROWS).flatMap((hit) => {
    const of = searched.get(hit.shard) ?? others.get(hit.shard);
    return of === undefined ? [] : [searchRow(hit, of, { terms, words }, searched.size === 1)];
  });
  return { rows, total: hits.length, corrected, isLacking: !isNamed(first) };
}
