import { type FontTables, Reader } from './font-file.ts';

/** Types of lookups: adjustments of pairs, and one that names where another table is. */
const PAIRS = 2;
const EXTENSION = 9;
/** Of the flags that say what is stored for a glyph: its advance width, and what is stored before that. */
const WIDTH = 0x4;
const BEFORE_WIDTH = 0x3;

/** Space between two glyphs, in units of the font; undefined where a part of the table says nothing of them. */
type PairRule = (left: number, right: number) => number | undefined;

/**
 * By how much the second of two glyphs stands nearer to the first than their widths say: `To`, `AV`.
 * @see https://learn.microsoft.com/typography/opentype/spec/gpos#lookup-type-2-subtable-pair-adjustment-positioning
 */
export function kerningOf(tables: FontTables): (left: number, right: number) => number {
  const table = tables.get('GPOS');
  if (table === undefined) return () => 0;
  const list = table.getUint16(8);
  const lookups = offsetsAt(table, list).map((lookup) =>
    offsetsAt(table, lookup, 4).flatMap((start) => {
      const type = table.getUint16(lookup);
      const isExtension = type === EXTENSION;
      if ((isExtension ? table.getUint16(start + 2) : type) !== PAIRS) return [];
      return pairRule(table, isExtension ? start + table.getUint32(start + 4) : start);
    }),
  );
  return (left, right) => {
    let sum = 0;
    for (const rules of lookups)
      for (const rule of rules) {
        const found = rule(left, right);
        if (found === undefined) continue;
        sum += found;
        break;
      }
    return sum;
  };
}

/** A count, and so many places relative to where it stands. */
function offsetsAt(table: DataView, start: number, skipped = 0): readonly number[] {
  const at = start + skipped;
  return Array.from({ length: table.getUint16(at) }, (_, index) => start + table.getUint16(at + 2 + index * 2));
}

function pairRule(table: DataView, start: number): PairRule {
  const covered = listOf(table, start + table.getUint16(start + 2));
  const [first, second] = [table.getUint16(start + 4), table.getUint16(start + 6)];
  const size = (bitsIn(first) + bitsIn(second)) * 2;
  const widthAt = (place: number): number =>
    (first & WIDTH) === 0 ? 0 : table.getInt16(place + bitsIn(first & BEFORE_WIDTH) * 2);
  if (table.getUint16(start) === 1) {
    const sets = offsetsAt(table, start, 8).map((set) => {
      const pairs = Array.from({ length: table.getUint16(set) }, (_, index) => {
        const place = set + 2 + index * (size + 2);
        return [table.getUint16(place), widthAt(place + 2)] as const;
      });
      return new Map(pairs);
    });
    return (left, right) => sets[covered.get(left) ?? -1]?.get(right);
  }
  const lefts = classesOf(table, start + table.getUint16(start + 8));
  const rights = classesOf(table, start + table.getUint16(start + 10));
  const classes = table.getUint16(start + 14);
  return (left, right) => {
    if (!covered.has(left)) return undefined;
    const pair = (lefts.get(left) ?? 0) * classes + (rights.get(right) ?? 0);
    return widthAt(start + 16 + pair * size);
  };
}

/** Glyph → its place in a list. */
function listOf(table: DataView, start: number): ReadonlyMap<number, number> {
  const reader = new Reader(table, start);
  const isRanges = reader.uint16() === 2;
  const places = new Map<number, number>();
  for (let left = reader.uint16(); left > 0; left -= 1) {
    const first = reader.uint16();
    const last = isRanges ? reader.uint16() : first;
    let place = isRanges ? reader.uint16() : places.size;
    for (let glyph = first; glyph <= last; glyph += 1) places.set(glyph, place++);
  }
  return places;
}

/** Glyph → its class, where that is not 0. */
function classesOf(table: DataView, start: number): ReadonlyMap<number, number> {
  const reader = new Reader(table, start);
  const classes = new Map<number, number>();
  if (reader.uint16() === 1) {
    const first = reader.uint16();
    const count = reader.uint16();
    for (let index = 0; index < count; index += 1) classes.set(first + index, reader.uint16());
    return classes;
  }
  for (let left = reader.uint16(); left > 0; left -= 1) {
    const [first, last, number] = [reader.uint16(), reader.uint16(), reader.uint16()];
    for (let glyph = first; glyph <= last; glyph += 1) classes.set(glyph, number);
  }
  return classes;
}

function bitsIn(flags: number): number {
  return flags === 0 ? 0 : (flags & 1) + bitsIn(flags >> 1);
}
