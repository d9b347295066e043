import type { Format } from '../../formats/contract.ts';
import { namesEntityTag, toEntityTag } from '../../http/entity-tag.ts';
import { closeNames } from '../../model/close-names.ts';
import { extensionIn, pagePath } from '../../model/language.ts';
import type { DocumentReference } from '../../model/locations.ts';
import { documentPath, namedDocument } from '../../model/locations.ts';
import type { Site } from '../../model/page/document.ts';
import type { SearchFacet, SearchView } from '../../model/page/search-page.ts';
import { negotiate } from '../../negotiation/negotiate.ts';
import type { SearchedApi } from '../../search/answers.ts';
import { jsonResult, searchRow } from '../../search/answers.ts';
import { ENTRY_KINDS } from '../../search/entry.ts';
import type { Found, Hit } from '../../search/search.ts';
import { LONGEST_QUESTION, search } from '../../search/search.ts';
import type { Shard } from '../../search/shard.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import { tagOf } from '../../store/entity-tags.ts';
import type { Words } from '../../words/words.ts';
import { wordsOf } from '../../words/words.ts';
import type { DocumentationAnswer, DocumentationRequest } from './contract.ts';
import { contentHeaders } from './headers.ts';
import { problemAnswer } from './problem-answer.ts';
import type { Resolution } from './resolve.ts';
import { textAnswer } from './text-answer.ts';

const RESULTS_ON_A_PAGE = 20;
/** What is shown of close names where nothing was found. */
const MOST_SUGGESTIONS = 5;
/** The formats of the documentation that answers have, too. */
const FORMATS: ReadonlySet<string> = new Set(['html', 'json']);
/** In a query, as forms write it; whoever asks without it asks for the document. */
const QUESTION = /[?&]q=/;

type Place = Extract<DocumentReference, { level: 'list' | 'api' }>;

/** What is asked, of what, and which of the answers are wanted. */
interface SearchRequest {
  readonly place: Place;
  readonly question: string;
  readonly api: string | null;
  readonly kind: string | null;
  readonly pageNumber: number;
  readonly twin: Format | null;
  readonly language: string | null;
}

/** Whether a request may be one that {@link searchRequest} reads: of the others the query says nothing. */
export function hasQuestion(target: string): boolean {
  return QUESTION.test(target);
}

/**
 * Reads `?q=…` of the list and of an API, in a format that answers have. Control characters are blanks; of names that
 * come again the first counts.
 * @returns null where the document itself is asked for
 */
export function searchRequest(
  query: string,
  { document, twin, language }: Extract<Resolution, { kind: 'found' }>,
): SearchRequest | null {
  if (!hasQuestion(query) || (document.level !== 'list' && document.level !== 'api')) return null;
  if (twin !== null && !FORMATS.has(twin.name)) return null;
  const asked = new URLSearchParams(query);
  const question = cleaned(asked.get('q') ?? '');
  if (question === '') return null;
  const pageNumber = /^[1-9]\d{0,5}$/.exec(asked.get('page') ?? '');
  return {
    place: document,
    question,
    api: asked.get('api'),
    kind: asked.get('kind'),
    pageNumber: pageNumber === null ? 1 : Number(pageNumber[0]),
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

interface SearchContext {
  readonly store: DocumentationStore;
  readonly formats: readonly Format[];
  /** The language of pages that Accept-Language chooses; null: the default one. */
  readonly languageFor: (format: Format) => string | null;
}

/** The answers to a question: a page, or JSON as Accept has it. */
export async function searchAnswer(
  request: DocumentationRequest,
  asked: SearchRequest,
  { store, formats, languageFor }: SearchContext,
): Promise<DocumentationAnswer> {
  const offers = formats.filter(({ name }) => FORMATS.has(name));
  const format = asked.twin ?? negotiate(request.accept, offers)?.offer;
  if (format === undefined) return notAcceptable(request, asked, store.site, offers);
  const language = asked.twin === null ? languageFor(format) : asked.language;
  const site = inLanguage(store.site, language);
  const answers = await answersOf(asked, store);
  const headers = [...contentHeaders(format.mediaTypes[0]), ...cachingHeaders(asked, format, language, store.site)];
  if (format.name === 'html')
    return {
      kind: 'page',
      status: 200,
      headers: [...headers, 'X-Robots-Tag', 'noindex'],
      page: { kind: 'search', site, search: viewOf(asked, answers, store, site) },
    };
  const json = JSON.stringify(jsonOf(asked, answers, wordsOf(site)));
  const entityTag = toEntityTag(tagOf(Buffer.from(json)));
  if (request.ifNoneMatch !== undefined && namesEntityTag(request.ifNoneMatch, entityTag))
    return { kind: 'bytes', status: 304, headers: [...headers.slice(2), 'ETag', entityTag], body: null };
  return textAnswer(request.method, 200, [...headers, 'ETag', entityTag], json);
}

function notAcceptable(
  request: DocumentationRequest,
  asked: SearchRequest,
  site: Site,
  offers: readonly Format[],
): DocumentationAnswer {
  const available = offers.map(({ mediaTypes, extension }) => ({
    type: mediaTypes[0],
    url: documentPath(asked.place, extension) + queryOf(asked, {}),
  }));
  return problemAnswer(request, site, {
    status: 406,
    detail: (words) => words.say('problem.notAcceptable'),
    available,
  });
}

function inLanguage(site: Site, tag: string | null): Site {
  const language = site.languages?.find((candidate) => candidate.tag === tag);
  return language === undefined ? site : { ...site, language };
}

function cachingHeaders(asked: SearchRequest, format: Format, language: string | null, site: Site): readonly string[] {
  const isNegotiated = asked.twin === null;
  const isInLanguages = format.isInWords === true && (site.languages?.length ?? 0) > 1;
  return [
    'Vary',
    [
      ...(isNegotiated ? ['Accept', 'Accept-Encoding'] : ['Accept-Encoding']),
      ...(isNegotiated && isInLanguages ? ['Accept-Language'] : []),
    ].join(', '),
    'Cache-Control',
    'no-cache',
    'Content-Location',
    documentPath(asked.place, extensionIn(language, format.extension)) + queryOf(asked, {}),
  ];
}

/** Everything that was found, and the part of it that was asked for. */
interface Answers {
  readonly found: Found;
  readonly searched: ReadonlyMap<Shard, SearchedApi>;
  /** Of the API that was chosen; of all where none was. */
  readonly ofApi: readonly Hit[];
  readonly chosen: readonly Hit[];
  readonly shown: readonly Hit[];
  readonly pageNumber: number;
  readonly pageCount: number;
}

async function answersOf(asked: SearchRequest, store: DocumentationStore): Promise<Answers> {
  const searched = new Map<Shard, SearchedApi>();
  for (const place of placesOf(asked.place, store))
    searched.set(await store.searchShard(place.api, place.version), place);
  const found = search([...searched.keys()], asked.question);
  const ofApi =
    asked.api === null ? found.hits : found.hits.filter(({ shard }) => searched.get(shard)?.api === asked.api);
  const chosen = asked.kind === null ? ofApi : ofApi.filter(({ kind }) => kind === asked.kind);
  const pageCount = Math.max(1, Math.ceil(chosen.length / RESULTS_ON_A_PAGE));
  const pageNumber = Math.min(asked.pageNumber, pageCount);
  const shown = chosen.slice((pageNumber - 1) * RESULTS_ON_A_PAGE, pageNumber * RESULTS_ON_A_PAGE);
  return { found, searched, ofApi, chosen, shown, pageNumber, pageCount };
}

/** One version of each API: of the list the default ones. */
function placesOf(place: Place, store: DocumentationStore): readonly SearchedApi[] {
  return store.entries().flatMap(({ name, title, defaultVersion }) => {
    if (place.level === 'list') return [{ api: name, version: defaultVersion, title }];
    return name === place.api ? [{ api: name, version: place.version, title }] : [];
  });
}

function jsonOf(asked: SearchRequest, { found, searched, chosen, shown }: Answers, words: Words): object {
  const results = shown.flatMap((hit) => {
    const of = searched.get(hit.shard);
    return of === undefined ? [] : [jsonResult(hit, of, { terms: found.terms, words })];
  });
  return { query: asked.question, total: chosen.length, results };
}

function viewOf(asked: SearchRequest, answers: Answers, store: DocumentationStore, site: Site): SearchView {
  const { found, searched, chosen, shown, pageNumber, pageCount } = answers;
  const words = wordsOf(site);
  const isAlone = asked.place.level === 'api';
  const [first] = searched.values();
  const isNothing = chosen.length === 0;
  const path = pagePath(asked.place, site);
  const pageAt = (number: number): string => path + queryOf(asked, { page: String(number) });
  return {
    question: asked.question,
    place: isAlone && first !== undefined ? first : null,
    corrected: found.corrected,
    total: chosen.length,
    rows: shown.flatMap((hit) => {
      const of = searched.get(hit.shard);
      return of === undefined ? [] : [searchRow(hit, of, { terms: found.terms, words }, isAlone)];
    }),
    facets: facetsOf(asked, answers, path, words),
    pageNumber,
    pageCount,
    previous: pageNumber > 1 ? pageAt(pageNumber - 1) : null,
    next: pageNumber < pageCount ? pageAt(pageNumber + 1) : null,
    suggestions: isNothing ? suggestionsOf(asked.question, [...searched.values()], store, site) : [],
    apis: isNothing ? store.entries() : [],
  };
}

/** By API and by kind; what all answers have alike is no choice. */
function facetsOf(
  asked: SearchRequest,
  { found, searched, ofApi }: Answers,
  path: string,
  words: Words,
): readonly SearchFacet[] {
  const byApi = Map.groupBy(found.hits, ({ shard }) => searched.get(shard));
  const byKind = Map.groupBy(ofApi, ({ kind }) => kind);
  const all = (count: number, href: string, isCurrent: boolean) => ({
    text: words.say('search.all'),
    count,
    href,
    isCurrent,
  });
  const apis = [...byApi].flatMap(([of, hits]) =>
    of === undefined
      ? []
      : [
          {
            text: of.title,
            count: hits.length,
            href: path + queryOf(asked, { api: of.api, kind: null }),
            isCurrent: of.api === asked.api,
          },
        ],
  );
  const kinds = [...ENTRY_KINDS, 'value' as const].flatMap((kind) => {
    const count = byKind.get(kind)?.length ?? 0;
    const href = path + queryOf(asked, { kind });
    return count === 0 ? [] : [{ text: words.say(`kind.${kind}`), count, href, isCurrent: kind === asked.kind }];
  });
  const ofAll = all(found.hits.length, path + queryOf(asked, { api: null, kind: null }), asked.api === null);
  const ofKinds = all(ofApi.length, path + queryOf(asked, { kind: null }), asked.kind === null);
  return [
    ...(apis.length > 1 || asked.api !== null ? [{ title: words.say('title.apis'), links: [ofAll, ...apis] }] : []),
    ...(kinds.length > 1 || asked.kind !== null
      ? [{ title: words.say('search.kinds'), links: [ofKinds, ...kinds] }]
      : []),
  ];
}

/** The query of an answer beside this one: another page of it, or of another choice the first page. */
function queryOf(
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

/** Names of APIs, services and schemas that are close to the question. */
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
      const names = level === 'service' ? outline?.services : outline?.schemas;
      for (const name of closeNames(question, names ?? [])) keep(name, namedDocument(level, place, name));
    }
    if (found.size >= MOST_SUGGESTIONS) break;
  }
  return [...found].slice(0, MOST_SUGGESTIONS).map(([title, path]) => ({ title, path }));
}
