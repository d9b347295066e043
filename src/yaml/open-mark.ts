/** A bracket or a quotation mark that is still open at some place. */
export interface OpenMark {
  readonly mark: '[' | '{' | '"' | "'";
  readonly offset: number;
}

const MOST_LINES_BACK = 500;
/** A line on which the value of a key or of a list's item begins with a mark. */
const BEGINS = /^[ \t]*(?:- +)*(?:(?:"[^"\n]*"|'[^'\n]*'|[^\s#[\]{}"',][^\n]*?): +)?(?:[&!]\S* +)*(?=[[{"'])/;

/**
 * The innermost mark that is open at an offset where the parser met something else; undefined where none is found.
 * Begins at the nearest line before it that may begin a value with one.
 */
export function findOpenMark(text: string, offset: number): OpenMark | undefined {
  let end = text.length;
  let start = text.lastIndexOf('\n', offset - 1) + 1;
  for (let lines = 0; lines < MOST_LINES_BACK; lines++) {
    const begin = BEGINS.exec(text.slice(start, end));
    const open = begin === null ? undefined : openAt(text, start + begin[0].length, offset);
    if (open !== undefined) return open;
    if (start === 0) return undefined;
    end = start;
    start = text.lastIndexOf('\n', start - 2) + 1;
  }
  return undefined;
}

/** What is open at `end` of what begins at `start`. */
function openAt(text: string, start: number, end: number): OpenMark | undefined {
  const open: OpenMark[] = [];
  for (let offset = start; offset < end; offset++) {
    const character = text[offset];
    const innermost = open.at(-1);
    if (innermost?.mark === '"' || innermost?.mark === "'") {
      if (character === '\\' && innermost.mark === '"') offset++;
      else if (character === "'" && text[offset + 1] === "'" && innermost.mark === "'") offset++;
      else if (character === innermost.mark) open.pop();
    } else if (character === '[' || character === '{') open.push({ mark: character, offset });
    else if (character === ']' || character === '}') open.pop();
    else if ((character === '"' || character === "'") && /[\s[{,:]/.test(text[offset - 1] ?? ' '))
      open.push({ mark: character, offset });
    else if (character === '#' && /\s/.test(text[offset - 1] ?? ' ')) offset = endOfLine(text, offset);
    if (open.length === 0) return undefined;
  }
  return open.at(-1);
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}
