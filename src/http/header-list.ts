import { isToken } from './grammar.ts';

/** Header fields in Node's raw form: names and values alternate, and repeated fields are kept. */
export type HeaderList = readonly string[];

export type HeaderField = readonly [name: string, value: string];

/** Pairs each name with its value; drops a last name that has no value. */
export function fieldsOf(headers: HeaderList): readonly [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) fields.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return fields;
}

export function toHeaderList(fields: readonly HeaderField[]): HeaderList {
  return fields.flat();
}

/**
 * Returns the values of a field in order, one per field line.
 * @param wanted lower-cased; names are compared case-insensitively (RFC 9110 §5.1)
 */
export function valuesOf(headers: HeaderList, wanted: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    if (isNamed(headers[at] ?? '', wanted)) values.push(headers[at + 1] ?? '');
  return values;
}

/** Whether a field occurs. @param wanted lower-cased */
export function hasField(headers: HeaderList, wanted: string): boolean {
  for (let at = 0; at + 1 < headers.length; at += 2) if (isNamed(headers[at] ?? '', wanted)) return true;
  return false;
}

/** Whether a field occurs more than once. @param wanted lower-cased */
export function isRepeated(headers: HeaderList, wanted: string): boolean {
  let lines = 0;
  for (let at = 0; at + 1 < headers.length; at += 2) if (isNamed(headers[at] ?? '', wanted)) lines += 1;
  return lines > 1;
}

/** Removes fields by name. @param isUnwanted receives lower-cased names */
export function withoutFields(headers: HeaderList, isUnwanted: (name: string) => boolean): HeaderList {
  return toHeaderList(fieldsOf(headers).filter(([name]) => !isUnwanted(name.toLowerCase())));
}

/** Visible ASCII characters, spaces, tabs, and bytes above ASCII as Latin-1, as in Node (RFC 9110 §5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether Node accepts a text as the value of a field; it throws for any other text. */
export function isFieldValue(text: string): boolean {
  return FIELD_VALUE.test(text);
}

/** Drops fields that Node refuses, so that one bad value in a descriptor does not make the whole answer fail. */
export function sendableFields(headers: HeaderList): HeaderList {
  return toHeaderList(fieldsOf(headers).filter(([name, value]) => isToken(name) && isFieldValue(value)));
}

/** Compares names case-insensitively, lengths first: this runs for every field of every request. */
function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}
