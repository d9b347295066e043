import type { Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import type { Json, Quotes } from './emit.ts';
import { emitFlow, emitPair, isList } from './emit.ts';
import { Refusal } from './refusal.ts';

/** `text.slice(0, start) + insert + text.slice(end)`; lines of `insert` end with `\n`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Where a value goes, and what is written there. @throws {@link Refusal} */
export function insertion(text: string, keys: readonly string[], value: Json): Splice {
  const root = parse(text);
  if (root === null) return atLineEnd(text, text.length, keys, value, '');
  let map = root;
  for (const [index, key] of keys.entries()) {
    const rest = keys.slice(index + 1);
    const here = keys.slice(0, index + 1);
    const pair = findPair(map, key);
    if (pair === undefined) return added(text, map, [key, ...rest], value, here);
    const child = writtenValue(pair, here);
    if (rest.length === 0) return replaced(text, map, pair, child, value, here);
    if (isEmpty(child)) return filled(text, map, pair, child, nested(rest, value), here);
    if (!isMap(child)) throw new Refusal(here, 'is no map');
    map = child;
  }
  throw new Refusal(keys, 'names nothing');
}

/** What goes with an entry: its lines, comments inside it, not those above it. @throws {@link Refusal} */
export function deletion(text: string, keys: readonly string[]): Splice {
  let map = parse(text);
  for (const [index, key] of keys.entries()) {
    const here = keys.slice(0, index + 1);
    const pair = map === null ? undefined : findPair(map, key);
    if (map === null || pair === undefined) throw new Refusal(here, 'is not there');
    if (index === keys.length - 1) return map.flow === true ? flowDeletion(text, map, pair, here) : blockDeletion(text, pair, here);
    const child = writtenValue(pair, here);
    if (!isMap(child)) throw new Refusal(here, 'is no map');
    map = child;
  }
  throw new Refusal(keys, 'names nothing');
}

function parse(text: string): YAMLMap | null {
  const document = parseDocument(text, { strict: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Refusal([], `cannot be edited (${error.message.split(/ at line|\n/)[0]})`);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null && (contents.source ?? '') === '')) return null;
  if (!isMap(contents)) throw new Refusal([], 'does not hold a map');
  return contents;
}

function findPair(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

/** Of an entry; null where nothing is written after its colon. */
function writtenValue(pair: Pair, keys: readonly string[]): Node | null {
  const { value } = pair;
  if (isAlias(value)) throw new Refusal(keys, 'is an alias');
  if (!isNode(value)) return null;
  if (value.anchor !== undefined) throw new Refusal(keys, 'has an anchor');
  if (value.tag?.startsWith('!') === true) throw new Refusal(keys, 'has a tag');
  return value;
}

function isEmpty(node: Node | null): node is Scalar | null {
  return node === null || (isScalar(node) && node.value === null);
}

function nested(keys: readonly string[], value: Json): Json {
  return keys.reduceRight<Json>((below, key) => ({ [key]: below }), value);
}

/** A new entry after the last one. */
function added(text: string, map: YAMLMap, [key = '', ...rest]: readonly string[], value: Json, here: readonly string[]): Splice {
  const last = map.items.at(-1);
  if (map.flow !== true) {
    const first = map.items[0];
    if (first === undefined || last === undefined) throw new Refusal(here, 'has nothing beside it');
    return atLineEnd(text, contentEnd(last), [key, ...rest], value, indentOf(text, first, here));
  }
  const entry = emitFlow({ [key]: nested(rest, value) }).slice(2, -2);
  if (last === undefined) {
    const [start] = rangeOf(map);
    return { start: start + 1, end: start + 1, insert: ` ${entry} ` };
  }
  const at = contentEnd(last);
  return { start: at, end: at, insert: `, ${entry}` };
}

/** A value for an entry that has none. */
function filled(text: string, map: YAMLMap, pair: Pair, child: Scalar | null, value: Json, here: readonly string[]): Splice {
  if (child !== null && (child.source ?? '') !== '') return over(child, emitFlow(value));
  if (map.flow === true) throw new Refusal(here, 'has no value');
  const isBlock = typeof value === 'object' && value !== null && !isList(value) && Object.keys(value).length > 0;
  if (!isBlock) {
    const colon = text.indexOf(':', keyEnd(pair)) + 1;
    return { start: colon, end: colon, insert: ` ${emitFlow(value)}` };
  }
  const indent = `${indentOf(text, pair, here)}  `;
  return linesAt(
    text,
    keyEnd(pair),
    Object.entries(value).flatMap(([key, item]) => emitPair(key, item, indent)),
  );
}

/** Another value in the place of one. */
function replaced(text: string, map: YAMLMap, pair: Pair, child: Node | null, value: Json, here: readonly string[]): Splice {
  if (isEmpty(child)) return filled(text, map, pair, child, value, here);
  if (isScalar(child)) {
    if (child.type === 'BLOCK_FOLDED' || child.type === 'BLOCK_LITERAL') throw new Refusal(here, 'is text over several lines');
    return over(child, emitFlow(value, typeof value === 'string' ? quotesOf(child) : null));
  }
  if (!isCollection(child)) throw new Refusal(here, 'cannot be replaced');
  const [start, end] = child.flow === true ? rangeOf(child) : [rangeOf(child)[0], collectionEnd(child)];
  if (/(?:^|\s)#/.test(text.slice(start, end))) throw new Refusal(here, 'has comments inside, which would be lost');
  if (child.flow === true) return { start, end, insert: emitFlow(value) };
  if (!isSeq(child) || !isList(value) || value.length === 0) throw new Refusal(here, 'is written below its key');
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  if (indent.trim() !== '') throw new Refusal(here, 'is written in an unusual way');
  return { start, end, insert: value.map((item) => `- ${emitFlow(item)}`).join(`\n${indent}`) };
}

function flowDeletion(text: string, map: YAMLMap, pair: Pair, here: readonly string[]): Splice {
  const index = map.items.indexOf(pair);
  const previous = map.items[index - 1];
  const next = map.items[index + 1];
  const [from, to] = rangeOf(map);
  const only: readonly [number, number] = [from + 1, to - 1];
  const [start, end] = previous !== undefined ? [contentEnd(previous), contentEnd(pair)] : next !== undefined ? [keyStart(pair), keyStart(next)] : only;
  if (/(?:^|\s)#/.test(text.slice(start, end))) throw new Refusal(here, 'has comments around it, which would be lost');
  return { start, end, insert: '' };
}

function blockDeletion(text: string, pair: Pair, here: readonly string[]): Splice {
  const start = keyStart(pair) - indentOf(text, pair, here).length;
  return { start, end: afterLine(text, contentEnd(pair)), insert: '' };
}

function over(node: Node, insert: string): Splice {
  const [start, end] = rangeOf(node);
  return { start, end, insert };
}

function atLineEnd(text: string, position: number, [key = '', ...rest]: readonly string[], value: Json, indent: string): Splice {
  return linesAt(text, position, emitPair(key, nested(rest, value), indent));
}

/** Lines below the one that a position is in. */
function linesAt(text: string, position: number, lines: readonly string[]): Splice {
  const at = afterLine(text, position);
  const separator = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
  return { start: at, end: at, insert: `${separator}${lines.join('\n')}\n` };
}

function afterLine(text: string, position: number): number {
  if (text[position - 1] === '\n') return position;
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end + 1;
}

/** White space before a key, which has to be all that stands there. */
function indentOf(text: string, pair: Pair, here: readonly string[]): string {
  const start = keyStart(pair);
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (indent.trim() !== '') throw new Refusal(here, 'is written in an unusual way');
  return indent;
}

function keyStart({ key }: Pair): number {
  return isNode(key) ? rangeOf(key)[0] : 0;
}

function keyEnd({ key }: Pair): number {
  return isNode(key) ? rangeOf(key)[1] : 0;
}

/** Where the last value of an entry ends, comments and white space not counted. */
function contentEnd(pair: Pair): number {
  const { value } = pair;
  if (!isNode(value) || (isScalar(value) && value.value === null && (value.source ?? '') === '')) return keyEnd(pair);
  return isCollection(value) && value.flow !== true ? collectionEnd(value) : rangeOf(value)[1];
}

function collectionEnd(collection: YAMLMap | YAMLSeq): number {
  const last: unknown = collection.items.at(-1);
  if (isMap(collection)) {
    const pair = collection.items.at(-1);
    return pair === undefined ? rangeOf(collection)[1] : contentEnd(pair);
  }
  if (isCollection(last) && last.flow !== true && (isMap(last) || isSeq(last))) return collectionEnd(last);
  return isNode(last) ? rangeOf(last)[1] : rangeOf(collection)[1];
}

function rangeOf({ range }: Node): readonly [number, number] {
  if (range === null || range === undefined) throw new Refusal([], 'cannot be edited');
  return [range[0], range[1]];
}

function quotesOf({ type }: Scalar): Quotes {
  if (type === 'QUOTE_SINGLE') return 'single';
  return type === 'QUOTE_DOUBLE' ? 'double' : null;
}
