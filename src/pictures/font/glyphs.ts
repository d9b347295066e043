import type { Point } from '../polygon.ts';
import { type FontTables, Reader } from './font-file.ts';

/** Closed lines, in units of the font, upwards; parts are other glyphs within it. */
export interface Glyph {
  readonly points: readonly Point[];
  /** Number of points up to the end of each line. */
  readonly ends: readonly number[];
  readonly parts: readonly GlyphPart[];
}

export interface GlyphPart {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  /** Both axes; 1 for most. */
  readonly scale: readonly [xx: number, yx: number, xy: number, yy: number];
}

const HEADER_BYTES = 36;
const STREAMS = ['contours', 'points', 'flags', 'glyphs', 'parts'] as const;
type Streams = Readonly<Record<(typeof STREAMS)[number], Reader>>;

const FLAGS = { words: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80, instructions: 0x100 } as const;

/**
 * All glyphs of a font, by their numbers.
 * @see https://www.w3.org/TR/WOFF2/#glyf_table_format
 */
export function readGlyphs(tables: FontTables): readonly Glyph[] {
  const table = tables.get('glyf');
  if (table === undefined) throw new Error('The font has no outlines.');
  let at = HEADER_BYTES;
  const readers = STREAMS.map((name, index) => {
    const reader = new Reader(table, at);
    at += table.getUint32(8 + index * 4);
    return [name, reader] as const;
  });
  const streams = Object.fromEntries(readers) as Streams;
  return Array.from({ length: table.getUint16(4) }, () => readGlyph(streams));
}

function readGlyph(streams: Streams): Glyph {
  const lines = streams.contours.int16();
  if (lines < 0) return { points: [], ends: [], parts: readParts(streams) };
  let count = 0;
  const ends = Array.from({ length: lines }, () => (count += streams.points.short255()));
  const points: Point[] = [];
  for (let [x, y] = [0, 0]; points.length < count; ) {
    const flag = streams.flags.uint8();
    const [dx, dy] = readStep(flag & 0x7f, streams.glyphs);
    [x, y] = [x + dx, y + dy];
    points.push({ x, y, isOnLine: flag < 0x80 });
  }
  // How many instructions there are: programs for screens of few points.
  if (lines > 0) streams.glyphs.short255();
  return { points, ends, parts: [] };
}

/** @see https://www.w3.org/TR/WOFF2/#triplet_decoding */
function readStep(flag: number, bytes: Reader): readonly [dx: number, dy: number] {
  const signed = (bit: number, value: number): number => ((flag & bit) === 0 ? -value : value);
  const first = bytes.uint8();
  if (flag < 10) return [0, signed(1, ((flag & 14) << 7) + first)];
  if (flag < 20) return [signed(1, (((flag - 10) & 14) << 7) + first), 0];
  if (flag < 84) {
    const part = flag - 20;
    return [signed(1, 1 + (part & 48) + (first >> 4)), signed(2, 1 + ((part & 12) << 2) + (first & 15))];
  }
  const second = bytes.uint8();
  if (flag < 120) {
    const part = flag - 84;
    const [x, y] = [Math.floor(part / 12), (part % 12) >> 2];
    return [signed(1, 1 + x * 256 + first), signed(2, 1 + y * 256 + second)];
  }
  const third = bytes.uint8();
  if (flag < 124) return [signed(1, (first << 4) + (second >> 4)), signed(2, ((second & 15) << 8) + third)];
  return [signed(1, first * 256 + second), signed(2, third * 256 + bytes.uint8())];
}

/** @see https://learn.microsoft.com/typography/opentype/spec/glyf#composite-glyph-description */
function readParts({ parts: bytes, glyphs }: Streams): readonly GlyphPart[] {
  const parts: GlyphPart[] = [];
  let all = 0;
  for (let flags: number = FLAGS.more; (flags & FLAGS.more) !== 0; ) {
    flags = bytes.uint16();
    all |= flags;
    const glyph = bytes.uint16();
    const offset = (): number => ((flags & FLAGS.words) === 0 ? bytes.int8() : bytes.int16());
    const [x, y] = [offset(), offset()];
    parts.push({ glyph, x, y, scale: readScale(flags, bytes) });
  }
  if ((all & FLAGS.instructions) !== 0) glyphs.short255();
  return parts;
}

function readScale(flags: number, bytes: Reader): GlyphPart['scale'] {
  if ((flags & FLAGS.matrix) !== 0) return [bytes.fraction(), bytes.fraction(), bytes.fraction(), bytes.fraction()];
  if ((flags & FLAGS.twoScales) !== 0) return [bytes.fraction(), 0, 0, bytes.fraction()];
  const scale = (flags & FLAGS.scale) === 0 ? 1 : bytes.fraction();
  return [scale, 0, 0, scale];
}
