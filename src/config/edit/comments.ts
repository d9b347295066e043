import { Lexer } from 'yaml';

/** What the lexer puts between tokens; stands for no text. */
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
