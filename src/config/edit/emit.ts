import { load } from 'js-yaml';

/** What can be written into a configuration file. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What every reader of YAML takes for text, inside flow collections too, and what class identifiers are made of. */
const PLAIN = /^[\p{L}_/](?:[\p{L}\p{N}_/\\.+* -]*[\p{L}\p{N}_/\\.+*-])?$/u;
/** Text for us, something else for readers of older YAML. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const CONTROL = /[\p{Cc}\u2028\u2029\ufeff]/u;

export type Quotes = 'single' | 'double' | null;

/** One value on one line. @param quotes those that the value had before */
export function emitFlow(value: Json, quotes: Quotes = null): string {
  if (typeof value === 'string') return emitText(value, quotes);
  if (isList(value)) return `[${value.map((item) => emitFlow(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${emitText(key)}: ${emitFlow(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** `key: value` as lines, maps below each other, lists on one line. */
export function emitPair(key: string, value: Json, indent: string): readonly string[] {
  const head = `${indent}${emitText(key)}:`;
  if (typeof value !== 'object' || value === null || isList(value) || Object.keys(value).length === 0) return [`${head} ${emitFlow(value)}`];
  return [head, ...Object.entries(value).flatMap(([below, item]) => emitPair(below, item, `${indent}  `))];
}

function emitText(text: string, quotes: Quotes = null): string {
  if (CONTROL.test(text) || quotes === 'double') return JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
  if (quotes === null && PLAIN.test(text) && !WORDS.test(text) && load(text) === text) return text;
  return `'${text.replaceAll("'", "''")}'`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
