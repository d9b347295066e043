import { findLineStarts, placeOf } from '../yaml/places.ts';
import type { ParsedFile } from './contract.ts';

/** A child of an object or a list in a text: where its key and its value stand. */
export interface ChildPlace<Cursor> {
  /** Offset of the key; of the value in a list. */
  readonly keyOffset: number;
  readonly value: Cursor;
}

/** Finds the children of one value at a time, so that only the levels that a message asks for are scanned. */
export interface TextIndex<Cursor> {
  readonly root: Cursor;
  offsetOf(cursor: Cursor): number;
  /** Children by key, or by index in a list; empty for a scalar. The last of equal keys counts. */
  children(cursor: Cursor): ReadonlyMap<string, ChildPlace<Cursor>>;
}

interface Level<Cursor> {
  readonly keyOffset: number;
  readonly cursor: Cursor;
  children: ReadonlyMap<string, Level<Cursor>> | null;
}

/** A `locate` that scans the text at its first call and remembers every level it has been through. */
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

/** `/paths/~1pets` → `['paths', '/pets']` (RFC 6901 §4). */
export function splitPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `['paths', '/pets']` → `/paths/~1pets` */
export function toPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapePointerSegment(String(key))}`).join('');
}

/** Follows keys into a value, one after the other; undefined where they lead nowhere. */
export function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce(member, value);
}

/** A member of an object or an item of a list. */
export function member(value: unknown, key: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isThere ? Reflect.get(value, key) : undefined;
}

/** `~` and `/` escaped as JSON Pointers demand (RFC 6901 §3). */
export function escapePointerSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

function toLevels<Cursor>(children: ReadonlyMap<string, ChildPlace<Cursor>>): ReadonlyMap<string, Level<Cursor>> {
  return new Map(
    [...children].map(([key, child]) => [key, { keyOffset: child.keyOffset, cursor: child.value, children: null }]),
  );
}
