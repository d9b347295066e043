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

/** Formats a value that replaces another value in a flow collection or a JSON file. */
export function inBrackets({ text, isJson }: Source, entry: Entry, value: Json, quotes?: Quotes): string {
  return isJson ? printJson(value, lineIndent(text, startOf(entry)), unitOf(text)) : printFlow(value, quotes);
}

/**
 * Adds an entry to a flow collection, on its own line if the neighbouring entry has its own line.
 * @param key null for a list item
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

/** Indentation of one level in the file; `''` if no line is indented. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '';
}

/** White space at the start of the line that contains a position. */
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
