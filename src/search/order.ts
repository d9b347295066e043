import { DOCUMENT_KINDS, ENTRY_KINDS, type EntryKind } from './entry.ts';
import { MOST_NAME_LENGTH, MOST_USES, type Shard } from './shard.ts';
import { askedTerms, inOtherNumber } from './terms.ts';

/**
 * How good an answer is, the best first (READING §5): all of its name or path, the same in another number or with its
 * words told apart otherwise, its beginning, words of it, all of its name and words of what it belongs to, words of
 * both, an allowed value, the description. Whole words are before beginnings of words.
 */
const GRADES = [
  'name',
  'other form of the name',
  'prefix',
  'words',
  'beginnings of words',
  'name and words of its place',
  'words of it and of its place',
  'value',
  'beginning of a value',
  'text',
  'beginnings in a text',
] as const;
export const OTHER_FORM = GRADES.indexOf('other form of the name');
export const PREFIX = GRADES.indexOf('prefix');
export const WORDS = GRADES.indexOf('words');
export const BEGINNINGS = GRADES.indexOf('beginnings of words');
export const NAME_AND_PLACE = GRADES.indexOf('name and words of its place');
export const PLACE = GRADES.indexOf('words of it and of its place');
export const VALUE = GRADES.indexOf('value');
const VALUE_BEGINNING = GRADES.indexOf('beginning of a value');
export const TEXT = GRADES.indexOf('text');
/** The grade of what is no answer. */
export const NOTHING = 255;

/** Of a page that has the name, exactly or in another form, then of a part of a page; then the other grades. */
const STEPS = GRADES.length + 2;
const PARTS = 2;
const OTHER_GRADES = 2;
const KINDS = 16;
/** Of the length of a name, or of the number of uses. */
const RANKS = 256;
const OPERATION = ENTRY_KINDS.indexOf('operation');
/** Operations that come before parts of pages, and titles that are read to find them. */
const MOST_ABOUT = 6;
const MOST_TITLES = 60;
/** In a title that is more times as long as the question the question is a detail. */
const MOST_TIMES_AS_LONG = 4;

/** An answer, not looked at yet. */
export interface Hit {
  readonly shard: Shard;
  readonly entry: number;
  readonly kind: EntryKind | 'value';
  /** What of it was asked for: all of its name, words of its name, or what else it has. */
  readonly match: 'whole name' | 'name' | 'other';
}

/** The grade of each entry of a shard. */
export interface Graded {
  readonly shard: Shard;
  readonly grades: Uint8Array;
}

/**
 * Answers of all shards in their order: pages that have exactly the name that was asked for, pages that have it in
 * another form, operations that are about it, parts of pages that have it, exactly and in another form, then the other
 * grades. Where no page has exactly that name, the first part that has it comes before all. Operations about it move up
 * only where parts have it. Of one grade what is first in {@link ENTRY_KINDS}, then the shorter name; of those that
 * have the whole name what more operations have. Equally good ones follow one another as shards and their entries do.
 * Places are counted, not compared: there may be tens of thousands.
 */
export function inOrder(graded: readonly Graded[], name: string): readonly Hit[] {
  const begins = new Uint32Array(STEPS * KINDS * RANKS + 1);
  forEachScore(graded, (score) => {
    begins[score + 1] = (begins[score + 1] ?? 0) + 1;
  });
  for (let score = 0; score + 1 < begins.length; score += 1)
    begins[score + 1] = (begins[score + 1] ?? 0) + (begins[score] ?? 0);
  const beginOf = (step: number, kind = 0): number => begins[(step * KINDS + kind) * RANKS] ?? 0;
  // A kind ends where the next one begins.
  const rangeOf = (step: number, kind: number): readonly number[] => [beginOf(step, kind), beginOf(step, kind + 1)];
  const otherFormsBegin = beginOf(OTHER_FORM);
  const partsBegin = beginOf(PARTS);
  const partsInOtherFormsBegin = beginOf(PARTS + OTHER_FORM);
  const otherGradesBegin = beginOf(PREFIX + OTHER_GRADES);
  const operationRanges = [PREFIX, WORDS].map((grade) => rangeOf(grade + OTHER_GRADES, OPERATION));
  const hits = new Array<Hit>(begins.at(-1) ?? 0);
  forEachScore(graded, (score, shard, entry, grade) => {
    const place = begins[score] ?? 0;
    begins[score] = place + 1;
    const isValue = grade === VALUE || grade === VALUE_BEGINNING;
    const match = grade <= OTHER_FORM ? 'whole name' : grade <= NAME_AND_PLACE ? 'name' : 'other';
    hits[place] = { shard, entry, kind: isValue ? 'value' : shard.kindOf(entry), match };
  });
  if (partsBegin === otherGradesBegin) return hits;
  const exact = otherFormsBegin === 0 ? hits.slice(partsBegin, partsInOtherFormsBegin).slice(0, 1) : [];
  const about = operationsAbout(
    operationRanges.flatMap(([begin, end]) => hits.slice(begin, end)),
    name,
  );
  const moved = new Set([...exact, ...about]);
  return [...exact, ...hits.slice(0, partsBegin), ...about, ...hits.slice(partsBegin).filter((hit) => !moved.has(hit))];
}

/** The first ones whose titles have all words, before all those that begin or end with them: `Create a Droplet`. */
function operationsAbout(operations: readonly Hit[], name: string): readonly Hit[] {
  const asked = askedTerms(name).map((term) => new Set([term, ...inOtherNumber(term)]));
  const areAsked = (words: readonly string[]): boolean => asked.every((forms) => words.some((word) => forms.has(word)));
  // A name at the cap may be of any length.
  const longest = Math.min(MOST_TIMES_AS_LONG * name.length, MOST_NAME_LENGTH - 1);
  const titled = operations
    .filter(({ shard, entry }) => shard.nameLength(entry) <= longest)
    .slice(0, MOST_TITLES)
    .map((hit) => ({ hit, words: askedTerms(hit.shard.name(hit.entry)) }))
    .filter(({ words }) => areAsked(words));
  const { length } = asked;
  const [atAnEnd = [], elsewhere = []] = [true, false].map((is) =>
    titled.filter(({ words }) => (areAsked(words.slice(0, length)) || areAsked(words.slice(-length))) === is),
  );
  return [...atAnEnd, ...elsewhere].slice(0, MOST_ABOUT).map(({ hit }) => hit);
}

function forEachScore(
  graded: readonly Graded[],
  found: (score: number, shard: Shard, entry: number, grade: number) => void,
): void {
  for (const { shard, grades } of graded)
    for (let entry = 0; entry < grades.length; entry += 1) {
      const grade = grades[entry] ?? NOTHING;
      if (grade === NOTHING) continue;
      const isName = grade <= OTHER_FORM;
      const kind = shard.kindNumber(entry);
      const step = isName ? grade + (kind < DOCUMENT_KINDS.length ? 0 : PARTS) : grade + OTHER_GRADES;
      const rank = isName ? MOST_USES - shard.uses(entry) : shard.nameLength(entry);
      found((step * KINDS + kind) * RANKS + rank, shard, entry, grade);
    }
}
