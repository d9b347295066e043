import type { ApiNames } from './api-names.ts';
import { CALL_KINDS } from './entry.ts';
import {
  BEGINNINGS,
  NAME_AND_PLACE,
  NOTHING,
  OTHER_FORM,
  PLACE,
  PREFIX,
  TEXT,
  VALUE,
  WORDS,
  WORDS_AND_TEXT,
} from './order.ts';
import { forEachClosePath, forEachFilledPath, forEachInside, forEachOnPath } from './paths.ts';
import { type Shard, WHERE } from './shard.ts';
import type { Dictionary } from './tables.ts';
import {
  inOtherNumber,
  isWrittenApart,
  joinedName,
  joinedTerms,
  kindAsked,
  longForms,
  otherActions,
  otherNouns,
  otherStemsOf,
  pathParts,
  termsOf,
  wholeName,
  wideActions,
} from './terms.ts';

/** Maximum number of words in a question that are searched for. */
export const MOST_TERMS = 8;
/** Minimum length of a term that matches the beginning of words in texts. */
export const SHORTEST_PREFIX_IN_TEXT = 3;
/** Minimum length of a word that may have a typo. A shorter word with a different letter is a different word. */
export const SHORTEST_WITH_TYPO = 4;
/** Maximum number of entries of a shard that are read to see whether a word is written as two. */
const MOST_READ = 1000;

const PATH_GRADES = { path: 0, 'end of a path': OTHER_FORM, beginning: PREFIX } as const;

/** Grades of the entries of one shard, one byte each. */
export type Grades = Uint8Array;

/** Called with an entry that contains a term, the part of the entry, and whether the term is a whole word. */
type Grading = (entry: number, where: number, isWhole: boolean) => void;

/** Similar names and words, for terms that no entry contains. */
export interface Similar {
  /** Similar whole names and paths. */
  readonly wholes: Set<string>;
  /** Field names from paths that are similar to the path in the question. */
  readonly onPaths: Set<string>;
  /** Words that differ from a term by one typo, by term. */
  readonly words: Map<string, Set<string>>;
}

/** Words that may replace a term in names. A question with a path has none: the `GET` of `GET /book` is exact. */
interface Instead {
  /** Words that a name must all contain, each in one of several forms. */
  readonly words: readonly (readonly string[])[];
  /** Rank of a match: true ranks like the term itself, false like the beginning of a word. */
  readonly isWhole: boolean;
}

/** @param called names that the API uses for the terms */
export function insteadOf(term: string, name: string, terms: readonly string[], called: ApiNames): readonly Instead[] {
  if (name.includes('/')) return [];
  const isBeside = terms.length > 1;
  return [
    ...(isBeside ? [{ words: [otherActions(term, terms)], isWhole: true }] : []),
    ...(isBeside && term === terms[0] ? [{ words: [wideActions(terms)], isWhole: false }] : []),
    ...allForms(term, called).map((words) => ({ words: words.split(' ').map(inNumbers), isWhole: true })),
    { words: [[...otherNouns(term).flatMap(inNumbers), ...otherStemsOf(term)]], isWhole: false },
  ];
}

/** Long forms of a term, from the table of short forms and from the API. */
function allForms(term: string, called: ApiNames): readonly string[] {
  return [...longForms(term), ...(called.get(term) ?? [])];
}

function inNumbers(noun: string): readonly string[] {
  return [noun, ...inOtherNumber(noun)];
}

/**
 * Grades the entries of one shard; null if no entry matches.
 * @param others receives the words that matched in place of terms, such as plurals and other verbs
 */
export function exactGrades(
  shard: Shard,
  name: string,
  terms: readonly string[],
  called: ApiNames,
  others: Set<string>,
): Grades | null {
  const best = allTerms(shard, terms, (dictionary, term, found) => {
    for (const one of [term, ...joinedTerms(term, terms)]) gradeWords(dictionary, one, found);
    gradeApart(shard, term, found);
    gradeOtherNumbers(dictionary, term, found, others);
    for (const instead of insteadOf(term, name, terms, called)) gradeOtherWords(dictionary, instead, found, others);
  });
  const grades = best ?? new Uint8Array(shard.size).fill(NOTHING);
  const { names } = shard;
  let isFound = best !== null;
  const found = (entry: number, grade: number): void => {
    isFound = true;
    improve(grades, entry, grade);
  };
  names.visitBeginning(name, (entry, _, isWhole) => found(entry, isWhole ? 0 : PREFIX));
  const [only = '', ...more] = terms;
  // With a single term, its stems are looked up without the surrounding small words: `how to authenticate`.
  const long = more.length === 0 ? [...allForms(name, called), ...otherStemsOf(only)] : [];
  for (const form of [name, ...long].flatMap(inNumbers).flatMap((one) => [one, joinedName(one)]))
    names.visitAll(form, (entry) => found(entry, OTHER_FORM));
  forEachOnPath(shard, pathParts(name), (entry, by) => found(entry, PATH_GRADES[by]));
  forEachInside(shard, name.split(' ').slice(0, MOST_TERMS), found);
  if (names.find(name) === null) forEachFilledPath(shard, name, (entry) => found(entry, OTHER_FORM));
  for (const part of runsOf(name))
    names.visitAll(joinedName(part), (entry) => {
      if (grades[entry] === PLACE) grades[entry] = NAME_AND_PLACE;
    });
  return isFound ? grades : null;
}

/** All sequences of adjacent words in a question, such as `ssh keys` in `create droplet ssh keys`. */
function runsOf(name: string): readonly string[] {
  const words = name.split(' ').slice(0, MOST_TERMS);
  return words.flatMap((_, start) =>
    words.slice(start).map((_word, index) => words.slice(start, start + index + 1).join(' ')),
  );
}

/** Grades entries, allowing one typo in each word or in the whole name. @param similar receives the corrected words */
export function closeGrades(shard: Shard, name: string, terms: readonly string[], similar: Similar): Grades | null {
  const wholes = new Set<string>();
  const words = new Map<string, Set<string>>();
  const grades = new Uint8Array(shard.size).fill(NOTHING);
  if (name.length >= SHORTEST_WITH_TYPO) {
    shard.names.visitOneEditFrom(name, (key) => {
      wholes.add(shard.names.key(key));
      shard.names.visit(key, (entry) => (grades[entry] = 0));
    });
    gradeJoined(shard, joinedName(name), grades, wholes);
  }
  forEachClosePath(shard, pathParts(name), (entry, by, followed) => {
    wholes.add(followed.join('.'));
    for (const word of followed) similar.onPaths.add(word);
    improve(grades, entry, PATH_GRADES[by]);
  });
  const best = allTerms(shard, terms, (dictionary, term, found) => {
    gradeWords(dictionary, term, found);
    if (term.length < SHORTEST_WITH_TYPO) return;
    const own = words.get(term) ?? new Set();
    words.set(term, own);
    dictionary.visitOneEditFrom(term, (key) => {
      own.add(dictionary.key(key));
      dictionary.visit(key, (entry, where) => found(entry, where, true));
    });
  });
  if (best !== null) for (const [entry, grade] of best.entries()) improve(grades, entry, grade);
  for (const text of wholes) similar.wholes.add(text);
  for (const [term, own] of words) similar.words.set(term, new Set([...(similar.words.get(term) ?? []), ...own]));
  return best === null && wholes.size === 0 ? null : grades;
}

/** Grades entries whose name, joined to one word, differs by one typo from the question joined to one word. */
function gradeJoined(shard: Shard, joined: string, grades: Grades, names: Set<string>): void {
  if (joined.length < SHORTEST_WITH_TYPO) return;
  shard.names.visitOneEditFrom(joined, (key) => {
    shard.names.visit(key, (entry) => {
      if ((grades[entry] ?? NOTHING) <= OTHER_FORM) return;
      names.add(wholeName(shard.entry(entry).name));
      grades[entry] = OTHER_FORM;
    });
  });
}

/**
 * Grades each entry that contains every term by its worst match; null if there is none. If one term is a word of the
 * entry's name, others may be words of its surroundings (its schema, service, …) or name its kind.
 */
function allTerms(
  shard: Shard,
  terms: readonly string[],
  grade: (dictionary: Dictionary, term: string, found: Grading) => void,
): Grades | null {
  if (terms.length === 0) return null;
  const all = new Uint8Array(shard.size);
  /** Worst grade of any term as in {@link all}, but words of the entry's surroundings match as well. */
  const placed = new Uint8Array(shard.size);
  /** Best grade of any term. */
  const best = new Uint8Array(shard.size).fill(NOTHING);
  /** Number of terms that are words of the entry's name. */
  const named = new Uint8Array(shard.size);
  const kind = kindAsked(terms);
  for (const term of terms) {
    const own = new Uint8Array(shard.size).fill(NOTHING);
    const here = new Uint8Array(shard.size);
    let isFound = false;
    grade(shard.terms, term, (entry, where, isWhole) => {
      isFound = true;
      if (where === WHERE.place) here[entry] = 1;
      else improve(own, entry, gradeOf(where, isWhole));
    });
    const isOfKind = kind !== undefined && term === terms.at(-1);
    if (!isFound && !isOfKind) return null;
    for (let entry = 0; entry < own.length; entry += 1) {
      const isAsked = isOfKind && isOfAskedKind(shard, entry, kind);
      if (isAsked) here[entry] = 1;
      const its = own[entry] ?? NOTHING;
      all[entry] = Math.max(its, all[entry] ?? 0);
      placed[entry] = Math.max(here[entry] === 1 ? Math.min(its, PLACE) : its, placed[entry] ?? 0);
      // The word “errors” in a question counts as the beginning of a word in the name of a status.
      best[entry] = Math.min(isAsked && kind === 'response' ? BEGINNINGS : its, best[entry] ?? NOTHING);
      if (its <= BEGINNINGS) named[entry] = (named[entry] ?? 0) + 1;
    }
  }
  let isAny = false;
  for (let entry = 0; entry < all.length; entry += 1) {
    const isRestOfText = terms.length > 2 && named[entry] === terms.length - 1 && all[entry] === TEXT;
    const isPlaced =
      (best[entry] ?? NOTHING) <= BEGINNINGS &&
      placed[entry] === PLACE &&
      (shard.kindOf(entry) !== 'response' || isOfOneOperation(shard, entry, kind ? terms.slice(0, -1) : terms));
    // Except in calls, the text of an entry also contains the names of its surroundings.
    if (isRestOfText && (!isPlaced || CALL_KINDS.has(shard.kindOf(entry)))) all[entry] = WORDS_AND_TEXT;
    else if (isPlaced) all[entry] = PLACE;
    isAny ||= all[entry] !== NOTHING;
  }
  return isAny ? all : null;
}

/** Whether the title of one operation with this response contains every term that the response lacks. */
function isOfOneOperation(shard: Shard, entry: number, terms: readonly string[]): boolean {
  const { name, text, operations } = shard.entry(entry);
  const lacking = (words: readonly string[], some: readonly string[]): readonly string[] =>
    some.filter((term) => !words.some((word) => word.startsWith(term) || inOtherNumber(term).includes(word)));
  const rest = lacking(termsOf(`${name} ${text}`), terms);
  return rest.length === 0 || operations.some(({ title }) => lacking(termsOf(title), rest).length === 0);
}

/** Whether a question asks for entries of a kind: a question about errors asks for error responses and all calls. */
function isOfAskedKind(shard: Shard, entry: number, kind: string): boolean {
  const own = shard.kindOf(entry);
  if (kind !== 'response') return own === kind;
  return CALL_KINDS.has(own) || (own === kind && !/^[123]/.test(shard.name(entry)));
}

/** Finds entries that contain the term or a word that begins with it. */
function gradeWords(dictionary: Dictionary, term: string, found: Grading): void {
  const isLong = [...term].length >= SHORTEST_PREFIX_IN_TEXT || /[^\0-\u2e7f]/u.test(term);
  dictionary.visitBeginning(term, (entry, where, isWhole) => {
    if (isWhole || isLong || where < WHERE.text) found(entry, where, isWhole);
  });
}

/**
 * Divides a term into a word of a shard and the beginning of another: `nodejs` → `node`, `js`. One letter is no
 * beginning: `orders` is not `order status`.
 */
export function* dividedTerm({ terms }: Shard, term: string): Generator<readonly [first: string, rest: string]> {
  for (let at = 1; at < term.length - 1; at += 1) {
    const [first, rest] = [term.slice(0, at), term.slice(at)];
    if (terms.find(first) !== null && terms.hasBeginning(rest)) yield [first, rest];
  }
}

/**
 * Finds entries that write the term as two words: `nodejs` as `Node.js`. If other entries have it as one word, only
 * names count.
 */
function gradeApart(shard: Shard, term: string, found: Grading): void {
  const isWord = shard.terms.hasBeginning(term);
  const isPart = (where: number): boolean => (isWord ? where === WHERE.name : where !== WHERE.place);
  const read = new Set<number>();
  for (const [first, rest] of dividedTerm(shard, term)) {
    const entries = new Set<number>();
    const isWhole = shard.terms.find(rest) !== null;
    shard.terms.visitAll(first, (entry, where) => isPart(where) && entries.add(entry));
    shard.terms.visitBeginning(rest, (entry, where) => {
      if (!entries.has(entry) || !isPart(where) || read.has(entry) || read.size === MOST_READ) return;
      read.add(entry);
      const { name, values, text } = shard.entry(entry);
      const at = [[name], values, [text]].findIndex((texts) => texts.some((one) => isWrittenApart(term, one)));
      if (at !== -1) found(entry, at, isWhole);
    });
  }
}

/** Finds entries that contain the plural or singular of the term, which ranks like the term itself. */
function gradeOtherNumbers(dictionary: Dictionary, term: string, found: Grading, others: Set<string>): void {
  for (const other of inOtherNumber(term)) {
    const isWord = dictionary.visitAll(other, (entry, where) => found(entry, where, true));
    // A longer form is highlighted anyway: highlighting a term also highlights the words that begin with it.
    if (isWord && !other.startsWith(term)) others.add(other);
  }
}

/** Finds entries whose names contain other words in place of a term. */
function gradeOtherWords(
  dictionary: Dictionary,
  { words, isWhole }: Instead,
  found: Grading,
  others: Set<string>,
): void {
  const [first = [], ...rest] = words.map((some) => entriesNamed(dictionary, some, others));
  for (const entry of first) if (rest.every((entries) => entries.has(entry))) found(entry, WHERE.name, isWhole);
}

/** Entries with one of the words in their name. @param others receives the words that occur in any entry */
function entriesNamed(dictionary: Dictionary, words: readonly string[], others: Set<string>): ReadonlySet<number> {
  const entries = new Set<number>();
  for (const word of words) {
    const isWord = dictionary.visitAll(word, (entry, where) => {
      if (where === WHERE.name) entries.add(entry);
    });
    if (isWord) others.add(word);
  }
  return entries;
}

function gradeOf(where: number, isWhole: boolean): number {
  const grade = where === WHERE.name ? WORDS : where === WHERE.value ? VALUE : TEXT;
  return isWhole ? grade : grade + 1;
}

function improve(grades: Grades, entry: number, grade: number): void {
  if (grade < (grades[entry] ?? NOTHING)) grades[entry] = grade;
}
