import type { YAMLMap, YAMLSeq } from 'yaml';
import { isSeq } from 'yaml';
import { afterOwnComments } from './comments.ts';
import type { Json } from './emit.ts';
import { emitItem, emitPair } from './emit.ts';
import { flowAddition } from './flow-addition.ts';
import { afterLine, entryEnd, entryStart, indentAt, lastEntry, siblings } from './ranges.ts';
import { Refusal } from './refusal.ts';
import { filled, replaced } from './replacement.ts';
import type { Entry, Key, Source, Splice } from './source.ts';
import { asHolder, findEntry, isEmpty, parseRoot } from './source.ts';

/** Where a value goes, and what is written there. @param after see the edits @throws {@link Refusal} */
export function insertion(source: Source, keys: readonly Key[], value: Json, after: readonly string[] = []): Splice {
  const root = parseRoot(source.text);
  const [first, ...below] = keys;
  if (root === null)
    return linesBelow(source.text, source.text.length, emitPair(String(first), nested(below, value, keys), ''));
  let holder: YAMLMap | YAMLSeq = root;
  for (const [index, key] of keys.entries()) {
    const rest = keys.slice(index + 1);
    const here = keys.slice(0, index + 1);
    const entry = findEntry(holder, key, here);
    if (entry === undefined) return added(source, holder, key, nested(rest, value, here), after, here);
    if (isEmpty(entry.value)) return filled(source, entry, nested(rest, value, here), here);
    if (rest.length === 0) return replaced(source, entry, value, here);
    holder = asHolder(entry.value, here);
  }
  throw new Refusal(keys, 'names nothing');
}

/** One more item of a list that has some. @throws {@link Refusal} */
export function addition(source: Source, keys: readonly Key[], value: Json): Splice {
  let holder: YAMLMap | YAMLSeq | null = parseRoot(source.text);
  for (const [index, key] of keys.entries()) {
    const here = keys.slice(0, index + 1);
    const entry: Entry | undefined = holder === null ? undefined : findEntry(holder, key, here);
    if (entry === undefined) throw new Refusal(here, 'is not there');
    holder = asHolder(entry.value, here);
  }
  const last = holder === null ? undefined : lastEntry(holder);
  if (holder === null || !isSeq(holder) || last === undefined) throw new Refusal(keys, 'is not a list');
  if (holder.flow === true) return flowAddition(source, holder, last, null, value);
  const indent = indentAt(source.text, entryStart(last), keys);
  return linesBelow(source.text, belowEntry(source.text, last, indent), emitItem(value, indent));
}

function nested(keys: readonly Key[], value: Json, here: readonly Key[]): Json {
  return keys.reduceRight<Json>((below, key) => {
    if (typeof key === 'number') throw new Refusal(here, 'has no such item');
    return { [key]: below };
  }, value);
}

/** A new entry behind the last one, or behind one of those that it belongs to. */
function added(
  source: Source,
  holder: YAMLMap | YAMLSeq,
  key: Key,
  value: Json,
  after: readonly string[],
  here: readonly Key[],
): Splice {
  if (isSeq(holder) || typeof key === 'number') throw new Refusal(here, 'is not there');
  const { text } = source;
  const neighbour = holder.items.findLast((pair) => after.includes(String(pair.key)));
  const beside: Entry | undefined =
    neighbour === undefined ? lastEntry(holder) : { kind: 'pair', holder, pair: neighbour, value: null };
  if (holder.flow === true) return flowAddition(source, holder, beside, key, value);
  if (beside === undefined) throw new Refusal(here, 'has nothing beside it');
  const indent = indentAt(text, entryStart(beside), here);
  return linesBelow(text, belowEntry(text, beside, indent), emitPair(key, value, indent));
}

/** Below an entry and the comments that belong to it: what is commented out in a section has to stay there. */
function belowEntry(text: string, entry: Entry, indent: string): number {
  return afterOwnComments(
    text,
    afterLine(text, entryEnd(text, entry)),
    indent.length,
    siblings(entry).next === undefined,
  );
}

/** Lines below the one that a position is in. */
function linesBelow(text: string, position: number, lines: readonly string[]): Splice {
  const at = afterLine(text, position);
  const separator = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
  return { start: at, end: at, insert: `${separator}${lines.join('\n')}\n` };
}
