import type { Components } from '../model/components.ts';
import { computedOnce } from '../model/computed-once.ts';
import { decodedText } from '../model/texts.ts';
import { partsOfName, sentenceCase, wordsOfName } from './name-words.ts';

interface Segment {
  readonly text: string;
  /** The segment as a title writes it. */
  readonly words: string;
  readonly isParameter: boolean;
}

/** `v1`, `v2beta1`, `1.0`, `2024`, `2010-04-01`, `v{version}`. */
const VERSION = /^v\d[\w.]*$|^\d+(?:[.-]\d+)*$|^v\{[^{}]*\}$/i;
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;
const FORMAT = /\.(?:json|xml)$/i;

/** Keys are names that paths write together, values their words. */
type Spellings = ReadonlyMap<string, string>;

/** Words of names of schemas, also in the plural: beside a schema `ConfigMap` `configmaps` is `config maps`. */
export const spellingsOf = computedOnce((components: Components): Spellings => {
  const names = Object.keys(components.record.schemas).map((name) =>
    partsOfName(name.slice(name.lastIndexOf('.') + 1).toWellFormed()),
  );
  const words = names.filter((parts) => parts.length > 1 && parts.every(({ length }) => length > 1));
  const singulars = words.map((parts) => parts.join(' ').toLowerCase());
  const forms = singulars.flatMap((name) => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies'), name]);
  return new Map(forms.map((form) => [form.replaceAll(' ', ''), form]));
});

/**
 * Titles of paths: their static segments after what most of them have in common, in words: `/v2/droplets/{id}/backups`
 * among those of droplets is `Backups`. Where two would be equal they have the segments before as well, then their
 * parameters, and are the paths in the end.
 * @param taken titles that others have
 */
export function pathTitles<Item>(
  items: readonly Item[],
  pathOf: (item: Item) => string,
  taken: readonly string[] = [],
  spellings: Spellings = new Map(),
): ReadonlyMap<Item, string> {
  const paths = items.map((item) => segmentsOf(pathOf(item), spellings));
  const start = mostCommonStart(paths);
  const titles = new Map(items.map((item) => [item, pathOf(item)]));
  const used = new Set(['', ...taken.map(keyOf)]);
  let waiting = items.map((item, index) => ({ item, candidates: candidatesFor(paths[index] ?? [], start) }));
  for (const level of [0, 1, 2] as const) {
    const byTitle = Map.groupBy(waiting, ({ candidates }) => keyOf(candidates[level]));
    waiting = [...byTitle].flatMap(([key, members]) => {
      const [only, ...others] = members;
      if (only === undefined || others.length > 0 || used.has(key)) return members;
      titles.set(only.item, only.candidates[level]);
      used.add(key);
      return [];
    });
  }
  return titles;
}

/** Titles that a path may have, the shortest first; '' where it has no words. */
function candidatesFor(path: readonly Segment[], start: readonly string[]): readonly [string, string, string] {
  const common = sharedLength(path, start);
  const first = path.findIndex((segment, place) => place >= common && !segment.isParameter);
  const from = first === -1 ? lastName(path) : first;
  if (from === -1) return ['', '', ''];
  const unversioned = path.slice(path.findIndex(({ text }) => !isVersion(text)));
  return [
    joined(withoutParameters(path.slice(from))),
    joined(withoutParameters(unversioned)),
    joined(path.slice(Math.min(common, from))),
  ];
}

function withoutParameters(segments: readonly Segment[]): readonly Segment[] {
  return segments.filter(({ isParameter }) => !isParameter);
}

/** Place of the last static segment, of the one before where that is a version; -1 where there is none. */
function lastName(path: readonly Segment[]): number {
  const last = path.findLastIndex(({ isParameter }) => !isParameter);
  const before = path.slice(0, Math.max(last, 0)).findLastIndex(({ isParameter }) => !isParameter);
  return before !== -1 && isVersion(path[last]?.text ?? '') ? before : last;
}

function joined(segments: readonly Segment[]): string {
  return segments.map(({ words }) => words).join(' / ');
}

function keyOf(title: string): string {
  return title.toLowerCase();
}

/** @param read a segment, decoded */
function isVersion(read: string): boolean {
  return VERSION.test(read);
}

function segmentsOf(path: string, spellings: Spellings): readonly Segment[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((text) => {
      const read = decodedText(text).replace(FORMAT, '');
      // What stands beside a parameter, as in `{name}:cancel`, is a word.
      const name = read.replaceAll(/\{[^{}]*\}/g, ' ');
      return /[\p{L}\p{N}]/u.test(name)
        ? { text, isParameter: false, words: wordsOfSegment(spellings.get(name) ?? name) }
        : { text, isParameter: true, words: read };
    });
}

/** Names of hosts and versions are no words. */
function wordsOfSegment(text: string): string {
  return isVersion(text) || HOST.test(text) ? text : wordsOfName(text) || sentenceCase(text.trim());
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
