import { readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { describe, expect, test } from 'vitest';
import { openFont } from '../../../src/pictures/font/typeface.ts';
import { type Point, type Polygon, toPolygon } from '../../../src/pictures/polygon.ts';
import { WEIGHTS } from '../../../src/pictures/text.ts';

const FILES = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];

function fileOf(name: string): Buffer {
  return readFileSync(
    new URL(`../../../node_modules/@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`, import.meta.url),
  );
}

/** What fontkitten, which other programs read fonts with, has of a file; `width` and lines as it is written. */
function readByOthers(file: Buffer) {
  const font = create(file);
  if (font.isCollection) throw new Error('a collection');
  return font;
}

interface OtherPoint {
  x: number;
  y: number;
  readonly onCurve: boolean;
  readonly endContour: boolean;
  copy(): OtherPoint;
}

/** What is no part of its interface. */
interface Processor {
  font: unknown;
  transformPoints(glyph: number, points: readonly OtherPoint[]): void;
  getAdvanceAdjustment(glyph: number, table: unknown): number;
}

/**
 * The weights of another reader, which it has of other files than WOFF2: what moves points is taken out of it, and
 * given the points of this one.
 */
function boldByOthers(file: Buffer) {
  const font = readByOthers(file);
  void font.glyphForCodePoint(0x41).path;
  const bold = font.getVariation({ wght: 700 });
  for (const table of ['fvar', 'avar', 'gvar']) Object.defineProperty(bold, table, { value: Reflect.get(font, table) });
  const processor: Processor = Reflect.get(bold, '_variationProcessor');
  processor.font = font;
  const glyphs: readonly { readonly points?: readonly OtherPoint[] }[] = Reflect.get(font, '_transformedGlyphs');
  const bolder = (glyph: number, points: readonly OtherPoint[]): readonly OtherPoint[] => {
    const side = points[0];
    if (side === undefined) return [];
    const sides = Array.from({ length: 4 }, () => Object.assign(side.copy(), { x: 0, y: 0, endContour: true }));
    const all = [...points.map((point) => Object.assign(point.copy(), { endContour: point.endContour })), ...sides];
    processor.transformPoints(glyph, all);
    return all.slice(0, -4);
  };
  const widening = (glyph: number): number => processor.getAdvanceAdjustment(glyph, Reflect.get(font, 'HVAR'));
  return [bolder, glyphs, widening] as const;
}

type Command = ReturnType<ReturnType<typeof readByOthers>['glyphForCodePoint']>['path']['commands'][number];

/** Lines of a path, with the points that bend them. */
function linesOf(commands: readonly Command[]): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') lines.push([]);
    for (let at = 0; at < args.length; at += 2)
      lines.at(-1)?.push({ x: args[at] ?? 0, y: args[at + 1] ?? 0, isOnLine: at === args.length - 2 });
  }
  // The last one leads back to the first.
  return lines.map((line) => {
    const [first, last] = [line[0], line.at(-1)];
    return line.length > 1 && first?.x === last?.x && first?.y === last?.y ? line.slice(0, -1) : line;
  });
}

/** Twice the area, which is the same wherever a line begins. */
function areaOf(polygons: readonly Polygon[]): number {
  let area = 0;
  for (const polygon of polygons)
    for (let at = 0; at < polygon.length; at += 2) {
      const [x = 0, y = 0] = polygon.subarray(at, at + 2);
      const [nextX = 0, nextY = 0] =
        at + 2 < polygon.length ? polygon.subarray(at + 2, at + 4) : polygon.subarray(0, 2);
      area += x * nextY - nextX * y;
    }
  return area;
}

function boundsOf(polygons: readonly Polygon[]): readonly number[] {
  const [x, y] = [0, 1].map((axis) => polygons.flatMap((polygon) => [...polygon].filter((_, at) => at % 2 === axis)));
  return [x, y].flatMap((places = []) => [Math.min(...places), Math.max(...places)]);
}

describe.each(FILES)('every letter of %s', (name) => {
  const file = fileOf(name);
  const font = openFont(file);
  const other = readByOthers(file);
  // The last one of Unicode ends every list.
  const letters = other.characterSet.filter((codePoint) => codePoint < 0xffff);

  test('has the lines and the width that another reader finds', () => {
    expect(letters.length).toBeGreaterThan(100);
    for (const codePoint of letters) {
      const glyph = other.glyphForCodePoint(codePoint);
      const letter = font.letter(codePoint, WEIGHTS.regular);
      expect(letter?.width, `U+${codePoint.toString(16)}`).toBe(glyph.advanceWidth);
      const shape = linesOf(glyph.path.commands).map(toPolygon);
      expect(letter?.shape.length).toBe(shape.length);
      expect(Math.abs(areaOf(letter?.shape ?? []) - areaOf(shape))).toBeLessThan(1);
      expect(boundsOf(letter?.shape ?? [])).toEqual(boundsOf(shape));
    }
  });

  test('has in bold what another reader makes of its points and its width', () => {
    const [bolder, glyphs, widening] = boldByOthers(file);
    let compared = 0;
    for (const codePoint of letters) {
      const { id, advanceWidth } = other.glyphForCodePoint(codePoint);
      const letter = font.letter(codePoint, WEIGHTS.bold);
      const code = `U+${codePoint.toString(16)}`;
      // They round each width, and have it from another table.
      expect(Math.abs((letter?.width ?? 0) - advanceWidth - widening(id)), code).toBeLessThan(2);
      const points = glyphs[id]?.points;
      if (points === undefined || points.length === 0) continue;
      const moved = bolder(id, points);
      const lines: Point[][] = [[]];
      for (const { x, y, onCurve, endContour } of moved) {
        lines.at(-1)?.push({ x, y, isOnLine: onCurve });
        if (endContour) lines.push([]);
      }
      const shape = lines.filter(({ length }) => length > 0).map(toPolygon);
      expect(letter?.shape.map(({ length }) => length)).toEqual(shape.map(({ length }) => length));
      for (const [index, polygon] of shape.entries())
        for (const [at, place] of polygon.entries())
          expect(Math.abs(place - (letter?.shape[index]?.[at] ?? 0)), code).toBeLessThan(2);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });
});

describe('a letter', () => {
  const font = openFont(fileOf('latin'));
  const letter = (character: string, weight: number) => {
    const found = font.letter(character.codePointAt(0) ?? 0, weight);
    if (found === undefined) throw new Error(`no ${character}`);
    return found;
  };

  test.each([
    ['To', -1],
    ['AV', -1],
    ['HH', 0],
    ['nn', 0],
  ])('of %s stands nearer to its neighbour where the font says so', ([first = '', second = ''], sign) => {
    const found = letter(first, WEIGHTS.regular).kerning(letter(second, WEIGHTS.regular));
    expect(Math.sign(found) + 0).toBe(sign);
    expect(Math.abs(found)).toBeLessThan(400);
  });

  test.each([
    ['I', 'bold'],
    ['n', 'semibold'],
  ] as const)('%s is wider in %s', (character, weight) => {
    expect(letter(character, WEIGHTS[weight]).width).toBeGreaterThan(letter(character, WEIGHTS.regular).width);
  });

  test.each(['ا', '図', '\u202e', '😀'])('%j is not there', (character) => {
    expect(font.letter(character.codePointAt(0) ?? 0, WEIGHTS.bold)).toBeUndefined();
  });
});

test('what is no font is refused', () => {
  expect(() => openFont(Buffer.alloc(64))).toThrow('This is no font in WOFF2.');
});
