import { valueText } from '../model/constraint-words.ts';
import { areUnique, characterCount, isRecord, isSameValue, typeOf } from '../model/json-values.ts';
import { matchesPattern } from '../model/pattern.ts';
import type { JsonSchemaObject } from '../model/schema.ts';
import { fitsFormat } from '../model/text-formats.ts';

type Problem = readonly [rule: string, message: string];

/** Formats whose tests are exact enough to refuse a body; those of the others are stricter than their definitions. */
const ENFORCED_FORMATS: ReadonlySet<string> = new Set(['date-time', 'date', 'time', 'email', 'hostname', 'ipv4', 'uuid', 'byte']);
const MOST_LISTED_VALUES = 20;

/** What is wrong with the type of a value; undefined when it fits. */
export function typeProblem(value: unknown, { type }: JsonSchemaObject): string | undefined {
  if (type === undefined) return undefined;
  const allowed: readonly string[] = typeof type === 'string' ? [type] : type;
  const actual = typeOf(value);
  if (allowed.includes(actual) || (actual === 'integer' && allowed.includes('number'))) return undefined;
  return `The type is ${actual}; it must be ${allowed.join(' or ')}.`;
}

/** What is wrong with a value itself, whatever is inside it; give it a merged schema. */
export function* ownProblems(value: unknown, schema: JsonSchemaObject): Generator<Problem> {
  if (schema.const !== undefined && !isSameValue(value, schema.const)) yield ['const', `The value must be ${valueText(schema.const)}.`];
  if (schema.enum !== undefined && !schema.enum.some((allowed) => isSameValue(value, allowed))) yield ['enum', enumMessage(schema.enum)];
  if (typeof value === 'number') yield* numberProblems(value, schema);
  else if (typeof value === 'string') yield* textProblems(value, schema);
  else if (Array.isArray(value)) yield* listProblems(value, schema);
  else if (isRecord(value)) yield* objectProblems(value, schema);
}

function enumMessage(values: readonly unknown[]): string {
  const listed = values.slice(0, MOST_LISTED_VALUES).map(valueText).join(', ');
  return `The value must be one of ${listed}${values.length > MOST_LISTED_VALUES ? ', …' : ''}.`;
}

function* numberProblems(value: number, schema: JsonSchemaObject): Generator<Problem> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (minimum !== undefined && value < minimum) yield ['minimum', `The value must be at least ${minimum}.`];
  if (maximum !== undefined && value > maximum) yield ['maximum', `The value must be at most ${maximum}.`];
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) yield ['exclusiveMinimum', `The value must be above ${exclusiveMinimum}.`];
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) yield ['exclusiveMaximum', `The value must be below ${exclusiveMaximum}.`];
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(value, multipleOf)) yield ['multipleOf', `The value must be a multiple of ${multipleOf}.`];
  if (format === 'int32' && (!Number.isInteger(value) || value < -(2 ** 31) || value >= 2 ** 31)) yield ['format', 'The value must be a 32-bit integer.'];
  if (format === 'int64' && !Number.isInteger(value)) yield ['format', 'The value must be an integer.'];
}

/** Binary fractions are rounded: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.abs(quotient) * 4;
}

function* textProblems(value: string, schema: JsonSchemaObject): Generator<Problem> {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = characterCount(value);
    if (minLength !== undefined && length < minLength) yield ['minLength', `The text has ${length} characters; it must have at least ${minLength}.`];
    if (maxLength !== undefined && length > maxLength) yield ['maxLength', `The text has ${length} characters; it must have at most ${maxLength}.`];
  }
  if (pattern !== undefined && matchesPattern(pattern, value) === false) yield ['pattern', `The text must match ${pattern}`];
  if (format !== undefined && ENFORCED_FORMATS.has(format) && !fitsFormat(value, format)) yield ['format', `The text must be in the format ${format}.`];
}

function* listProblems(value: readonly unknown[], schema: JsonSchemaObject): Generator<Problem> {
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && value.length < minItems) yield ['minItems', `There are ${value.length} items; there must be at least ${minItems}.`];
  if (maxItems !== undefined && value.length > maxItems) yield ['maxItems', `There are ${value.length} items; there must be at most ${maxItems}.`];
  if (schema.uniqueItems === true && !areUnique(value)) yield ['uniqueItems', 'No item may be there twice.'];
}

function* objectProblems(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject): Generator<Problem> {
  const count = Object.keys(value).length;
  const { minProperties, maxProperties } = schema;
  if (minProperties !== undefined && count < minProperties) yield ['minProperties', `There are ${count} fields; there must be at least ${minProperties}.`];
  if (maxProperties !== undefined && count > maxProperties) yield ['maxProperties', `There are ${count} fields; there must be at most ${maxProperties}.`];
}
