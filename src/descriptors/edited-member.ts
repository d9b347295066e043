import { isRecord } from '../schema/json-values.ts';
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, endOfString, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-text.ts';
import { parseYaml } from './yaml-text.ts';

/** The difference between two texts. */
interface Edit {
  readonly before: Buffer;
  readonly now: Buffer;
  /** The second text in Latin-1, one character per byte. */
  readonly text: string;
  /** Number of equal bytes at the beginning. */
  readonly start: number;
  /** Number of equal bytes at the end, none of them counted in `start`. */
  readonly rest: number;
}

/** A change of one text. */
export interface EditedMember {
  /** Keys that lead to the text. */
  readonly keys: readonly string[];
  readonly before: string;
  readonly now: string;
  /** First line of the text, from 1. */
  readonly line: number;
  /** Last line of the text, the same or a later one. */
  readonly lastLine: number;
}

const NEW_LINE = 0x0a;

/** Finds the string that contains the whole change. */
export function editOfJson({ before, now, text, start, rest }: Edit): EditedMember | undefined {
  const found = stringAt(text, start);
  if (found === undefined) return undefined;
  const end = endOfString(text, found.start);
  const endBefore = before.byteLength - (now.byteLength - end);
  // The closing quote follows the change in both texts.
  if (end <= now.byteLength - rest || endBefore <= before.byteLength - rest) return undefined;
  const [old, value] = [parsed(before.subarray(found.start, endBefore)), parsed(now.subarray(found.start, end))];
  if (old === undefined || value === undefined) return undefined;
  return { keys: found.keys, before: old, now: value, line: found.line, lastLine: found.line };
}

/** Finds the string around an offset, if it is the value of a member and no list is around it. */
function stringAt(
  text: string,
  offset: number,
): { readonly keys: readonly string[]; readonly start: number; readonly line: number } | undefined {
  /** Null: a list. */
  const keys: (string | null)[] = [];
  let [line, isValue] = [1, false];
  let key: readonly [start: number, end: number] = [0, 0];
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code === NEW_LINE) line++;
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end > offset) {
        const names = keys.flatMap((name) => name ?? []);
        return isValue && names.length === keys.length ? { keys: names, start: at, line } : undefined;
      }
      key = [at, end];
      at = end - 1;
    } else if (code === COLON) {
      isValue = true;
      const name = text.slice(...key);
      keys[keys.length - 1] = name.includes('\\') ? null : name.slice(1, -1);
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      isValue = false;
      keys.push(null);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) keys.pop();
    else if (code === COMMA) isValue = false;
  }
  return undefined;
}

function parsed(bytes: Buffer): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Line with the key of a text that begins in it or below it. Excludes values with an anchor, alias or tag. */
const MEMBER = /^(?<indent> +)(?<key>summary|description): +(?:[|>][-+]?|[^\s&*!|>%@`#].*?) *\r?$/;
const PARENT = /^ *(?:"(?<double>[^"\\]*)"|'(?<single>[^']*)'|(?<plain>\/\S*|\w+)):[ \r]*$/;
/** An empty line, or a comment. */
const EMPTY = /^ *(?:#.*)?\r?$/;
/** The first line of an object whose members stand in lines of their own. */
const FIRST = /^["']?[\w$-]+["']?:(?:\s|$)/;
/** First character of an object whose members stand in lines of their own: no brace. */
const BLOCK = /["'\w/]/;
/** Printable text, without the characters that stand for undecodable bytes. */
const PRINTABLE = /^[\n -~\u{a0}-\u{2027}\u{202a}-\u{d7ff}\u{e000}-\u{fefe}\u{ff00}-\u{fffc}\u{10000}-\u{10ffff}]*$/u;
/** Limit of the lines that are searched backwards for the key of a text. */
const MOST_LINES = 2_000;

/**
 * Finds a changed text that has one line, or as many lines as before. The keys around it follow from indentation: a
 * value of several lines that is no object is indented deeper than its key, whose line does not match {@link PARENT}.
 */
export function editOfYaml({ before, now, text, start, rest }: Edit): EditedMember | undefined {
  const first = text.split('\n', 100).find((line) => !EMPTY.test(line) && !/^---\s*$/.test(line));
  if (first === undefined || !FIRST.test(first)) return undefined;
  const from = startOfMember(text, start);
  if (from === undefined) return undefined;
  const indent = depthAt(text, from, text.length);
  const end = endOfMember(text, from, indent);
  const endBefore = before.byteLength - (now.byteLength - end);
  // The change is inside the member in both texts.
  if (end < now.byteLength - rest || endOfMember(before.toString('latin1'), from, indent) !== endBefore)
    return undefined;
  const [old, written] = [
    memberOf(before.toString('utf8', from, endBefore)),
    memberOf(now.toString('utf8', from, end)),
  ];
  if (old === undefined || written === undefined || old.key !== written.key) return undefined;
  // Findings about other texts keep their lines only if the number of lines is the same.
  if (old.lines !== written.lines) return undefined;
  const keys = parentsOf(text, from, indent);
  const line = lineAt(now, from);
  const lastLine = line + written.lines - 1;
  return keys && { keys: [...keys, written.key], before: old.value, now: written.value, line, lastLine };
}

/** Offset of the line with the key of the text at `offset`: all lines between them are indented deeper. */
function startOfMember(text: string, offset: number): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  let end = text.indexOf('\n', offset);
  if (end === -1) end = text.length;
  for (let lines = 0; lines < MOST_LINES && end >= 0 && least > 0; lines += 1) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    const depth = indentOf(line);
    if (depth < least && /\S/.test(line)) {
      if (MEMBER.test(line)) return start;
      least = depth;
    }
    end = start - 1;
  }
  return undefined;
}

/** Offset of the next line that is not indented deeper. */
function endOfMember(text: string, from: number, indent: number): number {
  for (let end = text.indexOf('\n', from); end !== -1; ) {
    const next = text.indexOf('\n', end + 1);
    const line = text.slice(end + 1, next === -1 ? text.length : next);
    if (/\S/.test(line) && indentOf(line) <= indent) return end + 1;
    end = next;
  }
  return text.length;
}

interface Member {
  readonly key: string;
  readonly value: string;
  readonly lines: number;
}

/** @param text lines of the member and its comments; refused if they contain `<`, which may be a merge key `<<` */
function memberOf(text: string): Member | undefined {
  const member = text.replaceAll('\r\n', '\n').trimStart();
  if (member.includes('<') || !PRINTABLE.test(member)) return undefined;
  try {
    const parsed = parseYaml(member);
    const [key = '', value] = isRecord(parsed) ? (Object.entries(parsed)[0] ?? []) : [];
    return typeof value === 'string' ? { key, value, lines: member.replace(/\n$/, '').split('\n').length } : undefined;
  } catch {
    return undefined;
  }
}

/** Keys of the objects that contain the line; undefined if one of them is no object, or not written as lines. */
function parentsOf(text: string, from: number, indent: number): readonly string[] | undefined {
  const keys: string[] = [];
  let [least, end] = [indent, from - 1];
  /** The line below the one that is examined. */
  let below = { start: from, depth: indent };
  while (least > 0) {
    if (end < 0) return undefined;
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const depth = depthAt(text, start, end);
    if (!isEmpty(text, start + depth, end)) {
      if (depth < least) {
        const { double, single, plain } = PARENT.exec(text.slice(start, end))?.groups ?? {};
        const key = double ?? single ?? plain;
        const isBlock = below.depth === least && BLOCK.test(text.charAt(below.start + below.depth));
        if (key === undefined || !isBlock) return undefined;
        keys.unshift(key);
        least = depth;
      }
      below = { start, depth };
    }
    end = start - 1;
  }
  return keys;
}

/** True if nothing but a comment follows the offset. */
function isEmpty(text: string, offset: number, end: number): boolean {
  return offset === end || text.charAt(offset) === '#' || text.charAt(offset) === '\r';
}

function depthAt(text: string, start: number, end: number): number {
  let depth = 0;
  while (start + depth < end && text.charCodeAt(start + depth) === 0x20) depth++;
  return depth;
}

function indentOf(line: string): number {
  return depthAt(line, 0, line.length);
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1 && at < offset; at = bytes.indexOf(NEW_LINE, at + 1)) line++;
  return line;
}
