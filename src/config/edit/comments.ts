import { Lexer } from 'yaml';

/** Marks that the lexer puts between tokens; they stand for no text. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** Comments from one place to another, each from its `#`; text that holds one is none. */
export function commentsIn(text: string, start: number, end: number): readonly string[] {
  const found: string[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) continue;
    if (offset >= end) break;
    if (token.startsWith('#') && offset >= start) found.push(token);
    offset += token.length;
  }
  return found;
}

/**
 * End of the comments that follow an entry and belong to it by their indentation: without their `#` they would be part
 * of it. Empty lines below them are not theirs.
 * @param at start of the line below the entry
 * @param indent columns that the entry is indented
 * @param isLast of its map or list. Else a comment indented like the entry is about the next one; here it may head a
 * section that is commented out, whose lines are indented further
 * @returns the start of a line
 */
export function afterOwnComments(text: string, at: number, indent: number, isLast: boolean): number {
  let end = at;
  for (let start = at; start < text.length; ) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak === -1 ? text.length : lineBreak + 1;
    const line = text.slice(start, next).trimEnd();
    const depth = depthOf(line);
    if (line !== '' && (depth === undefined || depth < indent || (depth === indent && !isLast))) break;
    if (depth !== undefined && depth > indent) end = next;
    start = next;
  }
  return end;
}

/**
 * How far a line would be indented without its `#`, and the one blank that follows it; undefined where it is no
 * comment.
 */
function depthOf(line: string): number | undefined {
  const [, before, after] = /^(\s*)#(\s*)/.exec(line) ?? [];
  return before === undefined || after === undefined ? undefined : before.length + Math.max(0, after.length - 1);
}
