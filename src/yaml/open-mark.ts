/** A bracket or a quotation mark that is still open at the end of a text. */
export interface OpenMark {
  readonly mark: '[' | '{' | '"' | "'";
  readonly offset: number;
}

const QUOTED = { '"': /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y, "'": /'[^']*(?:''[^']*)*'(?!')/y } as const;
const SPACE = /\s+/y;
const COMMENT = /#.*/y;
/** What stands before a value or a key: of an item, of a long key, an anchor or a tag. */
const ITEM = /[-?](?=\s)/y;
const PROPERTY = /[&!]\S*/y;
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
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const space = lengthOf(SPACE, at) || (/\S/.test(text[at - 1] ?? '') ? 0 : lengthOf(COMMENT, at));
    if (space > 0) {
      at += space;
    } else if (character === '[' || character === '{') {
      open.push({ mark: character, offset: at });
      at += 1;
    } else if (open.length > 0 && ',:]}'.includes(character)) {
      if (character === ']' || character === '}') open.pop();
      at += 1;
    } else if (character === '"' || character === "'") {
      const length = lengthOf(QUOTED[character], at);
      if (length === 0) return { mark: character, offset: at };
      if (open.length === 0 && text[at + length] === ':') indent = columnOf(text, at);
      at += length + (text[at + length] === ':' ? 1 : 0);
    } else if (open.length > 0) {
      at += lengthOf(PLAIN_IN_FLOW, at) || 1;
    } else if (lengthOf(ITEM, at) > 0) {
      indent = columnOf(text, at);
      at += 1;
    } else if (lengthOf(PROPERTY, at) > 0) {
      at += lengthOf(PROPERTY, at);
    } else {
      const length = lengthOf(BLOCK_SCALAR, at) > 0 ? 0 : lengthOf(PLAIN, at);
      const isKey = length > 0 && text[at + length] === ':';
      if (isKey) indent = columnOf(text, at);
      at = isKey ? at + length + 1 : endOfDeeperLines(text, at, indent);
    }
  }
  return open.at(-1);
}

/** From 0. */
function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
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
