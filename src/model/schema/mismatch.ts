import type { Components } from '../components.ts';
import { characterCount, isMultipleOf, isRecord, typeOf } from './json-values.ts';
import { mergeSchema } from './merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import { EXACT_FORMATS } from './text-formats.ts';
import { validityOf } from './validation.ts';
import type { Work } from './work.ts';

/** First place where a value differs from its schema, and the reason. */
interface Mismatch {
  /** Names and positions that lead there from the value. */
  readonly path: readonly string[];
  /** Words that follow “it”: `is text, not an integer`. */
  readonly reason: string;
}

const DEEPEST = 40;
const UNITS_A_STEP = 60;

/**
 * Why a value satisfies a schema neither in a request nor in a response; null where it does, or where that is undecided
 * with the work that is left. A place is the deepest that is wrong by itself: fields before alternatives.
 */
export function mismatchOf(value: unknown, schema: JsonSchema, components: Components, work: Work): Mismatch | null {
  if (!isWrong(value, schema, components, work)) return null;
  const path: string[] = [];
  let inner = value;
  let part = schema;
  for (let depth = 0; depth < DEEPEST && work.spend(UNITS_A_STEP); depth++) {
    const next = wrongInside(inner, mergedOf(part, components, work), components, work);
    if (next === undefined) break;
    path.push(next.key);
    inner = next.value;
    part = next.schema;
  }
  const merged = mergedOf(part, components, work);
  const reason = reasonOf(inner, merged, components, work);
  return reason === null ? null : { path, reason };
}

function isWrong(value: unknown, schema: JsonSchema, components: Components, work: Work): boolean {
  return (['response', 'request'] as const).every(
    (direction) => validityOf(value, schema, components, direction, work) === 'invalid',
  );
}

function mergedOf(schema: JsonSchema, components: Components, work: Work): JsonSchemaObject {
  return mergeSchema(schema, components, work).schema;
}

interface Inside {
  readonly key: string;
  readonly value: unknown;
  readonly schema: JsonSchema;
}

function wrongInside(
  value: unknown,
  { properties = {}, additionalProperties, prefixItems = [], items }: JsonSchemaObject,
  components: Components,
  work: Work,
): Inside | undefined {
  const inside = (key: string, inner: unknown, schema: JsonSchema | undefined): readonly Inside[] =>
    schema === undefined || !isWrong(inner, schema, components, work) ? [] : [{ key, value: inner, schema }];
  if (Array.isArray(value))
    return first(value.entries(), ([index, item]) => inside(String(index), item, prefixItems[index] ?? items));
  if (!isRecord(value)) return undefined;
  return first(Object.keys(value), (name) => {
    // A name that is not allowed is wrong with the object.
    const other = additionalProperties === false ? undefined : additionalProperties;
    return inside(name, value[name], Object.hasOwn(properties, name) ? properties[name] : other);
  });
}

function first<T, R>(values: Iterable<T>, look: (value: T) => readonly R[]): R | undefined {
  for (const value of values) {
    const [found] = look(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function kindOf(type: string): string {
  return KINDS[type] ?? type;
}

/** Null where only a format is against it whose test is stricter than its definition. */
function reasonOf(value: unknown, schema: JsonSchemaObject, components: Components, work: Work): string | null {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const actual = typeOf(value);
  const hasType =
    types.length === 0 || types.some((type) => type === actual || (type === 'number' && actual === 'integer'));
  if (!hasType) return `is ${kindOf(actual)}, not ${types.map(kindOf).join(' or ')}`;
  if (schema.const !== undefined) return 'is not the only value that is allowed';
  const isAllowed = (part: JsonSchemaObject): boolean => !isWrong(value, part, components, work);
  if (schema.enum !== undefined && !isAllowed({ enum: schema.enum })) return 'is none of the values that are allowed';
  const own =
    typeof value === 'string'
      ? reasonOfText(value, schema)
      : typeof value === 'number'
        ? reasonOfNumber(value, schema)
        : Array.isArray(value)
          ? reasonOfList(value, schema)
          : isRecord(value)
            ? reasonOfObject(value, schema)
            : undefined;
  if (own !== undefined) return own;
  const { oneOf, anyOf, pattern, format } = schema;
  if (pattern !== undefined && !isAllowed({ pattern })) return `does not match the pattern ${pattern}`;
  if (format !== undefined && !isAllowed({ format }))
    return EXACT_FORMATS.has(format) ? `does not have the format ${format}` : null;
  if (oneOf !== undefined && !isAllowed({ oneOf }))
    return isAllowed({ anyOf: oneOf }) ? 'fits several of the forms that exclude each other' : 'fits none of its forms';
  if (anyOf !== undefined && !isAllowed({ anyOf })) return 'fits none of its forms';
  return 'is not allowed';
}

function reasonOfText(value: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchemaObject) {
  const length = characterCount(value);
  if (length < minLength) return `has ${length} characters, not at least ${minLength}`;
  return length > maxLength ? `has ${length} characters, not at most ${maxLength}` : undefined;
}

function reasonOfNumber(value: number, schema: JsonSchemaObject): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) return `is less than ${minimum}`;
  if (maximum !== undefined && value > maximum) return `is more than ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `is not above ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `is not below ${exclusiveMaximum}`;
  const isMultiple = multipleOf === undefined || isMultipleOf(value, multipleOf);
  return isMultiple ? undefined : `is no multiple of ${multipleOf}`;
}

function reasonOfList(value: readonly unknown[], { minItems = 0, maxItems }: JsonSchemaObject): string | undefined {
  if (value.length < minItems) return `has ${value.length} items, not at least ${minItems}`;
  if (maxItems !== undefined && value.length > maxItems) return `has ${value.length} items, not at most ${maxItems}`;
  return undefined;
}

function reasonOfObject(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject): string | undefined {
  const { required = [], properties = {}, patternProperties, additionalProperties } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) return `lacks “${missing[0]}”`;
  if (additionalProperties !== false || patternProperties !== undefined) return undefined;
  const extra = Object.keys(value).find((name) => !Object.hasOwn(properties, name));
  return extra === undefined ? undefined : `has “${extra}”, which is not described`;
}
