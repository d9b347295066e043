import type { Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import { Refusal } from './refusal.ts';

/** What is edited. JSON is YAML as well, but has to stay JSON. */
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

/** An entry of a map or an item of a list, and what is written there. */
export type Entry =
  | { readonly kind: 'pair'; readonly holder: YAMLMap; readonly pair: Pair; readonly value: Node | null }
  | { readonly kind: 'item'; readonly holder: YAMLSeq; readonly index: number; readonly value: Node | null };

/** The map that the text holds; null where it holds nothing. @throws {@link Refusal} */
export function parseRoot(text: string): YAMLMap | null {
  const document = parseDocument(text, { strict: true, keepSourceTokens: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Refusal([], `cannot be edited (${error.message.split(/ at line|\n/)[0]})`);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null && (contents.source ?? '') === ''))
    return null;
  if (!isMap(contents)) throw new Refusal([], 'does not hold a map');
  return contents;
}

/**
 * Undefined where nothing of that key is.
 * @throws {@link Refusal} where it is written in a way that no edit may touch
 */
export function findEntry(holder: YAMLMap | YAMLSeq, key: Key, here: readonly Key[]): Entry | undefined {
  if (isMap(holder)) {
    const pair = holder.items.find(
      (candidate) => isScalar(candidate.key) && String(candidate.key.value) === String(key),
    );
    return pair === undefined ? undefined : { kind: 'pair', holder, pair, value: written(pair.value, here) };
  }
  if (typeof key !== 'number') throw new Refusal(here.slice(0, -1), 'is not a map');
  const item: unknown = holder.items[key];
  return item === undefined ? undefined : { kind: 'item', holder, index: key, value: written(item, here) };
}

/** What an entry holds, to go on below it. */
export function asHolder(value: Node | null, here: readonly Key[]): YAMLMap | YAMLSeq {
  if (isMap(value) || isSeq(value)) return value;
  throw new Refusal(here, 'is not a map');
}

/** Null where nothing is written. */
function written(value: unknown, here: readonly Key[]): Node | null {
  if (isAlias(value)) throw new Refusal(here, 'is an alias');
  if (!isNode(value)) return null;
  if (value.anchor !== undefined) throw new Refusal(here, 'has an anchor');
  if (value.tag?.startsWith('!') === true) throw new Refusal(here, 'has a tag');
  return value;
}

export function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

/** Block collections are lines; the others have brackets. */
export function isBlock(node: Node | null): node is YAMLMap | YAMLSeq {
  return isCollection(node) && node.flow !== true && (isMap(node) || isSeq(node));
}
