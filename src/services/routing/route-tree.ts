import type { Api } from '../../model/api.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { matchPieces, type Piece, type SegmentPattern } from './route-template.ts';

/** One template that fits a path. */
interface Fit<T> {
  readonly value: T;
  /** Values of the parameters, in the template's order. */
  readonly parameters: readonly string[];
}

interface Node<T> {
  readonly statics: Map<string, Node<T>>;
  /** Sorted by length of their texts, in descending order. */
  readonly mixed: {
    readonly shape: string;
    readonly pieces: readonly Piece[];
    readonly length: number;
    readonly node: Node<T>;
  }[];
  parameter: Node<T> | undefined;
  value: T | undefined;
}

/**
 * Templates by their segments: finding one costs the length of the path, not the number of templates. At each segment
 * text comes before a mixture, and that before a parameter. Names of parameters make no difference.
 */
export class RouteTree<T> {
  readonly #root: Node<T> = createNode();

  /** The value kept for a template. @param create makes it the first time */
  valueAt(patterns: readonly SegmentPattern[], create: () => T): T {
    let node = this.#root;
    for (const pattern of patterns) node = childOf(node, pattern);
    node.value ??= create();
    return node.value;
  }

  /** Every template that fits, the most exact first. */
  *find(segments: readonly string[]): Generator<Fit<T>> {
    yield* findBelow(this.#root, segments, 0, []);
  }

  /** Templates that one path may fit, two by two, and each with itself. */
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

function createNode<T>(): Node<T> {
  return { statics: new Map(), mixed: [], parameter: undefined, value: undefined };
}

type Pair<T> = readonly [Node<T>, Node<T>];

/** Children of one node that a segment may lead to, two by two. */
function* meetingsWithin<T>(node: Node<T>): Generator<Pair<T>> {
  const { statics, mixed, parameter } = node;
  for (const child of statics.values()) yield [child, child];
  for (const [index, one] of mixed.entries()) {
    for (const other of mixed.slice(index)) if (mayMeet(one.pieces, other.pieces)) yield [one.node, other.node];
    yield* textsOf(node, one);
  }
  if (parameter === undefined) return;
  yield [parameter, parameter];
  yield* underParameter(node, parameter);
}

function* meetingsBetween<T>(one: Node<T>, other: Node<T>): Generator<Pair<T>> {
  const [less, more] = one.statics.size < other.statics.size ? [one, other] : [other, one];
  for (const [text, child] of less.statics) {
    const same = more.statics.get(text);
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

function* textsOf<T>({ statics }: Node<T>, { pieces, node }: Node<T>['mixed'][number]): Generator<Pair<T>> {
  for (const [text, child] of statics) if (matchPieces(pieces, text) !== undefined) yield [child, node];
}

/** A parameter has no empty value. */
function* underParameter<T>({ statics, mixed }: Node<T>, parameter: Node<T>): Generator<Pair<T>> {
  for (const [text, child] of statics) if (text !== '') yield [child, parameter];
  for (const { node } of mixed) yield [node, parameter];
}

/** Compares how they begin and end; what stands between may differ. */
function mayMeet(one: readonly Piece[], other: readonly Piece[]): boolean {
  const ends = [one, other].map((pieces) => {
    const [first, last] = [pieces.at(0), pieces.at(-1)];
    return {
      start: first !== undefined && 'text' in first ? first.text : '',
      end: last !== undefined && 'text' in last ? last.text : '',
    };
  });
  const [{ start, end } = { start: '', end: '' }, theirs = { start: '', end: '' }] = ends;
  return (
    (start.startsWith(theirs.start) || theirs.start.startsWith(start)) &&
    (end.endsWith(theirs.end) || theirs.end.endsWith(end))
  );
}

function childOf<T>(node: Node<T>, pattern: SegmentPattern): Node<T> {
  switch (pattern.kind) {
    case 'static': {
      const child = node.statics.get(pattern.text) ?? createNode<T>();
      node.statics.set(pattern.text, child);
      return child;
    }
    case 'parameter':
      node.parameter ??= createNode();
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
  const entry = { shape, pieces, length: texts.join('').length, node: createNode<T>() };
  node.mixed.push(entry);
  node.mixed.sort((a, b) => b.length - a.length || (a.shape < b.shape ? -1 : 1));
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
  const exact = node.statics.get(segment);
  if (exact !== undefined) yield* findBelow(exact, segments, index + 1, parameters);
  for (const { pieces, node: child } of node.mixed) {
    const values = matchPieces(pieces, segment);
    if (values !== undefined) yield* findBelow(child, segments, index + 1, [...parameters, ...values]);
  }
  if (node.parameter !== undefined && segment !== '')
    yield* findBelow(node.parameter, segments, index + 1, [...parameters, segment]);
}

/** Operations that one version of an API serves at a path. */
export interface Claim {
  readonly api: Api;
  readonly service: Service;
  readonly resource: Operation['resource'];
  readonly operations: Map<string, Operation>;
  /** Names of the parameters in the path. */
  readonly names: readonly string[];
}

/** A path without the names of its parameters. */
export interface Leaf {
  readonly template: string;
  readonly patterns: readonly SegmentPattern[];
  /** Its first segment is no parameter. */
  readonly startsWithText: boolean;
  /** Keys are APIs, in the order of names, and versions. */
  readonly claims: Map<string, Map<number, Claim>>;
}

export interface Routes {
  readonly exact: RouteTree<Leaf>;
  /** The same paths as the most lenient program could take them. */
  readonly folded: RouteTree<Set<Leaf>>;
  /** Leaves of {@link exact}. */
  readonly leaves: readonly Leaf[];
}
