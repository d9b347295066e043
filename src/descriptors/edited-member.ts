import { endOfString } from '../schema/exact-number.ts';
import { isRecord } from '../schema/json-values.ts';
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-text.ts';
import { parseYaml } from './yaml-text.ts';

/** Difference between two versions of a file. */
interface Edit {
  readonly before: Buffer;
  readonly now: Buffer;
  /** New version, decoded as Latin-1: one character per byte. */
  readonly text: string;
  /** Number of equal bytes at the beginning. */
  readonly start: number;
  /** Number of equal bytes at the end, excluding those counted in `start`. */
  readonly rest: number;
}

/** Change of one text in a descriptor. */
export interface EditedMember {
  /** Keys on the path from the root to the text. */
  readonly keys: readonly string[];
  readonly before: string;
  readonly now: string;
  /** Number of the first line of the text, from 1. */
  readonly line: number;
  /** Number of the last line of the text; equal to `line` for a text of one line. */
  readonly lastLine: number;
}

const NEW_LINE = 0x0a;

/** Finds the JSON string that contains the whole change. */
export function editOfJson({ before, now, text, start, rest }: Edit): EditedMember | undefined {
  const found = stringAt(text, start);
  if (found === undefined) return undefined;
  const end = endOfString(text, found.start);
  const endBefore = before.byteLength - (now.byteLength - end);
  // In both versions, the closing quote must follow the change.
  if (end <= now.byteLength - rest || endBefore <= before.byteLength - rest) return undefined;
  const [old, value] = [parsed(before.subarray(found.start, endBefore)), parsed(now.subarray(found.start, end))];
  if (old === undefined || value === undefined) return undefined;
  return { keys: found.keys, before: old, now: value, line: found.line, lastLine: found.line };
}

/** Finds the string that contains an offset, if it is the value of a member and is not inside a list. */
function stringAt(
  text: string,
  offset: number,
): { readonly keys: readonly string[]; readonly start: number; readonly line: number } | undefined {
  /** Keys of the objects around the offset; null for a list, and for a key with escapes. */
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

/** Line with the key of a text; the text begins on this line or below. Excludes anchors, aliases and tags. */
const MEMBER = /^(?<indent> +)(?<key>summary|description): +(?:[|>][-+]?|[^\s&*!|>%@`#].*?) *\r?$/;
const PARENT = /^ *(?:"(?<double>[^"\\]*)"|'(?<single>[^']*)'|(?<plain>\/\S*|\w+)):[ \r]*$/;
/** Empty line or comment line. */
const EMPTY = /^ *(?:#.*)?\r?$/;
/** First line of a YAML mapping in block style. */
const FIRST = /^["']?[\w$-]+["']?:(?:\s|$)/;
/** First character of a YAML mapping in block style: not a brace. */
const BLOCK = /["'\w/]/;
/** Printable text without U+FFFD, which replaces undecodable bytes. */
const PRINTABLE = /^[\n -~\u{a0}-\u{2027}\u{202a}-\u{d7ff}\u{e000}-\u{fefe}\u{ff00}-\u{fffc}\u{10000}-\u{10ffff}]*$/u;
/** Maximum number of lines that are searched backwards for the key of a text. */
const MOST_LINES = 2_000;

/**
 * Finds a changed text that has as many lines as before. The keys of the objects around it follow from indentation: a
 * multi-line value other than an object is indented deeper than its key, whose line does not match {@link PARENT}.
 */
export function editOfYaml({ before, now, text, start, rest }: Edit): EditedMember | undefined {
  const first = text.split('\n', 100).find((line) => !EMPTY.test(line) && !/^---\s*$/.test(line));
  if (first === undefined || !FIRST.test(first)) return undefined;
  const from = startOfMember(text, start);
  if (from === undefined) return undefined;
  const indent = depthAt(text, from, text.length);
  const end = endOfMember(text, from, indent);
  const endBefore = before.byteLength - (now.byteLength - end);
  // In both versions, the change must be inside the member.
  if (end < now.byteLength - rest || endOfMember(before.toString('latin1'), from, indent) !== endBefore)
    return undefined;
  const [old, written] = [
    memberOf(before.toString('utf8', from, endBefore)),
    memberOf(now.toString('utf8', from, end)),
  ];
  if (old === undefined || written === undefined || old.key !== written.key) return undefined;
  // Findings about other texts keep their line numbers only if the number of lines is unchanged.
  if (old.lines !== written.lines) return undefined;
  const keys = parentsOf(text, from, indent);
  const line = lineAt(now, from);
  const lastLine = line + written.lines - 1;
  return keys && { keys: [...keys, written.key], before: old.value, now: written.value, line, lastLine };
}

/** Returns the offset of the line with the key of the text at `offset`; the lines between are indented deeper. */
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

/** Returns the offset of the next line that is not indented deeper than the member. */
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

/** @param text lines of the member and its comments; rejected if they contain `<`, which may start a merge key */
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

/** Returns the keys of the objects around a line; undefined if one is a list or is not in block style. */
function parentsOf(text: string, from: number, indent: number): readonly string[] | undefined {
  const keys: string[] = [];
  let [least, end] = [indent, from - 1];
  /** Nonempty line below the examined line. */
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

/** True if the rest of the line is empty or a comment. */
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
