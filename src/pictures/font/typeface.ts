import { type Point, type Polygon, toPolygon } from '../polygon.ts';
import { type FontTables, Reader, readFontFile } from './font-file.ts';
import { type Glyph, type GlyphPart, readGlyphs } from './glyphs.ts';
import { kerningOf } from './kerning.ts';
import { type Shift, type Shifts, shiftsOf } from './weight.ts';

/** A letter as it is drawn, in units of the font, upwards. */
export interface Letter {
  readonly shape: readonly Polygon[];
  readonly width: number;
  /** How much nearer the letter after it stands; most often 0, or less. */
  kerning(next: Letter): number;
}

/** What letters there are of one file. */
export interface Font {
  /** Undefined where the font has none. */
  letter(codePoint: number, weight: number): Letter | undefined;
}

/** Points for the sides of a glyph, which move with its weight, too. */
const SIDES = 4;

/** @param file WOFF2 that varies in weight alone */
export function openFont(file: Buffer): Font {
  const tables = readFontFile(file);
  const glyphs = readGlyphs(tables);
  const numberOf = glyphNumbers(tables);
  const widthOf = widths(tables);
  const kerning = kerningOf(tables);
  const shapes = new Map<string, Shape>();
  const numbers = new WeakMap<Letter, number>();
  const shapeOf = (glyph: number, weight: number): Shape => {
    const key = `${glyph} ${weight}`;
    const shape = shapes.get(key) ?? atWeight(glyphs[glyph] ?? EMPTY, shiftsAt(tables, glyphs, glyph, weight));
    shapes.set(key, shape);
    return shape;
  };
  const linesOf = (glyph: number, weight: number): Lines => {
    const { lines, parts } = shapeOf(glyph, weight);
    return [...lines, ...parts.flatMap((part) => linesOf(part.glyph, weight).map((line) => placed(line, part)))];
  };
  return {
    letter(codePoint, weight) {
      const glyph = numberOf(codePoint);
      if (glyph === 0) return undefined;
      const letter: Letter = {
        shape: linesOf(glyph, weight).map(toPolygon),
        width: widthOf(glyph) + shapeOf(glyph, weight).widening,
        kerning: (next) => kerning(glyph, numbers.get(next) ?? 0),
      };
      numbers.set(letter, glyph);
      return letter;
    },
  };
}

const EMPTY: Glyph = { points: [], ends: [], parts: [] };

type Lines = readonly (readonly Point[])[];

/** A glyph at one weight. */
interface Shape {
  readonly lines: Lines;
  readonly parts: readonly GlyphPart[];
  /** By which it is wider than as it is written. */
  readonly widening: number;
}

function shiftsAt(tables: FontTables, glyphs: readonly Glyph[], glyph: number, weight: number): readonly Shifts[] {
  const table = tables.get('gvar');
  const { points, parts } = glyphs[glyph] ?? EMPTY;
  const count = (parts.length > 0 ? parts.length : points.length) + SIDES;
  return table === undefined || weight === 0 ? [] : shiftsOf(table, glyph, weight, count);
}

function atWeight(glyph: Glyph, variations: readonly Shifts[]): Shape {
  const { points, ends, parts } = glyph;
  const sums = Array.from({ length: Math.max(points.length, parts.length) + SIDES }, () => ({ x: 0, y: 0 }));
  for (const variation of variations) {
    const all = points.length > 0 ? withNeighbours(glyph, variation) : variation.shifts;
    for (const [index, sum] of sums.entries()) {
      sum.x += all[index]?.x ?? 0;
      sum.y += all[index]?.y ?? 0;
    }
  }
  const [left = NO_SHIFT, right = NO_SHIFT] = sums.slice(-SIDES);
  const moved = <T extends { readonly x: number; readonly y: number }>(place: T, index: number): T => ({
    ...place,
    x: place.x + (sums[index]?.x ?? 0) - (parts.length > 0 ? 0 : left.x),
    y: place.y + (sums[index]?.y ?? 0),
  });
  const all = points.map(moved);
  return {
    lines: ends.map((end, index) => all.slice(ends[index - 1] ?? 0, end)),
    parts: parts.map(moved),
    widening: right.x - left.x,
  };
}

const NO_SHIFT: Shift = { x: 0, y: 0 };

/** Points of a line without a shift of their own move as their neighbours do, in proportion to what is between them. */
function withNeighbours({ points, ends }: Glyph, { shifts, moved }: Shifts): readonly Shift[] {
  const all = [...shifts];
  for (const [index, end] of ends.entries()) {
    const start = ends[index - 1] ?? 0;
    const anchors = points.flatMap((_, point) => (point >= start && point < end && moved[point] === true ? point : []));
    for (let point = start; point < end && anchors.length > 0; point += 1) {
      if (moved[point] === true) continue;
      const before = anchors.findLast((anchor) => anchor < point) ?? anchors.at(-1) ?? 0;
      const after = anchors.find((anchor) => anchor > point) ?? anchors[0] ?? 0;
      const between = (axis: 'x' | 'y'): number =>
        proportional(
          points[point]?.[axis] ?? 0,
          [points[before]?.[axis] ?? 0, shifts[before]?.[axis] ?? 0],
          [points[after]?.[axis] ?? 0, shifts[after]?.[axis] ?? 0],
        );
      all[point] = { x: between('x'), y: between('y') };
    }
  }
  return all;
}

type Anchor = readonly [place: number, shift: number];

/** @see https://learn.microsoft.com/typography/opentype/spec/gvar#inferred-deltas-for-un-referenced-point-numbers */
function proportional(place: number, one: Anchor, other: Anchor): number {
  const [low, high] = one[0] <= other[0] ? [one, other] : [other, one];
  if (low[0] === high[0]) return low[1] === high[1] ? low[1] : 0;
  if (place <= low[0]) return low[1];
  if (place >= high[0]) return high[1];
  return low[1] + ((high[1] - low[1]) * (place - low[0])) / (high[0] - low[0]);
}

function placed(line: readonly Point[], { x: dx, y: dy, scale: [xx, yx, xy, yy] }: GlyphPart): readonly Point[] {
  return line.map(({ x, y, isOnLine }) => ({ x: x * xx + y * xy + dx, y: x * yx + y * yy + dy, isOnLine }));
}

/** @see https://learn.microsoft.com/typography/opentype/spec/hmtx */
function widths(tables: FontTables): (glyph: number) => number {
  const [header, table] = [tables.get('hhea'), tables.get('hmtx')];
  const last = (header?.getUint16(34) ?? 1) - 1;
  return (glyph) => table?.getUint16(Math.min(glyph, last) * 4) ?? 0;
}

const SEGMENTS = 4;

/**
 * Code point → number of the glyph; 0: none.
 * @see https://learn.microsoft.com/typography/opentype/spec/cmap#format-4-segment-mapping-to-delta-values
 */
function glyphNumbers(tables: FontTables): (codePoint: number) => number {
  const table = tables.get('cmap');
  if (table === undefined) return () => 0;
  const places = Array.from({ length: table.getUint16(2) }, (_, index) => table.getUint32(8 + index * 8));
  const start = places.find((place) => table.getUint16(place) === SEGMENTS);
  const numbers = new Map<number, number>();
  if (start === undefined) return () => 0;
  const bytes = table.getUint16(start + 6);
  const lists = [14, 16 + bytes, 16 + bytes * 2, 16 + bytes * 3].map((list) => start + list);
  for (let at = 0; at < bytes; at += 2) {
    const [last = 0, first = 0, step = 0, place = 0] = lists.map((list) => table.getUint16(list + at));
    for (let codePoint = first; codePoint <= last && codePoint < 0xffff; codePoint += 1) {
      const listed =
        place === 0 ? 0 : new Reader(table, (lists[3] ?? 0) + at + place + (codePoint - first) * 2).uint16();
      numbers.set(codePoint, place === 0 ? (codePoint + step) & 0xffff : listed === 0 ? 0 : (listed + step) & 0xffff);
    }
  }
  return (codePoint) => numbers.get(codePoint) ?? 0;
}
