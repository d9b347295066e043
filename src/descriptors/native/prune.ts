import { isRecord } from '../../model/schema/json-values.ts';
import { escapePointerSegment, splitPointer } from '../positions.ts';

interface Pruned {
  readonly value: unknown;
  /** The pointer that led, before anything was taken out, to where this one leads now: items move up in their lists. */
  original(pointer: string): string;
}

type Cut = 'all' | Map<string, Cut>;

/**
 * A value without some of its parts: members of objects, items of lists. Other parts that do not contain one are shared
 * with the given value.
 * @param pointers to the parts; those that lead nowhere are ignored
 */
export function prune(value: unknown, pointers: Iterable<string>): Pruned {
  const cuts: Cut = new Map();
  for (const pointer of pointers) addCut(cuts, splitPointer(pointer));
  const goneItems = new Map<string, readonly number[]>();
  return {
    value: without(value, cuts, '', goneItems),
    original(pointer) {
      let path = '';
      for (const segment of pointer.split('/').slice(1)) path += `/${originalKey(segment, goneItems.get(path) ?? [])}`;
      return path;
    },
  };
}

function addCut(cuts: Map<string, Cut>, segments: readonly string[]): void {
  let level = cuts;
  for (const [depth, segment] of segments.entries()) {
    const known = level.get(segment);
    if (known === 'all') return;
    if (depth === segments.length - 1) {
      level.set(segment, 'all');
      return;
    }
    const next = known ?? new Map<string, Cut>();
    level.set(segment, next);
    level = next;
  }
}

function without(
  value: unknown,
  cuts: ReadonlyMap<string, Cut>,
  path: string,
  goneItems: Map<string, readonly number[]>,
): unknown {
  const keep = (key: string, item: unknown): readonly unknown[] => {
    const cut = cuts.get(key);
    if (cut === 'all') return [];
    return [cut === undefined ? item : without(item, cut, `${path}/${escapePointerSegment(key)}`, goneItems)];
  };
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const gone = items.flatMap((_, index) => (cuts.get(String(index)) === 'all' ? [index] : []));
    if (gone.length > 0) goneItems.set(path, gone);
    return items.flatMap((item, index) => keep(String(index), item));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => keep(key, item).map((kept) => [key, kept])));
}

function originalKey(key: string, gone: readonly number[]): string {
  if (gone.length === 0) return key;
  return String(gone.reduce((index, missing) => (missing <= index ? index + 1 : index), Number(key)));
}
