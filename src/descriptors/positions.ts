import { findLineStarts, placeOf } from '../yaml/places.ts';
import type { ParsedFile } from './contract.ts';

/** Position of a child of an object or list in a text. */
export interface ChildPlace<Cursor> {
  /** Offset of the key; in a list, of the value. */
  readonly keyOffset: number;
  readonly value: Cursor;
}

/** Finds the children of one value at a time, so that only the levels that a message needs are scanned. */
export interface TextIndex<Cursor> {
  readonly root: Cursor;
  offsetOf(cursor: Cursor): number;
  /** Returns children by key, or by index in a list; empty for a scalar. Of duplicate keys, the last is used. */
  children(cursor: Cursor): ReadonlyMap<string, ChildPlace<Cursor>>;
}

interface Level<Cursor> {
  readonly keyOffset: number;
  readonly cursor: Cursor;
  children: ReadonlyMap<string, Level<Cursor>> | null;
}

/** Creates a `locate` function that scans the text at its first call and caches every level that it visits. */
export function createLocator<Cursor>(
  file: string,
  text: string,
  createIndex: () => TextIndex<Cursor>,
): ParsedFile['locate'] {
  let prepared: {
    readonly index: TextIndex<Cursor>;
    readonly root: Level<Cursor>;
    readonly lineStarts: readonly number[];
  } | null = null;
  return (pointer, at = 'value') => {
    if (prepared === null) {
      const index = createIndex();
      prepared = {
        index,
        root: { keyOffset: index.offsetOf(index.root), cursor: index.root, children: null },
        lineStarts: findLineStarts(text),
      };
    }
    const { index, root, lineStarts } = prepared;
    let level = root;
    let exact = true;
    for (const segment of splitPointer(pointer)) {
      level.children ??= toLevels(index.children(level.cursor));
      const child = level.children.get(segment);
      exact = child !== undefined;
      if (child === undefined) break;
      level = child;
    }
    return { file, ...placeOf(at === 'key' && exact ? level.keyOffset : index.offsetOf(level.cursor), lineStarts) };
  };
}

/** Splits a JSON Pointer: `/paths/~1pets` → `['paths', '/pets']` (RFC 6901 §4). */
export function splitPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins keys to a JSON Pointer: `['paths', '/pets']` → `/paths/~1pets`. */
export function toPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapePointerSegment(String(key))}`).join('');
}

/** Returns the value at a path of keys; undefined if there is none. */
export function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce(member, value);
}

/** Returns a member of an object or an item of a list. */
export function member(value: unknown, key: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isThere ? Reflect.get(value, key) : undefined;
}

/** Escapes `~` and `/` for a JSON Pointer (RFC 6901 §3). */
export function escapePointerSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

function toLevels<Cursor>(children: ReadonlyMap<string, ChildPlace<Cursor>>): ReadonlyMap<string, Level<Cursor>> {
  return new Map(
    [...children].map(([key, child]) => [key, { keyOffset: child.keyOffset, cursor: child.value, children: null }]),
  );
}
