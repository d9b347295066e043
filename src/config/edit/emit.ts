import { load } from 'js-yaml';
import { literal } from './literal.ts';

/** What can be written into a file. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What every reader of YAML takes for text, inside flow collections too, and what class identifiers are made of. */
const PLAIN = /^[\p{L}_/](?:[\p{L}\p{N}_/\\.+* -]*[\p{L}\p{N}_/\\.+*-])?$/u;
/** Sentences, where no brackets are around. */
const PLAIN_SENTENCE = /^[\p{L}_/](?:[^\p{Cc}\u2028\u2029\ufeff#:]*[^\p{Cc}\u2028\u2029\ufeff#:\s])?$/u;
/** Text for us, something else for readers of older YAML. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const CONTROL = /[\p{Cc}\u2028\u2029\ufeff]/u;
/** More than that is not read on one line. */
const LINE_LENGTH = 120;

export type Quotes = 'single' | 'double' | null;

/** What follows a colon or a dash: something on its line, and lines below it. */
export interface BlockValue {
  readonly head: string;
  readonly lines: readonly string[];
}

/** One value on one line. @param quotes those that the value had before */
export function emitFlow(value: Json, quotes: Quotes = null): string {
  if (typeof value === 'string') return emitText(value, quotes, PLAIN);
  if (isList(value)) return `[${value.map((item) => emitFlow(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${emitFlow(key)}: ${emitFlow(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** The same for JSON. @param unit one step of indentation; `''`: all on one line */
export function emitJson(value: Json, indent: string, unit: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
}

/**
 * A value of a block: text of several lines as such, maps and lists of more than scalars below each other.
 * @param indent of what holds it
 */
export function emitBlock(value: Json, indent: string, quotes: Quotes = null): BlockValue {
  if (typeof value === 'string')
    return literal(value, `${indent}  `) ?? { head: emitText(value, quotes, PLAIN_SENTENCE), lines: [] };
  if (typeof value !== 'object' || value === null) return { head: emitFlow(value), lines: [] };
  if (isList(value)) {
    const isShort = value.every(isScalar) && emitFlow(value).length <= LINE_LENGTH;
    return isShort
      ? { head: emitFlow(value), lines: [] }
      : { head: '', lines: value.flatMap((item) => emitItem(item, `${indent}  `)) };
  }
  const entries = Object.entries(value);
  return entries.length === 0
    ? { head: '{}', lines: [] }
    : { head: '', lines: entries.flatMap(([key, item]) => emitPair(key, item, `${indent}  `)) };
}

/** `key: value` as lines. */
export function emitPair(key: string, value: Json, indent: string): readonly string[] {
  const { head, lines } = emitBlock(value, indent);
  return [`${indent}${emitFlow(key)}:${head === '' ? '' : ` ${head}`}`, ...lines];
}

/** `- value` as lines. A small map stays on one. */
export function emitItem(value: Json, indent: string): readonly string[] {
  const isSmall =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(isScalar) &&
    emitFlow(value).length <= LINE_LENGTH;
  if (isSmall) return [`${indent}- ${emitFlow(value)}`];
  const { head, lines } = emitBlock(value, indent);
  if (head !== '') return [`${indent}- ${head}`, ...lines];
  const [first = '', ...rest] = lines;
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

function emitText(text: string, quotes: Quotes, plain: RegExp): string {
  if (CONTROL.test(text) || quotes === 'double')
    return JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
  if (quotes === null && plain.test(text) && !WORDS.test(text) && load(text) === text) return text;
  return `'${text.replaceAll("'", "''")}'`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
