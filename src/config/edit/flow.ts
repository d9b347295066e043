import {
  commentsIn,
  type Entry,
  endOf,
  entryAt,
  type Holder,
  type Key,
  lineEnd,
  lineStart,
  ownLine,
  Refusal,
  rangeOf,
  type Source,
  type Splice,
  startOf,
} from './entries.ts';
import { type Json, printFlow, printJson, type Quotes } from './print.ts';

/** Prints a value that replaces another one between brackets. */
export function inBrackets({ text, isJson }: Source, entry: Entry, value: Json, quotes?: Quotes): string {
  return isJson ? printJson(value, lineIndent(text, startOf(entry)), unitOf(text)) : printFlow(value, quotes);
}

/**
 * Adds an entry between brackets, on a line of its own if the entry beside it has one.
 * @param key null for an item of a list
 */
export function flowAddition(
  source: Source,
  holder: Holder,
  beside: Entry | undefined,
  key: string | null,
  value: Json,
): Splice {
  const { text, isJson } = source;
  if (beside === undefined) {
    const [start, end] = rangeOf(holder);
    const whole = key === null ? [value] : { [key]: value };
    const insert = isJson ? printJson(whole, lineIndent(text, start), unitOf(text)) : printFlow(whole);
    return { start, end, insert };
  }
  const at = endOf(text, beside);
  const indent = ownLine(text, startOf(beside));
  const end = lineEnd(text, at);
  const rest = text.slice(at, end);
  const [isPlain, comma] = /^(\s*,)?\s*(?:#.*)?$/.exec(rest) ?? [];
  if (indent === undefined || isPlain === undefined) {
    const separator = isJson && !/,\s/.test(text) ? ',' : ', ';
    return { start: at, end: at, insert: separator + entryText(source, key, value, '', '') };
  }
  const line = `\n${indent}${entryText(source, key, value, indent, unitOf(text))}`;
  const isLast = beside.index === holder.items.length - 1;
  if (comma === undefined) return { start: at, end, insert: `,${rest}${line}` };
  return { start: end, end, insert: `${line}${isLast && isJson ? '' : ','}` };
}

export function flowDeletion(text: string, entry: Entry, here: readonly Key[]): Splice {
  const { holder, index } = entry;
  const [previous, next] = [entryAt(holder, index - 1), entryAt(holder, index + 1)];
  const [from, to] = rangeOf(holder);
  const only: readonly [number, number] = [from + 1, to - 1];
  const [start, end] =
    previous !== undefined
      ? [endOf(text, previous), endOf(text, entry)]
      : next !== undefined
        ? [startOf(entry), startOf(next)]
        : only;
  if (commentsIn(text, start, end).length > 0) throw new Refusal(here, 'has comments around it, which would be lost');
  return { start, end, insert: '' };
}

/** One step of the file's indentation; `''` for a text of one line. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '';
}

/** White space that the line of a position begins with. */
function lineIndent(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, position)))?.[0] ?? '';
}

function entryText({ text, isJson }: Source, key: string | null, value: Json, indent: string, unit: string): string {
  if (!isJson)
    return key === null
      ? printFlow(value)
      : printFlow({ [key]: value })
          .slice(1, -1)
          .trim();
  const isSpaced = /":\s/.test(text);
  const written =
    unit === '' && isSpaced ? printJson(value, '', ' ').replaceAll(/\n */g, ' ') : printJson(value, indent, unit);
  return key === null ? written : `${JSON.stringify(key)}:${isSpaced ? ' ' : ''}${written}`;
}
