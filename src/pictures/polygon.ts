/** A closed line of straight pieces: x and y of each corner in turn. */
export type Polygon = Float64Array;

export interface Point {
  readonly x: number;
  readonly y: number;
  /** False: it bends the line between its neighbours. */
  readonly isOnLine: boolean;
}

/** Straight pieces that stand for a bent one: at the largest letters they are off by a tenth of a pixel. */
const PIECES = 8;

/**
 * A closed line that may be bent. Between two points that are not on it there is one in the middle that is.
 * @see https://learn.microsoft.com/typography/opentype/spec/glyf
 */
export function toPolygon(line: readonly Point[]): Polygon {
  const all = line.flatMap((point, index) => {
    const before = line.at(index - 1);
    return before === undefined || point.isOnLine || before.isOnLine ? [point] : [between(before, point), point];
  });
  const corners = all.flatMap((point, index) => {
    if (point.isOnLine) return [point.x, point.y];
    const [from, to] = [all.at(index - 1) ?? point, all[(index + 1) % all.length] ?? point];
    return Array.from({ length: PIECES - 1 }, (_, piece) => onBend(from, point, to, (piece + 1) / PIECES)).flat();
  });
  return Float64Array.from(corners);
}

/** @param scale of both axes; negative where they point the other way */
export function moved(polygon: Polygon, left: number, top: number, scaleX: number, scaleY: number): Polygon {
  return polygon.map((place, index) => (index % 2 === 0 ? left + place * scaleX : top + place * scaleY));
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, isOnLine: true };
}

function onBend(from: Point, over: Point, to: Point, share: number): readonly number[] {
  const rest = 1 - share;
  const at = (axis: 'x' | 'y'): number =>
    from[axis] * rest * rest + 2 * over[axis] * rest * share + to[axis] * share * share;
  return [at('x'), at('y')];
}
