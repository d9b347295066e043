/** Splits texts into terms, in the same way for the index, for questions and for marks in results. */

import { ACTIONS, KIND_WORDS, NOUNS, PHRASES, SHORT_FORMS, WIDE_ACTIONS } from './meanings.ts';

/** Maximum length of a term in characters; the rest of a longer word is ignored. */
const LONGEST_TERM = 40;
const ASCII = /^[\0-\x7f]*$/;
const SMALL = /^(?:[a-z\d]+|[A-Z][a-z]*)$/;
export const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Position within a name at which a word begins: `createDroplet`, `HTTPServer`. */
const BEGINNING = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Plural of an abbreviation: `PRs`. */
const PLURAL = /^\p{Lu}+s$/u;
/** Run of characters in a script without spaces between words; texts are split into such runs and other words. */
const UNSPACED = /((?:[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*)+)/u;

/**
 * Removes case and accents: `Größe` → `grosse`, `ÉTÉ` → `ete`. Letters that Unicode does not decompose, such as `ß` and
 * `ø`, become the letters that people type instead.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd');
}

/** A word of a text, with the terms that match it. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
}

/**
 * Words of a text, including words inside names: `customer`, `name` and `customername` match `customerName`. In a
 * script without spaces, each pair of adjacent characters is a word.
 */
export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    let at = index;
    for (const [number, part] of run.split(UNSPACED).entries()) {
      if (part !== '') yield* number % 2 === 0 ? partsOf(part, at) : pairsIn(part, at);
      at += part.length;
    }
  }
}

/** Terms that match a text, some of them several times. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const run of text.match(RUN) ?? []) {
    if (SMALL.test(run)) terms.push(run.slice(0, LONGEST_TERM).toLowerCase());
    else for (const word of wordsIn(run)) terms.push(...word.terms);
  }
  return terms;
}

function* partsOf(run: string, start: number): Generator<Word> {
  const parts = run.split(BEGINNING);
  const whole = termOf(run);
  let at = start;
  for (const part of parts) {
    yield { start: at, end: at + part.length, terms: parts.length === 1 ? [whole] : [termOf(part), whole] };
    at += part.length;
  }
}

function* pairsIn(run: string, start: number): Generator<Word> {
  let at = start;
  for (const pair of pairsOf(run)) {
    yield { start: at, end: at + pair.length, terms: [termOf(pair)] };
    at += [...pair][0]?.length ?? 0;
  }
}

/** Pairs of adjacent characters, and the last character alone. */
function pairsOf(run: string): string[] {
  return [...run].map((character, index, all) => character + (all[index + 1] ?? ''));
}

/** Terms of a question; a compound name contributes its parts, but not the whole name. */
export function askedTerms(question: string): readonly string[] {
  const terms = new Set<string>();
  for (const run of question.match(RUN) ?? [])
    for (const [number, part] of run.split(UNSPACED).entries()) {
      const isUnspaced = number % 2 === 1;
      const words = isUnspaced ? pairsOf(part) : PLURAL.test(part) ? [part] : part.split(BEGINNING);
      // The last character is already in the pair before it.
      if (isUnspaced && words.length > 1) words.pop();
      for (const word of words) terms.add(termOf(word));
    }
  terms.delete('');
  return [...terms];
}

/** A term joined with the term before or after it: `rate`, `limit` → `ratelimit`. */
export function joinedTerms(term: string, terms: readonly string[]): readonly string[] {
  const at = terms.indexOf(term);
  return [terms.slice(at - 1, at + 1), terms.slice(at, at + 2)].flatMap((two) =>
    two.length > 1 ? [two.join('')] : [],
  );
}

/**
 * Ends of an identifier that have two words or more, each as one term: `queue_haltReading_now` → `haltreadingnow`,
 * `readingnow`. A term also matches its beginning, so that words inside the identifier are found as well.
 */
export function joinedEnds(name: string): readonly string[] {
  if (!/^[\w-]+$/.test(name)) return [];
  const words = (name.match(RUN) ?? []).flatMap((run) => run.split(BEGINNING));
  return words.slice(2).map((_, at) => termOf(words.slice(at + 1).join('')));
}

/** English words that are not search terms: most words in `how do I create an issue`. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are by can do does for from how i in into is me my need of on or our should that the this to using ' +
    'via want we what when where which with would you your'
  ).split(' '),
);

/**
 * Verbs that titles may use in place of a verb: `get` → `retrieve`, `retrieves`, …; empty for other terms. If the
 * question ends with a plural, the verbs for `get` include `list`.
 */
export function otherActions(term: string, terms: readonly string[]): readonly string[] {
  const verbs = othersOf(term, ACTIONS);
  const lists = (term === 'get' || verbs.includes('get')) && isOfMany(terms) ? ['list'] : [];
  return withThirdPerson([...verbs, ...lists]);
}

/** Verbs with a wider meaning than the first word of a question: `close` → `update`. */
export function wideActions(terms: readonly string[]): readonly string[] {
  const verbs = keysFor(terms[0] ?? '', WIDE_ACTIONS);
  // `open issues` asks for existing issues, but `open issue` may ask how to create an issue.
  return withThirdPerson(verbs.filter((verb) => verb !== 'create' || !isOfMany(terms)));
}

/** Whether a question ends with a plural. */
function isOfMany(terms: readonly string[]): boolean {
  const last = terms.at(-1) ?? '';
  return otherNumbersOf(last).length > 0 || (last.endsWith('s') && longForms(last).length > 0);
}

function withThirdPerson(verbs: readonly string[]): readonly string[] {
  return verbs.flatMap((verb) => [verb, `${verb}s`]);
}

/** Long forms of a short noun or its plural: `prs` → `pull request`. */
export function longForms(term: string): readonly string[] {
  return keysFor(term, SHORT_FORMS);
}

/** Nouns with the same meaning as a noun or its singular: `chargebacks` → `dispute`. */
export function otherNouns(term: string): readonly string[] {
  return othersOf(term, NOUNS);
}

/** Kind of result that the last word of a question asks for: `status filter` → `parameter`. */
export function kindAsked(terms: readonly string[]): string | undefined {
  return terms.length > 1 ? keysFor(terms.at(-1) ?? '', KIND_WORDS)[0] : undefined;
}

/** Other words in each row that contains the term or its singular. */
function othersOf(term: string, rows: readonly string[]): readonly string[] {
  const own = rows.map((row) => row.split(' ')).filter((words) => words.some((word) => isForm(term, word)));
  return own.flat().filter((word) => !isForm(term, word));
}

/** Keys of the rows that contain the term or its singular. */
function keysFor(term: string, table: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(table).filter((key) => table[key]?.split(' ').some((word) => isForm(term, word)));
}

function isForm(term: string, word: string): boolean {
  return term === word || term === `${word}s`;
}

/** Rewords a question in the phrases of APIs: `update my profile` → `update authenticated user`. */
export function otherQuestions(question: string): readonly string[] {
  const words = fold(question).trim().replaceAll(/\s+/g, ' ');
  const asked = words.replace(/^how (?:to|(?:do|can) (?:i|we|you)) /, '');
  const [phrase, others] = PHRASES.find(([some]) => some.test(asked)) ?? [];
  return phrase === undefined ? [] : (others ?? []).map((other) => asked.replace(phrase, other));
}

/** {@link askedTerms} without {@link SMALL_WORDS}, except as the last word: `message from` asks for a field. */
export function tellingTerms(question: string): readonly string[] {
  return askedTerms(question).filter((term, index, { length }) => index === length - 1 || !SMALL_WORDS.has(term));
}

/**
 * Singular or plural forms of an English noun, guessed from its ending, so that some may not exist: `books` → `book`,
 * `policies` → `policy`, `policy` → `policies`. Forms that begin with the noun are left out: prefixes match anyway.
 */
export function otherNumbersOf(term: string): readonly string[] {
  if (!/^[a-z]{4,}$/.test(term)) return [];
  if (/[^aeiou]y$/.test(term)) return [`${term.slice(0, -1)}ies`];
  if (!/[^suio]s$/.test(term)) return [];
  if (/.{2}ies$/.test(term)) return [`${term.slice(0, -3)}y`];
  return /(?:[sxz]|[cs]h)es$/.test(term) ? [term.slice(0, -2), term.slice(0, -1)] : [term.slice(0, -1)];
}

/** Endings of nouns and verbs with the same stem, and of American and British spellings. */
const OTHER_ENDINGS: readonly (readonly [ending: RegExp, other: string])[] = [
  [/(?<=.{4})te$/, 'tion'],
  [/(?<=.{4})tion$/, 'te'],
  [/(?<=.{3})fy$/, 'fication'],
  [/(?<=.{3})fication$/, 'fy'],
  [/(?<=.{4})i[sz]e$/, 'ization'],
  [/(?<=.{4})i[sz]ation$/, 'ize'],
  [/(?<=.{4})is(?=e$|ation$)/, 'iz'],
  [/(?<=.{4})iz(?=e$|ation$)/, 'is'],
];

/**
 * Verb of a noun or noun of a verb, and the other spelling of `-ize`, guessed from the ending: `authenticate` ↔
 * `authentication`, `verify` ↔ `verification`, `authorise` → `authorize`. A short stem has none: `state`, `station`.
 */
export function otherStemsOf(term: string): readonly string[] {
  return OTHER_ENDINGS.flatMap(([ending, other]) => (ending.test(term) ? [term.replace(ending, other)] : []));
}

/** Whether a text contains a term as two adjacent words: `nodejs` as `Node.js`. */
export function isWrittenApart(term: string, text: string): boolean {
  let before: Word | undefined;
  for (const word of wordsIn(text)) {
    if (before !== undefined && beginsApart(term, before, word)) return true;
    before = word;
  }
  return false;
}

/** Whether a term begins at a word and ends in the next one. */
export function beginsApart(term: string, one: Word, next: Word | undefined): boolean {
  const [first = ''] = one.terms;
  const isBeside = next !== undefined && next.start - one.end <= 1;
  return isBeside && term.length > first.length && `${first}${next.terms[0]}`.startsWith(term);
}

/** Forms of a name in which the last word changes from singular to plural or the reverse. */
export function inOtherNumber(name: string): readonly string[] {
  const [last] = /[a-z]{2,}$/.exec(name) ?? [];
  if (last === undefined || name.includes('/')) return [];
  const plural = /(?:[sxz]|[cs]h)$/.test(last) ? `${last}es` : `${last}s`;
  return [...otherNumbersOf(last), plural].map((other) => name.slice(0, -last.length) + other);
}

/** Folds a word to a term, without the Arabic article, which is written as part of the word. */
function termOf(word: string): string {
  const folded = fold(word).replace(/^ال(?=.)/, '');
  return folded.length > LONGEST_TERM ? folded.slice(0, LONGEST_TERM).toWellFormed() : folded;
}

/**
 * Normalizes a whole name or path for comparison: `GET /book/{book_id}` → `get book/{}`. A URL is reduced to its path
 * and query.
 */
export function wholeName(text: string): string {
  return fold(text)
    .trim()
    .replace(/^https?:\/\/[^/\s]*/, '')
    .replaceAll(/\{[^{}/]*\}/g, '{}')
    .replaceAll(/\s+/g, ' ')
    .replace(/(^| )\//, '$1')
    .replace(/\/$/, '');
}

/**
 * Joins a {@link wholeName} to one word, without spaces, `_` and `-`: `payment_intent`, `payment intent` and
 * `PaymentIntent` become `paymentintent`. Paths stay unchanged.
 */
export function joinedName(name: string): string {
  return name.includes('/') ? name : name.replaceAll(/[\s_-]+/g, '');
}

/**
 * Splits a {@link wholeName} that is a path to a field into names: `customer.address`, `items[].sku`, `card[number]`,
 * `labels.*.key`. Returns an empty list for other names.
 */
export function pathParts(name: string): readonly string[] {
  if (/[\s/{}]/.test(name)) return [];
  const dotted = name.replaceAll(/\[(?:\d+|\*)?\]/g, '').replaceAll(/\[([^[\]]*)\]/g, '.$1');
  const parts = dotted.split('.').filter((part) => part !== '' && part !== '*' && part !== '$');
  return parts.length > 1 ? parts : [];
}
