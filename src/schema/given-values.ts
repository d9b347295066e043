import { ExactNumber } from './exact-number.ts';
import { type Direction, hiddenNames } from './hidden-names.ts';
import { isRecord } from './json-values.ts';
import { mergeSchema } from './merged-schema.ts';
import type { Schemas } from './references.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import { typesOf, variantsOf } from './types.ts';
import type { Work } from './work.ts';

const MAX_ENUM_TRIALS = 100;
const UNITS_A_VALUE = 10;

/**
 * Yields the values that a schema contains: examples, default, allowed values, null, then examples converted to another
 * type. Properties hidden in this direction are removed. Values may be invalid.
 * @param work budget for reading values; once it is spent, no further value is yielded
 */
export function* givenValues(
  schema: JsonSchemaObject,
  schemas: Schemas,
  direction: Direction,
  work: Work,
): Generator<unknown> {
  for (const candidate of candidatesIn(schema)) {
    const value = visible(candidate, schema, schemas, direction, work);
    if (work.isSpent) return;
    yield value;
  }
}

function* candidatesIn(schema: JsonSchemaObject): Generator<unknown> {
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  yield* examples;
  if (schema['example'] !== undefined) yield schema['example'];
  if (schema.default !== undefined && schema.default !== null) yield schema.default;
  const values = schema.const !== undefined ? [schema.const] : (schema.enum?.slice(0, MAX_ENUM_TRIALS) ?? []);
  yield* values.filter((value) => value !== null);
  yield* values.filter((value) => value === null);
  for (const example of [...examples, schema['example']]) yield* asMeant(example);
}

/** Converts an example to its probable intended type: many authors write `400` for a text, and `"7"` for a number. */
function asMeant(example: unknown): readonly unknown[] {
  if (example instanceof ExactNumber || typeof example === 'number' || typeof example === 'boolean')
    return [String(example)];
  const isWritten =
    typeof example === 'string' && /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?|true|false)$/.test(example);
  return isWritten ? [JSON.parse(example)] : [];
}

/** Replaces numbers by their text in the file where a schema allows only text: `1.0`, `007`. */
export function withTexts(value: unknown, schema: JsonSchema, schemas: Schemas, work: Work): unknown {
  if (typeof value !== 'object' || value === null || !work.spend(UNITS_A_VALUE)) return value;
  const { schema: merged } = mergeSchema(schema, schemas, work);
  const variants = variantsOf(merged).map((variant) => mergeSchema(variant.schema, schemas, work).schema);
  if (value instanceof ExactNumber) {
    const own = typesOf(merged);
    const types = own.length > 0 ? [own] : variants.map(typesOf);
    const admits = (type: string): boolean => types.some((some) => some.length === 0 || some.includes(type));
    return admits('string') && !admits('number') && !admits('integer') ? value.source : value;
  }
  const inside = (inner: unknown, partOf: (form: JsonSchemaObject) => JsonSchema | undefined): unknown => {
    const part = [merged, ...variants].map(partOf).find((found) => found !== undefined);
    return withTexts(inner, part ?? true, schemas, work);
  };
  if (Array.isArray(value))
    return value.map((item, index) => inside(item, ({ prefixItems, items }) => prefixItems?.[index] ?? items));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      inside(inner, ({ properties = {}, additionalProperties }) =>
        Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
      ),
    ]),
  );
}

function visible(value: unknown, schema: JsonSchema, schemas: Schemas, direction: Direction, work: Work): unknown {
  if (typeof schema === 'boolean' || !work.spend(UNITS_A_VALUE)) return value;
  const inside = (inner: unknown, of: JsonSchema): unknown => visible(inner, of, schemas, direction, work);
  if (Array.isArray(value)) {
    const { items } = mergeSchema(schema, schemas, work).schema;
    return items === undefined ? value : value.map((item) => inside(item, items));
  }
  if (!isRecord(value)) return value;
  const { properties } = mergeSchema(schema, schemas, work).schema;
  if (properties === undefined) return value;
  const hidden = hiddenNames(schema, schemas, direction, work);
  work.spend(Object.keys(value).length * UNITS_A_VALUE);
  const kept = Object.entries(value).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      Object.hasOwn(properties, name) ? inside(inner, properties[name] ?? true) : inner,
    ]),
  );
}
