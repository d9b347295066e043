import { placeInText } from './places.ts';

/** Explanation of a YAML syntax error: position, cause, fix. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

/** Bracket or quotation mark that is not closed. */
interface OpenMark {
  readonly mark: keyof typeof CLOSING;
  readonly offset: number;
}

const CLOSING = { '[': ']', '{': '}', '"': '"', "'": "'" } as const;
/** Maximum number of characters before the error that are searched for an open mark. */
const MOST_CHARACTERS = 1_000_000;
const LONGEST_WORD = 40;
/** Maximum number of lines above a wrong line that are compared with it. */
const MOST_LINES = 10_000;

/**
 * @param reason message of the parser
 * @param offset position at which the parser stopped
 */
export function explainSyntax(text: string, reason: string, offset: number): SyntaxFault {
  const at = Math.min(offset, text.length);
  const known = causeOf(text, reason, at) ?? {
    offset: at,
    message: `${reason}.`,
    remedy: 'Correct the YAML at this place.',
  };
  return { ...known, message: `This is not YAML: ${known.message}` };
}

function causeOf(text: string, reason: string, offset: number): SyntaxFault | undefined {
  const conflict = text.search(/^<{7} /m);
  if (conflict >= 0)
    return {
      offset: conflict,
      message: 'a merge conflict begins here.',
      remedy: 'Keep one of its sides, and remove its marks.',
    };
  if (reason.startsWith('tab characters'))
    return { offset, message: 'a tab cannot indent.', remedy: 'Indent with spaces.' };
  if (reason === 'bad indentation of a mapping entry') return badEntry(text, offset);
  if (reason.includes('multiline key')) return missingColon(text, offset);
  if (reason.startsWith("expected the node content, but found ','"))
    return { offset, message: 'nothing stands before this comma.', remedy: 'Remove the comma.' };
  if (reason.startsWith('end of the stream')) return unexpectedLine(text, offset);
  if (reason.startsWith('missed comma')) return missingComma(text, offset);
  if (reason === 'deficient indentation' || reason.startsWith('unexpected end of the')) {
    const open = findOpenMark(text, offset);
    return open && neverClosed(open);
  }
  return undefined;
}

function neverClosed({ mark, offset }: OpenMark): SyntaxFault {
  const isBracket = mark === '[' || mark === '{';
  return {
    offset,
    message: `the ${isBracket ? 'bracket' : 'quotation mark'} ${mark} is never closed.`,
    remedy: isBracket
      ? `Write ${CLOSING[mark]} where it ends, or put the text in quotes.`
      : `Write ${mark} at the end of the text.`,
  };
}

function missingComma(text: string, offset: number): SyntaxFault | undefined {
  const open = findOpenMark(text, offset);
  if (open === undefined) return undefined;
  const found = text[offset] ?? '';
  if (']}'.includes(found)) return neverClosed(open);
  if ('[{'.includes(found)) {
    const before = /[^\s,:[\]{}]*$/.exec(text.slice(Math.max(0, offset - LONGEST_WORD), offset))?.[0] ?? '';
    const behind = /^[[{][^\s,[\]{}]*[\]}]?[^\s,[\]{}]*/.exec(text.slice(offset, offset + LONGEST_WORD))?.[0] ?? '';
    const word = `${before}${behind}`;
    if (before !== '')
      return {
        offset: offset - before.length,
        message: `${word} needs quotes inside brackets.`,
        remedy: `Write "${word}".`,
      };
  }
  const { line } = placeInText(text, open.offset);
  return {
    offset,
    message: `a comma is missing, or the bracket ${open.mark} of line ${line} is not closed.`,
    remedy: `Write the comma or ${CLOSING[open.mark]}, or put the text in quotes.`,
  };
}

function badEntry(text: string, offset: number): SyntaxFault | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const character = text[offset] ?? '';
  const hasKey = /:\s/.test(before);
  if (character === ':' && hasKey)
    return { offset, message: 'the text has a colon and a space inside.', remedy: 'Put the text in quotes.' };
  if (hasKey && /:\s+$/.test(before) && /\S/.test(character))
    return { offset, message: `a text cannot begin with ${character}.`, remedy: 'Put the text in quotes.' };
  const value = hasKey ? before.slice(before.search(/:\s/) + 1).trim() : '';
  if (value.length > 1 && /^['"]/.test(value) && value.at(-1) === value[0])
    return {
      offset,
      message: 'more follows behind the closing quotation mark.',
      remedy: `Put all of the text in quotes; inside '…' write ' twice.`,
    };
  const [word, above] = linesAbove(text, lineStart, 2);
  const isWord = word !== undefined && !hasKey && word.indent === indentOf(before) && /^(?!- )[^:]+$/.test(word.words);
  if (isWord && above?.words.endsWith(':') === true) return missingColon(text, offset);
  return badIndentation(text, lineStart + indentOf(before), indentOf(before));
}

/** Explains a line at which the parser ended the document although more text follows. */
function unexpectedLine(text: string, offset: number): SyntaxFault | undefined {
  const character = text[offset] ?? '';
  if (']}'.includes(character) && character !== '')
    return {
      offset,
      message: `nothing opens the bracket ${character}.`,
      remedy: `Remove it, or put the text in quotes.`,
    };
  return text[offset - 1] === '\n' && /\S/.test(character) ? badIndentation(text, offset, 0) : undefined;
}

/**
 * Reports a line whose indentation matches no line above, with the nearest columns on both sides: only the author knows
 * the intended one. If a line above has the same indentation, see {@link otherKind}.
 */
function badIndentation(text: string, offset: number, indent: number): SyntaxFault | undefined {
  const above = linesAbove(text, offset - indent, MOST_LINES);
  const end = above.findIndex((line) => line.indent < indent);
  const left = above[end];
  const deeper = above.slice(0, end === -1 ? undefined : end);
  const beside = deeper.find((line) => line.indent === indent);
  if (beside !== undefined) return otherKind(offset, isItem(text.slice(offset, offset + 2)), isItem(beside.words));
  const right = deeper.reduce<Line | undefined>(
    (nearest, line) => (line.indent <= (nearest?.indent ?? line.indent) ? line : nearest),
    undefined,
  );
  if (left === undefined && right === undefined) return undefined;
  const columns = [left, right].flatMap((line) => {
    if (line === undefined) return [];
    const place = placeInText(text, line.offset);
    return [`in column ${place.column}, like line ${place.line}`];
  });
  const remedy = `Begin it ${columns.join(', or ')}.`;
  return { offset, message: 'this line is not indented like those that it belongs to.', remedy };
}

/** Reports a list item among keys, or a key among list items; undefined if both lines are of the same kind. */
function otherKind(offset: number, isOneItem: boolean, isOtherItem: boolean): SyntaxFault | undefined {
  if (isOneItem === isOtherItem) return undefined;
  return isOneItem
    ? { offset, message: 'an item of a list cannot follow keys.', remedy: 'Indent it below the key that has the list.' }
    : {
        offset,
        message: 'a key cannot follow items of a list.',
        remedy: 'Indent it below an item, or begin it with “- ”.',
      };
}

function isItem(words: string): boolean {
  return /^-(?:\s|$)/.test(words);
}

/** Line that is neither blank nor a comment. */
interface Line {
  /** Offset of the first word in the text. */
  readonly offset: number;
  /** Indentation in characters. */
  readonly indent: number;
  readonly words: string;
}

/** @returns the lines above a line, nearest first, without blank lines and comments */
function linesAbove(text: string, lineStart: number, most: number): readonly Line[] {
  const lines: Line[] = [];
  for (let end = lineStart - 1; end > 0 && lines.length < most; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    const words = line.trim();
    const indent = indentOf(line);
    if (words !== '' && !words.startsWith('#')) lines.push({ offset: start + indent, indent, words });
    end = start - 1;
  }
  return lines;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Reports the line without a colon, which is above the line at whose colon the parser stopped. */
function missingColon(text: string, offset: number): SyntaxFault {
  const end = text.slice(0, text.lastIndexOf('\n', offset - 1)).trimEnd().length;
  const lineStart = text.lastIndexOf('\n', end - 1) + 1;
  const indent = indentOf(text.slice(lineStart, end));
  const remedy = 'Write a colon and a space behind the key, or indent the line below the text that it goes on with.';
  return { offset: lineStart + indent, message: 'this line has no colon, so it is not a key.', remedy };
}

/** Pattern of quoted texts, comments and marks; a quotation mark or `#` inside a word belongs to the word. */
const MARKS = /(?<![^\s,:[{(])(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'(?!')|["'])|(?<!\S)#.*|[[\]{}]/g;

/**
 * Finds the innermost mark that is open at the parser's offset, within the same top-level entry. Brackets in block
 * scalars and plain text also count as marks, so the result is only a hint in addition to the parser's offset.
 */
function findOpenMark(text: string, offset: number): OpenMark | undefined {
  const before = text.slice(Math.max(0, offset - MOST_CHARACTERS), offset);
  const start = offset - before.length + startOfEntry(before);
  const open: OpenMark[] = [];
  for (const { 0: found, index } of text.slice(start, offset).matchAll(MARKS)) {
    if (found === ']' || found === '}') open.pop();
    else if (found === '[' || found === '{' || found === '"' || found === "'")
      open.push({ mark: found, offset: start + index });
  }
  return open.at(-1);
}

/** Returns the start of the last unindented line that is not a closing bracket, list item or comment. */
function startOfEntry(text: string): number {
  let start = 0;
  for (const { index } of text.matchAll(/^[^\s#\-\]}]/gm)) start = index;
  return start;
}
