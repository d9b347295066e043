import { type ApiNames, apiNames } from './api-names.ts';
import { DOCUMENT_KINDS } from './entry.ts';
import {
  closeGrades,
  dividedTerm,
  exactGrades,
  type Grades,
  insteadOf,
  MOST_TERMS,
  SHORTEST_PREFIX_IN_TEXT,
  SHORTEST_WITH_TYPO,
  type Similar,
} from './grades.ts';
import { type Asked, type Graded, type Hit, inOrder, MOST_ABOUT } from './order.ts';
import type { Shard } from './shard.ts';
import {
  inOtherNumber,
  joinedTerms,
  longForms,
  otherActions,
  otherNouns,
  otherQuestions,
  tellingTerms,
  wholeName,
} from './terms.ts';

/** Maximum length of a question in characters; longer questions are truncated. */
export const LONGEST_QUESTION = 200;
/** First-person words: a question with one of them is tried in other words even if a title matches. */
const ASKS_OF_ONESELF = /\b(?:i|me|my)\b/i;

/** All results for a question, the best first. */
export interface Found {
  readonly hits: readonly Hit[];
  /** Words to mark in the results. */
  readonly terms: readonly string[];
  /** Question that was searched instead, because no entry contains all words of the question; otherwise null. */
  readonly corrected: string | null;
}

/**
 * Finds the entries that contain every word of a question except small words. Pages, programs and the palette get them
 * in the same order ({@link inOrder}): an entry with exactly the typed name comes first. The function is pure, needs no
 * Node.js, and takes time proportional to the size of the shards.
 */
export function search(shards: readonly Shard[], question: string): Found {
  const asked = question.slice(0, LONGEST_QUESTION).toWellFormed();
  const terms = tellingTerms(asked).slice(0, MOST_TERMS);
  const name = wholeName(asked);
  if (name === '') return { hits: [], terms: [], corrected: null };
  const exact = withAllWords(shards, asked);
  const match = exact?.hits[0]?.match;
  if (exact !== null && (match === 'whole name' || (match === 'title' && !ASKS_OF_ONESELF.test(asked)))) return exact;
  for (const other of otherQuestions(asked)) {
    if (!tellingTerms(other).every((term) => isKnown(shards, term))) continue;
    const found = withAllWords(shards, other);
    const [first] = found?.hits ?? [];
    if (found === null || first === undefined || !isAbout(first)) continue;
    return exact === null ? { ...found, corrected: other } : withRest(found, exact);
  }
  if (exact !== null) return exact;
  const similar: Similar = { wholes: new Set(), onPaths: new Set(), words: new Map() };
  const close = gradedOf(shards, (shard) => closeGrades(shard, name, terms, similar));
  if (close.length === 0) return withFewerWords(shards, asked, terms);
  const [whole] = similar.wholes;
  const words = [...similar.words.values()].flatMap((some) => [...some]);
  return {
    hits: inOrder(close, toAsked(name, terms, new Map(), similar.words)),
    terms: [...terms, ...similar.wholes, ...similar.onPaths, ...words],
    corrected: whole ?? (words.length === 0 ? null : correctedWords(shards, terms, similar.words)),
  };
}

/** Puts the best results for a reworded question before the results for the question itself. */
function withRest(found: Found, { hits, terms }: Found): Found {
  const about = found.hits.filter(isAbout).slice(0, MOST_ABOUT);
  const rest = hits.filter((hit) => !about.some(({ shard, entry }) => shard === hit.shard && entry === hit.entry));
  return { hits: [...about, ...rest], terms: [...found.terms, ...terms], corrected: null };
}

/** Whether a result is a close match: its whole name matches, or the name or title of a page or section does. */
function isAbout({ kind, match }: Hit): boolean {
  return match === 'whole name' || (match !== 'other' && DOCUMENT_KINDS.some((some) => some === kind));
}

/** Results that contain every word of a question as written; null if there are none. */
function withAllWords(shards: readonly Shard[], asked: string): Found | null {
  const terms = tellingTerms(asked).slice(0, MOST_TERMS);
  const name = wholeName(asked);
  const others = new Set<string>();
  const called = apiNames(shards, terms);
  const exact = gradedOf(shards, (shard) => exactGrades(shard, name, terms, called, others));
  if (exact.length === 0) return null;
  return { hits: inOrder(exact, toAsked(name, terms, called)), terms: [...terms, ...others], corrected: null };
}

function gradedOf(shards: readonly Shard[], grade: (shard: Shard) => Grades | null): readonly Graded[] {
  return shards.flatMap((shard) => {
    const grades = grade(shard);
    return grades === null ? [] : [{ shard, grades }];
  });
}

/** Replaces each unknown term of a question with a similar word, preferably of equal length. */
function correctedWords(shards: readonly Shard[], terms: readonly string[], similar: Similar['words']): string {
  const correctedWord = (term: string): string => {
    const words = isWord(shards, term) ? [] : [...(similar.get(term) ?? [])];
    return words.find(({ length }) => length === term.length) ?? words[0] ?? term;
  };
  return terms.map(correctedWord).join(' ');
}

/**
 * Finds results for fewer words if no entry contains all words of a question. Unknown words are left out. If all words
 * are known, the function tries all but a status at the end, then the first and the last of three words (an action and
 * its object), then all but the first word, then the first two thirds. A question with a path is never shortened.
 */
function withFewerWords(shards: readonly Shard[], asked: string, terms: readonly string[]): Found {
  const words = asked.includes('/') ? [] : asked.trim().split(/\s+/).slice(0, MOST_TERMS);
  const known = words.filter((word) => {
    const own = tellingTerms(word).filter((term) => terms.includes(term));
    return own.length > 0 && own.every((term) => isKnown(shards, term) || isTypo(shards, term));
  });
  const withoutStatus = /^[1-5]\d\d$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : [];
  if (known.length === words.length)
    for (const some of [withoutStatus, words.length === 3 ? words.toSpliced(1, 1) : [], words.slice(1)]) {
      const text = some.join(' ');
      const found = some.length > 0 ? withAllWords(shards, text) : null;
      if (found !== null) return { ...found, corrected: text };
    }
  const fewer = (known.length < words.length ? known : words.slice(0, Math.floor((words.length * 2) / 3))).join(' ');
  const found = search(shards, fewer);
  return found.hits.length === 0
    ? { hits: [], terms, corrected: null }
    : { ...found, corrected: found.corrected ?? fewer };
}

/** Whether any entry contains a word that begins with a term or one of its synonyms, or the term as two words. */
function isKnown(shards: readonly Shard[], term: string): boolean {
  if (shards.some((shard) => [...dividedTerm(shard, term)].length > 0)) return true;
  return [
    term,
    ...otherActions(term, [term]),
    ...longForms(term).flatMap((form) => form.split(' ')),
    ...otherNouns(term),
  ].some((one) => isWord(shards, one));
}

/** Whether any entry contains a word that begins with a term. */
function isWord(shards: readonly Shard[], term: string): boolean {
  return shards.some(({ terms }) => terms.hasBeginning(term));
}

/** Whether any entry contains a word that differs from a term by one typo. */
function isTypo(shards: readonly Shard[], term: string): boolean {
  let isFound = false;
  if (term.length >= SHORTEST_WITH_TYPO)
    for (const shard of shards) shard.terms.visitOneEditFrom(term, () => (isFound = true));
  return isFound;
}

/** @param similar words that matched in place of unknown terms */
function toAsked(
  name: string,
  terms: readonly string[],
  called: ApiNames,
  similar: Similar['words'] = new Map(),
): Asked {
  return {
    characters: name.length,
    terms: terms.map((term) => {
      const forms = new Set([term, ...inOtherNumber(term), ...(similar.get(term) ?? [])]);
      const instead = insteadOf(term, name, terms, called).flatMap(({ words }) => words.flat());
      const others = new Set([...instead, ...joinedTerms(term, terms)]);
      // The last word may still be incomplete, and other words may be abbreviations: `repo`, `org`.
      const isBeginning = term.length >= SHORTEST_PREFIX_IN_TEXT;
      return (word) => {
        if (forms.has(word)) return 'same';
        return others.has(word) || (isBeginning && word.startsWith(term)) ? 'alike' : null;
      };
    }),
  };
}
