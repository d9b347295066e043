import { canonicalNumber, compareNumbers, ExactNumber, isNumber, isWhole } from './exact-number.ts';
import { unboundedWork, type Work } from './work.ts';

/** Comparison, classification and measurement of JSON values from descriptors. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Whether a value has members: an object, a list or an exact number. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns an object as it is, and an empty one for any other value. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns an object with the same names, whose values are changed. */
export function mapValues<Before, After>(
  values: Readonly<Record<string, Before>>,
  change: (value: Before, name: string) => After,
): Record<string, After> {
  const changed: Record<string, unknown> = { ...values };
  for (const name of Object.keys(changed)) changed[name] = change(changed[name] as Before, name);
  return changed as Record<string, After>;
}

/**
 * Whether two values are equal in JSON Schema: the order of keys is ignored; `1` equals `1.0`.
 * @param work budget; once it is spent, the result is meaningless
 */
export function isSameValue(first: unknown, second: unknown, work: Work = unboundedWork()): boolean {
  work.spend(typeof first === 'string' ? 1 + first.length / 16 : 2);
  if (first === second) return true;
  if (Array.isArray(first)) {
    return (
      Array.isArray(second) &&
      first.length === second.length &&
      first.every((item, index) => isSameWhile(item, second[index], work))
    );
  }
  if (!isRecord(first) || !isRecord(second))
    return isNumber(first) && isNumber(second) && compareNumbers(first, second) === 0;
  const keys = namesOf(first, work);
  return (
    keys.length === namesOf(second, work).length &&
    keys.every((key) => Object.hasOwn(second, key) && isSameWhile(first[key], second[key], work))
  );
}

function isSameWhile(first: unknown, second: unknown, work: Work): boolean {
  return !work.isSpent && isSameValue(first, second, work);
}

/** Lists the names in an object and charges the budget; large objects cost more, because V8 has to sort their keys. */
export function namesOf(record: Readonly<Record<string, unknown>>, work: Work): readonly string[] {
  if (work.isSpent) return [];
  const names = Object.keys(record);
  work.spend(5 + names.length * (names.length > MANY_NAMES ? 12 : 2));
  return names;
}

/** Maximum number of names for cheap listing: V8 stores larger objects as hash tables and has to sort their names. */
const MANY_NAMES = 500;

/**
 * Whether all values differ in the sense of {@link isSameValue}. The time is linear, since clients choose the size.
 * @param work budget; once it is spent, the result is meaningless
 */
export function areUnique(values: readonly unknown[], work: Work): boolean {
  const seen = new Set<string>();
  for (const value of values) {
    seen.add(canonicalText(value, work));
    if (work.isSpent) return false;
  }
  return seen.size === values.length;
}

/**
 * Canonical JSON text: equal for values that are equal by {@link isSameValue}.
 * @param work budget; once it is spent, the rest of the text is missing
 */
export function canonicalText(value: unknown, work: Work = unboundedWork()): string {
  if (work.isSpent) return '';
  if (typeof value === 'string') work.spend(value.length);
  work.spend(20);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, work)).join()}]`;
  if (value instanceof ExactNumber) return canonicalNumber(value);
  if (!isRecord(value)) return value === undefined ? 'undefined' : JSON.stringify(value);
  const entries = namesOf(value, work).toSorted();
  work.spend(entries.length * 10);
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key], work)}`).join()}}`;
}

/** Removes duplicates; values with the same JSON text count as equal. */
export function distinct<T>(values: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size < seen.add(JSON.stringify(value)).size);
}

/** JSON Schema type of a value; `integer` for whole numbers. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return isWhole(value) ? 'integer' : 'number';
  return typeof value;
}

/** Length of a text in code points, the unit of `minLength`. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a value is a multiple of a step, allowing for binary rounding: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.abs(quotient) * 4;
}
