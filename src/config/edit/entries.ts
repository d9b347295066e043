import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Text to edit. JSON is parsed as YAML, but the result must be JSON, too. */
export interface Source {
  readonly text: string;
  readonly isJson: boolean;
}

/** Key of a map entry, or index of a list item from 0. */
export type Key = string | number;

/** Text change: `text.slice(0, start) + insert + text.slice(end)`. Line breaks in `insert` are `\n`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

export type Holder = YAMLMap | YAMLSeq;

/** A map entry or a list item, with its value. */
export interface Entry {
  readonly holder: Holder;
  readonly index: number;
  /** Null for a list item. */
  readonly key: Node | null;
  /** Null if the file has no text for the value. */
  readonly value: Node | null;
}

/** Error for an edit that would lose something, or that the editor does not support. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param what rest of a sentence whose subject is the key: `is an alias` */
  constructor(keys: readonly Key[], what: string) {
    super(`${keys.length === 0 ? 'The file' : keys.join('.')} ${what}. Edit the file by hand.`);
  }
}

/** Parses a text into a map; null for a text without values. @throws {@link Refusal} if it contains anything else */
export function parseRoot(text: string): YAMLMap | null {
  const { contents, errors } = parseDocument(text, { strict: true, keepSourceTokens: true });
  if (errors[0] !== undefined) throw new Refusal([], `cannot be edited (${errors[0].message.split(/ at line|\n/)[0]})`);
  if (contents === null || isUnwritten(contents)) return null;
  if (!isMap(contents)) throw new Refusal([], 'does not contain a map');
  return contents;
}

/**
 * Finds the entries along a path of keys, up to the last one that exists.
 * @throws {@link Refusal} if a value along the path is an alias, has an anchor or a tag, or cannot contain the next key
 */
export function entriesTo(root: YAMLMap | null, keys: readonly Key[]): readonly Entry[] {
  const entries: Entry[] = [];
  let holder: Node | null = root;
  for (const [depth, key] of keys.entries()) {
    if (holder === null) break;
    const here = keys.slice(0, depth + 1);
    if (!isMap(holder) && !(isSeq(holder) && typeof key === 'number')) {
      if (isScalar(holder) && holder.value === null) break;
      throw new Refusal(here.slice(0, -1), 'is not a map');
    }
    const index: number = isMap(holder)
      ? holder.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))
      : Number(key);
    const entry: Entry | undefined = entryAt(holder, index);
    if (entry === undefined) break;
    if (isAlias(entry.value)) throw new Refusal(here, 'is an alias');
    if (entry.value?.anchor !== undefined) throw new Refusal(here, 'has an anchor');
    if (entry.value?.tag !== undefined) throw new Refusal(here, 'has a tag');
    entries.push(entry);
    holder = entry.value;
  }
  return entries;
}

export function entryAt(holder: Holder, index: number): Entry | undefined {
  const item: unknown = holder.items[index];
  if (item === undefined) return undefined;
  const [key, value] = isPair(item) ? [item.key, item.value] : [null, item];
  return { holder, index, key: isNode(key) ? key : null, value: isNode(value) && !isUnwritten(value) ? value : null };
}

export function lastEntry(holder: Holder): Entry | undefined {
  return entryAt(holder, holder.items.length - 1);
}

/** True if the parent of an entry is a flow collection, written in brackets or braces. */
export function isFlow({ holder }: Pick<Entry, 'holder'>): boolean {
  return holder.flow === true;
}

export function rangeOf(node: Node | null): readonly [number, number] {
  if (!node?.range) throw new Refusal([], 'cannot be edited');
  return [node.range[0], node.range[1]];
}

/** Offset of an entry: of its key, or of the dash or value of a list item. */
export function startOf({ holder, index, key, value }: Entry): number {
  if (isMap(holder)) return rangeOf(key)[0];
  if (holder.flow === true) return rangeOf(value)[0];
  // Only the source tokens of the parser contain the dashes.
  const tokens = holder.srcToken?.type === 'block-seq' ? holder.srcToken.items : [];
  const dash = tokens.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind'))[index];
  if (dash === undefined) throw new Refusal([], 'cannot be edited');
  return dash.offset;
}

/** Offset of the end of an entry, without comments and white space after it. */
export function endOf(text: string, entry: Entry): number {
  const { key, value } = entry;
  if (value === null) return isMap(entry.holder) ? rangeOf(key)[1] : startOf(entry) + 1;
  const [start, end] = rangeOf(value);
  const last = (isMap(value) || isSeq(value)) && value.flow !== true ? lastEntry(value) : undefined;
  if (last !== undefined) return endOf(text, last);
  // Empty lines after a block scalar are not part of it, unless its header keeps them (`|+`).
  const isBlock = isScalar(value) && value.type?.startsWith('BLOCK_') === true;
  return isBlock && !/^[|>]\d?\+/.test(text.slice(start, end)) ? start + text.slice(start, end).trimEnd().length : end;
}

/** Offset after the colon of an entry in a block map. */
export function afterColon(text: string, { key }: Entry): number {
  return text.indexOf(':', rangeOf(key)[1]) + 1;
}

export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** Offset of the line break that ends the line, or of the end of the text. */
export function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** Start of the next line; the position itself if a line starts there. */
export function afterLine(text: string, position: number): number {
  if (text[position - 1] === '\n') return position;
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end + 1;
}

/** Indentation of a position, in spaces. The text before it on its line may contain only spaces and list dashes. */
export function indentAt(text: string, position: number, here: readonly Key[]): string {
  const before = text.slice(lineStart(text, position), position);
  if (/[^ -]/.test(before)) throw new Refusal(here, 'is written in an unusual way');
  return ' '.repeat(before.length);
}

/** White space before a position on its line; undefined if there is other text before it. */
export function ownLine(text: string, position: number): string | undefined {
  const before = text.slice(lineStart(text, position), position);
  return before.trim() === '' ? before : undefined;
}

function isUnwritten(node: unknown): boolean {
  return isScalar(node) && node.value === null && (node.source ?? '') === '';
}

/** Control tokens that the lexer emits between tokens; they are not part of the text. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** Comments that start between two offsets, each with its `#`. Ignores `#` inside scalars. */
export function commentsIn(text: string, start: number, end: number): readonly string[] {
  const found: string[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) continue;
    if (offset >= end) break;
    if (token.startsWith('#') && offset >= start) found.push(token);
    offset += token.length;
  }
  return found;
}

/**
 * Finds the end of the comments below an entry that belong to it: without `#`, their indentation would make them part
 * of the entry. Empty lines after these comments are not included.
 * @param at start of the line below the entry
 * @param indent indentation of the entry, in columns
 * @param isLast true if the entry is the last of its map or list. Then the search continues after a comment with the
 * same indentation, which may start a commented-out section; otherwise such a comment belongs to the next entry
 * @returns start of the line after these comments
 */
export function afterOwnComments(text: string, at: number, indent: number, isLast: boolean): number {
  let end = at;
  for (let start = at; start < text.length; ) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak === -1 ? text.length : lineBreak + 1;
    const line = text.slice(start, next).trimEnd();
    const depth = depthOf(line);
    if (line !== '' && (depth === undefined || depth < indent || (depth === indent && !isLast))) break;
    if (depth !== undefined && depth > indent) end = next;
    start = next;
  }
  return end;
}

/**
 * Indentation that a comment line would have without `#` and one space after it; undefined if the line is not a
 * comment.
 */
function depthOf(line: string): number | undefined {
  const [, before, after] = /^(\s*)#(\s*)/.exec(line) ?? [];
  return before === undefined || after === undefined ? undefined : before.length + Math.max(0, after.length - 1);
}
