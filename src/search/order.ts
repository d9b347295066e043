import { DOCUMENT_KINDS, ENTRY_KINDS, type EntryKind } from './entry.ts';
import { MOST_NAME_LENGTH, MOST_USES, type Shard } from './shard.ts';
import { askedTerms } from './terms.ts';

/**
 * Grades of results, the best first (READING §5), by the part that the question matches. Grade 0, without a constant
 * here: the whole name or path. The constants: another form of the name; the beginning of the name; words of the name;
 * beginnings of its words; words of the name and one word of the description; the whole name and words of its
 * surroundings; words of the name and of its surroundings; an allowed value, or the beginning of one; the description.
 */
export const OTHER_FORM = 1;
export const PREFIX = 2;
export const WORDS = 3;
export const BEGINNINGS = 4;
export const WORDS_AND_TEXT = 5;
export const NAME_AND_PLACE = 6;
export const PLACE = 7;
export const VALUE = 8;
const VALUE_BEGINNING = 9;
export const TEXT = 10;
/** The last grade is a beginning of a word in a text. */
const GRADES = 12;
/** Grade of an entry that does not match. */
export const NOTHING = 255;

/** Steps of the order: pages with the name, exactly or in another form; parts of pages likewise; the other grades. */
const STEPS = GRADES + 2;
const PARTS = 2;
const OTHER_GRADES = 2;
const KINDS = 16;
const FIELD = ENTRY_KINDS.indexOf('field');
/** Number of ranks within a kind, by the length of the name or the number of uses. */
const RANKS = 256;
/** Number of depths of fields that are told apart. */
const DEPTHS = 32;
/** Kinds of entries that have a title made of words. */
const TITLED = (['service', 'operation', 'webhook', 'group'] as const).map((kind) => ENTRY_KINDS.indexOf(kind));
/** Maximum number of results with matching titles that are placed before parts of pages. */
export const MOST_ABOUT = 6;
/** Maximum number of titles that are read per kind and grade. */
const MOST_TITLES = 160;
/** Maximum length of a title, as a multiple of the question's length. In a longer title, the question is a detail. */
const MOST_TIMES_AS_LONG = 6;
/** Words in titles that do not distinguish one thing from another. */
const PADDING: ReadonlySet<string> = new Set(
  'a all an authenticated current details existing given new object of returns s single specified the your'.split(' '),
);
/** Words that introduce a place or a receiver. */
const LINKS: ReadonlySet<string> = new Set(
  'at by for from in into of on that to using via which with within you'.split(' '),
);
/** Nouns whose `of` introduces the subject of a title: `Returns a list of charges`. */
const LISTS: ReadonlySet<string> = new Set(['details', 'list']);
/** Maximum number of words about a place or a receiver that add to the distance. */
const MOST_FAR_WORDS = 2;
/** Smallest distance of a title that does not match, such as one with two other words about the thing itself. */
const MORE = 3;
/** Minimum distance of a title if some terms occur only in its words about a place or a receiver. */
const FAR = 10;

/** A search result, before its entry is read. */
export interface Hit {
  readonly shard: Shard;
  readonly entry: number;
  readonly kind: EntryKind | 'value';
  /** Part that matches the question; `title`: a title with hardly any other words. */
  readonly match: 'whole name' | 'title' | 'name' | 'other';
}

/** Question in the form in which titles are compared with it. */
export interface Asked {
  /** Length of the question in characters. */
  readonly characters: number;
  /** Function for each term: compares a word with it; `alike`: the word begins with the term or means the same. */
  readonly terms: readonly ((word: string) => 'same' | 'alike' | null)[];
}

/** Grades of all entries of a shard. */
export interface Graded {
  readonly shard: Shard;
  readonly grades: Uint8Array;
}

/**
 * Sorts the results of all shards: pages with exactly the name in the question, pages with another form of the name,
 * results with matching titles ({@link titledAbout}), parts of pages with the name, exactly and in another form,
 * results with the words far apart in their titles, then the other grades. If no page has exactly this name, the first
 * part with the name precedes all results. Within a grade, the order is that of {@link ENTRY_KINDS}, with fields that
 * are sent before those that are only received, then shorter names first, or for whole names by {@link rankOf}. Ties
 * keep the order of shards and entries. Uses a counting sort, since tens of thousands are possible.
 */
export function inOrder(graded: readonly Graded[], asked: Asked): readonly Hit[] {
  const begins = new Uint32Array(STEPS * KINDS * RANKS + 1);
  forEachScore(graded, (score) => {
    begins[score + 1] = (begins[score + 1] ?? 0) + 1;
  });
  for (let score = 0; score + 1 < begins.length; score += 1)
    begins[score + 1] = (begins[score + 1] ?? 0) + (begins[score] ?? 0);
  const beginOf = (step: number, kind = 0): number => begins[(step * KINDS + kind) * RANKS] ?? 0;
  // The range of a kind ends where the range of the next kind begins.
  const rangeOf = (step: number, kind: number): readonly number[] => [beginOf(step, kind), beginOf(step, kind + 1)];
  const otherFormsBegin = beginOf(OTHER_FORM);
  const partsBegin = beginOf(PARTS);
  const partsInOtherFormsBegin = beginOf(PARTS + OTHER_FORM);
  const titledRanges = [PREFIX, WORDS, BEGINNINGS].flatMap((grade) =>
    TITLED.map((kind) => rangeOf(grade + OTHER_GRADES, kind)),
  );
  const hits = new Array<Hit>(begins.at(-1) ?? 0);
  forEachScore(graded, (score, shard, entry, grade) => {
    const place = begins[score] ?? 0;
    begins[score] = place + 1;
    const isValue = grade === VALUE || grade === VALUE_BEGINNING;
    const match = grade <= OTHER_FORM ? 'whole name' : grade <= NAME_AND_PLACE ? 'name' : 'other';
    hits[place] = { shard, entry, kind: isValue ? 'value' : shard.kindOf(entry), match };
  });
  const exact = otherFormsBegin === 0 ? hits.slice(partsBegin, partsInOtherFormsBegin).slice(0, 1) : [];
  const about = titledAbout(
    titledRanges.map(([begin, end]) => hits.slice(begin, end)),
    asked,
  );
  const moved = new Set([...exact, ...about.map(({ hit }) => hit)]);
  const titled = about.map(({ hit, distance }): Hit => (distance < MORE ? { ...hit, match: 'title' } : hit));
  const near = about.filter(({ distance }) => distance < FAR).length;
  const isUnmoved = (hit: Hit): boolean => !moved.has(hit);
  const partsEnd = beginOf(PARTS + OTHER_GRADES);
  return [
    ...exact,
    ...hits.slice(0, partsBegin),
    ...titled.slice(0, near),
    ...hits.slice(partsBegin, partsEnd).filter(isUnmoved),
    ...titled.slice(near),
    ...hits.slice(partsEnd).filter(isUnmoved),
  ];
}

/**
 * Finds the results whose titles contain every term of the question and the fewest other words.
 * @param ranges hits of each kind and grade, the shorter names first
 */
function titledAbout(
  ranges: readonly (readonly Hit[])[],
  { characters, terms }: Asked,
): readonly { readonly hit: Hit; readonly distance: number }[] {
  // A stored length equal to the cap may belong to any longer name.
  const longest = Math.min(MOST_TIMES_AS_LONG * characters, MOST_NAME_LENGTH - 1);
  return ranges
    .flatMap((hits) => hits.slice(0, MOST_TITLES).filter(({ shard, entry }) => shard.nameLength(entry) <= longest))
    .flatMap((hit) => {
      const distance = distanceOf(asAsked(askedTerms(hit.shard.name(hit.entry)), terms), terms);
      return distance === null ? [] : [{ hit, distance }];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_ABOUT);
}

/** Joins adjacent words of a title that are one term of the question: `node`, `js` → `nodejs`. */
function asAsked(words: readonly string[], terms: Asked['terms']): readonly string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1) ?? '';
    const isAsked = (text: string): boolean => terms.some((match) => match(text) !== null);
    const isOne = last !== '' && !isAsked(last) && isAsked(last + word);
    if (isOne) joined.pop();
    joined.push(isOne ? last + word : word);
  }
  return joined;
}

/**
 * Distance of a title from a question: `Delete an Existing Droplet` is nearer to `delete droplet` than `Delete droplet
 * backups`. Other words about the thing itself count more than words about a place or a receiver.
 * @param words words of the title
 * @returns null if the title lacks a term
 */
function distanceOf(words: readonly string[], terms: Asked['terms']): number | null {
  const isWritten = (match: Asked['terms'][number]): boolean => words.some((word) => match(word) === 'same');
  // If the title contains a term, other words do not match this term.
  const means = terms.map((match) => (isWritten(match) ? (word: string) => match(word) === 'same' : match));
  const hasAll = (some: readonly string[]): boolean => means.every((isMeant) => some.some(isMeant));
  if (!hasAll(words)) return null;
  const others = (some: readonly string[]): number =>
    some.filter((word) => !PADDING.has(word) && !means.some((isMeant) => isMeant(word))).length;
  const link = words.findIndex(
    (word, index) => index > 0 && LINKS.has(word) && !(word === 'of' && LISTS.has(words[index - 1] ?? '')),
  );
  const [subject, rest] = link === -1 ? [words, []] : [words.slice(0, link), words.slice(link + 1)];
  if (!hasAll(subject)) return FAR + others(words);
  const noun = subject.findLast((word) => !PADDING.has(word)) ?? '';
  const isNoun = terms.at(-1)?.(noun) !== null;
  return (
    2 * others(subject) + (terms.every(isWritten) ? 0 : 2) + (isNoun ? 0 : 1) + Math.min(MOST_FAR_WORDS, others(rest))
  );
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
      const rank = isName ? rankOf(shard, entry) : shard.nameLength(entry);
      // Fields that are only received follow the other fields, like a kind of their own.
      const slot = kind > FIELD || shard.isReceived(entry) ? kind + 1 : kind;
      found((step * KINDS + slot) * RANKS + rank, shard, entry, grade);
    }
}

/** Rank of a whole name: more uses first, in powers of two, then fewer fields around it. */
function rankOf(shard: Shard, entry: number): number {
  const uses = Math.floor(Math.log2(MOST_USES / Math.max(1, shard.uses(entry))));
  return uses * DEPTHS + Math.min(DEPTHS - 1, shard.depth(entry));
}
