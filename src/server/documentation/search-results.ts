import type { DocumentFile } from '../../formats/contract.ts';
import { closeNames } from '../../model/close-names.ts';
import { pagePath } from '../../model/language.ts';
import { basePathOf, type DocumentReference } from '../../model/locations.ts';
import { naturalOrder } from '../../model/texts.ts';
import type { SearchFacet, SearchView } from '../../presentation/page-data/search-page.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { answerWords, jsonResult, type SearchedApi, searchRow } from '../../search/answers.ts';
import { RESULT_KINDS } from '../../search/entry.ts';
import type { Hit } from '../../search/order.ts';
import { type Found, LONGEST_QUESTION, search } from '../../search/search.ts';
import { Shard } from '../../search/shard.ts';
import { isNamed, otherVersions, withOtherVersions } from '../../search/versions.ts';
import type { Client, DocumentationStore } from '../../store/contract.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import type { FoundDocument } from './resolve.ts';

/** Documentation formats in which search results are available, too. */
export const SEARCH_FORMATS: ReadonlySet<string> = new Set(['html', 'json']);
/** Matches a query with a question, as forms send it; other requests are for the document itself. */
const QUESTION = /[?&]q=/;
const PAGE_NUMBER = /^[1-9]\d{0,14}$/;

type Place = Extract<DocumentReference, { level: 'list' | 'api' }>;

/** Search question, the place to search, and the requested part of the results. */
export interface SearchRequest {
  readonly place: Place;
  readonly question: string;
  readonly api: string | null;
  readonly kind: string | null;
  /** From 1; null: the requested number is not valid. */
  readonly pageNumber: number | null;
  readonly twin: DocumentFile | null;
  readonly language: string | null;
}

/** Whether a query may contain a question for {@link searchRequest}; other queries are ignored. */
export function hasQuestion(target: string): boolean {
  return QUESTION.test(target);
}

/**
 * Parses `?q=…` at the list or at an API, in one of the {@link SEARCH_FORMATS}. Control characters become spaces; of
 * repeated parameters, the first one applies.
 * @returns null if the request is for the document itself
 */
export function searchRequest(query: string, { document, twin, language }: FoundDocument): SearchRequest | null {
  if (!hasQuestion(query) || (document.level !== 'list' && document.level !== 'api')) return null;
  if (twin !== null && !SEARCH_FORMATS.has(twin.name)) return null;
  const asked = new URLSearchParams(query);
  const question = cleaned(asked.get('q') ?? '');
  if (question === '') return null;
  const page = asked.get('page') || '1';
  return {
    place: document,
    question,
    // Truncated, because every link of the answer repeats these values.
    api: asked.get('api')?.slice(0, LONGEST_QUESTION) || null,
    kind: asked.get('kind')?.slice(0, LONGEST_QUESTION) || null,
    pageNumber: PAGE_NUMBER.test(page) ? Number(page) : null,
    twin,
    language,
  };
}

function cleaned(question: string): string {
  return question
    .slice(0, LONGEST_QUESTION)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** Builds the query for another page of results, or for the first page with another API or kind. */
export function queryOf(
  { question, api, kind }: SearchRequest,
  other: { readonly api?: string | null; readonly kind?: string | null; readonly page?: string },
): string {
  const chosen = {
    q: question,
    api: other.api === undefined ? api : other.api,
    kind: other.kind === undefined ? kind : other.kind,
  };
  const page = other.page === undefined || other.page === '1' ? null : other.page;
  const pairs = Object.entries({ ...chosen, page }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return `?${pairs.join('&')}`;
}

const RESULTS_ON_A_PAGE = 20;
/** Maximum close names to show if nothing was found. */
const MOST_SUGGESTIONS = 5;

/** All results, and those on the requested page. */
interface SearchResults {
  /** Results of all searched APIs; a function, since only HTML pages need their number. */
  readonly all: () => Promise<Found>;
  /** Results in the chosen API, or in all APIs if none was chosen. */
  readonly found: Found;
  readonly searched: ReadonlyMap<Shard, SearchedApi>;
  /** Hits in the chosen API, or in all APIs if none was chosen. */
  readonly ofApi: readonly Hit[];
  readonly chosen: readonly Hit[];
  readonly shown: readonly Hit[];
  readonly pageNumber: number;
  readonly pageCount: number;
}

/**
 * Searches the list or an API for a question.
 * @param pageNumber from 1; a page beyond the last is empty
 * @param takeTurn waits for a turn on the event loop before the search blocks it
 * @param client may use only a share of the derivation queue, if search data must be derived
 */
export async function searchResults(
  asked: SearchRequest,
  pageNumber: number,
  store: DocumentationStore,
  takeTurn: () => Promise<void>,
  client: Client,
): Promise<SearchResults> {
  const searched = new Map<Shard, SearchedApi>();
  const shardsOf = async (places: readonly SearchedApi[]): Promise<ReadonlyMap<Shard, SearchedApi>> => {
    const shards = new Map<Shard, SearchedApi>();
    for (const place of places) {
      const stored = await store.searchShard(place.api, place.version, client);
      shards.set(new Shard(await stored.body('identity')), place);
    }
    for (const [shard, place] of shards) searched.set(shard, place);
    await takeTurn();
    return shards;
  };
  const resultsIn = async (usual: ReadonlyMap<Shard, SearchedApi>): Promise<Found> => {
    const first = search([...usual.keys()], asked.question);
    const others = isNamed(first) ? [] : otherVersions(usual.values(), store.entries());
    return others.length === 0 ? first : withOtherVersions(first, usual, await shardsOf(others), asked.question);
  };
  const everywhere = await shardsOf(placesOf(asked.place, store));
  // Searched alone: an exact hit in another API must not exclude hits in this one with a typo or with fewer words.
  const own = new Map([...everywhere].filter(([, { api }]) => asked.api === null || api === asked.api));
  const found = await resultsIn(own);
  const all = async (): Promise<Found> => (own.size === everywhere.size ? found : await resultsIn(everywhere));
  const ofApi = found.hits;
  const chosen = asked.kind === null ? ofApi : ofApi.filter(({ kind }) => kind === asked.kind);
  const pageCount = Math.max(1, Math.ceil(chosen.length / RESULTS_ON_A_PAGE));
  const shown = chosen.slice((pageNumber - 1) * RESULTS_ON_A_PAGE, pageNumber * RESULTS_ON_A_PAGE);
  return { all, found, searched, ofApi, chosen, shown, pageNumber, pageCount };
}

/** Lists the API versions to search: for the list, the default version of each API. */
function placesOf(place: SearchRequest['place'], store: DocumentationStore): readonly SearchedApi[] {
  return store.entries().flatMap(({ name, title, defaultVersion }) => {
    if (place.level === 'list') return [{ api: name, version: defaultVersion, title }];
    return name === place.api ? [{ api: name, version: place.version, title }] : [];
  });
}

/** Formats the requested page of results as JSON (DESIGN §3). */
export function searchJson(
  asked: SearchRequest,
  { found, searched, chosen, shown }: SearchResults,
  { baseUrl }: Site,
): object {
  const base = basePathOf(baseUrl);
  const results = shown.flatMap((hit) => {
    const of = searched.get(hit.shard);
    return of === undefined ? [] : [jsonResult(hit, of, found.terms, base)];
  });
  const corrected = found.corrected === null ? {} : { corrected: found.corrected };
  return { query: asked.question, ...corrected, total: chosen.length, results };
}

/** Builds the view of the requested page of results for HTML. */
export async function searchView(
  asked: SearchRequest,
  results: SearchResults,
  store: DocumentationStore,
  site: Site,
): Promise<SearchView> {
  const { found, searched, chosen, shown, pageNumber, pageCount } = results;
  const words = wordsOf(site);
  const said = answerWords(words);
  const isOneApi = asked.place.level === 'api';
  const [first] = searched.values();
  const isNothing = chosen.length === 0;
  const path = pagePath(asked.place, site);
  const pageAt = (number: number): string => path + queryOf(asked, { page: String(number) });
  return {
    question: asked.question,
    place: isOneApi && first !== undefined ? first : null,
    isOfDefaults: !isOneApi && store.entries().some(({ versions }) => versions.length > 1),
    corrected: found.corrected,
    total: chosen.length,
    rows: shown.flatMap((hit) => {
      const of = searched.get(hit.shard);
      return of === undefined ? [] : [searchRow(hit, of, { terms: found.terms, words: said }, isOneApi)];
    }),
    facets: facetsOf(asked, results, await results.all(), path, words),
    pageNumber,
    pageCount,
    previous: pageNumber > 1 ? pageAt(Math.min(pageNumber - 1, pageCount)) : null,
    next: pageNumber < pageCount ? pageAt(pageNumber + 1) : null,
    suggestions: isNothing ? suggestionsOf(asked.question, placesOf(asked.place, store), store, site) : [],
    apis: isNothing ? [...store.entries()].sort((a, b) => naturalOrder(a.title, b.title)) : [],
  };
}

/** Builds links that narrow the results by API and by kind; none if all results have the same. */
function facetsOf(
  asked: SearchRequest,
  { searched, ofApi }: SearchResults,
  everywhere: Found,
  path: string,
  words: Words,
): readonly SearchFacet[] {
  const titles = new Map([...searched.values()].map(({ api, title }) => [api, title]));
  const byApi = Map.groupBy(everywhere.hits, ({ shard }) => searched.get(shard)?.api ?? '');
  if (asked.api !== null && ofApi.length > 0) byApi.set(asked.api, [...ofApi]);
  const byKind = Map.groupBy(ofApi, ({ kind }) => kind);
  const all = (count: number, href: string, isCurrent: boolean) => ({
    text: words.say('search.all'),
    count,
    href,
    isCurrent,
  });
  const apis = [...byApi].map(([api, hits]) => ({
    text: titles.get(api) ?? api,
    count: hits.length,
    href: path + queryOf(asked, { api, kind: null }),
    isCurrent: api === asked.api,
  }));
  const kinds = RESULT_KINDS.flatMap((kind) => {
    const count = byKind.get(kind)?.length ?? 0;
    const href = path + queryOf(asked, { kind });
    return count === 0 ? [] : [{ text: words.say(`kind.${kind}`), count, href, isCurrent: kind === asked.kind }];
  });
  const ofAll = all(everywhere.hits.length, path + queryOf(asked, { api: null, kind: null }), asked.api === null);
  const ofKinds = all(ofApi.length, path + queryOf(asked, { kind: null }), asked.kind === null);
  return [
    ...(apis.length > 1 || asked.api !== null ? [{ title: words.say('title.apis'), links: [ofAll, ...apis] }] : []),
    ...(kinds.length > 1 || asked.kind !== null
      ? [{ title: words.say('search.kinds'), links: [ofKinds, ...kinds] }]
      : []),
  ];
}

/** Lists APIs, services and schemas whose names are close to the question. */
function suggestionsOf(
  question: string,
  places: readonly SearchedApi[],
  store: DocumentationStore,
  site: Site,
): SearchView['suggestions'] {
  const found = new Map<string, string>();
  const keep = (title: string, reference: DocumentReference): void => {
    if (!found.has(title)) found.set(title, pagePath(reference, site));
  };
  for (const place of places) {
    const outline = store.outline(place.api, place.version);
    for (const name of closeNames(question, [place.api])) keep(name, { level: 'api', ...place });
    for (const level of ['service', 'schema'] as const) {
      for (const name of closeNames(question, outline?.[`${level}s`] ?? [])) keep(name, { level, ...place, name });
    }
    if (found.size >= MOST_SUGGESTIONS) break;
  }
  return [...found].slice(0, MOST_SUGGESTIONS).map(([title, path]) => ({ title, path }));
}
