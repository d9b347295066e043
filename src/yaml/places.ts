import { EVENT_ID, type Event, getScalarValue } from 'js-yaml';

/** Line and column in a text, both from 1; columns count UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Returns the offsets at which lines begin. */
export function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

/** Converts an offset to a line and column. @param lineStarts result of {@link findLineStarts} */
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

/** Child of a map or a list. */
export interface YamlMember {
  /** Text of the key; in a list, the index. */
  readonly key: string;
  /** Offset of the key; in a list, of the value. */
  readonly keyOffset: number;
  /** Index of the event that begins the value. */
  readonly value: number;
}

/**
 * Yields the children of the value that begins at an event of `parseEvents`; none for a scalar.
 * @param start index of the event
 */
export function* membersOf(text: string, events: readonly Event[], start: number): Generator<YamlMember> {
  const type = events[start]?.type;
  if (type !== EVENT_ID.MAPPING && type !== EVENT_ID.SEQUENCE) return;
  let cursor = start + 1;
  for (let index = 0; events[cursor] !== undefined && events[cursor]?.type !== EVENT_ID.POP; index++) {
    const keyEvent = events[cursor];
    const value = type === EVENT_ID.MAPPING ? endOfNode(events, cursor) : cursor;
    const isText = type === EVENT_ID.MAPPING && keyEvent?.type === EVENT_ID.SCALAR;
    yield { key: isText ? getScalarValue(text, keyEvent) : String(index), keyOffset: offsetOf(keyEvent), value };
    cursor = endOfNode(events, value);
  }
}

/** Returns the offset at which a value starts. */
export function offsetOf(event: Event | undefined): number {
  switch (event?.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.SCALAR:
      return event.valueStart - (event.style === 2 || event.style === 3 ? 1 : 0);
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    default:
      return 0;
  }
}

/** Returns the index of the event that begins the first document's value. */
export function rootOf(events: readonly Event[]): number {
  return events.findIndex((event) => event.type !== EVENT_ID.DOCUMENT);
}

/** Returns the offset of the `---` line that begins the second document; such a line is never content. */
export function secondDocumentOf(text: string, events: readonly Event[]): number {
  const first = events.find((event) => event.type === EVENT_ID.DOCUMENT);
  const marks = [...text.matchAll(/^---(?=\s|$)/gm)];
  return marks[first?.explicitStart ? 1 : 0]?.index ?? 0;
}

/** Key that occurs a second time in the same map. */
interface RepeatedKey {
  readonly key: string;
  readonly offset: number;
  readonly firstOffset: number;
}

/** @param offset position at which the parser reports a duplicate key */
export function findRepeatedKey(text: string, events: readonly Event[], offset: number): RepeatedKey | undefined {
  for (let cursor = 0; cursor < events.length; cursor++) {
    if (events[cursor]?.type !== EVENT_ID.MAPPING) continue;
    const seen = new Map<string, number>();
    for (const { key, keyOffset } of membersOf(text, events, cursor)) {
      const firstOffset = seen.get(key);
      // For a quoted key, the parser's offset is after the opening quote.
      if (firstOffset !== undefined && (keyOffset === offset || keyOffset + 1 === offset))
        return { key, offset: keyOffset, firstOffset };
      if (firstOffset === undefined) seen.set(key, keyOffset);
    }
  }
  return undefined;
}

function endOfNode(events: readonly Event[], start: number): number {
  let depth = 0;
  for (let cursor = start; cursor < events.length; cursor++) {
    const type = events[cursor]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
    else if (type === EVENT_ID.POP) depth--;
    if (depth === 0) return cursor + 1;
  }
  return events.length;
}
