/** About 15,000 tokens: more is cut off by programs that ask, or fills what they can hold. */
const MOST_CHARACTERS = 60_000;

interface TextPart {
  readonly text: string;
  /** From 1. */
  readonly part: number;
  readonly partCount: number;
}

/**
 * A part of a text that is too long to be read at once. Parts end with a line, where lines are not longer than parts,
 * and together are the text.
 * @param part beyond the last one: the last one
 */
export function textPart(text: string, part: number, most = MOST_CHARACTERS): TextPart {
  const ends: number[] = [];
  for (let end = 0; end < text.length || ends.length === 0; ) {
    end = endOfPart(text, end, most);
    ends.push(end);
  }
  const number = Math.min(part, ends.length);
  return { text: text.slice(ends[number - 2] ?? 0, ends[number - 1]), part: number, partCount: ends.length };
}

function endOfPart(text: string, start: number, most: number): number {
  const limit = start + most;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > start) return line;
  // Never between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
}
