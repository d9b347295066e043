import { isToken, isWhitespace } from './grammar.ts';

/**
 * The framework of HTTP authentication: credentials, their parameters and challenges (RFC 9110 §11). Time is linear in
 * the text. Texts are as Node gives field values: one character a byte.
 */

/** Names lower-cased, values without quotes and escapes. */
type AuthParameters = ReadonlyMap<string, string>;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;

const NOT_FIELD_TEXT = /[^\t\x20-\x7e\x80-\xff]/;
const TO_ESCAPE = /["\\]/;

/** Of each of the 256 characters, whether it may stand in a token (RFC 9110 §5.6.2). */
const IN_TOKEN = Array.from({ length: 256 }, (_, code) => isToken(String.fromCharCode(code)));

/**
 * Splits credentials into the scheme, lower-cased, and what stands behind the spaces after it, as sent.
 * @returns undefined when no scheme is there, or when something other than a space follows it
 * @see RFC 9110 §11.4
 */
export function splitCredentials(text: string): { readonly scheme: string; readonly rest: string } | undefined {
  const end = tokenEnd(text, 0);
  if (end === 0 || (end < text.length && text.charCodeAt(end) !== SPACE)) return undefined;
  return { scheme: text.slice(0, end).toLowerCase(), rest: text.slice(spacesEnd(text, end)) };
}

/**
 * Reads `name=token, name="quoted \"string\""`: in any order, white space around `=` and commas, empty list elements
 * allowed. A name given twice, in any case, text after a closing quote, and control characters are malformed.
 * @returns undefined when malformed; no parameters at all are not
 * @see RFC 9110 §11.2, §5.6.1
 */
export function parseAuthParameters(text: string): AuthParameters | undefined {
  if (!isFieldText(text)) return undefined;
  const parameters = new Map<string, string>();
  for (let at = separatorsEnd(text, 0); at < text.length; ) {
    const nameEnd = tokenEnd(text, at);
    const equals = whitespaceEnd(text, nameEnd);
    if (nameEnd === at || text.charCodeAt(equals) !== EQUALS) return undefined;
    const name = text.slice(at, nameEnd).toLowerCase();
    const valueStart = whitespaceEnd(text, equals + 1);
    const isQuoted = text.charCodeAt(valueStart) === QUOTE;
    const end = isQuoted ? quotedEnd(text, valueStart) : tokenEnd(text, valueStart);
    if (end === valueStart || !isElementEnd(text, end) || parameters.has(name)) return undefined;
    parameters.set(name, isQuoted ? unquote(text.slice(valueStart + 1, end - 1)) : text.slice(valueStart, end));
    at = separatorsEnd(text, end);
  }
  return parameters;
}

/**
 * A value for {@link formatAuthParameters}: quoted, `"` and `\` escaped. Throws a TypeError for what no field value can
 * hold.
 */
export function quotedString(text: string): string {
  if (!isFieldText(text))
    throw new TypeError('control characters and characters above U+00FF cannot stand in a quoted string');
  return `"${TO_ESCAPE.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
}

/** @param parameters names, and values that are tokens or made by {@link quotedString} */
export function formatAuthParameters(parameters: readonly (readonly [name: string, value: string])[]): string {
  return parameters.map(([name, value]) => `${name}=${value}`).join(', ');
}

/** One challenge: one value of WWW-Authenticate. */
export function formatChallenge(
  scheme: string,
  parameters: readonly (readonly [name: string, value: string])[],
): string {
  return `${scheme} ${formatAuthParameters(parameters)}`;
}

function tokenEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && IN_TOKEN[text.charCodeAt(at)] === true) at += 1;
  return at;
}

/** Behind the closing quote of field text; `start` when there is none. */
function quotedEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, start, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? start : end + 1;
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, start: number, at: number): boolean {
  let before = at;
  while (before - 1 > start && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/**
 * Tab, space, visible characters, bytes above 0x7f: nothing else stands in a field value, within quotes or without (RFC
 * 9110 §5.5, §5.6.4).
 */
function isFieldText(text: string): boolean {
  return !NOT_FIELD_TEXT.test(text);
}

function unquote(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(.)/g, '$1') : text;
}

function isElementEnd(text: string, at: number): boolean {
  const end = whitespaceEnd(text, at);
  return end === text.length || text.charCodeAt(end) === COMMA;
}

function spacesEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) === SPACE) at += 1;
  return at;
}

function whitespaceEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isWhitespace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Behind commas and white space: empty list elements do not count (RFC 9110 §5.6.1.2). */
function separatorsEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== COMMA && !isWhitespace(code)) return at;
  }
  return text.length;
}
