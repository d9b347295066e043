import type { Components } from '../model/components.ts';
import {
  areUnique,
  characterCount,
  isMultipleOf,
  isRecord,
  isSameValue,
  namesOf,
  typeOf,
} from '../model/schema/json-values.ts';
import { isListed } from '../model/schema/listed-values.ts';
import { matchesPattern } from '../model/schema/pattern.ts';
import type { JsonSchemaObject } from '../model/schema/schema.ts';
import { EXACT_FORMATS, fitsFormat } from '../model/schema/text-formats.ts';
import type { Work } from '../model/schema/work.ts';
import { briefText, clipped } from './brief-text.ts';

type Problem = readonly [rule: string, message: string];

const MOST_LISTED_VALUES = 20;
const UNITS_A_RULE = 20;
const UNITS_A_FORMAT_CHARACTER = 3;

/** Tools and limits for checking a value against the rules of a schema. */
export interface Checking {
  readonly components: Components;
  /** A problem that is found when it is spent is none. */
  readonly work: Work;
  /** Notes that a rule could not be decided. */
  onUndecided(): void;
}

/** Explains a wrong type of a value; undefined when it fits. */
export function typeProblem(value: unknown, { type }: JsonSchemaObject): string | undefined {
  if (type === undefined) return undefined;
  const allowed: readonly string[] = typeof type === 'string' ? [type] : type;
  const actual = typeOf(value);
  if (allowed.includes(actual) || (actual === 'integer' && allowed.includes('number'))) return undefined;
  return `The type is ${actual}; it must be ${allowed.join(' or ')}.`;
}

/** Yields problems of a value itself, not of its members; give it a merged schema. */
export function* ownProblems(value: unknown, schema: JsonSchemaObject, checking: Checking): Generator<Problem> {
  const { components, work } = checking;
  if (schema.const !== undefined && !isSameValue(value, schema.const, work)) {
    yield ['const', components.remembered('message of const', schema, constMessage)];
  }
  if (schema.enum !== undefined && !isListed(value, schema, components, work)) {
    yield ['enum', components.remembered('message of enum', schema, enumMessage)];
  }
  if (typeof value === 'number') yield* numberProblems(value, schema);
  else if (typeof value === 'string') yield* textProblems(value, schema, checking);
  else if (Array.isArray(value)) yield* listProblems(value, schema, work);
  else if (isRecord(value)) yield* objectProblems(value, schema, work);
}

function constMessage(schema: JsonSchemaObject): string {
  return `The value must be ${briefText(schema.const)}.`;
}

function enumMessage({ enum: values = [] }: JsonSchemaObject): string {
  const listed = values.slice(0, MOST_LISTED_VALUES).map(briefText).join(', ');
  return `The value must be one of ${listed}${values.length > MOST_LISTED_VALUES ? ', …' : ''}.`;
}

function* numberProblems(value: number, schema: JsonSchemaObject): Generator<Problem> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (minimum !== undefined && value < minimum) yield ['minimum', `The value must be at least ${minimum}.`];
  if (maximum !== undefined && value > maximum) yield ['maximum', `The value must be at most ${maximum}.`];
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    yield ['exclusiveMinimum', `The value must be above ${exclusiveMinimum}.`];
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    yield ['exclusiveMaximum', `The value must be below ${exclusiveMaximum}.`];
  if (multipleOf !== undefined && multipleOf > 0 && !isMultipleOf(value, multipleOf))
    yield ['multipleOf', `The value must be a multiple of ${multipleOf}.`];
  if (format === 'int32' && (!Number.isInteger(value) || value < -(2 ** 31) || value >= 2 ** 31))
    yield ['format', 'The value must be a 32-bit integer.'];
  if (format === 'int64' && !Number.isInteger(value)) yield ['format', 'The value must be an integer.'];
}

function* textProblems(value: string, schema: JsonSchemaObject, { work, onUndecided }: Checking): Generator<Problem> {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    if (!work.spend(value.length)) return;
    const length = characterCount(value);
    if (minLength !== undefined && length < minLength)
      yield ['minLength', `The text has ${length} characters; it must have at least ${minLength}.`];
    if (maxLength !== undefined && length > maxLength)
      yield ['maxLength', `The text has ${length} characters; it must have at most ${maxLength}.`];
  }
  if (pattern !== undefined) {
    const matches = matchesPattern(pattern, value, work);
    if (matches === undefined) onUndecided();
    else if (!matches) yield ['pattern', `The text must match ${clipped(pattern)}`];
  }
  if (format === undefined || !EXACT_FORMATS.has(format)) return;
  work.spend(UNITS_A_RULE + value.length * UNITS_A_FORMAT_CHARACTER);
  if (!fitsFormat(value, format)) yield ['format', `The text must be in the format ${format}.`];
}

function* listProblems(value: readonly unknown[], schema: JsonSchemaObject, work: Work): Generator<Problem> {
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && value.length < minItems)
    yield ['minItems', `There are ${value.length} items; there must be at least ${minItems}.`];
  if (maxItems !== undefined && value.length > maxItems)
    yield ['maxItems', `There are ${value.length} items; there must be at most ${maxItems}.`];
  if (schema.uniqueItems === true && !areUnique(value, work)) yield ['uniqueItems', 'No item may be there twice.'];
}

function* objectProblems(
  value: Readonly<Record<string, unknown>>,
  schema: JsonSchemaObject,
  work: Work,
): Generator<Problem> {
  const { minProperties, maxProperties } = schema;
  if (minProperties === undefined && maxProperties === undefined) return;
  const count = namesOf(value, work).length;
  if (minProperties !== undefined && count < minProperties)
    yield ['minProperties', `There are ${count} fields; there must be at least ${minProperties}.`];
  if (maxProperties !== undefined && count > maxProperties)
    yield ['maxProperties', `There are ${count} fields; there must be at most ${maxProperties}.`];
}
