import { decodedText } from '../../model/texts.ts';

/** One segment of a URI template. */
export type SegmentPattern =
  | { readonly kind: 'static'; readonly text: string }
  /** `{id}` */
  | { readonly kind: 'parameter'; readonly name: string }
  /** `{id}.json`, `{from}..{to}`: texts with parameters between them. */
  | { readonly kind: 'mixed'; readonly pieces: readonly Piece[] };

export type Piece = { readonly text: string } | { readonly name: string };

/** Pattern that splits a template: text in braces is a parameter, and unmatched braces are text. */
const PIECE = /\{([^{}]+)\}|([^{]+|\{)/g;

/**
 * Reads a URI template of the model, `/book/{book_id}`, with its escapes decoded.
 * @returns null for a template with a query or a fragment
 */
export function readTemplate(template: string): readonly SegmentPattern[] | null {
  if (!template.startsWith('/') || /[?#]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) return null;
  return template.slice(1).split('/').map(readSegment);
}

/** Names of the parameters in order. If a name occurs twice, its last value is used. */
export function parameterNames(patterns: readonly SegmentPattern[]): readonly string[] {
  const names = patterns.flatMap((pattern) => {
    if (pattern.kind === 'static') return [];
    return pattern.kind === 'parameter'
      ? [pattern.name]
      : pattern.pieces.flatMap((piece) => ('name' in piece ? [piece.name] : []));
  });
  // A server keeps thousands of these lists, and `flatMap` leaves room for more members in its list.
  return [...names];
}

/**
 * Values of a mixed segment's parameters, none of them empty; undefined without a match. The time is linear in the
 * length of the text.
 */
export function matchPieces(pieces: readonly Piece[], text: string): readonly string[] | undefined {
  const values: string[] = [];
  let at = 0;
  let isOpen = false;
  for (const [index, piece] of pieces.entries()) {
    if ('name' in piece) {
      if (isOpen) {
        values.push(text.slice(at, at + 1));
        at += 1;
      }
      isOpen = true;
      continue;
    }
    const found = isOpen
      ? nextAt(piece.text, text, at + 1, index === pieces.length - 1)
      : text.startsWith(piece.text, at)
        ? at
        : -1;
    if (found === -1) return undefined;
    if (isOpen) values.push(text.slice(at, found));
    at = found + piece.text.length;
    isOpen = false;
  }
  if (isOpen) values.push(text.slice(at));
  else if (at !== text.length) return undefined;
  return values.includes('') ? undefined : values;
}

function nextAt(part: string, text: string, from: number, isLast: boolean): number {
  if (!isLast) return text.indexOf(part, from);
  const at = text.length - part.length;
  return at >= from && text.endsWith(part) ? at : -1;
}

function readSegment(segment: string): SegmentPattern {
  const joined: Piece[] = [];
  for (const [, name, text = ''] of segment.matchAll(PIECE)) {
    const last = joined.at(-1);
    if (name !== undefined) joined.push({ name });
    else if (last !== undefined && 'text' in last) joined.splice(-1, 1, { text: last.text + decodedText(text) });
    else joined.push({ text: decodedText(text) });
  }
  const [first] = joined;
  if (first === undefined) return { kind: 'static', text: '' };
  if (joined.length > 1) return { kind: 'mixed', pieces: joined };
  return 'name' in first ? { kind: 'parameter', name: first.name } : { kind: 'static', text: first.text };
}
