import type { DocumentFile } from '../../formats/contract.ts';
import type { DocumentReference } from '../../model/locations.ts';
import { LONGEST_QUESTION } from '../../search/search.ts';
import type { Resolution } from './resolve.ts';

/** The formats of the documentation that answers have, too. */
export const SEARCH_FORMATS: ReadonlySet<string> = new Set(['html', 'json']);
/** Question in a query, as forms write it; a request without it asks for the document. */
const QUESTION = /[?&]q=/;
const PAGE_NUMBER = /^[1-9]\d{0,14}$/;

type Place = Extract<DocumentReference, { level: 'list' | 'api' }>;

/** Question, its place, and the wanted part of the results. */
export interface SearchRequest {
  readonly place: Place;
  readonly question: string;
  readonly api: string | null;
  readonly kind: string | null;
  /** From 1; null: what was asked for is no such number. */
  readonly pageNumber: number | null;
  readonly twin: DocumentFile | null;
  readonly language: string | null;
}

/** Whether {@link searchRequest} may have to read the query; that of other requests is ignored. */
export function hasQuestion(target: string): boolean {
  return QUESTION.test(target);
}

/**
 * Reads `?q=…` of the list and of an API, in a format that answers have. Control characters are blanks; the first of
 * repeated parameters counts.
 * @returns null where the document itself is asked for
 */
export function searchRequest(
  query: string,
  { document, twin, language }: Extract<Resolution, { kind: 'found' }>,
): SearchRequest | null {
  if (!hasQuestion(query) || (document.level !== 'list' && document.level !== 'api')) return null;
  if (twin !== null && !SEARCH_FORMATS.has(twin.name)) return null;
  const asked = new URLSearchParams(query);
  const question = cleaned(asked.get('q') ?? '');
  if (question === '') return null;
  const page = asked.get('page') || '1';
  return {
    place: document,
    question,
    // They come back in every link of the answer.
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

/** The query of a page of the answer, or of the first one of another choice. */
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
