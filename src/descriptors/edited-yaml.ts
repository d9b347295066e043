import { isRecord } from '../model/schema/json-values.ts';
import type { Edit, EditedMember } from './edited-json.ts';
import { parseYaml } from './yaml-text.ts';

/** Not what begins with a mark that says more than the text, nor a remark with what is looked for in all of a file. */
const TEXT = /^(?<indent> +)(?<member>(?<key>summary|description): +[^\s&*!|>%@`#].*?)\r?$/;
const PARENT = /^ *(?:"(?<double>[^"\\]*)"|'(?<single>[^']*)'|(?<plain>\/\S*|\w+)):[ \r]*$/;
/** Nothing, or a remark. */
const EMPTY = /^ *(?:#.*)?\r?$/;
/** The first line of an object whose members stand in lines of their own. */
const FIRST = /^["']?[\w$-]+["']?:(?:\s|$)/;
/** Begins an object whose members stand in lines of their own: no braces. */
const BLOCK = /["'\w/]/;
/** Not what stands for bytes that are no text either. */
const PRINTABLE = /^[ -~\u{a0}-\u{2027}\u{202a}-\u{d7ff}\u{e000}-\u{fefe}\u{ff00}-\u{fffc}\u{10000}-\u{10ffff}]*$/u;
const NEW_LINE = 0x0a;

/**
 * A member of one line that has changed. What it is in is found by how far lines are indented: whatever has more than
 * one line and is no object stands further in than its key, whose line is none of {@link PARENT}.
 */
export function editOfYaml({ before, now, text, start, rest }: Edit): EditedMember | undefined {
  const first = text.split('\n', 100).find((line) => !EMPTY.test(line) && !/^---\s*$/.test(line));
  if (first === undefined || !FIRST.test(first)) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineIn = (bytes: Buffer): string => {
    const end = bytes.indexOf(NEW_LINE, bytes.byteLength - rest);
    return bytes.toString('utf8', from, end === -1 ? bytes.byteLength : end);
  };
  const [old, written] = [memberOf(lineIn(before)), memberOf(lineIn(now))];
  if (old === undefined || written === undefined || old.key !== written.key) return undefined;
  const { indent, key } = written;
  if (old.indent !== indent || hasMoreLines(text, now.byteLength - rest, indent)) return undefined;
  const keys = parentsOf(text, from, indent);
  return keys && { keys: [...keys, key], before: old.value, now: written.value, line: lineAt(now, from) };
}

function memberOf(line: string): { readonly indent: number; readonly key: string; readonly value: string } | undefined {
  const { indent = '', member = '', key = '' } = TEXT.exec(line)?.groups ?? {};
  if (key === '' || member.includes('<') || !PRINTABLE.test(member)) return undefined;
  try {
    const parsed = parseYaml(member);
    const value = isRecord(parsed) ? parsed[key] : undefined;
    return typeof value === 'string' ? { indent: indent.length, key, value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether what is written in the line at the offset may go on in the next. */
function hasMoreLines(text: string, offset: number, indent: number): boolean {
  for (let end = text.indexOf('\n', offset); end !== -1; ) {
    const next = text.indexOf('\n', end + 1);
    const line = text.slice(end + 1, next === -1 ? text.length : next);
    if (/\S/.test(line)) return indentOf(line) > indent;
    end = next;
  }
  return false;
}

/** Keys of the objects that the line is in; undefined where one of them has other marks, or is none. */
function parentsOf(text: string, from: number, indent: number): readonly string[] | undefined {
  const keys: string[] = [];
  let [least, end] = [indent, from - 1];
  /** The line below the one that is looked at. */
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

/** Nothing behind the offset, or a remark. */
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
