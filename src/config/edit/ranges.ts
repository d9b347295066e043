import type { Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { isCollection, isMap, isNode, isScalar, isSeq } from 'yaml';
import { Refusal } from './refusal.ts';
import type { Entry, Key } from './source.ts';

export function rangeOf({ range }: Node): readonly [number, number] {
  if (range === null || range === undefined) throw new Refusal([], 'cannot be edited');
  return [range[0], range[1]];
}

/** Where an entry begins: at its key, or at the dash or value of an item. */
export function entryStart(entry: Entry): number {
  if (entry.kind === 'pair') return keyRange(entry.pair)[0];
  return entry.holder.flow === true ? itemRange(entry.holder, entry.index)[0] : dashOf(entry.holder, entry.index);
}

/** Where the last value of an entry ends, comments and white space not counted. */
export function entryEnd(text: string, entry: Entry): number {
  return entry.kind === 'pair'
    ? pairEnd(text, entry.pair)
    : nodeEnd(text, entry.holder.items[entry.index], dashOf(entry.holder, entry.index) + 1);
}

/** The colon of an entry of a block map, and what follows it on the line. */
export function afterColon(text: string, pair: Pair): number {
  return text.indexOf(':', keyRange(pair)[1]) + 1;
}

/** The other entries of what holds one. */
export function siblings(entry: Entry): { readonly previous: Entry | undefined; readonly next: Entry | undefined } {
  if (entry.kind === 'item') {
    const { holder, index } = entry;
    const at = (other: number): Entry | undefined =>
      holder.items[other] === undefined ? undefined : { kind: 'item', holder, index: other, value: null };
    return { previous: at(index - 1), next: at(index + 1) };
  }
  const { holder, pair } = entry;
  const index = holder.items.indexOf(pair);
  const at = (other: Pair | undefined): Entry | undefined =>
    other && { kind: 'pair', holder, pair: other, value: null };
  return { previous: at(holder.items[index - 1]), next: at(holder.items[index + 1]) };
}

export function lastEntry(holder: YAMLMap | YAMLSeq): Entry | undefined {
  if (isMap(holder)) {
    const pair = holder.items.at(-1);
    return pair && { kind: 'pair', holder, pair, value: null };
  }
  return holder.items.length === 0 ? undefined : { kind: 'item', holder, index: holder.items.length - 1, value: null };
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** Before the line break. */
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

/** White space as wide as what stands before a position, which may be nothing else but dashes of lists. */
export function indentAt(text: string, position: number, here: readonly Key[]): string {
  const before = text.slice(lineStart(text, position), position);
  if (/[^ -]/.test(before)) throw new Refusal(here, 'is written in an unusual way');
  return ' '.repeat(before.length);
}

/** What stands before a position on its line, if that is white space alone. */
export function ownLine(text: string, position: number): string | undefined {
  const before = text.slice(lineStart(text, position), position);
  return before.trim() === '' ? before : undefined;
}

function keyRange({ key }: Pair): readonly [number, number] {
  return isNode(key) ? rangeOf(key) : [0, 0];
}

function itemRange(holder: YAMLSeq, index: number): readonly [number, number] {
  const item: unknown = holder.items[index];
  if (isNode(item)) return rangeOf(item);
  throw new Refusal([], 'cannot be edited');
}

/** The parser keeps the dashes in its tokens alone. */
function dashOf({ srcToken, flow, items }: YAMLSeq, index: number): number {
  if (flow === true) return isNode(items[index]) ? rangeOf(items[index])[0] : 0;
  const dashes =
    srcToken?.type === 'block-seq'
      ? srcToken.items.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind'))
      : [];
  const dash = dashes[index];
  if (dash === undefined) throw new Refusal([], 'cannot be edited');
  return dash.offset;
}

function pairEnd(text: string, pair: Pair): number {
  return nodeEnd(text, pair.value, keyRange(pair)[1]);
}

/** @param otherwise where nothing is written */
function nodeEnd(text: string, node: unknown, otherwise: number): number {
  if (!isNode(node) || (isScalar(node) && node.value === null && (node.source ?? '') === '')) return otherwise;
  if (isScalar(node)) return scalarEnd(text, node);
  return isCollection(node) && node.flow !== true && (isMap(node) || isSeq(node))
    ? collectionEnd(text, node)
    : rangeOf(node)[1];
}

/** Of text over several lines without the empty lines below it, which mean nothing unless it keeps them. */
function scalarEnd(text: string, node: Node & { readonly type?: string }): number {
  const [start, end] = rangeOf(node);
  if (!node.type?.startsWith('BLOCK_')) return end;
  const written = text.slice(start, end);
  return /^[|>]\d?\+/.test(written) ? end : start + written.trimEnd().length;
}

function collectionEnd(text: string, collection: YAMLMap | YAMLSeq): number {
  const last = lastEntry(collection);
  return last === undefined ? rangeOf(collection)[1] : entryEnd(text, last);
}
