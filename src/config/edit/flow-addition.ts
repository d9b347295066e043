import type { YAMLMap, YAMLSeq } from 'yaml';
import type { Json } from './emit.ts';
import { emitFlow, emitJson } from './emit.ts';
import { entryEnd, entryStart, lastEntry, lineEnd, ownLine, rangeOf } from './ranges.ts';
import type { Entry, Source, Splice } from './source.ts';

/**
 * A new entry between brackets, on a line of its own where the one beside it has one.
 * @param key null for an item of a list
 */
export function flowAddition(
  source: Source,
  holder: YAMLMap | YAMLSeq,
  beside: Entry | undefined,
  key: string | null,
  value: Json,
): Splice {
  const { text, isJson } = source;
  if (beside === undefined) return intoEmpty(source, holder, key, value);
  const at = entryEnd(text, beside);
  const indent = ownLine(text, entryStart(beside));
  const end = lineEnd(text, at);
  const rest = text.slice(at, end);
  const [isPlain, comma] = /^(\s*,)?\s*(?:#.*)?$/.exec(rest) ?? [];
  if (indent === undefined || isPlain === undefined) {
    const separator = isJson && !/,\s/.test(text) ? ',' : ', ';
    return { start: at, end: at, insert: separator + entryText(source, key, value, '', '') };
  }
  const line = `\n${indent}${entryText(source, key, value, indent, unitOf(text))}`;
  const isLast = entryEnd(text, lastEntry(holder) ?? beside) === at;
  if (comma === undefined) return { start: at, end, insert: `,${rest}${line}` };
  return { start: end, end, insert: `${line}${isLast && isJson ? '' : ','}` };
}

/** One step of indentation as the file has it; `''` where all is on one line. */
export function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '';
}

/** White space that the line of a position begins with. */
export function lineIndent(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', position - 1) + 1))?.[0] ?? '';
}

function intoEmpty(source: Source, holder: YAMLMap | YAMLSeq, key: string | null, value: Json): Splice {
  const { text, isJson } = source;
  const [start, end] = rangeOf(holder);
  if (!isJson) return { start: start + 1, end: start + 1, insert: ` ${entryText(source, key, value, '', '')} ` };
  const unit = unitOf(text);
  const indent = lineIndent(text, start);
  const [before, after] = unit === '' ? ['', ''] : [`\n${indent}${unit}`, `\n${indent}`];
  return {
    start: start + 1,
    end: end - 1,
    insert: before + entryText(source, key, value, indent + unit, unit) + after,
  };
}

function entryText({ text, isJson }: Source, key: string | null, value: Json, indent: string, unit: string): string {
  if (!isJson) return key === null ? emitFlow(value) : emitFlow({ [key]: value }).slice(2, -2);
  const isSpaced = /":\s/.test(text);
  const written =
    unit === '' && isSpaced ? emitJson(value, '', ' ').replaceAll(/\n */g, ' ') : emitJson(value, indent, unit);
  return key === null ? written : `${JSON.stringify(key)}:${isSpaced ? ' ' : ''}${written}`;
}
