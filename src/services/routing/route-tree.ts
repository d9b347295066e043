import { matchPieces, type Piece, type SegmentPattern } from './route-template.ts';

/** One template that fits a path. */
interface Fit<T> {
  readonly value: T;
  /** Of the parameters, in the template's order. */
  readonly parameters: readonly string[];
}

interface Node<T> {
  readonly statics: Map<string, Node<T>>;
  /** In descending length of their texts. */
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
}

function createNode<T>(): Node<T> {
  return { statics: new Map(), mixed: [], parameter: undefined, value: undefined };
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
