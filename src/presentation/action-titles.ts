import type { Operation } from '../model/operation.ts';
import { partsOfName, sentenceCase, wordInText } from './name-words.ts';
import { isPlural, singularOf } from './plurals.ts';
import { partedWords } from './run-together.ts';

/** What is done at a path, by method and segments, where an operationId says no more than these. */

/** A static segment, by its words in small letters. */
interface Noun {
  readonly words: readonly string[];
  /** Whether a parameter follows. */
  readonly hasParameter: boolean;
}

const VERSION = /^v?\d+(?:\.\d+)*(?:(?:alpha|beta)\d*)?$/i;
const PARAMETER = /^\{[^{}]*\}$/;
/** Segments that are about the API. */
const NO_NOUNS: ReadonlySet<string> = new Set(['api', 'rest']);
/** What is made by a POST, not a verb: `/orders/{id}/payment`. */
const NOUN_ENDING = /(?:tion|sion|ment|ity)$/;
/** What stands before the noun in English and after it in paths: `/invoices/upcoming`. */
const PARTICIPLE = /(?:ing|ed)$/;
/** What names of several words begin with that say what is done: `/deleteBankAccounts`. */
const PROCEDURE_VERBS: ReadonlySet<string> = new Set(
  'add cancel check close create delete disable enable find get list remove search send set start stop submit update'.split(
    ' ',
  ),
);
/** After a verb they say that its object is named before: `mark_as_read`. */
const PREPOSITIONS: ReadonlySet<string> = new Set('as at by for from in into on out to up with'.split(' '));
/** A hostile path has any number of segments. */
const MOST_NOUNS = 4;
/** What is done with one thing. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'update',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Whether an operationId is a method and the end of a path, such as `GetAccountsAccount` or `users-get`. */
export function repeatsPath(operationId: string, operation: Operation): boolean {
  const id = lettersOf(operationId);
  const method = operation.getHttpMethod().toLowerCase();
  const rests = [
    ...(id.startsWith(method) ? [id.slice(method.length)] : []),
    ...(id.endsWith(method) ? [id.slice(0, -method.length)] : []),
  ];
  if (rests.length === 0) return false;
  const path = segmentsOf(operation).map(lettersOf);
  const longest = Math.max(...rests.map(({ length }) => length));
  let end = '';
  for (let place = path.length; place >= 0 && end.length <= longest; place -= 1) {
    end = (path[place] ?? '') + end;
    if (rests.includes(end)) return true;
  }
  return false;
}

/**
 * `GET /v1/balance_transactions` → `List balance transactions`, `POST /v1/payment_intents/{intent}/cancel` → `Cancel
 * payment intent`: English, without articles, which names decide nothing about. '' where the path has no nouns.
 */
export function actionTitle(operation: Operation): string {
  const segments = segmentsOf(operation);
  const nouns = nounsOf(operation, segments);
  const last = nouns.at(-1);
  if (last === undefined) return '';
  const words = wordsFor(operation, nouns, last);
  return sentenceCase(words.map(wordInText).join(' '));
}

function wordsFor(operation: Operation, nouns: readonly Noun[], last: Noun): readonly string[] {
  const method = operation.getHttpMethod();
  const { service } = operation;
  const verb = method === 'PUT' && isPatchedToo(operation) ? 'replace' : VERBS[method];
  if (verb === undefined) return [];
  if (last.hasParameter) return [verb, ...phraseOf(nouns)];
  // As remote procedures are named.
  if (last.words.length > 1 && PROCEDURE_VERBS.has(last.words[0] ?? '')) return actionWords(last.words, nouns);
  const isPluralNoun = isPlural(last.words.at(-1) ?? '');
  if (method === 'GET' && isPluralNoun) return ['list', ...phraseOf(nouns)];
  if (method === 'GET' && last.words.join() === 'search' && nouns.length > 1)
    return ['search', ...phraseOf(nouns.slice(0, -1))];
  if (method !== 'POST') return [verb, ...phraseOf(nouns)];
  if (isPluralNoun || service.getEntityOperations().length > 0)
    return ['create', ...phraseOf([...nouns.slice(0, -1), { ...last, hasParameter: true }])];
  if (service.getAllOperations().some((other) => other.getHttpMethod() !== 'POST')) return [verb, ...phraseOf(nouns)];
  // Nothing but a POST: an action, whose name is its verb.
  return nouns.length === 1 ? [] : actionWords(last.words, nouns);
}

function isPatchedToo({ service, record }: Operation): boolean {
  const path = record.paths[0];
  return service
    .getAllOperations()
    .some((other) => other.getHttpMethod() === 'PATCH' && other.record.paths[0] === path);
}

/** `/invoices/{invoice}/mark_uncollectible` → `mark invoice uncollectible`. */
function actionWords([verb = '', ...rest]: readonly string[], nouns: readonly Noun[]): readonly string[] {
  if (rest.length === 0 && NOUN_ENDING.test(verb)) return ['create', ...phraseOf(nouns)];
  const object = phraseOf(nouns.slice(0, -1));
  const isOfOne = nouns.at(-2)?.hasParameter === true || rest.length === 0;
  const hasOwnObject =
    !isOfOne || (rest.length > 1 && !PREPOSITIONS.has(rest[0] ?? '')) || haveCommonWord(object, rest);
  return [verb, ...(hasOwnObject ? [] : object), ...rest];
}

/**
 * What the last noun is called: after what it is in, `/checkout/sessions/{id}/line_items` → `checkout session line
 * items`. What has a name of its own, as others do before a parameter, needs no more than one such name before it.
 */
function phraseOf(nouns: readonly Noun[]): readonly string[] {
  const owner = nouns.slice(0, -1).findLastIndex(({ hasParameter }) => hasParameter);
  const start = nouns.slice(0, Math.max(owner, 0)).findLastIndex(({ hasParameter }) => hasParameter) + 1;
  const named = nouns.slice(Math.max(start, nouns.length - MOST_NOUNS));
  let phrase: readonly string[] = [];
  for (const [place, noun] of named.entries()) {
    const words = noun.hasParameter || place < named.length - 1 ? inSingular(noun.words) : noun.words;
    const isParticiple =
      words.length === 1 && named[place - 1]?.hasParameter === false && PARTICIPLE.test(words[0] ?? '');
    if (haveCommonWord(phrase, words)) phrase = words;
    else phrase = isParticiple ? [...words, ...phrase] : [...phrase, ...words];
  }
  return phrase;
}

function haveCommonWord(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(some.map(singularOf));
  return others.some((word) => known.has(singularOf(word)));
}

function inSingular(words: readonly string[]): readonly string[] {
  return words.map((word, place) => (place === words.length - 1 ? singularOf(word) : word));
}

/** None where a segment is neither a name nor a parameter. */
function nounsOf({ service }: Operation, segments: readonly string[]): readonly Noun[] {
  if (segments.some((segment) => /[{}]/.test(segment) && !PARAMETER.test(segment))) return [];
  const firstParameter = segments.findIndex((segment) => PARAMETER.test(segment));
  const version = segments
    .slice(0, firstParameter === -1 ? segments.length : firstParameter)
    .findLastIndex((segment) => VERSION.test(segment));
  return segments.slice(version + 1).flatMap((segment, place, all) => {
    if (PARAMETER.test(segment) || NO_NOUNS.has(segment)) return [];
    const words = partsOfName(partedWords(segment, service.api.components)).map((word) => word.toLowerCase());
    return words.length === 0 ? [] : [{ words, hasParameter: PARAMETER.test(all[place + 1] ?? '') }];
  });
}

function segmentsOf({ record }: Operation): readonly string[] {
  return (record.paths[0] ?? '').split('/').filter((segment) => segment !== '');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
