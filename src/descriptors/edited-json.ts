import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, endOfString, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-text.ts';

/** The difference between two texts. */
export interface Edit {
  readonly before: Buffer;
  readonly now: Buffer;
  /** The second text, one letter a byte. */
  readonly text: string;
  /** Number of equal bytes at the beginning. */
  readonly start: number;
  /** Number of equal bytes at the end, none of them counted in `start`. */
  readonly rest: number;
}

/** A change of one text. */
export interface EditedMember {
  /** Keys that lead to the text. */
  readonly keys: readonly string[];
  readonly before: string;
  readonly now: string;
  /** First line of the text, from 1. */
  readonly line: number;
  /** Last line of the text, the same or a later one. */
  readonly lastLine: number;
}

const NEW_LINE = 0x0a;

/** The string that all of the change is inside of. */
export function editOfJson({ before, now, text, start, rest }: Edit): EditedMember | undefined {
  const found = stringAt(text, start);
  if (found === undefined) return undefined;
  const end = endOfString(text, found.start);
  const endBefore = before.byteLength - (now.byteLength - end);
  // The last quote is behind the change in both.
  if (end <= now.byteLength - rest || endBefore <= before.byteLength - rest) return undefined;
  const [old, value] = [parsed(before.subarray(found.start, endBefore)), parsed(now.subarray(found.start, end))];
  if (old === undefined || value === undefined) return undefined;
  return { keys: found.keys, before: old, now: value, line: found.line, lastLine: found.line };
}

/** The string around an offset that is the value of a member, in objects alone. */
function stringAt(
  text: string,
  offset: number,
): { readonly keys: readonly string[]; readonly start: number; readonly line: number } | undefined {
  /** Null: a list. */
  const keys: (string | null)[] = [];
  let [line, isValue] = [1, false];
  let key: readonly [start: number, end: number] = [0, 0];
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code === NEW_LINE) line++;
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end > offset) {
        const names = keys.flatMap((name) => name ?? []);
        return isValue && names.length === keys.length ? { keys: names, start: at, line } : undefined;
      }
      key = [at, end];
      at = end - 1;
    } else if (code === COLON) {
      isValue = true;
      const name = text.slice(...key);
      keys[keys.length - 1] = name.includes('\\') ? null : name.slice(1, -1);
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      isValue = false;
      keys.push(null);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) keys.pop();
    else if (code === COMMA) isValue = false;
  }
  return undefined;
}

function parsed(bytes: Buffer): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
