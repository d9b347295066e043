/** A place in a text, both from 1; the column counts UTF-16 units. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Offsets at which lines begin. */
export function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

/** @param lineStarts of {@link findLineStarts} */
export function placeOf(offset: number, lineStarts: readonly number[]): TextPlace {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

export function placeInText(text: string, offset: number): TextPlace {
  return placeOf(offset, findLineStarts(text));
}
