import type { Node, Scalar } from 'yaml';
import { isCollection, isScalar, isSeq } from 'yaml';
import { commentsIn } from './comments.ts';
import type { Json, Quotes } from './emit.ts';
import { emitBlock, emitFlow, emitItem, emitJson, isList } from './emit.ts';
import { lineIndent, unitOf } from './flow-addition.ts';
import { afterColon, entryEnd, entryStart, indentAt, lineEnd, rangeOf } from './ranges.ts';
import { Refusal } from './refusal.ts';
import type { Entry, Key, Source, Splice } from './source.ts';
import { isBlock } from './source.ts';

/** A value for an entry that has none. */
export function filled(source: Source, entry: Entry, value: Json, here: readonly Key[]): Splice {
  const { value: child } = entry;
  if (isScalar(child) && (child.source ?? '') !== '') return over(child, inBrackets(source, entry, value));
  if (entry.kind === 'item' || entry.holder.flow === true) throw new Refusal(here, 'has no value');
  const colon = afterColon(source.text, entry.pair);
  return swapped(source.text, entry, [colon, colon], value, here);
}

/** Another value in the place of one. */
export function replaced(source: Source, entry: Entry, value: Json, here: readonly Key[]): Splice {
  const { text, isJson } = source;
  const { value: child } = entry;
  if (child === null || !(isScalar(child) || isCollection(child))) throw new Refusal(here, 'cannot be replaced');
  if (isCollection(child) && commentsIn(text, rangeOf(child)[0], entryEnd(text, entry)).length > 0)
    throw new Refusal(here, 'has comments inside, which would be lost');
  if (isJson || entry.holder.flow === true) return over(child, inBrackets(source, entry, value, quotesOf(child)));
  if (isBlock(child) && isSeq(child) && isList(value) && value.length > 0) {
    const indent = indentAt(text, entryStart({ kind: 'item', holder: child, index: 0, value: null }), here);
    const [start, end] = [rangeOf(child)[0] - lineLead(text, child), entryEnd(text, entry)];
    return { start, end, insert: value.flatMap((item) => emitItem(item, indent)).join('\n') };
  }
  if (entry.kind === 'item') {
    if (!isScalar(child) || isTextBlock(child)) throw new Refusal(here, 'is not a plain value of one line');
    return over(child, emitFlow(value, quotesOf(child)));
  }
  return swapped(text, entry, [rangeOf(child)[0], entryEnd(text, entry)], value, here);
}

/**
 * Writes a value behind its colon, lines of it below. Comments behind the key, or behind what was there, stay on that
 * line.
 * @param written of what was there
 */
function swapped(
  text: string,
  entry: Entry & { readonly kind: 'pair' },
  [from, to]: readonly [number, number],
  value: Json,
  here: readonly Key[],
): Splice {
  const { value: child, pair } = entry;
  const { head, lines } = emitBlock(value, indentAt(text, entryStart(entry), here), quotesOf(child));
  const colon = afterColon(text, pair);
  const keyLine = lineEnd(text, colon);
  const insert = (rest: string): string => [(head === '' ? '' : ` ${head}`) + rest, ...lines].join('\n');
  if (isScalar(child) && isTextBlock(child)) {
    const comment = /\s+#.*$/.exec(text.slice(from, keyLine))?.[0] ?? '';
    return { start: colon, end: textBlockEnd(text, child), insert: insert(comment) };
  }
  const end = lineEnd(text, to);
  const rest = text.slice(to, end);
  const besides = commentsIn(text, to, end).length;
  if (rest.trim() !== '' && besides === 0) throw new Refusal(here, 'is written in an unusual way');
  if (from <= keyLine) return { start: colon, end, insert: insert(rest.trimEnd()) };
  if (commentsIn(text, keyLine, from).length + besides > 0)
    throw new Refusal(here, 'has comments around it, which would be lost');
  return { start: colon, end, insert: insert(text.slice(colon, keyLine)) };
}

/** Empty lines below it stay. */
function textBlockEnd(text: string, node: Scalar): number {
  const [start, end] = rangeOf(node);
  return start + text.slice(start, end).trimEnd().length;
}

function over(node: Node, insert: string): Splice {
  const [start, end] = rangeOf(node);
  return { start, end, insert };
}

function inBrackets({ text, isJson }: Source, entry: Entry, value: Json, quotes: Quotes = null): string {
  return isJson ? emitJson(value, lineIndent(text, entryStart(entry)), unitOf(text)) : emitFlow(value, quotes);
}

/** White space and dashes before a list on its line. */
function lineLead(text: string, node: Node): number {
  const [start] = rangeOf(node);
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

function isTextBlock({ type }: Scalar): boolean {
  return type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL';
}

function quotesOf(node: Node | null): Quotes {
  if (!isScalar(node)) return null;
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : null;
}
