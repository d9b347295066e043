/** Piece of a section or list item, in the order of the text. */
export type Block = { readonly kind: 'text' | 'code'; readonly start: number; end: number } | ListItem;

/** List item, such as `+ Response 200`, with the blocks that are indented below it. */
export interface ListItem {
  readonly kind: 'item';
  /** Text of its first line. */
  readonly header: string;
  readonly start: number;
  end: number;
  readonly blocks: Block[];
}

/** Heading with the blocks up to the next heading. */
export interface Section {
  /** 1 to 6; 0 for the blocks before the first heading. */
  readonly level: number;
  readonly title: string;
  readonly start: number;
  readonly blocks: Block[];
}

/** List item that is still open. */
interface Level {
  /** Column of its marker; -1 for a section. */
  readonly column: number;
  /** Column of its text. */
  readonly content: number;
  readonly blocks: Block[];
  readonly item: ListItem | null;
}

/** Line of the text. */
interface Line {
  readonly start: number;
  readonly end: number;
  /** Column of the first character other than a space or tab. */
  readonly column: number;
  /** The line from that character on. */
  readonly text: string;
}

/** Maximum number of lists inside each other; deeper ones stay text. */
const MOST_LEVELS = 50;
const HEADING = /^(#{1,6})(.*)$/;
const MARKER = /^[-+*](?:([ \t]+)(\S.*))?$/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const FENCE = /^(?:`{3,}|~{3,})/;
/** Number of columns by which lists and code are indented. */
const TAB = 4;

/** Reads the lines `KEY: value` at the top, up to the first other line. */
export function readMetadata(text: string): { readonly fields: ReadonlyMap<string, string>; readonly end: number } {
  const fields = new Map<string, string>();
  let end = 0;
  for (const match of text.matchAll(/\s*^([A-Za-z][\w-]*):[ \t]*(\S.*)?$\n?/gmy)) {
    fields.set((match[1] ?? '').toUpperCase(), (match[2] ?? '').trim());
    end = match.index + match[0].length;
  }
  return { fields, end };
}

/**
 * Splits a text into headings, list items by their indentation, code and other text. This is the part of Markdown that
 * gives API Blueprint its structure: descriptions stay as they are written. Takes time linear in the length.
 */
export function readSections(text: string, from: number): readonly Section[] {
  const scan = new BlockScan();
  for (let start = from; start < text.length; ) {
    const newLine = text.indexOf('\n', start);
    const end = newLine === -1 ? text.length : newLine;
    scan.add(toLine(text, start, end));
    start = end + 1;
  }
  return scan.sections;
}

function toLine(text: string, start: number, end: number): Line {
  let [at, column] = [start, 0];
  for (; at < end; at++) {
    const character = text.charAt(at);
    if (character === '\t') column += TAB - (column % TAB);
    else if (character === ' ') column++;
    else break;
  }
  return { start, end, column, text: text.slice(at, end).trimEnd() };
}

class BlockScan {
  readonly sections: Section[] = [{ level: 0, title: '', start: 0, blocks: [] }];
  #levels = [this.#root()];
  #isAfterBlank = true;
  /** Closing fence of the open code. */
  #fence: string | null = null;
  /** Least column of the lines of the open indented code. */
  #codeColumn: number | null = null;
  /** First line of the current paragraph, if it has only one. */
  #paragraph: Line | null = null;

  add(line: Line): void {
    if (this.#fence !== null) this.#addFenced(line);
    else if (line.text === '') {
      this.#isAfterBlank = true;
      this.#paragraph = null;
    } else {
      if (this.#codeColumn !== null && line.column >= this.#codeColumn) this.#extend('code', line);
      else if (!this.#opens(line)) this.#addToBlock(line);
      this.#isAfterBlank = false;
    }
  }

  /** Opens a section or a list item; false for a line of another block. */
  #opens(line: Line): boolean {
    const { column, text } = line;
    const isInSection = this.#levels.length === 1;
    const heading = column === 0 || (column < TAB && isInSection) ? HEADING.exec(text) : null;
    const title = this.#paragraph;
    const marker = RULE.test(text) ? null : MARKER.exec(text);
    if (heading !== null) this.#open(heading[1]?.length ?? 1, withoutClosing(heading[2] ?? ''), line.start);
    else if (title !== null && isInSection && /^(?:=+|-+)$/.test(text))
      this.#underline(title, text.startsWith('=') ? 1 : 2);
    else if (marker !== null && this.#levels.length <= MOST_LEVELS && !this.#isCode(column))
      this.#addItem(marker, line);
    else return false;
    this.#codeColumn = null;
    return true;
  }

  /** True if a list marker is indented two levels deeper than the text around it: code, not a list. */
  #isCode(column: number): boolean {
    return this.#isAfterBlank && column >= this.#top().column + 2 * TAB + (this.#levels.length === 1 ? 1 - TAB : 0);
  }

  #addToBlock(line: Line): void {
    if (this.#isAfterBlank || this.#codeColumn !== null) this.#close(line.column);
    this.#codeColumn = null;
    const { content, blocks } = this.#top();
    this.#fence = fenceOf(line.text);
    if (this.#fence === null && this.#isAfterBlank && line.column >= content + TAB) this.#codeColumn = content + TAB;
    const kind = this.#fence !== null || this.#codeColumn !== null ? 'code' : 'text';
    const isFirst = this.#isAfterBlank || blocks.length === 0;
    this.#paragraph = kind === 'text' && isFirst ? line : null;
    if (kind === 'text' && blocks.at(-1)?.kind === 'text') this.#extend('text', line);
    else this.#begin({ kind, start: line.start, end: line.end });
  }

  #addItem(marker: RegExpExecArray, line: Line): void {
    this.#close(line.column);
    this.#paragraph = null;
    const spaces = (marker[1] ?? ' ').length;
    const item: ListItem = { kind: 'item', header: marker[2] ?? '', start: line.start, end: line.end, blocks: [] };
    this.#begin(item);
    const content = line.column + 1 + (spaces > TAB ? 1 : spaces);
    this.#levels.push({ column: line.column, content, blocks: item.blocks, item });
  }

  #addFenced(line: Line): void {
    const isEnd = line.text.startsWith(this.#fence ?? '') && /^(?:`+|~+)$/.test(line.text);
    if (isEnd) this.#fence = null;
    this.#isAfterBlank = false;
    this.#extend('code', line);
  }

  #underline({ start, text }: Line, level: number): void {
    const block = this.#top().blocks.pop();
    if (block?.kind === 'text' && block.start < start) this.#top().blocks.push({ ...block, end: start });
    this.#open(level, text, start);
  }

  #open(level: number, title: string, start: number): void {
    this.#paragraph = null;
    this.sections.push({ level, title, start, blocks: [] });
    this.#levels = [this.#root()];
  }

  #root(): Level {
    return { column: -1, content: 0, blocks: this.sections.at(-1)?.blocks ?? [], item: null };
  }

  #top(): Level {
    return this.#levels.at(-1) ?? this.#root();
  }

  /** Closes the list items whose markers are not left of a column. */
  #close(column: number): void {
    while (this.#levels.length > 1 && this.#top().column >= column) this.#levels.pop();
  }

  #begin(block: Block): void {
    const top = this.#top();
    top.blocks.push(block);
    this.#extendTo(block, block.end);
  }

  #extend(kind: 'text' | 'code', line: Line): void {
    const last = this.#top().blocks.at(-1);
    if (last?.kind === kind) this.#extendTo(last, line.end);
  }

  #extendTo(block: Block, end: number): void {
    block.end = end;
    for (const level of this.#levels) if (level.item !== null) level.item.end = end;
  }
}

/** Text of blocks as written, without the indentation that their lines have in common. */
export function textOfBlocks(text: string, blocks: readonly Block[]): string {
  const [first, last] = [blocks[0], blocks.at(-1)];
  return first === undefined || last === undefined ? '' : dedent(text.slice(first.start, last.end));
}

/** Text of a code block: the lines between its fences, or its lines without indentation. */
export function codeOf(text: string, block: Block): string {
  const lines = text.slice(block.start, block.end).split('\n');
  const fence = fenceOf(lines[0]?.trim() ?? '');
  if (fence !== null) {
    lines.shift();
    if (lines.at(-1)?.trim().startsWith(fence) === true) lines.pop();
  }
  return dedent(lines.join('\n'));
}

/** Fence that opens code; no backquotes follow it in its line. */
function fenceOf(line: string): string | null {
  const [fence] = FENCE.exec(line) ?? [];
  return fence === undefined || line.includes('`', fence.startsWith('`') ? fence.length : 0) ? null : fence;
}

function dedent(text: string): string {
  const lines = text.split('\n').map((line) => toLine(line, 0, line.length));
  const least = lines.reduce((most, line) => (line.text === '' ? most : Math.min(most, line.column)), Infinity);
  return lines
    .map((line) => (line.text === '' ? '' : ' '.repeat(line.column - least) + line.text))
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** Title of a heading without the number signs at its end. */
function withoutClosing(title: string): string {
  let end = title.trimEnd().length;
  while (title.charAt(end - 1) === '#') end--;
  const isClosing = /\s/.test(title.charAt(end - 1)) || end === 0;
  return (isClosing ? title.slice(0, end) : title).trim();
}

/** Items of the lists inside an item. */
export function itemsOf(item: ListItem): readonly ListItem[] {
  return item.blocks.filter((block) => block.kind === 'item');
}
