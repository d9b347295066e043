import { isFormMediaType, isJsonMediaType } from './media-types.ts';
import type { EncodingObject, HeaderObject } from './openapi-objects.ts';

/**
 * Functions that write values of parameters and form fields into a request, in the styles of OpenAPI, which come from
 * URI templates (RFC 6570). Pages, samples and the form that sends a request all use these functions.
 */

/** Value before a style is applied. */
export type FilledValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Names of nested members are in brackets: `size[gte]`. */
  | { readonly kind: 'object'; readonly members: readonly Pair[] };

type Pair = readonly [name: string, value: string];

export interface ParameterStyle {
  /** Style; default: the one of OpenAPI for the place of the parameter. */
  readonly style?: string;
  readonly explode?: boolean;
  /** Whether reserved characters stay unescaped, unless that would change the value (`allowReserved`). */
  readonly isReserved?: boolean;
}

const DELIMITERS: ReadonlyMap<string | undefined, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/** Styles of lists in Swagger 2.0 that OpenAPI 3 lacks, in all places or in some. */
const COLLECTION_STYLES: ReadonlyMap<unknown, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
  ['tsv', 'tabDelimited'],
]);

/** Gives a value the style that its `x-collectionFormat` names, unless it has a style. */
export function styled<Value extends HeaderObject | EncodingObject>(value: Value): Value {
  const style = value.style ?? COLLECTION_STYLES.get(value['x-collectionFormat']);
  return style === undefined ? value : { ...value, style };
}

export const EMPTY_TEXT: FilledValue = { kind: 'text', text: '' };

/**
 * Converts a JSON value to the value of a parameter. `deepObject` keeps every level. All other styles have one level: a
 * list in an object is joined by commas, and a nested object becomes JSON. Null members and items are left out.
 */
export function filledValue(value: unknown, style?: string): FilledValue {
  if (!hasMembers(value)) return { kind: 'text', text: String(value) };
  const isList = Array.isArray(value);
  if (style === 'deepObject' && !(isList && value.every((item) => item !== null && !hasMembers(item))))
    return { kind: 'object', members: deepMembers(value) };
  if (isList) return { kind: 'list', items: value.filter(isGiven).map((item) => contentText(item)) };
  const members = Object.entries(value).filter(([, member]) => isGiven(member));
  return {
    kind: 'object',
    members: members.map(([key, member]) => [
      key,
      Array.isArray(member) ? member.map((item) => contentText(item)).join(',') : contentText(member),
    ]),
  };
}

/** Whether a value is a list or an object; an exact number is the only object that writes itself. */
function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'toJSON') !== 'function';
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function deepMembers(value: object): readonly Pair[] {
  return Object.entries(value).flatMap(([key, member]): readonly Pair[] => {
    if (!isGiven(member)) return [];
    if (!hasMembers(member)) return [[key, String(member)]];
    return deepMembers(member).map(([inner, text]) => [key + bracketed(inner), text]);
  });
}

/** `size` → `[size]`, `size[gte]` → `[size][gte]`. */
function bracketed(key: string): string {
  return key.replace(/^[^[]*/, '[$&]');
}

/** Formats a value for a text field: one line for each item, or a line `name=value` for each member. */
export function valueLines(value: FilledValue): string {
  if (value.kind === 'text') return value.text;
  return value.kind === 'list' ? value.items.join('\n') : value.members.map((member) => member.join('=')).join('\n');
}

/** Parses a text of {@link valueLines}; blank lines of lists and objects are left out. */
export function valueInLines(kind: string | undefined, text: string): FilledValue {
  if (kind !== 'list' && kind !== 'object') return { kind: 'text', text };
  const items = text.split('\n').filter((line) => line.trim() !== '');
  if (items.length === 0) return EMPTY_TEXT;
  if (kind === 'list') return { kind, items };
  const members = items.map((line): Pair => {
    const [name = '', ...value] = line.split('=');
    return [name, value.join('=')];
  });
  return { kind, members };
}

/** Value of a path parameter, percent-encoded: `a,b`, `.a.b`, `;name=a;name=b`. */
export function pathText(
  name: string,
  value: FilledValue,
  { style = 'simple', explode = false }: ParameterStyle,
): string {
  if (style === 'label') return `.${flat(value, explode, explode ? '.' : ',', percentEncode)}`;
  if (style !== 'matrix') return flat(value, explode, encodedDelimiter(style), percentEncode);
  const parts = queryParts(name, value, { explode });
  return parts.map((part) => `;${part}`).join('');
}

/** Parts of a query, percent-encoded: `name=a&name=b`, `name=a,b`, `name%5Bkey%5D=value`. */
export function queryParts(name: string, value: FilledValue, style: ParameterStyle): readonly string[] {
  const write = style.isReserved === true ? encodeLittle : percentEncode;
  const between = encodedDelimiter(style.style);
  const parts = pairsOf(name, value, style).map(
    ([key, texts]) => `${percentEncode(key)}=${texts.map(write).join(between)}`,
  );
  // A comma separates the items of a list, and means nothing in a text.
  return value.kind === 'text' ? parts.map((part) => part.replaceAll('%2C', ',')) : parts;
}

/** Fields of a form before they are encoded. */
export function formPairs(name: string, value: FilledValue, style: ParameterStyle): readonly Pair[] {
  return pairsOf(name, value, style).map(([key, texts]) => [key, texts.join(delimiterOf(style.style))]);
}

/** Pairs of a query or a form, each with the texts that a delimiter joins. */
function pairsOf(
  name: string,
  value: FilledValue,
  { style = 'form', explode = style === 'form' }: ParameterStyle,
): readonly (readonly [name: string, texts: readonly string[]])[] {
  if (value.kind === 'text') return [[name, [value.text]]];
  const isList = value.kind === 'list';
  const members = isList ? value.items.map((item, at): Pair => [String(at), item]) : value.members;
  if (style === 'deepObject') return members.map(([key, item]) => [name + bracketed(key), [item]]);
  if (!explode) return [[name, isList ? value.items : value.members.flat()]];
  return members.map(([key, item]) => [isList ? name : key, [item]]);
}

function delimiterOf(style: string | undefined): string {
  return DELIMITERS.get(style) ?? ',';
}

function encodedDelimiter(style: string | undefined): string {
  const delimiter = delimiterOf(style);
  return delimiter === ',' ? ',' : percentEncode(delimiter);
}

/** Cookies of a parameter: `name=a; name=b`. Only the style `cookie` leaves values as they are (OpenAPI 3.2). */
export function cookieText(name: string, value: FilledValue, { style, explode = true }: ParameterStyle): string {
  const isRaw = style === 'cookie';
  const pairs = isRaw
    ? formPairs(name, value, { explode }).map((pair) => pair.join('='))
    : queryParts(name, value, { explode });
  return pairs.join('; ');
}

/** Value of a header field: `a,b`, `key=value,other=value`. */
export function headerText(value: FilledValue, { style, explode = false }: ParameterStyle): string {
  return flat(value, explode, delimiterOf(style), String);
}

/** Value of a form field, written in the style that its encoding names, else in its media type. */
export function formValue(value: unknown, encoding: EncodingObject = {}): FilledValue {
  if (isStyled(encoding)) return filledValue(value, encoding.style);
  const write = (item: unknown): string => contentText(item, encoding.contentType);
  return Array.isArray(value)
    ? { kind: 'list', items: value.filter(isGiven).map(write) }
    : { kind: 'text', text: write(value) };
}

/** Whether a form field is written in a style; its media type is then ignored (OpenAPI 3.1 §4.8.15). */
export function isStyled({ style, explode, allowReserved }: EncodingObject): boolean {
  return (style ?? explode ?? allowReserved) !== undefined;
}

/** Writes a value in a media type. A string stays as it is; for JSON, only if it is an object or a list as text. */
export function contentText(
  value: unknown,
  mediaType = '',
  { indent = 0, encoding = {} }: { indent?: number; encoding?: Readonly<Record<string, EncodingObject>> } = {},
): string {
  if (typeof value === 'string' && (!isJsonMediaType(mediaType) || isJsonText(value))) return value;
  if (!isFormMediaType(mediaType) || !hasMembers(value) || Array.isArray(value))
    return JSON.stringify(value, null, indent) ?? '';
  const pairs = Object.entries(value).flatMap(([name, member]) => {
    const own = styled((Object.hasOwn(encoding, name) && encoding[name]) || {});
    return isGiven(member) ? formPairs(name, formValue(member, own), own) : [];
  });
  return new URLSearchParams(pairs.map(([name, text]) => [name, text])).toString();
}

/** True for a JSON object or list as text, even if it is shortened, such as `{ "id": 1, … }`. */
function isJsonText(text: string): boolean {
  const trimmed = text.trim();
  const isBracketed = /^(?:\{.*\}|\[.*\])$/s.test(trimmed);
  return isBracketed && (/["\n]/.test(trimmed) || parsedObject(text) !== undefined);
}

/** Parses a JSON object or list; undefined for any other text. */
export function parsedObject(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text, withDigits);
  } catch {
    return undefined;
  }
}

/**
 * Replaces a number whose digits JavaScript would change by an object with these digits, since scripts of pages do not
 * contain the class of exact numbers. Browsers from before 2025 do not pass the source: there, digits may change.
 */
function withDigits(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || !source || `${value}` === source) return value;
  return { toString: () => source, toJSON: () => JSON.rawJSON?.(source) ?? value };
}

function flat(value: FilledValue, explode: boolean, separator: string, write: (text: string) => string): string {
  if (value.kind === 'text') return write(value.text);
  if (value.kind === 'list') return value.items.map(write).join(separator);
  return value.members.map((member) => member.map(write).join(explode ? '=' : separator)).join(separator);
}

/** Encodes a value with `allowReserved`: reserved characters stay, unless they would end or change the value. */
function encodeLittle(text: string): string {
  return encodeURI(text.toWellFormed()).replaceAll(/[#&+']/g, percentEncoded);
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, percentEncoded);
}

/** Percent-encodes an ASCII character that `encodeURI` leaves: `%27`. */
export function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
