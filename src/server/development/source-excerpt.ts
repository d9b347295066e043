import { readFileSync, statSync } from 'node:fs';

/** Lines of a file around a mistake. */
export interface SourceExcerpt {
  /** Lines in the order of the file; one of them is marked. */
  readonly lines: readonly ExcerptLine[];
}

interface ExcerptLine {
  /** From 1. */
  readonly number: number;
  /** The text of the line in three parts; `marked` is `''` but in the line of the mistake. */
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

const LINES_BEFORE = 3;
const LINES_AFTER = 2;
/** Longest part of a line that is shown: a descriptor may be one line of megabytes. */
const MOST_COLUMNS = 160;
const COLUMNS_BEFORE = 60;
/** A larger file is not read for an excerpt. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Text that a mark covers: a word, else one character. */
const WORD = /[\p{L}\p{N}_$./\\-]+|\S/uy;

/**
 * @param line from 1
 * @param column from 1, in UTF-16 units; 0: the line as a whole
 * @returns null where the file cannot be read or has no such line
 */
export function readExcerpt(file: string, line: number, column: number): SourceExcerpt | null {
  const lines = readLines(file);
  if (lines[line - 1] === undefined) return null;
  const first = Math.max(1, line - LINES_BEFORE);
  const shown = lines.slice(first - 1, line + LINES_AFTER);
  return {
    lines: shown.map((content, index) => {
      const number = first + index;
      return number === line
        ? { number, ...markedLine(content, column) }
        : {
            number,
            before: content.slice(0, MOST_COLUMNS),
            marked: '',
            after: content.length > MOST_COLUMNS ? '…' : '',
          };
    }),
  };
}

/** The lines of a file; none where it cannot be read. */
export function readLines(file: string): readonly string[] {
  return textOf(file)?.split(/\r\n|[\n\r]/) ?? [];
}

/** @param column from 1; 0: the line as a whole */
export function markedLine(content: string, column: number): Omit<ExcerptLine, 'number'> {
  const indent = content.length - content.trimStart().length;
  const start = column > 0 ? Math.min(column - 1, content.length) : indent;
  WORD.lastIndex = start;
  const end = column > 0 ? start + (WORD.exec(content)?.[0].length ?? 0) : content.length;
  const from = start > MOST_COLUMNS - COLUMNS_BEFORE ? start - COLUMNS_BEFORE : 0;
  const to = Math.min(content.length, from + MOST_COLUMNS);
  return {
    before: `${from > 0 ? '…' : ''}${content.slice(from, start)}`,
    // At the end of a line something is missing: the mark has to be seen.
    marked: content.slice(start, Math.min(end, to)) || ' ',
    after: `${content.slice(end, to)}${to < content.length ? '…' : ''}`,
  };
}

function textOf(file: string): string | undefined {
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    return status?.isFile() && status.size <= MOST_BYTES ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
