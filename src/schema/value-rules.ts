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

/**
 * Yields the rules that a value of the right type violates, except those about its properties and items.
 * @param work budget; rules yielded after it is spent are meaningless
 */
export function* brokenRules(
  value: unknown,
  schema: JsonSchemaObject,
  schemas: Schemas,
  work: Work,
  matches: PatternTest,
): Generator<ProblemKind | 'undecided'> {
  if (schema.const !== undefined && !isSameValue(value, schema.const, work)) yield 'const';
  if (schema.enum !== undefined && !isListed(value, schema, schemas, work)) yield 'enum';
  if (isNumber(value)) {
    yield* brokenLimits(value, LIMITS_OF_NUMBERS, schema);
    if (!fitsNumberFormat(value, schema.format)) yield 'format';
  } else if (typeof value === 'string') {
    yield* brokenRulesOfText(value, schema, work, matches);
  } else if (Array.isArray(value)) {
    yield* brokenLimits(value.length, LIMITS_OF_LISTS, schema);
    if (schema.uniqueItems === true && !areUnique(value, work)) yield 'uniqueItems';
  } else if (isRecord(value) && (schema.minProperties !== undefined || schema.maxProperties !== undefined)) {
    yield* brokenLimits(namesOf(value, work).length, LIMITS_OF_OBJECTS, schema);
  }
}

function* brokenRulesOfText(
  value: string,
  schema: JsonSchemaObject,
  work: Work,
  matches: PatternTest,
): Generator<ProblemKind | 'undecided'> {
  const { minLength, maxLength, pattern, format } = schema;
  if ((minLength !== undefined || maxLength !== undefined) && work.spend(value.length))
    yield* brokenLimits(characterCount(value), LIMITS_OF_TEXTS, schema);
  if (pattern !== undefined) {
    const isMatch = matches(pattern, value, work);
    if (isMatch !== true) yield isMatch === undefined ? 'undecided' : 'pattern';
  }
  if (format === undefined) return;
  work.spend(UNITS_A_FORMAT + value.length * UNITS_A_FORMAT_CHARACTER);
  if (!fitsFormat(value, format)) yield 'format';
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

function* brokenLimits(size: JsonNumber, limits: readonly Limit[], schema: JsonSchemaObject): Generator<ProblemKind> {
  for (const [kind, isKept] of limits) {
    const limit = schema[kind];
    if (isNumber(limit) && !isKept(size, limit)) yield kind;
  }
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
