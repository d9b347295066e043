/** Why a text is not read as Markdown, and where in it that shows. */
export interface MarkdownExcess {
  readonly reason: 'long' | 'nested' | 'slow';
  readonly offset: number;
}

/** Characters of one text: the parser takes some seconds and 250 MB for them. */
const MOST_CHARACTERS = 100_000;
/** Quotes and list items that a line opens. */
const MOST_MARKS = 50;
/**
 * The parser compares what may begin and end emphasis, links and code within a block with each other, and headings that
 * are underlined within a text; where a quote or a list ends it goes through all before it. Steps of some 30 ns, so
 * many in any text, and so many more for each of its characters.
 */
const MOST_STEPS = 10_000_000;
const STEPS_A_CHARACTER = 100;
const STEPS_OF_HEADINGS = 20;
const STEPS_OF_CONTAINERS = 10;

const SPECIAL = /[*_~[\]!`<&@]|www|:\//g;
const MARKS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
/** A thematic break is not a list of lists. */
const BREAK = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/;
const MARK = />|[-+*]|\d+[.)]/g;
/** Always begins an item, and so a block of its own. */
const ITEM = /^ {0,3}[-+*] {1,4}\S/;
const UNDERLINE = /^[ \t>]*(?:-+|=+)[ \t]*$/;
const FOOTNOTE = /^ {0,3}\[\^[^\]]*\]:/;
const QUOTES = /^(?:[ \t]*>)+ ?/;
/** Ends a list, if it is not indented. */
const INTERRUPTION = /^[#`~<*_=-]/;
const DELIMITERS = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Whether parsing a text as Markdown would take time or memory out of proportion to its length; found by looking at
 * each line once.
 * @returns null for a text that may be parsed
 */
export function markdownExcess(text: string): MarkdownExcess | null {
  if (text.length > MOST_CHARACTERS) return { reason: 'long', offset: 0 };
  const limit = MOST_STEPS + STEPS_A_CHARACTER * text.length;
  let steps = 0;
  let headings = 0;
  const containers = new Containers();
  let cells = 0;
  let block = { offset: 0, special: 0 };
  /** Of the table that the lines stand in, if they do. */
  let columns = 0;
  let isRow = false;
  let offset = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (countMarks(line) > MOST_MARKS) return { reason: 'nested', offset };
    const isBlank = line.trim() === '';
    if (isBlank) {
      columns = 0;
      isRow = false;
      block = { offset: offset + line.length, special: 0 };
    } else if (columns > 0) cells += columns;
    if (ITEM.test(line)) block = { offset, special: 0 };
    if (line.includes('|') && DELIMITERS.test(line)) {
      columns = Math.max(columns, line.split('|').length);
      isRow = line.startsWith('|');
    } else if (UNDERLINE.test(line)) headings += 1;
    const special = line.match(SPECIAL)?.length ?? 0;
    containers.read(line);
    // Rows that begin with a bar are parsed cell by cell.
    isRow &&= line.startsWith('|');
    const before = isRow ? 0 : block.special;
    steps += special * (2 * before + special);
    if (!isRow) block.special += special;
    const stepsOfBlocks = STEPS_OF_HEADINGS * headings ** 2 + STEPS_OF_CONTAINERS * containers.count ** 2;
    if (steps + stepsOfBlocks > limit) return { reason: 'slow', offset: block.offset };
    // Rows that lack cells are filled up.
    if (cells > 1_000 + text.length) return { reason: 'slow', offset };
    offset += line.length + 1;
  }
  return null;
}

/** Counts quotes and lists that begin, as nearly as single lines tell: items of one list are not counted. */
class Containers {
  count = 0;
  #quotes = 0;
  /** Where the text of the last list item begins at the earliest; 0 outside of lists. */
  #column = 0;
  #isAfterBlank = true;

  read(written: string): void {
    const line = written.replace(FOOTNOTE, '');
    const quotes = countOf(QUOTES.exec(line)?.[0] ?? '', '>');
    if (quotes > this.#quotes || line !== written) this.#column = 0;
    this.count += Math.max(0, quotes - this.#quotes);
    this.#quotes = quotes;
    const content = line.replace(QUOTES, '');
    const text = content.trimStart();
    const indentation = content.slice(0, content.length - text.length).replaceAll('\t', '    ').length;
    const marks = text === '' || BREAK.test(content) ? null : (MARKS.exec(content)?.[0].match(MARK) ?? null);
    if (marks !== null) {
      this.count += marks.length - (indentation < this.#column ? 1 : 0);
      this.#column = indentation + (marks[0]?.length ?? 0) + 1;
    } else if (indentation < this.#column && text !== '' && (this.#isAfterBlank || INTERRUPTION.test(text)))
      this.#column = 0;
    this.#isAfterBlank = text === '';
  }
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

function countMarks(line: string): number {
  const marks = MARKS.exec(line)?.[0];
  return marks === undefined || marks.length < MOST_MARKS || BREAK.test(line) ? 0 : (marks.match(MARK)?.length ?? 0);
}
