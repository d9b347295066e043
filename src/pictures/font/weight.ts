import { Reader } from './font-file.ts';

/** How far a point moves. */
export interface Shift {
  x: number;
  y: number;
}

const COUNT = 0xfff;
const SHARED_POINTS = 0x8000;
const OWN_PEAK = 0x8000;
const HAS_RANGE = 0x4000;
const OWN_POINTS = 0x2000;
const LONG_OFFSETS = 1;

/** What a variation makes of the points of one glyph. */
export interface Shifts {
  /** One for each point. */
  readonly shifts: readonly Shift[];
  /** Which points have a shift of their own; others follow their neighbours. */
  readonly moved: readonly boolean[];
}

/** A set of shifts in the font: the glyphs with another weight. */
interface Variation {
  readonly byteLength: number;
  /** What share of the shifts counts at the weight that is wanted. */
  readonly share: number;
  readonly hasOwnPoints: boolean;
}

/**
 * How the points of a glyph move for a weight that the font does not have written out.
 * @param table `gvar` of a font that varies in weight alone
 * @param weight from 0, as it is written, to 1, the heaviest
 * @param count of its points, with the four that stand for its sides
 * @see https://learn.microsoft.com/typography/opentype/spec/gvar
 */
export function shiftsOf(table: DataView, glyph: number, weight: number, count: number): readonly Shifts[] {
  const start = offsetOf(table, glyph);
  if (start === offsetOf(table, glyph + 1)) return [];
  const header = new Reader(table, start);
  const flags = header.uint16();
  const data = new Reader(table, start + header.uint16());
  const variations = Array.from({ length: flags & COUNT }, () => readVariation(table, header, weight));
  const shared = (flags & SHARED_POINTS) === 0 ? null : readPoints(data);
  return variations.flatMap(({ byteLength, share, hasOwnPoints }) => {
    const end = data.at + byteLength;
    const points = (hasOwnPoints ? readPoints(data) : shared) ?? Array.from({ length: count }, (_, index) => index);
    const [x, y] = [readShifts(data, points.length), readShifts(data, points.length)];
    data.at = end;
    if (share === 0) return [];
    const shifts = Array.from({ length: count }, () => ({ x: 0, y: 0 }));
    const moved = Array.from({ length: count }, () => false);
    for (const [index, point] of points.entries()) {
      shifts[point] = { x: (x[index] ?? 0) * share, y: (y[index] ?? 0) * share };
      moved[point] = true;
    }
    return [{ shifts, moved }];
  });
}

function offsetOf(table: DataView, glyph: number): number {
  const data = table.getUint32(16);
  const isLong = (table.getUint16(14) & LONG_OFFSETS) !== 0;
  return data + (isLong ? table.getUint32(20 + glyph * 4) : table.getUint16(20 + glyph * 2) * 2);
}

function readVariation(table: DataView, header: Reader, weight: number): Variation {
  const byteLength = header.uint16();
  const flags = header.uint16();
  const shared = new Reader(table, table.getUint32(8) + (flags & COUNT) * 2);
  const peak = ((flags & OWN_PEAK) === 0 ? shared : header).fraction();
  const [from, to] =
    (flags & HAS_RANGE) === 0 ? [Math.min(0, peak), Math.max(0, peak)] : [header.fraction(), header.fraction()];
  return { byteLength, share: shareAt(weight, from, peak, to), hasOwnPoints: (flags & OWN_POINTS) !== 0 };
}

function shareAt(weight: number, from: number, peak: number, to: number): number {
  if (weight === peak) return 1;
  if (weight <= from || weight >= to) return 0;
  return weight < peak ? (weight - from) / (peak - from) : (to - weight) / (to - peak);
}

/** Null: all points. */
function readPoints(data: Reader): readonly number[] | null {
  const first = data.uint8();
  const count = first < 0x80 ? first : (first & 0x7f) * 256 + data.uint8();
  if (count === 0) return null;
  const points: number[] = [];
  for (let point = 0; points.length < count; ) {
    const run = data.uint8();
    for (let left = (run & 0x7f) + 1; left > 0; left -= 1) {
      point += run < 0x80 ? data.uint8() : data.uint16();
      points.push(point);
    }
  }
  return points;
}

function readShifts(data: Reader, count: number): readonly number[] {
  const shifts: number[] = [];
  while (shifts.length < count) {
    const run = data.uint8();
    for (let left = (run & 0x3f) + 1; left > 0; left -= 1)
      shifts.push(run >= 0x80 ? 0 : run >= 0x40 ? data.int16() : data.int8());
  }
  return shifts;
}
