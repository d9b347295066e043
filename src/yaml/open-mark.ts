/** A bracket or a quotation mark that is still open at the end of a text. */
export interface OpenMark {
  readonly mark: '[' | '{' | '"' | "'";
  readonly offset: number;
}

const QUOTED = { '"': /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y, "'": /'[^']*(?:''[^']*)*'(?!')/y } as const;
const SPACE = /\s+/y;
const COMMENT = /#.*/y;
/** What stands before a value or a key: of a document, an item, a long key and its value, an anchor or a tag. */
const ITEM = /(?:---|[-?:])(?=\s|$)/y;
const PROPERTY = /!<[^>\s]*>|[&!][^\s,[\]{}]*/y;
/** Behind a key in quotes. */
const COLON = /[^\S\n]*:/y;
const BLOCK_SCALAR = /[|>][-+\d]*(?=\s|$)/y;
const PLAIN = /(?:(?!:(?:\s|$)|(?<=\s)#).)+/y;
const PLAIN_IN_FLOW = /(?:(?!:(?:[\s,[\]{}]|$)|(?<=\s)#)[^,[\]{}\n])+/y;

/**
 * The innermost mark that is open at the end of a part of a YAML document, as far as its tokens tell (YAML 1.2.2 §7 and
 * §8): the package `yaml`, which knows it too, takes each command as long to load as a quarter of what a build does
 * that finds nothing changed.
 */
export function openMarkIn(text: string): OpenMark | undefined {
  const open: OpenMark[] = [];
  const lengthOf = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length ?? 0;
  };
  /** The column of the key or item that a value on this line belongs to: what is deeper goes on with it. */
  let indent = -1;
  let at = 0;
  let lineStart = 0;
  const move = (to: number): void => {
    const newline = text.slice(at, to).lastIndexOf('\n');
    if (newline !== -1) lineStart = at + newline + 1;
    at = to;
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    const space = lengthOf(SPACE, at) || (/\S/.test(text[at - 1] ?? '') ? 0 : lengthOf(COMMENT, at));
    if (space > 0) {
      move(at + space);
    } else if (character === '[' || character === '{') {
      open.push({ mark: character, offset: at });
      move(at + 1);
    } else if (open.length > 0 && ',:]}'.includes(character)) {
      if (character === ']' || character === '}') open.pop();
      move(at + 1);
    } else if (character === '"' || character === "'") {
      const length = lengthOf(QUOTED[character], at);
      if (length === 0) return { mark: character, offset: at };
      const colon = lengthOf(COLON, at + length);
      if (open.length === 0 && colon > 0) indent = at - lineStart;
      move(at + length + colon);
    } else if (lengthOf(PROPERTY, at) > 0) {
      move(at + lengthOf(PROPERTY, at));
    } else if (open.length > 0) {
      move(at + (lengthOf(PLAIN_IN_FLOW, at) || 1));
    } else if (lengthOf(ITEM, at) > 0) {
      indent = at - lineStart;
      move(at + lengthOf(ITEM, at));
    } else {
      const length = lengthOf(BLOCK_SCALAR, at) > 0 ? 0 : lengthOf(PLAIN, at);
      const isKey = length > 0 && text[at + length] === ':';
      if (isKey) indent = at - lineStart;
      move(isKey ? at + length + 1 : endOfDeeperLines(text, at, indent));
    }
  }
  return open.at(-1);
}

/** Where the lines end that go on with the one at a place: they are empty, or begin behind a column. */
function endOfDeeperLines(text: string, at: number, column: number): number {
  const next = /\n(?![^\S\n]*(?:\n|$))/g;
  next.lastIndex = at;
  for (let line = next.exec(text); line !== null; line = next.exec(text)) {
    const begin = line.index + 1;
    const first = begin + text.slice(begin).search(/\S/);
    if (first - begin <= column) return begin;
  }
  return text.length;
}
