import { decodedText } from '../model/decoded-text.ts';
import { sentenceCase, wordsOfName } from './name-words.ts';

/** A path, and how much of it the title has so far. */
interface Candidate<Item> {
  readonly item: Item;
  readonly path: string;
  readonly segments: readonly Segment[];
  /** Number of segments that it has in common with the others. */
  readonly common: number;
  /** All its static segments: what the longest title without parameters has. */
  readonly staticKey: string;
  /** Place of the first segment that the title has. */
  start: number;
  /** Place from which on parameters are in the title as well. */
  parametersFrom: number;
}

interface Segment {
  readonly text: string;
  /** The segment as a title writes it. */
  readonly words: string;
  readonly isParameter: boolean;
}

/** Parts words that are written together; gives back what it does not know. */
type PartWords = (name: string) => string;

/** `v1`, `v2beta1`, `1.0`, `2024`, `2010-04-01`, `v{version}`. */
const VERSION = /^v\d[\w.]*$|^\d+(?:[.-]\d+)*$|^v\{[^{}]*\}$/i;
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;
const FORMAT = /\.(?:json|xml)$/i;

/** Titles that are still equal are few, and a hostile path has any number of segments. */
const MOST_STEPS = 6;

/**
 * Titles of paths: their static segments after what most of them have in common, in words, with the one before where
 * two would be equal: `/v2/droplets/{id}/backups/policy` among those of droplets is `Backups / Policy`.
 * @param taken titles that others have
 * @param partWords of a segment, decoded
 */
export function pathTitles<Item>(
  items: readonly Item[],
  pathOf: (item: Item) => string,
  taken: readonly string[] = [],
  partWords: PartWords = (name) => name,
): ReadonlyMap<Item, string> {
  const paths = items.map((item) => segmentsOf(pathOf(item), partWords));
  const start = mostCommonStart(paths);
  const candidates = items.map((item, index): Candidate<Item> => {
    const segments = paths[index] ?? [];
    const common = sharedLength(segments, start);
    const first = segments.findIndex((segment, place) => place >= common && !segment.isParameter);
    return {
      item,
      path: pathOf(item),
      segments,
      common,
      staticKey: JSON.stringify(segments.flatMap(({ text, isParameter }) => (isParameter ? [] : [text.toLowerCase()]))),
      start: first === -1 ? lastName(segments) : first,
      parametersFrom: segments.length,
    };
  });
  const equal = toldApart(candidates, new Set(taken.map(keyOf)));
  return new Map(
    candidates.map((candidate) => [candidate.item, equal.has(candidate) ? candidate.path : titleOf(candidate)]),
  );
}

/** Longer titles until no two are equal. @returns those that still are */
function toldApart<Item>(
  candidates: readonly Candidate<Item>[],
  taken: ReadonlySet<string>,
): ReadonlySet<Candidate<Item>> {
  for (let step = 0; ; step += 1) {
    const equal = [...Map.groupBy(candidates, (candidate) => keyOf(titleOf(candidate)))]
      .filter(([title, members]) => members.length > 1 || taken.has(title))
      .map(([, members]) => members);
    // A title without another name before it stays as it is.
    const isLonger = equal.map((members) => lengthen(members)).includes(true);
    if (!isLonger || step === MOST_STEPS) return new Set(equal.flat());
  }
}

function keyOf(title: string): string {
  return title.toLowerCase();
}

/** @returns whether one of them has another title now */
function lengthen<Item>(members: readonly Candidate<Item>[]): boolean {
  // Names before them tell nothing apart where all names are equal: parameters do.
  const haveEqualNames = members.length > 1 && new Set(members.map(({ staticKey }) => staticKey)).size === 1;
  return members.map(haveEqualNames ? withParameter : withName).includes(true);
}

function withName<Item>(candidate: Candidate<Item>): boolean {
  const before = candidate.segments.slice(0, candidate.start).findLastIndex(({ isParameter }) => !isParameter);
  if (before === -1) return false;
  candidate.start = before;
  return true;
}

function withParameter<Item>(candidate: Candidate<Item>): boolean {
  const before = candidate.segments.slice(0, candidate.parametersFrom).findLastIndex(({ isParameter }) => isParameter);
  if (before < candidate.common) return false;
  candidate.parametersFrom = before;
  candidate.start = Math.min(candidate.start, before);
  return true;
}

function titleOf<Item>({ path, segments, start, parametersFrom }: Candidate<Item>): string {
  const shown = segments.filter(({ isParameter }, place) => place >= (isParameter ? parametersFrom : start));
  return shown.length === 0 ? path : shown.map(({ words }) => words).join(' / ');
}

/** A segment of a path as it is read: decoded, and without the format that its address ends with. */
export function readSegment(segment: string): string {
  return decodedText(segment).replace(FORMAT, '');
}

/**
 * `{id}` alone is a parameter; what stands beside one, as in `{name}:cancel`, is a word.
 * @param read see {@link readSegment}
 */
export function isParameter(read: string): boolean {
  return !/[\p{L}\p{N}]/u.test(withoutParameters(read));
}

/** @param read see {@link readSegment} */
export function isVersion(read: string): boolean {
  return VERSION.test(read);
}

function withoutParameters(read: string): string {
  return read.replaceAll(/\{[^{}]*\}/g, ' ');
}

function segmentsOf(path: string, partWords: PartWords): readonly Segment[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((text) => {
      const read = readSegment(text);
      return isParameter(read)
        ? { text, isParameter: true, words: read }
        : { text, isParameter: false, words: wordsOfSegment(withoutParameters(read), partWords) };
    });
}

function wordsOfSegment(text: string, partWords: PartWords): string {
  // Names of hosts and versions are no words.
  return isVersion(text) || HOST.test(text) ? text : wordsOfName(partWords(text)) || sentenceCase(text.trim());
}

/**
 * The longest start that more than half of the paths have; which parameter stands in a place makes no difference. A
 * group that has one path from elsewhere still has the others in common.
 */
function mostCommonStart(paths: readonly (readonly Segment[])[]): readonly string[] {
  const start: string[] = [];
  for (let members = paths; ; ) {
    const byNext = Map.groupBy(members, (path) => keyIn(path[start.length]));
    const [next, followers = []] = [...byNext].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (next === undefined || next === END || followers.length * 2 <= paths.length) return start;
    start.push(next);
    members = followers;
  }
}

const END = '';
const PARAMETER = '{}';

function keyIn(segment: Segment | undefined): string {
  if (segment === undefined) return END;
  return segment.isParameter ? PARAMETER : segment.text;
}

function sharedLength(path: readonly Segment[], start: readonly string[]): number {
  const differing = start.findIndex((key, place) => keyIn(path[place]) !== key);
  return differing === -1 ? start.length : differing;
}

/** The last static segment, together with the one before where it is a version. */
function lastName(segments: readonly Segment[]): number {
  const isStatic = ({ isParameter }: Segment): boolean => !isParameter;
  const last = segments.findLastIndex(isStatic);
  if (last === -1) return segments.length;
  const before = segments.slice(0, last).findLastIndex(isStatic);
  return isVersion(segments[last]?.text ?? '') && before !== -1 ? before : last;
}
