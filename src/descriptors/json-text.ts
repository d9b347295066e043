import { visit } from 'jsonc-parser';
import {
  ExactNumber,
  endOfString,
  noteNumber,
  parseExactAt,
  startsNumber,
  type TextRange,
} from '../schema/exact-number.ts';
import { placeInText } from '../yaml/places.ts';
import type { ChildPlace, TextIndex } from './positions.ts';
import { duplicateKey, MAX_DEPTH, TextProblem, tooDeep } from './text-problem.ts';

/**
 * Parses JSON (RFC 8259). Unlike `JSON.parse`, rejects duplicate keys and nesting deeper than {@link MAX_DEPTH}.
 * @throws {TextProblem}
 */
export function parseJson(text: string): unknown {
  const exactNumbers: TextRange[] = [];
  const keyCount = countKeys(text, exactNumbers);
  let value: unknown;
  try {
    value = parseExactAt(text, exactNumbers);
  } catch (error) {
    return refuse(text, reasonOf(error));
  }
  // JSON.parse keeps only the last of several equal keys, so the value then has fewer keys than the text.
  if (countOwnKeys(value) !== keyCount) refuse(text, 'it cannot be kept as it is');
  return value;
}

/** Parses JSON; returns a text that is not JSON as it is. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof TextProblem) return text;
    throw error;
  }
}

/** Creates an index of positions in a JSON text; its cursors are the offsets of values. */
export function createJsonIndex(text: string): TextIndex<number> {
  return {
    root: skipSpace(text, 0),
    offsetOf: (offset) => offset,
    children: (offset) => new Map([...members(text, offset)].map(({ key, ...child }) => [key, child])),
  };
}

/**
 * Counts the colons outside of strings, since every key has one, and notes the exact numbers.
 * @throws {TextProblem} for nesting that is too deep
 */
function countKeys(text: string, exactNumbers: TextRange[]): number {
  let keys = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index) - 1;
    else if (code === COLON) keys++;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++depth > MAX_DEPTH) throw tooDeep(index);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
    else if (startsNumber(code)) index = noteNumber(text, index, exactNumbers) - 1;
  }
  return keys;
}

/** Counts keys; returns NaN if a number overflows to infinity: `1e999` is valid JSON. */
function countOwnKeys(root: unknown): number {
  let keys = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) continue;
    const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) keys += children.length;
    for (const child of children) {
      if (typeof child === 'object' && child !== null) open.push(child);
      else if (child === Infinity || child === -Infinity) return Number.NaN;
    }
  }
  return keys;
}

/** @throws {TextProblem} for the first syntax error, duplicate key or number that is too large */
function refuse(text: string, reason: string): never {
  const syntaxError = (offset: number): TextProblem =>
    new TextProblem(offset, 'json-syntax', `This is not JSON: ${reason}.`, 'Correct the JSON at this place.');
  const objects: Map<string, number>[] = [];
  visit(
    text,
    {
      onError(_, offset) {
        throw syntaxError(offset);
      },
      onObjectBegin: () => void objects.push(new Map()),
      onObjectEnd: () => void objects.pop(),
      onObjectProperty(key, offset) {
        const keys = objects.at(-1);
        const first = keys?.get(key);
        if (first !== undefined) throw duplicateKey(key, offset, placeInText(text, first).line);
        keys?.set(key, offset);
      },
      onLiteralValue(value, offset) {
        if (value === Infinity || value === -Infinity)
          throw new TextProblem(offset, 'number-range', 'A number is too large.', 'Write it as text, or leave it out.');
      },
    },
    { disallowComments: true },
  );
  throw syntaxError(text.length);
}

/** Yields the members of the object, or the items of the list, that starts at an offset; nothing for a scalar. */
function* members(text: string, start: number): Generator<ChildPlace<number> & { readonly key: string }> {
  const isObject = text.charCodeAt(start) === OPEN_OBJECT;
  if (!isObject && text.charCodeAt(start) !== OPEN_LIST) return;
  let offset = skipSpace(text, start + 1);
  for (let index = 0; offset < text.length; index++) {
    const code = text.charCodeAt(offset);
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) return;
    const keyEnd = isObject ? endOfString(text, offset) : offset;
    const value = isObject ? skipSpace(text, skipSpace(text, keyEnd) + 1) : offset;
    yield { key: isObject ? String(JSON.parse(text.slice(offset, keyEnd))) : String(index), keyOffset: offset, value };
    // Advances past the value and its comma, or to the closing bracket.
    offset = skipSpace(text, endOfValue(text, value));
    if (text[offset] === ',') offset = skipSpace(text, offset + 1);
  }
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  let depth = 0;
  for (let offset = start; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) offset = endOfString(text, offset) - 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (depth === 0) return offset;
      if (--depth === 0) return offset + 1;
    } else if (depth === 0 && code === COMMA) return offset;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && text.charCodeAt(offset) <= 0x20) offset++;
  return offset;
}

/** Returns the message of a `JSON.parse` error without the position and the excerpt of the text. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message
    .replace(/ (in|after) JSON( at position.*)?$/s, ' $1 JSON')
    .replace(/, (\.{3})?".*is not valid JSON$/s, '');
  return reason.replace(/ in JSON$/, '');
}

/** Characters of JSON's syntax, as UTF-16 code units. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
