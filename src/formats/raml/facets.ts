import type { Components } from '../../model/components.ts';
import { isNumber, isWhole } from '../../schema/exact-number.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { validityOf } from '../../schema/validation.ts';
import type { RamlNode } from './annotations.ts';

/** RAML type with its facets; `said` has the JSON Schema keywords that type and facets express. */
export interface Faceted {
  readonly type: string;
  readonly facets: RamlNode;
  readonly said: readonly string[];
}

type Check = (value: unknown) => boolean;

/** Largest length or number of items: RAML parsers store these in 32-bit integers. */
const LARGEST_COUNT = 2 ** 31 - 1;

const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_COUNT;
const isText: Check = (value) => typeof value === 'string';
const isPattern: Check = (value) => {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
};

const WHOLE_FORMATS = ['int8', 'int16', 'int32', 'int64', 'int', 'long'];
const facetsOfNumbers = (formats: readonly string[]): Readonly<Record<string, Check>> => ({
  minimum: isNumber,
  maximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  format: (value) => formats.includes(String(value)),
});

/** Facets with the same name in JSON Schema and RAML, by type, with a check for values that RAML parsers accept. */
const FACETS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  array: { minItems: isCount, maxItems: isCount, uniqueItems: (value) => typeof value === 'boolean' },
  object: { minProperties: isCount, maxProperties: isCount },
  string: { minLength: isCount, maxLength: isCount, pattern: isPattern },
  integer: facetsOfNumbers(WHOLE_FORMATS),
  number: facetsOfNumbers([...WHOLE_FORMATS, 'float', 'double']),
  boolean: {},
};

/** Types that may have an `enum` facet, with the check for each value. */
const LISTED: Readonly<Record<string, Check>> = {
  string: isText,
  integer: (value) => isNumber(value) && isWhole(value),
  number: isNumber,
};
const DATES: Readonly<Record<string, string>> = { 'date-time': 'datetime', date: 'date-only' };

/** Type and facets of a schema with a single type, without items and properties; `any` for an unknown type. */
export function facetsOf(type: string, schema: JsonSchemaObject): Faceted {
  const checks = Object.hasOwn(FACETS, type) ? FACETS[type] : undefined;
  if (checks === undefined) return { type: 'any', facets: {}, said: [] };
  const listing = schema.const === undefined ? 'enum' : 'const';
  const values: unknown = listing === 'const' ? [schema.const] : schema.enum;
  const isValue = LISTED[type];
  // An enumeration needs no limits, and parsers reject enumerated values outside of the limits.
  if (isValue !== undefined && Array.isArray(values) && values.length > 0 && values.every(isValue))
    return { type, facets: { enum: [...new Set(values)] }, said: [listing] };
  const facets: Record<string, unknown> = {};
  for (const keyword in checks)
    if (checks[keyword]?.(schema[keyword]) === true && !isContradicted(keyword, schema))
      facets[keyword] = schema[keyword];
  const said = Object.keys(facets);
  const date = type === 'string' && said.length === 0 ? DATES[schema.format ?? ''] : undefined;
  return date === undefined ? { type, facets, said } : { type: date, facets, said: ['format'] };
}

/** Whether the minimum exceeds the maximum: parsers reject such a type. */
function isContradicted(keyword: string, schema: JsonSchemaObject): boolean {
  const what = keyword.replace(/^(?:min|max)/, '');
  return what !== keyword && Number(schema[`min${what}`]) > Number(schema[`max${what}`]);
}

/**
 * Writes an example, with `strict: false` (no validation) if some parser might consider it invalid.
 * @param facts display name, description and annotations of the example
 * @param written form of the value in the document
 */
export function exampleOf(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  facts: RamlNode = {},
  written: unknown = value,
): unknown {
  const isValid = isValidForAll(value, schema, components);
  if (isValid && Object.keys(facts).length === 0) return written;
  return { ...facts, value: written, ...(isValid ? {} : { strict: false }) };
}

/**
 * Whether every parser considers the value valid. Some parsers store numbers in 32 bits, anchor patterns, or have
 * their own rules for lists and objects.
 */
export function isValidForAll(value: unknown, schema: JsonSchema, components: Components): boolean {
  const { schema: merged } = mergeSchema(schema, components);
  const { pattern, format, oneOf, anyOf } = merged;
  const isPlain = isNumber(value)
    ? Math.abs(Number(value)) <= LARGEST_COUNT
    : typeof value === 'boolean' || (typeof value === 'string' && pattern === undefined && format === undefined);
  return (
    isPlain &&
    oneOf === undefined &&
    anyOf === undefined &&
    validityOf(value, merged, components, 'response') === 'valid'
  );
}
