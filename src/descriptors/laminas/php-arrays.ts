import { fromEntries } from '../../model/own-property.ts';

/** Functions of PHP that join arrays, and the operator `+`. */
const MERGES = ['array_merge', 'array_replace', 'array_replace_recursive', 'array_merge_recursive', '+'] as const;
export type MergeFunction = (typeof MERGES)[number];

export function isMerge(name: unknown): name is MergeFunction {
  return MERGES.some((one) => one === name);
}

/** First character of the keys below; arrays with keys of their own that begin with it are not read. */
export const MARK = '\0';
/** Key that marks an array with a part that was not read. */
export const UNREAD = `${MARK}unread`;
/** Key of the object that stands for an included file; its value is the path of the file. */
export const INCLUDE = `${MARK}include`;
/** Key of the object that stands for joined arrays; its value is the joining function, and `parts` has the arrays. */
export const MERGE = `${MARK}merge`;

/** Creates the array that stands for a value that only running PHP would give; joined arrays keep the mark. */
export function unread(): object {
  return { [UNREAD]: true };
}

/** True for an array of which a part was not read. */
export function isUnread(value: unknown): boolean {
  return isArray(value) && Object.hasOwn(value, UNREAD);
}

/** Origin of an entry of joined arrays: the source array and the key in it. */
type EntrySource = readonly [part: object, key: string];

/** Joins arrays as PHP does. @param note is called with each new array and the sources of its entries */
export function mergedArrays(
  how: MergeFunction,
  parts: readonly object[],
  note?: (merged: object, sources: ReadonlyMap<string, EntrySource>) => void,
): object {
  const result = new Map<string, unknown>();
  const sources = new Map<string, EntrySource>();
  let next = 0;
  for (const part of parts)
    for (const [key, value] of Object.entries(part)) {
      const name = how.startsWith('array_merge') && /^-?\d+$/.test(key) ? String(next++) : key;
      if (how === '+' && result.has(name)) continue;
      const before = result.get(name);
      // Of a key that two arrays have, array_merge_recursive keeps both values.
      const isBoth = how === 'array_merge_recursive' && result.has(name);
      const isDeep = how === 'array_replace_recursive' && isArray(before) && isArray(value);
      result.set(name, isBoth || isDeep ? mergedArrays(how, [before, value].map(toArray), note) : value);
      if (note !== undefined) sources.set(name, [part, key]);
    }
  const entries = [...result];
  const isList = entries.every(([key], index) => key === String(index));
  const merged = isList ? entries.map(([, value]) => value) : fromEntries(entries);
  note?.(merged, sources);
  return merged;
}

function toArray(value: unknown): object {
  return isArray(value) ? value : [value];
}

export function isArray(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
