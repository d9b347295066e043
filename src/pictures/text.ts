import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Shape } from './canvas.ts';
import { type Font, type Letter, openFont } from './font/typeface.ts';
import { moved } from './polygon.ts';

/** How a text looks; sizes in pixels. */
export interface Style {
  readonly size: number;
  /** From 0 to 1: {@link WEIGHTS}. */
  readonly weight: number;
  /** Between letters, as a share of the size; left out: as the font has it. */
  readonly spacing?: number;
}

/** 400, 600 and 700, in the numbers that the font's table `avar` gives them. */
export const WEIGHTS = { regular: 0, semibold: 0.36, bold: 0.54 } as const;

/** Units of the font to the size of a text, and the height of its capitals. */
const UNITS = 2048;
const CAPITALS = 1490;

/** The files that pages come with, by what they have letters of; the most usual first. */
const FILES = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'];
const fonts = new Map<string, Font>();

/** Height of capitals. */
export function capitalsOf({ size }: Style): number {
  return (size * CAPITALS) / UNITS;
}

/** Characters without a letter have none. */
export function widthOf(text: string, style: Style): number {
  return placesOf(text, style).edges.at(-1) ?? 0;
}

/** A line of text. @param baseline what letters stand on */
export function shapeOf(text: string, style: Style, left: number, baseline: number): Shape {
  const scale = style.size / UNITS;
  return placesOf(text, style).letters.flatMap(({ letter, x }) =>
    letter.shape.map((polygon) => moved(polygon, left + x, baseline, scale, -scale)),
  );
}

/** Longer texts are never measured: no line has as many letters. */
const MOST_LETTERS = 200;
/** A line that ends at a space before this share of what fits is broken within its next word. */
const SHORTEST_SHARE = 0.6;
const BREAK_AFTER = /[\s\u002d\u2010-\u2014/]/;
const ELLIPSIS = '…';

/**
 * A text in as many lines as fit, broken at spaces; a long word is broken within itself. What is left over is an
 * ellipsis.
 * @param most lines
 */
export function linesOf(text: string, style: Style, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  let rest = [...text.trim().replaceAll(/\s+/g, ' ')];
  while (rest.length > 0 && lines.length < most) {
    const isLast = lines.length === most - 1;
    const edges = placesOf(rest.slice(0, MOST_LETTERS).join(''), style).edges;
    const isWhole = rest.length === edges.length && (edges.at(-1) ?? 0) <= width;
    const end = isWhole ? rest.length : breakOf(rest, edges, width - (isLast ? widthOf(ELLIPSIS, style) : 0));
    const line = rest.slice(0, end).join('').trimEnd();
    rest = [...rest.slice(end).join('').trimStart()];
    lines.push(isLast && rest.length > 0 ? line.replace(/[\s,.;:–—-]+$/, '') + ELLIPSIS : line);
  }
  return lines;
}

/** How many characters a line has. */
function breakOf(characters: readonly string[], edges: readonly number[], width: number): number {
  const fitting = Math.max(1, edges.filter((edge) => edge <= width).length);
  const isBreak = (_: string, index: number): boolean =>
    index < fitting && (BREAK_AFTER.test(characters[index] ?? '') || characters[index + 1] === ' ');
  const word = characters.findLastIndex(isBreak) + 1;
  return word > fitting * SHORTEST_SHARE ? word : fitting;
}

interface PlacedLetter {
  readonly letter: Letter;
  readonly x: number;
}

interface PlacedText {
  readonly letters: readonly PlacedLetter[];
  /** Where each character ends. */
  readonly edges: readonly number[];
}

function placesOf(text: string, { size, weight, spacing = 0 }: Style): PlacedText {
  const letters: PlacedLetter[] = [];
  let x = 0;
  let before: Letter | undefined;
  const edges = Array.from(text, (character) => {
    const letter = letterOf(character, weight);
    if (letter !== undefined) {
      x += (before === undefined ? 0 : spacing * size) + ((before?.kerning(letter) ?? 0) * size) / UNITS;
      letters.push({ letter, x });
      x += (letter.width * size) / UNITS;
      before = letter;
    }
    return x;
  });
  return { letters, edges };
}

const known = new Map<number, Map<string, Letter | undefined>>();

function letterOf(character: string, weight: number): Letter | undefined {
  const letters = known.get(weight) ?? new Map<string, Letter | undefined>();
  known.set(weight, letters);
  if (!letters.has(character)) letters.set(character, findLetter(character.codePointAt(0) ?? 0, weight));
  return letters.get(character);
}

function findLetter(codePoint: number, weight: number): Letter | undefined {
  for (const file of FILES) {
    const letter = fontOf(file).letter(codePoint, weight);
    if (letter !== undefined) return letter;
  }
  return undefined;
}

function fontOf(file: string): Font {
  const path = (): string => packages.resolve(`@fontsource-variable/inter/files/inter-${file}-wght-normal.woff2`);
  const font = fonts.get(file) ?? openFont(readFileSync(path()));
  fonts.set(file, font);
  return font;
}

const packages = createRequire(import.meta.url);
