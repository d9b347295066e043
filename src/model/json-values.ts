/** JSON values from descriptors: told apart, compared, measured. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Equality of JSON Schema: the order of keys does not matter, `1` and `1.0` are the same. */
export function isSameValue(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (Array.isArray(first)) return Array.isArray(second) && first.length === second.length && first.every((item, index) => isSameValue(item, second[index]));
  if (!isRecord(first) || !isRecord(second)) return false;
  const keys = Object.keys(first);
  return keys.length === Object.keys(second).length && keys.every((key) => Object.hasOwn(second, key) && isSameValue(first[key], second[key]));
}

/** Whether no value is there twice ({@link isSameValue}). Time is linear in the size of the list, which a request may choose. */
export function areUnique(values: readonly unknown[]): boolean {
  return new Set(values.map(canonicalText)).size === values.length;
}

/** One text for values that are the same. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isRecord(value)) return value === undefined ? 'undefined' : JSON.stringify(value);
  const entries = Object.keys(value).sort();
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`).join()}}`;
}

/** The JSON Schema type; a whole number is an `integer`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Length of a text in characters (code points), as `minLength` counts. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
