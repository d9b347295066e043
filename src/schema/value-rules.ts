import { compareNumbers, ExactNumber, isNumber, isWhole, type JsonNumber, simplest } from './exact-number.ts';
import { areUnique, characterCount, isMultipleOf, isRecord, isSameValue, namesOf, typeOf } from './json-values.ts';
import type { ProblemKind } from './problem-words.ts';
import type { Schemas } from './references.ts';
import type { JsonSchemaObject } from './schema.ts';
import { fitsFormat } from './text-formats.ts';
import type { Work } from './work.ts';

/** Units of work for a format test and for each character, since regular expressions read a text several times. */
const UNITS_A_FORMAT = 20;
const UNITS_A_FORMAT_CHARACTER = 3;

export function fitsType(value: unknown, type: string | readonly string[]): boolean {
  const actual = typeOf(value);
  const allowed = typeof type === 'string' ? [type] : type;
  return allowed.includes(actual) || (actual === 'integer' && allowed.includes('number'));
}

/** Whether a text contains a match of an ECMA-262 pattern; undefined if that cannot be decided. */
export type PatternTest = (pattern: string, text: string, work: Work) => boolean | undefined;

/** Called with each violated rule. @returns false to stop the check */
type Report = (kind: ProblemKind | 'undecided') => boolean;

/**
 * Reports the rules that a value of the right type violates, except those about its properties and items.
 * @param work budget; rules reported after it is spent are meaningless
 * @returns false if a report stopped the check
 */
export function checkRules(
  value: unknown,
  schema: JsonSchemaObject,
  schemas: Schemas,
  work: Work,
  matches: PatternTest,
  report: Report,
): boolean {
  if (schema.const !== undefined && !isSameValue(value, schema.const, work) && !report('const')) return false;
  if (schema.enum !== undefined && !isListed(value, schema, schemas, work) && !report('enum')) return false;
  if (typeof value === 'string') return checkText(value, schema, work, matches, report);
  if (isNumber(value)) {
    if (!checkLimits(value, LIMITS_OF_NUMBERS, schema, report)) return false;
    return fitsNumberFormat(value, schema.format) || report('format');
  }
  if (Array.isArray(value)) {
    if (!checkLimits(value.length, LIMITS_OF_LISTS, schema, report)) return false;
    return schema.uniqueItems !== true || areUnique(value, work) || report('uniqueItems');
  }
  if ((schema.minProperties ?? schema.maxProperties) === undefined || !isRecord(value)) return true;
  return checkLimits(namesOf(value, work).length, LIMITS_OF_OBJECTS, schema, report);
}

function checkText(value: string, schema: JsonSchemaObject, work: Work, matches: PatternTest, report: Report): boolean {
  const { minLength, maxLength, pattern, format } = schema;
  const isCounted = (minLength ?? maxLength) !== undefined && work.spend(value.length);
  if (isCounted && !checkLimits(characterCount(value), LIMITS_OF_TEXTS, schema, report)) return false;
  if (pattern !== undefined) {
    const isMatch = matches(pattern, value, work);
    if (isMatch !== true && !report(isMatch === undefined ? 'undecided' : 'pattern')) return false;
  }
  if (format === undefined) return true;
  work.spend(UNITS_A_FORMAT + value.length * UNITS_A_FORMAT_CHARACTER);
  return fitsFormat(value, format) || report('format');
}

function fitsNumberFormat(value: JsonNumber, format: string | undefined): boolean {
  if (format === 'int32') return isWhole(value) && Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31;
  return format !== 'int64' || isWhole(value);
}

type Limit = readonly [kind: ProblemKind, isKept: (size: JsonNumber, limit: JsonNumber) => boolean];

const isAtLeast: Limit[1] = (size, limit) => compareNumbers(size, limit) >= 0;
const isAtMost: Limit[1] = (size, limit) => compareNumbers(size, limit) <= 0;

const LIMITS_OF_NUMBERS: readonly Limit[] = [
  ['minimum', isAtLeast],
  ['maximum', isAtMost],
  ['exclusiveMinimum', (size, limit) => compareNumbers(size, limit) > 0],
  ['exclusiveMaximum', (size, limit) => compareNumbers(size, limit) < 0],
  ['multipleOf', (size, step) => Number(step) <= 0 || isMultipleOf(Number(size), Number(step))],
];
const LIMITS_OF_TEXTS: readonly Limit[] = [
  ['minLength', isAtLeast],
  ['maxLength', isAtMost],
];
const LIMITS_OF_LISTS: readonly Limit[] = [
  ['minItems', isAtLeast],
  ['maxItems', isAtMost],
];
const LIMITS_OF_OBJECTS: readonly Limit[] = [
  ['minProperties', isAtLeast],
  ['maxProperties', isAtMost],
];

function checkLimits(size: JsonNumber, limits: readonly Limit[], schema: JsonSchemaObject, report: Report): boolean {
  return limits.every(([kind, isKept]) => {
    const limit = schema[kind];
    return limit === undefined || !isNumber(limit) || isKept(size, limit) || report(kind);
  });
}

const UNITS_A_VALUE = 20;

interface ListedValues {
  readonly scalars: ReadonlySet<unknown>;
  readonly others: readonly unknown[];
}

/** Whether `enum` contains a value; scalars are looked up in a set. */
function isListed(value: unknown, schema: JsonSchemaObject, schemas: Schemas, work: Work): boolean {
  const { scalars, others } = schemas.remembered('listed values', schema, toListedValues, work);
  work.spend(typeof value === 'string' ? value.length / 4 : 1);
  const own = value instanceof ExactNumber ? simplest(value) : value;
  return (
    scalars.has(own) ||
    (typeof own === 'object' && others.some((allowed) => work.isSpent || isSameValue(value, allowed, work)))
  );
}

function toListedValues({ enum: values = [] }: JsonSchemaObject, _: Schemas, work: Work): ListedValues {
  if (!work.spend(values.length * UNITS_A_VALUE)) return { scalars: new Set(), others: [] };
  const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
  const listed = values.map((value) => (value instanceof ExactNumber ? simplest(value) : value));
  return { scalars: new Set(listed.filter(isScalar)), others: listed.filter((value) => !isScalar(value)) };
}
