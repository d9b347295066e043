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

/** Text that is edited. JSON is YAML as well, but has to stay JSON. */
export interface Source {
  readonly text: string;
  readonly isJson: boolean;
}

/** Text of a map's key, or number of a list's item from 0. */
export type Key = string | number;

/** `text.slice(0, start) + insert + text.slice(end)`; lines of `insert` end with `\n`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

export type Holder = YAMLMap | YAMLSeq;

/** An entry of a map or an item of a list, with its value. */
export interface Entry {
  readonly holder: Holder;
  readonly index: number;
  /** Null: an item of a list. */
  readonly key: Node | null;
  /** Null where nothing is written. */
  readonly value: Node | null;
}

/** An edit that cannot be made without a loss. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param what rest of the sentence that begins with the key: `is an alias` */
  constructor(keys: readonly Key[], what: string) {
    super(`${keys.length === 0 ? 'The file' : keys.join('.')} ${what}. Edit the file by hand.`);
  }
}

/** Parses the map that a text contains; null for a text without values. @throws {@link Refusal} */
export function parseRoot(text: string): YAMLMap | null {
  const { contents, errors } = parseDocument(text, { strict: true, keepSourceTokens: true });
  if (errors[0] !== undefined) throw new Refusal([], `cannot be edited (${errors[0].message.split(/ at line|\n/)[0]})`);
  if (contents === null || isUnwritten(contents)) return null;
  if (!isMap(contents)) throw new Refusal([], 'does not hold a map');
  return contents;
}

/**
 * The entries on the way to a place, up to the last one that exists.
 * @throws {@link Refusal} where one is an alias, or has an anchor or a tag
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

/** Whether the map or list of an entry is written between brackets. */
export function isFlow({ holder }: Pick<Entry, 'holder'>): boolean {
  return holder.flow === true;
}

export function rangeOf(node: Node | null): readonly [number, number] {
  if (!node?.range) throw new Refusal([], 'cannot be edited');
  return [node.range[0], node.range[1]];
}

/** Start of an entry: its key, or the dash or value of an item. */
export function startOf({ holder, index, key, value }: Entry): number {
  if (isMap(holder)) return rangeOf(key)[0];
  if (holder.flow === true) return rangeOf(value)[0];
  // The parser keeps the dashes in its tokens alone.
  const tokens = holder.srcToken?.type === 'block-seq' ? holder.srcToken.items : [];
  const dash = tokens.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind'))[index];
  if (dash === undefined) throw new Refusal([], 'cannot be edited');
  return dash.offset;
}

/** End of an entry, without comments and white space. */
export function endOf(text: string, entry: Entry): number {
  const { key, value } = entry;
  if (value === null) return isMap(entry.holder) ? rangeOf(key)[1] : startOf(entry) + 1;
  const [start, end] = rangeOf(value);
  const last = (isMap(value) || isSeq(value)) && value.flow !== true ? lastEntry(value) : undefined;
  if (last !== undefined) return endOf(text, last);
  // A block scalar ends before the empty lines below it, unless it keeps them (`|+`).
  const isBlock = isScalar(value) && value.type?.startsWith('BLOCK_') === true;
  return isBlock && !/^[|>]\d?\+/.test(text.slice(start, end)) ? start + text.slice(start, end).trimEnd().length : end;
}

/** Position behind the colon of an entry of a block map. */
export function afterColon(text: string, { key }: Entry): number {
  return text.indexOf(':', rangeOf(key)[1]) + 1;
}

export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** Position of the line break that ends a line. */
export function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The start of the line below. */
export function afterLine(text: string, position: number): number {
  if (text[position - 1] === '\n') return position;
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end + 1;
}

/** Spaces as wide as the text before a position on its line, which may have only spaces and dashes of lists. */
export function indentAt(text: string, position: number, here: readonly Key[]): string {
  const before = text.slice(lineStart(text, position), position);
  if (/[^ -]/.test(before)) throw new Refusal(here, 'is written in an unusual way');
  return ' '.repeat(before.length);
}

/** White space before a position on its line; undefined where the line has other text there. */
export function ownLine(text: string, position: number): string | undefined {
  const before = text.slice(lineStart(text, position), position);
  return before.trim() === '' ? before : undefined;
}

function isUnwritten(node: unknown): boolean {
  return isScalar(node) && node.value === null && (node.source ?? '') === '';
}

/** Marks that the lexer puts between tokens; they are not part of the text. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** Comments between two positions, each from its `#`; a `#` within a scalar begins none. */
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
 * End of the comments that follow an entry and belong to it by their indentation: without their `#` they would be part
 * of it. Empty lines below them are not theirs.
 * @param at start of the line below the entry
 * @param indent columns that the entry is indented
 * @param isLast whether the entry is the last of its map or list. A comment with the same indentation is about the
 * next entry; below the last one it may be the head of a section that is commented out
 * @returns the start of a line
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
 * Indentation that a line would have without its `#` and the one blank behind it; undefined for a line that is no
 * comment.
 */
function depthOf(line: string): number | undefined {
  const [, before, after] = /^(\s*)#(\s*)/.exec(line) ?? [];
  return before === undefined || after === undefined ? undefined : before.length + Math.max(0, after.length - 1);
}
