import { distinct, isRecord } from '../../schema/json-values.ts';
import type { JsonSchemaObject } from '../../schema/schema.ts';
import { asTypeOrNull, isNullSchema } from '../../schema/types.ts';
import type { JsonMap } from './writing.ts';

/**
 * One schema of JSON Schema 2020-12 in the words of OpenAPI 3.0, its subschemas left as they are. Keywords without a
 * word there stay; the writer of schemas moves them into `x-` keys.
 */
export function toSchema30(schema: JsonMap): JsonMap {
  if (typeof schema['$ref'] === 'string') return beside$ref(schema);
  const result = new Map(Object.entries(asTypeOrNull(schema)));
  writeType(result);
  writeConst(result);
  writeExamples(result);
  writeLimit(result, 'minimum', 'exclusiveMinimum', Math.max);
  writeLimit(result, 'maximum', 'exclusiveMaximum', Math.min);
  writeContent(result);
  const { required, enum: values } = schema;
  if (Array.isArray(required)) {
    if (required.length === 0) result.delete('required');
    else result.set('required', [...new Set(required)]);
  }
  if (Array.isArray(values)) result.set('enum', distinct(values));
  if (result.get('type') === 'array' && result.get('items') === undefined) result.set('items', {});
  if (result.get('nullable') !== undefined && result.get('type') === undefined)
    rename(result, 'nullable', 'x-nullable');
  return Object.fromEntries(result);
}

/**
 * The same in the words of Swagger 2.0. A discriminator without a word there is `x-discriminator`; where it is a name
 * there, `x-discriminator-mapping` has the rest.
 */
export function toSchema20(schema: JsonMap): JsonMap {
  const plain = asTypeOrNull(schema);
  const result = new Map(Object.entries(toSchema30(plain === schema ? withoutChoice(schema) : plain)));
  rename(result, 'nullable', 'x-nullable');
  const discriminator = result.get('discriminator');
  if (isRecord(discriminator)) {
    const name = discriminator['propertyName'];
    const { properties, required } = schema;
    // Swagger 2.0: the property must be defined at this schema and be required.
    const stands =
      typeof name === 'string' &&
      isRecord(properties) &&
      Object.hasOwn(properties, name) &&
      Array.isArray(required) &&
      required.includes(name);
    if (stands) result.set('discriminator', name);
    else rename(result, 'discriminator', 'x-discriminator');
    if (result.get('x-discriminator') !== discriminator)
      result.set('x-discriminator-mapping', discriminator['mapping']);
  }
  return Object.fromEntries(result);
}

/** There is no choice in Swagger 2.0: one schema, or it and null, would be no type at all. */
function withoutChoice(schema: JsonSchemaObject): JsonMap {
  const { anyOf, oneOf, ...others } = schema;
  const choices = anyOf ?? oneOf ?? [];
  const [only, ...more] = choices.filter((choice) => !isNullSchema(choice));
  const isTaken = (anyOf !== undefined && oneOf !== undefined) || schema.discriminator !== undefined;
  if (only === undefined || more.length > 0 || isTaken) return schema;
  const nullable = choices.length > 1 ? { nullable: true } : {};
  return { ...others, allOf: [...(schema.allOf ?? []), only], ...nullable };
}

/** Siblings of `$ref` have no effect in 3.0: the reference becomes a part of `allOf`. */
function beside$ref(schema: JsonMap): JsonMap {
  const { $ref, ...siblings } = schema;
  const { allOf } = siblings;
  if (Object.keys(siblings).length === 0) return schema;
  return toSchema30({ ...siblings, allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])] });
}

function writeType(schema: Map<string, unknown>): void {
  const given = schema.get('type');
  const types: readonly unknown[] = Array.isArray(given) ? given : [given];
  const others = types.filter((type) => type !== 'null');
  if (!Array.isArray(given) && others.length === 1) return;
  const nullable = others.length < types.length;
  if (others.length === 1) schema.set('type', others[0]);
  else if (others.length === 0) {
    schema.set('type', 'string').set('enum', [null]);
  } else {
    schema.delete('type');
    const choices = others.map((type, index) => ({ type, ...(nullable && index === 0 ? { nullable } : {}) }));
    if (schema.has('anyOf')) schema.set('allOf', [...asList(schema.get('allOf')), { anyOf: choices }]);
    else schema.set('anyOf', choices);
    return;
  }
  if (nullable) schema.set('nullable', true);
}

function writeConst(schema: Map<string, unknown>): void {
  const value = schema.get('const');
  if (value === undefined || schema.has('enum')) return;
  schema.delete('const');
  schema.set('enum', [value]);
}

function writeExamples(schema: Map<string, unknown>): void {
  const examples = schema.get('examples');
  if (!Array.isArray(examples) || examples.length === 0) return;
  if (!schema.has('example')) schema.set('example', examples[0]);
  if (examples.length === 1) schema.delete('examples');
}

/** Exclusive limits are numbers since 3.1 and marks beside the limit before; of two limits the narrower one counts. */
function writeLimit(
  schema: Map<string, unknown>,
  limit: string,
  exclusive: string,
  narrower: (a: number, b: number) => number,
): void {
  const open = schema.get(exclusive);
  if (typeof open !== 'number') return;
  const closed = schema.get(limit);
  schema.delete(exclusive);
  if (typeof closed === 'number' && closed !== open && narrower(closed, open) === closed) {
    schema.set(`x-${exclusive}`, open);
    return;
  }
  if (typeof closed === 'number' && closed !== open) schema.set(`x-${limit}`, closed);
  schema.set(limit, open).set(exclusive, true);
}

function writeContent(schema: Map<string, unknown>): void {
  if (schema.has('format') || schema.get('type') !== 'string') return;
  if (schema.get('contentEncoding') === 'base64') schema.set('format', 'byte');
  else if (schema.has('contentMediaType') && !schema.has('contentEncoding')) schema.set('format', 'binary');
}

function rename(schema: Map<string, unknown>, from: string, to: string): void {
  const value = schema.get(from);
  schema.delete(from);
  if (value !== undefined && !schema.has(to)) schema.set(to, value);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
