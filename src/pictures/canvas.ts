import { encodePng } from './png.ts';
import type { Polygon } from './polygon.ts';

/** `#aabbcc`. */
type Colour = string;

/** Outlines, in pixels from the upper left corner; what is inside is filled. */
export type Shape = readonly Polygon[];

/** How many steps there are from the ground to a colour, for edges that cover a part of a pixel. */
const STEPS = 5;

/** Shapes in few colours. The same shapes give the same bytes everywhere: numbers are added, multiplied and rounded. */
export class Canvas {
  readonly #width: number;
  readonly #height: number;
  readonly #ground: Colour;
  readonly #pixels: Uint8Array<ArrayBuffer>;
  /** Colours of the pixels' numbers. */
  readonly #palette: Colour[];

  constructor(width: number, height: number, ground: Colour) {
    this.#width = width;
    this.#height = height;
    this.#ground = ground;
    this.#pixels = new Uint8Array(width * height);
    this.#palette = [ground];
  }

  /** @param on what it is drawn on */
  fill(shape: Shape, colour: Colour, on = this.#ground): void {
    const { left, top, right, bottom } = boundsOf(shape);
    if (right <= left) return;
    // The sums of a row reach one pixel over its end.
    const [width, height] = [right - left + 2, bottom - top];
    const area = new Area(width, height);
    for (const polygon of shape) area.add(polygon, left, top);
    const first = this.#rampTo(colour, on);
    for (let row = Math.max(0, -top); row < height && row + top < this.#height; row += 1) {
      let covered = 0;
      for (let column = 0; column < width; column += 1) {
        covered += area.at(column, row);
        const step = Math.round(Math.min(1, Math.abs(covered)) * STEPS);
        const x = column + left;
        if (step > 0 && x >= 0 && x < this.#width) this.#pixels[(row + top) * this.#width + x] = first + step;
      }
    }
  }

  /** @param note that is written into the file */
  toPng(note: string): Uint8Array<ArrayBuffer> {
    return encodePng({
      width: this.#width,
      height: this.#height,
      pixels: this.#pixels,
      palette: this.#palette.map(partsOf),
      note,
    });
  }

  /** @returns the number before that of the first step */
  #rampTo(colour: Colour, on: Colour): number {
    const ramp = Array.from({ length: STEPS }, (_, step) => mixed(colour, (step + 1) / STEPS, on));
    const known = this.#palette.findIndex((_, index) => ramp.every((step, at) => this.#palette[index + at] === step));
    if (known !== -1) return known - 1;
    this.#palette.push(...ramp);
    return this.#palette.length - STEPS - 1;
  }
}

/** A colour between two. */
export function mixed(colour: Colour, share: number, ground: Colour): Colour {
  const other = partsOf(ground);
  const parts = partsOf(colour).map((part, index) => Math.round(part * share + (other[index] ?? 0) * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function partsOf(colour: Colour): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In whole pixels. */
function boundsOf(shape: Shape): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const polygon of shape)
    for (let at = 0; at < polygon.length; at += 2) {
      const [x = 0, y = 0] = [polygon[at], polygon[at + 1]];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  return { left: Math.floor(left), top: Math.floor(top), right: Math.ceil(right), bottom: Math.ceil(bottom) };
}

/**
 * How much of each pixel lies to the right of edges, as differences between neighbours in a row: the sum up to a pixel
 * is what is covered of it, negative where lines go the other way around.
 */
class Area {
  readonly #width: number;
  readonly #sums: Float64Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#sums = new Float64Array(width * height);
  }

  at(column: number, row: number): number {
    return this.#sums[row * this.#width + column] ?? 0;
  }

  /** @param left of the area */
  add(polygon: Polygon, left: number, top: number): void {
    let [fromX = 0, fromY = 0] = polygon.subarray(-2);
    for (let at = 0; at < polygon.length; at += 2) {
      const [toX = 0, toY = 0] = [polygon[at], polygon[at + 1]];
      if (fromY < toY) this.#addEdge(fromX - left, fromY - top, toX - left, toY - top, 1);
      else if (fromY > toY) this.#addEdge(toX - left, toY - top, fromX - left, fromY - top, -1);
      fromX = toX;
      fromY = toY;
    }
  }

  /** From above to below. */
  #addEdge(startX: number, startY: number, endX: number, endY: number, direction: number): void {
    const slope = (endX - startX) / (endY - startY);
    for (let row = Math.floor(startY); row < endY; row += 1) {
      const top = Math.max(row, startY);
      const bottom = Math.min(row + 1, endY);
      const one = startX + slope * (top - startY);
      const other = startX + slope * (bottom - startY);
      this.#addPiece(row, Math.min(one, other), Math.max(one, other), direction * (bottom - top));
    }
  }

  /** A piece of an edge within one row, pixel by pixel. @param height of it, negative where it leads up */
  #addPiece(row: number, left: number, right: number, height: number): void {
    const first = Math.floor(left);
    for (let column = first; column < right || column === first; column += 1) {
      const from = Math.max(left, column);
      const to = Math.min(right, column + 1);
      const here = right === left ? height : (height * (to - from)) / (right - left);
      // Of this pixel only what lies to the right of the edge is covered; the next one makes up for the rest.
      const share = (from + to) / 2 - column;
      this.#add(row, column, here * (1 - share));
      this.#add(row, column + 1, here * share);
    }
  }

  #add(row: number, column: number, area: number): void {
    const place = row * this.#width + column;
    this.#sums[place] = (this.#sums[place] ?? 0) + area;
  }
}
