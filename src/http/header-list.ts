import { isToken } from './grammar.ts';

/** Header fields in Node's raw form: names and values alternate, and a field sent twice is there twice. */
export type HeaderList = readonly string[];

export type HeaderField = readonly [name: string, value: string];

/** Each name with its value; a name without one at the end is left out. */
export function fieldsOf(headers: HeaderList): readonly [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) fields.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return fields;
}

export function toHeaderList(fields: readonly HeaderField[]): HeaderList {
  return fields.flat();
}

/**
 * The values of one field, one a line, in their order.
 * @param wanted lower-cased; names are compared without case (RFC 9110 §5.1)
 */
export function valuesOf(headers: HeaderList, wanted: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    if (isNamed(headers[at] ?? '', wanted)) values.push(headers[at + 1] ?? '');
  return values;
}

/** @param wanted lower-cased */
export function hasField(headers: HeaderList, wanted: string): boolean {
  for (let at = 0; at + 1 < headers.length; at += 2) if (isNamed(headers[at] ?? '', wanted)) return true;
  return false;
}

/** Whether a field has several lines. @param wanted lower-cased */
export function isRepeated(headers: HeaderList, wanted: string): boolean {
  let lines = 0;
  for (let at = 0; at + 1 < headers.length; at += 2) if (isNamed(headers[at] ?? '', wanted)) lines += 1;
  return lines > 1;
}

/** @param isUnwanted is given names lower-cased */
export function withoutFields(headers: HeaderList, isUnwanted: (name: string) => boolean): HeaderList {
  return toHeaderList(fieldsOf(headers).filter(([name]) => !isUnwanted(name.toLowerCase())));
}

/**
 * Visible characters, blanks and tabs, and bytes above ASCII as Latin-1, as Node reads and writes them (RFC 9110 §5.5).
 */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether Node sends a text as the value of a field; for any other text it throws. */
export function isFieldValue(text: string): boolean {
  return FIELD_VALUE.test(text);
}

/** Leaves out fields that Node refuses, so that one bad value in a descriptor does not cost the whole answer. */
export function sendableFields(headers: HeaderList): HeaderList {
  return toHeaderList(fieldsOf(headers).filter(([name, value]) => isToken(name) && isFieldValue(value)));
}

/** Compares names without case. It runs for every field of every request, and length alone rules out most names. */
function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}
