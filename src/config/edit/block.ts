import { isCollection, isMap, isScalar, isSeq, type Scalar } from 'yaml';
import {
  afterColon,
  afterLine,
  afterOwnComments,
  commentsIn,
  type Entry,
  endOf,
  entriesTo,
  entryAt,
  type Holder,
  indentAt,
  isFlow,
  type Key,
  lastEntry,
  lineEnd,
  ownLine,
  parseRoot,
  Refusal,
  rangeOf,
  type Source,
  type Splice,
  startOf,
} from './entries.ts';
import { flowAddition, flowDeletion, inBrackets } from './flow.ts';
import { type Json, printFlow, printItem, printPair, type Quotes } from './print.ts';

/**
 * Places and prints a value.
 * @param after a new entry of a map goes behind the last of these that is there, else to the end
 * @throws {@link Refusal}
 */
export function insertion(source: Source, keys: readonly Key[], value: Json, after: readonly string[] = []): Splice {
  const root = parseRoot(source.text);
  const found = entriesTo(root, keys);
  const last = found.at(-1);
  const here = keys.slice(0, found.length);
  if (last !== undefined && found.length === keys.length) return replacement(source, last, value, here);
  const [key, ...below] = keys.slice(found.length);
  const own = [...here, key ?? ''];
  const nested = nest(below, value, own);
  const holder = last === undefined ? root : last.value;
  if (typeof key !== 'string') throw new Refusal(own, 'is not there');
  if (isMap(holder)) return added(source, holder, key, nested, after, own);
  if (last !== undefined) return replacement(source, last, { [key]: nested }, here);
  return linesBelow(source.text, source.text.length, printPair(key, nested), '');
}

/** One more item of a list that has some. @throws {@link Refusal} */
export function addition(source: Source, keys: readonly Key[], value: Json): Splice {
  const { text } = source;
  const list = entriesTo(parseRoot(text), keys).at(-1)?.value ?? null;
  const last = isSeq(list) ? lastEntry(list) : undefined;
  if (last === undefined) throw new Refusal(keys, 'is not a list');
  if (isFlow(last)) return flowAddition(source, last.holder, last, null, value);
  const indent = indentAt(text, startOf(last), keys);
  return linesBelow(text, belowEntry(text, last, indent), printItem(value), indent);
}

/**
 * Deletes an entry: its lines, comments inside it and those below it that are indented further, not those above it.
 * @param keepsComments those inside get lines of their own
 * @throws {@link Refusal}
 */
export function deletion({ text }: Source, keys: readonly Key[], keepsComments: boolean): Splice {
  const found = entriesTo(parseRoot(text), keys);
  const [above, entry] = [found.at(-2), found.at(-1)];
  if (entry === undefined || found.length < keys.length)
    throw new Refusal(keys.slice(0, found.length + 1), 'is not there');
  if (isFlow(entry)) return flowDeletion(text, entry, keys);
  const start = startOf(entry);
  const indent = ownLine(text, start);
  if (indent === undefined) return behindDash(text, entry, keys);
  const from = start - indent.length;
  // The entry counts as not the last: the head of a section that is commented out stays.
  const end = afterOwnComments(text, afterLine(text, endOf(text, entry)), indent.length, false);
  const comments = keepsComments
    ? commentsIn(text, from, end)
        .map((comment) => `${indent}${comment}\n`)
        .join('')
    : '';
  if (entry.key !== null || entry.holder.items.length > 1) return { start: from, end, insert: comments };
  // A list that lost its last item is an empty one, not nothing.
  if (above === undefined || above.key === null) throw new Refusal(keys, 'is written in an unusual way');
  const colon = afterColon(text, above);
  return { start: colon, end, insert: ` []${text.slice(colon, from)}${comments}` };
}

/** The first entry of a map that is an item: the one below it takes its place. */
function behindDash(text: string, entry: Entry, here: readonly Key[]): Splice {
  const next = entryAt(entry.holder, entry.index + 1);
  if (entry.key === null || next === undefined) throw new Refusal(here, 'is written in an unusual way');
  const [start, end] = [startOf(entry), startOf(next)];
  indentAt(text, start, here);
  if (commentsIn(text, start, end).length > 0) throw new Refusal(here, 'has comments around it, which would be lost');
  return { start, end, insert: '' };
}

function nest(keys: readonly Key[], value: Json, here: readonly Key[]): Json {
  return keys.reduceRight<Json>((below, key) => {
    if (typeof key === 'number') throw new Refusal(here, 'has no such item');
    return { [key]: below };
  }, value);
}

/** A new entry behind the last one, or behind one of those that it belongs to. */
function added(
  source: Source,
  holder: Holder,
  key: string,
  value: Json,
  after: readonly string[],
  here: readonly Key[],
): Splice {
  const { text } = source;
  const neighbour = isMap(holder) ? holder.items.findLastIndex((pair) => after.includes(String(pair.key))) : -1;
  const beside = entryAt(holder, neighbour) ?? lastEntry(holder);
  if (holder.flow === true) return flowAddition(source, holder, beside, key, value);
  if (beside === undefined) throw new Refusal(here, 'has nothing beside it');
  const indent = indentAt(text, startOf(beside), here);
  return linesBelow(text, belowEntry(text, beside, indent), printPair(key, value), indent);
}

/** Below an entry and the comments that belong to it: what is commented out in a section has to stay there. */
function belowEntry(text: string, entry: Entry, indent: string): number {
  const isLast = entry.index === entry.holder.items.length - 1;
  return afterOwnComments(text, afterLine(text, endOf(text, entry)), indent.length, isLast);
}

/** Lines below the one that a position is in. */
function linesBelow(text: string, position: number, lines: readonly string[], indent: string): Splice {
  const at = afterLine(text, position);
  const separator = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
  return { start: at, end: at, insert: `${separator}${indented(lines, indent).join('\n')}\n` };
}

function indented(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === '' ? '' : indent + line));
}

/** Another value in the place of one, or of nothing. */
function replacement(source: Source, entry: Entry, value: Json, here: readonly Key[]): Splice {
  const { text, isJson } = source;
  const { value: old } = entry;
  const quotes = quotesOf(entry);
  const end = endOf(text, entry);
  // One behind the last line is about that one.
  if (isCollection(old) && commentsIn(text, rangeOf(old)[0], old.flow === true ? end : lineEnd(text, end)).length > 0)
    throw new Refusal(here, 'has comments inside, which would be lost');
  if (isJson || isFlow(entry)) {
    const [start] = rangeOf(old);
    return { start, end, insert: inBrackets(source, entry, value, quotes) };
  }
  if (entry.key !== null) return swapped(text, entry, value, here);
  if (!isScalar(old) || isBlockText(old)) throw new Refusal(here, 'is not a plain value of one line');
  return { start: rangeOf(old)[0], end, insert: printFlow(value, quotes) };
}

/**
 * Writes a value behind its colon, lines of it below. A comment behind the key, or behind what was there, stays on that
 * line.
 */
function swapped(text: string, entry: Entry, value: Json, here: readonly Key[]): Splice {
  const { value: old } = entry;
  const indent = indentAt(text, startOf(entry), here);
  const colon = afterColon(text, entry);
  // With dashes below the key where they were.
  const first = isSeq(old) && old.flow !== true ? entryAt(old, 0) : undefined;
  const isFlush = first !== undefined && indentAt(text, startOf(first), here).length === indent.length;
  const dashes = first && (isFlush ? 'flush' : 'indented');
  const [head = '', ...lines] = printPair('k', value, { quotes: quotesOf(entry), dashes });
  const isText = isBlockText(old);
  const end = isText ? endOf(text, entry) : lineEnd(text, Math.max(colon, endOf(text, entry)));
  const [comment, ...others] = commentsIn(text, colon, end);
  if (others.length > 0) throw new Refusal(here, 'has comments around it, which would be lost');
  const written =
    comment === undefined ? '' : (/\s+$/.exec(text.slice(colon, text.indexOf(comment, colon)))?.[0] ?? ' ') + comment;
  return { start: colon, end, insert: [head.slice(2) + written, ...indented(lines, indent)].join('\n') };
}

function isBlockText(node: unknown): node is Scalar {
  return isScalar(node) && (node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL');
}

function quotesOf({ value }: Entry): Quotes | undefined {
  return isScalar(value) && (value.type === 'QUOTE_SINGLE' || value.type === 'QUOTE_DOUBLE') ? value.type : undefined;
}
