/** Parsers for the parts of HTTP field values (RFC 9110 §5.6): tokens, quoted strings, parameters, lists, weights. */

/** Source of a regular expression for one token (RFC 9110 §5.6.2). */
export const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const WHOLE_TOKEN = /* @__PURE__ */ new RegExp(`^${TOKEN}$`);
/** Quality value: at most three decimals, at most 1 (RFC 9110 §12.4.2). */
const WEIGHT = /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/;
/** Content of a quoted string, escaped or not: tab, space, visible characters, obs-text (§5.6.4). */
const QUOTABLE = /^[\t\x20-\x7e\x80-\u{10ffff}]*$/u;

/** @see RFC 9110 §5.6.2 */
export function isToken(text: string): boolean {
  return WHOLE_TOKEN.test(text);
}

/**
 * Parses a `q` value into a number from 0 to 1.
 * @returns undefined when malformed (`.5`, `2`, `0.1234`)
 * @see RFC 9110 §12.4.2
 */
export function parseWeight(text: string): number | undefined {
  return WEIGHT.test(text) ? Number(text) : undefined;
}

/** Removes the optional white space (space, tab) around a text. @see RFC 9110 §5.6.3 */
export function trimWhitespace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhitespace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Splits a comma-separated list into trimmed members, without empty ones. Commas inside quoted strings do not separate
 * members. An unclosed quote is an ordinary character, so that it spoils only its own member. Takes linear time.
 * @param limit maximum characters to read; a member that the limit cuts off is dropped
 * @see RFC 9110 §5.6.1
 */
export function parseList(text: string, limit: number): readonly string[] {
  const length = Math.min(text.length, limit);
  const members: string[] = [];
  let start = 0;
  let quotesClose = true;
  for (let at = 0; at < length; at += 1) {
    const character = text[at];
    if (character === '"' && quotesClose) {
      const end = quotedStringEnd(text, at, length);
      if (end === -1) quotesClose = false;
      else at = end;
    } else if (character === ',') {
      members.push(trimWhitespace(text.slice(start, at)));
      start = at + 1;
    }
  }
  if (text.length <= limit) members.push(trimWhitespace(text.slice(start, length)));
  return members.filter((member) => member !== '');
}

/**
 * Parses the text after the first `;` of a media type: names lower-cased, values without quotes and escapes. Empty
 * parameters (`;;`) are allowed and ignored.
 * @returns undefined when malformed or when a name is given twice
 * @see RFC 9110 §5.6.6
 */
export function parseParameters(text: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const end = parameterEnd(text, at);
    const parameter = trimWhitespace(text.slice(at, end));
    at = end + 1;
    if (parameter === '') continue;
    const equals = parameter.indexOf('=');
    const name = parameter.slice(0, equals).toLowerCase();
    const value = equals === -1 ? undefined : parseParameterValue(parameter.slice(equals + 1));
    if (value === undefined || !isToken(name) || parameters.has(name)) return undefined;
    parameters.set(name, value);
  }
  return parameters;
}

function parseParameterValue(text: string): string | undefined {
  if (!text.startsWith('"')) return isToken(text) ? text : undefined;
  if (quotedStringEnd(text, 0, text.length) !== text.length - 1 || !QUOTABLE.test(text)) return undefined;
  return text.slice(1, -1).replaceAll(/\\(.)/gu, '$1');
}

/** Finds the index of the `;` that ends a parameter, or else the length of the text. */
function parameterEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === ';') return at;
    if (text[at] !== '"') continue;
    const end = quotedStringEnd(text, at, text.length);
    if (end === -1) return text.length;
    at = end;
  }
  return text.length;
}

/** Finds the index of the closing quote; -1 if there is none before `length`. */
function quotedStringEnd(text: string, start: number, length: number): number {
  for (let at = start + 1; at < length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** Whether a character code is that of a space or a tab. */
function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Type, subtype and parameter names are lower-cased; parameter values are as written, without quotes and escapes. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Parses `text/html; charset="utf-8"`. A media range (`text/*`) has the same grammar, since `*` is a token character.
 * @returns undefined when malformed; a parameter given twice is malformed
 * @see RFC 9110 §8.3.1
 */
export function parseMediaType(text: string): MediaType | undefined {
  const semicolon = text.indexOf(';');
  const essence = trimWhitespace(semicolon === -1 ? text : text.slice(0, semicolon));
  const slash = essence.indexOf('/');
  const type = essence.slice(0, slash).toLowerCase();
  const subtype = essence.slice(slash + 1).toLowerCase();
  if (slash === -1 || !isToken(type) || !isToken(subtype)) return undefined;
  const parameters = parseParameters(semicolon === -1 ? '' : text.slice(semicolon + 1));
  return parameters && { type, subtype, parameters };
}

/** Media type of YAML, and its names before it was registered. @see RFC 9512 §2.1 */
const YAML = /^(?:application\/(?:x-)?|text\/(?:x-|vnd\.)?)yaml$/;

/** Whether two types are equal, parameters aside. All names of YAML are equal. */
export function isSameType(one: Omit<MediaType, 'parameters'>, other: Omit<MediaType, 'parameters'>): boolean {
  if (one.type === other.type && one.subtype === other.subtype) return true;
  return [one, other].every(({ type, subtype }) => YAML.test(`${type}/${subtype}`));
}

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Encodes a text as UTF-8 with one character per byte, the form of field values in Node and browsers. */
export function toByteText(text: string): string {
  return isAscii(text) ? text : Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** Decodes UTF-8 from one character per byte. @returns undefined for invalid UTF-8 or characters above U+00FF */
export function fromByteText(bytes: string): string | undefined {
  if (isAscii(bytes)) return bytes;
  for (let at = 0; at < bytes.length; at += 1) if (bytes.charCodeAt(at) > 0xff) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
