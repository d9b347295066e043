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
 * Computes the text change that sets a value.
 * @param after sibling keys: a new map entry is inserted after the last of these that exists, otherwise at the end
 * @throws {@link Refusal} if the change would lose something, or the file or the target cannot be edited
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
  if (typeof key !== 'string') throw new Refusal(own, 'does not exist');
  if (isMap(holder)) return added(source, holder, key, nested, after, own);
  if (last !== undefined) return replacement(source, last, { [key]: nested }, here);
  return linesBelow(source.text, source.text.length, printPair(key, nested), '');
}

/** Computes the text change that adds an item to a list. @throws {@link Refusal} if it is not a list, or is empty */
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
 * Computes the text change that deletes an entry, the comments inside it, and comments below it with more indentation.
 * @param keepsComments true to keep these comments, each on its own line
 * @throws {@link Refusal} if the entry does not exist, or the change would lose something else or cannot be made
 */
export function deletion({ text }: Source, keys: readonly Key[], keepsComments: boolean): Splice {
  const found = entriesTo(parseRoot(text), keys);
  const [above, entry] = [found.at(-2), found.at(-1)];
  if (entry === undefined || found.length < keys.length)
    throw new Refusal(keys.slice(0, found.length + 1), 'does not exist');
  if (isFlow(entry)) return flowDeletion(text, entry, keys);
  const start = startOf(entry);
  const indent = ownLine(text, start);
  if (indent === undefined) return behindDash(text, entry, keys);
  const from = start - indent.length;
  // `false` even for the last entry: a comment with the same indentation may be a commented-out section, which stays.
  const end = afterOwnComments(text, afterLine(text, endOf(text, entry)), indent.length, false);
  const comments = keepsComments
    ? commentsIn(text, from, end)
        .map((comment) => `${indent}${comment}\n`)
        .join('')
    : '';
  if (entry.key !== null || entry.holder.items.length > 1) return { start: from, end, insert: comments };
  // A list without items becomes `[]`, since an empty value would be null.
  if (above === undefined || above.key === null) throw new Refusal(keys, 'is written in an unusual way');
  const colon = afterColon(text, above);
  return { start: colon, end, insert: ` []${text.slice(colon, from)}${comments}` };
}

/** Deletes an entry that follows the dash of a list item on the same line; the next entry moves up to the dash. */
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

/** Adds an entry after the last existing key of `after`, otherwise at the end of the map. */
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
  if (beside === undefined) throw new Refusal(here, 'is in an empty map');
  const indent = indentAt(text, startOf(beside), here);
  return linesBelow(text, belowEntry(text, beside, indent), printPair(key, value), indent);
}

/** Start of the line below an entry and the comments that belong to it. */
function belowEntry(text: string, entry: Entry, indent: string): number {
  const isLast = entry.index === entry.holder.items.length - 1;
  return afterOwnComments(text, afterLine(text, endOf(text, entry)), indent.length, isLast);
}

/** Inserts lines below the line that contains a position. */
function linesBelow(text: string, position: number, lines: readonly string[], indent: string): Splice {
  const at = afterLine(text, position);
  const separator = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
  return { start: at, end: at, insert: `${separator}${indented(lines, indent).join('\n')}\n` };
}

function indented(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === '' ? '' : indent + line));
}

/** Replaces the value of an entry, or adds a value if the entry has none. */
function replacement(source: Source, entry: Entry, value: Json, here: readonly Key[]): Splice {
  const { text, isJson } = source;
  const { value: old } = entry;
  const quotes = quotesOf(entry);
  const end = endOf(text, entry);
  // A comment at the end of the last line counts as inside: it belongs to that line.
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
 * Replaces the value after the colon of a key in a block map. A comment after the key or the old value stays, on the
 * line of the key.
 */
function swapped(text: string, entry: Entry, value: Json, here: readonly Key[]): Splice {
  const { value: old } = entry;
  const indent = indentAt(text, startOf(entry), here);
  const colon = afterColon(text, entry);
  // The dashes of a list keep their style: indented, or aligned with the key.
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
