import { matchPieces, type Piece, type SegmentPattern } from './route-template.ts';

/** Match of a template. */
interface Fit<T> {
  readonly value: T;
  /** Values of the parameters, in the template's order. */
  readonly parameters: readonly string[];
}

const NONE: readonly never[] = [];

class Node<T> {
  /** Undefined if there are none: most nodes are at the end of a path. */
  statics: Map<string, Node<T>> | undefined;
  /** Children with mixed segments, those with the longest texts first. */
  mixed: readonly MixedChild<T>[] = NONE;
  parameter: Node<T> | undefined;
  value: T | undefined;
}

interface MixedChild<T> {
  /** Key of the pieces, without parameter names. */
  readonly shape: string;
  readonly pieces: readonly Piece[];
  readonly length: number;
  readonly node: Node<T>;
}

/**
 * Tree of templates by segment: the cost of a search depends on the length of the path, not on the number of templates.
 * In each segment, text precedes mixed segments, which precede parameters. Names of parameters are ignored.
 */
export class RouteTree<T> {
  readonly #root = new Node<T>();

  /** Value of a template. @param create makes the value at the first call */
  valueAt(patterns: readonly SegmentPattern[], create: () => T): T {
    let node = this.#root;
    for (const pattern of patterns) node = childOf(node, pattern);
    node.value ??= create();
    return node.value;
  }

  /** Finds all templates that match a path, the most exact first. */
  *find(segments: readonly string[]): Generator<Fit<T>> {
    yield* findBelow(this.#root, segments, 0, []);
  }

  /** Pairs of templates that may match the same path, including each template with itself. */
  *meetings(): Generator<readonly [T, T]> {
    const pairs: (readonly [Node<T>, Node<T>])[] = [[this.#root, this.#root]];
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
      const [one, other] = pair;
      if (one.value !== undefined && other.value !== undefined) yield [one.value, other.value];
      const below = one === other ? meetingsWithin(one) : meetingsBetween(one, other);
      for (const next of [...below].reverse()) pairs.push(next);
    }
  }
}

type Pair<T> = readonly [Node<T>, Node<T>];

/** Pairs of a node's children that may match the same segment. */
function* meetingsWithin<T>(node: Node<T>): Generator<Pair<T>> {
  const { statics, mixed, parameter } = node;
  for (const child of statics?.values() ?? NONE) yield [child, child];
  for (const [index, one] of mixed.entries()) {
    for (const other of mixed.slice(index)) if (mayMeet(one.pieces, other.pieces)) yield [one.node, other.node];
    yield* textsOf(node, one);
  }
  if (parameter === undefined) return;
  yield [parameter, parameter];
  yield* underParameter(node, parameter);
}

function* meetingsBetween<T>(one: Node<T>, other: Node<T>): Generator<Pair<T>> {
  const [less, more] = textsIn(one) < textsIn(other) ? [one, other] : [other, one];
  for (const [text, child] of less.statics ?? NONE) {
    const same = more.statics?.get(text);
    if (same !== undefined) yield [child, same];
  }
  for (const mine of one.mixed) {
    for (const theirs of other.mixed) if (mayMeet(mine.pieces, theirs.pieces)) yield [mine.node, theirs.node];
    yield* textsOf(other, mine);
  }
  for (const theirs of other.mixed) yield* textsOf(one, theirs);
  if (other.parameter !== undefined) yield* underParameter(one, other.parameter);
  if (one.parameter !== undefined) yield* underParameter(other, one.parameter);
  if (one.parameter !== undefined && other.parameter !== undefined) yield [one.parameter, other.parameter];
}

function textsIn({ statics }: Node<unknown>): number {
  return statics?.size ?? 0;
}

function* textsOf<T>({ statics }: Node<T>, { pieces, node }: MixedChild<T>): Generator<Pair<T>> {
  for (const [text, child] of statics ?? NONE) if (matchPieces(pieces, text) !== undefined) yield [child, node];
}

/** Pairs of each child with the parameter; the empty text is left out, since a parameter is never empty. */
function* underParameter<T>({ statics, mixed }: Node<T>, parameter: Node<T>): Generator<Pair<T>> {
  for (const [text, child] of statics ?? NONE) if (text !== '') yield [child, parameter];
  for (const { node } of mixed) yield [node, parameter];
}

/** Whether two mixed segments may match the same text; compares only their beginnings and ends. */
function mayMeet(one: readonly Piece[], other: readonly Piece[]): boolean {
  const [start, theirStart] = [textAt(one, 0), textAt(other, 0)];
  const [end, theirEnd] = [textAt(one, -1), textAt(other, -1)];
  const haveSameStart = start.startsWith(theirStart) || theirStart.startsWith(start);
  return haveSameStart && (end.endsWith(theirEnd) || theirEnd.endsWith(end));
}

function textAt(pieces: readonly Piece[], at: number): string {
  const piece = pieces.at(at);
  return piece !== undefined && 'text' in piece ? piece.text : '';
}

function childOf<T>(node: Node<T>, pattern: SegmentPattern): Node<T> {
  switch (pattern.kind) {
    case 'static': {
      const known = node.statics?.get(pattern.text);
      if (known !== undefined) return known;
      const child = new Node<T>();
      node.statics = (node.statics ?? new Map()).set(pattern.text, child);
      return child;
    }
    case 'parameter':
      node.parameter ??= new Node();
      return node.parameter;
    case 'mixed':
      return mixedChild(node, pattern.pieces);
    default:
      return pattern satisfies never;
  }
}

function mixedChild<T>(node: Node<T>, pieces: readonly Piece[]): Node<T> {
  const texts = pieces.map((piece) => ('text' in piece ? piece.text : null));
  const shape = JSON.stringify(texts);
  const present = node.mixed.find((entry) => entry.shape === shape);
  if (present !== undefined) return present.node;
  const entry = { shape, pieces, length: texts.join('').length, node: new Node<T>() };
  node.mixed = [...node.mixed, entry].sort((a, b) => b.length - a.length || (a.shape < b.shape ? -1 : 1));
  return entry.node;
}

function* findBelow<T>(
  node: Node<T>,
  segments: readonly string[],
  index: number,
  parameters: readonly string[],
): Generator<Fit<T>> {
  const segment = segments[index];
  if (segment === undefined) {
    if (node.value !== undefined) yield { value: node.value, parameters };
    return;
  }
  const exact = node.statics?.get(segment);
  if (exact !== undefined) yield* findBelow(exact, segments, index + 1, parameters);
  for (const { pieces, node: child } of node.mixed) {
    const values = matchPieces(pieces, segment);
    if (values !== undefined) yield* findBelow(child, segments, index + 1, [...parameters, ...values]);
  }
  if (node.parameter !== undefined && segment !== '')
    yield* findBelow(node.parameter, segments, index + 1, [...parameters, segment]);
}
