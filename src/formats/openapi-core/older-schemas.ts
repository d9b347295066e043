import { compareNumbers, isNumber } from '../../schema/exact-number.ts';
import { distinct, isRecord, listOf } from '../../schema/json-values.ts';
import { type JsonSchemaObject, subschemasOf } from '../../schema/schema.ts';
import { asTypeOrNull, isNullSchema, typesOf } from '../../schema/types.ts';
import type { JsonMap } from './writing.ts';

/**
 * Converts one JSON Schema 2020-12 schema, but not its subschemas, to OpenAPI 3.0. Keywords that 3.0 lacks remain:
 * {@link schemaWriter} moves them into `x-` keys.
 */
export function toSchema30(schema: JsonMap): JsonMap {
  if (typeof schema['$ref'] === 'string') return beside$ref(schema);
  const result = new Map(Object.entries(asTypeOrNull(schema)));
  writeType(result);
  writeConst(result);
  writeExamples(result);
  writeLimit(result, 'minimum', 'exclusiveMinimum', (order) => order > 0);
  writeLimit(result, 'maximum', 'exclusiveMaximum', (order) => order < 0);
  writeContent(result);
  writeTuple(result);
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
 * Converts one schema to Swagger 2.0. A discriminator that 2.0 does not allow becomes `x-discriminator`. An allowed one
 * becomes the name of its property, and its mapping becomes `x-discriminator-mapping`.
 */
export function toSchema20(schema: JsonMap): JsonMap {
  const plain = asTypeOrNull(schema);
  const result = new Map(Object.entries(toSchema30(plain === schema ? withoutChoice(schema) : plain)));
  rename(result, 'nullable', 'x-nullable');
  const discriminator = result.get('discriminator');
  if (isRecord(discriminator)) {
    const name = discriminator['propertyName'];
    const { properties, required } = schema;
    // Swagger 2.0: this schema must define the property and require it.
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

/** Moves the only non-null schema of `anyOf` or `oneOf` to `allOf`: Swagger 2.0 lacks both and would lose the type. */
function withoutChoice(schema: JsonSchemaObject): JsonMap {
  const { anyOf, oneOf, ...others } = schema;
  const choices = anyOf ?? oneOf ?? [];
  const [only, ...more] = choices.filter((choice) => !isNullSchema(choice));
  const isTaken = (anyOf !== undefined && oneOf !== undefined) || schema.discriminator !== undefined;
  if (only === undefined || more.length > 0 || isTaken) return schema;
  return { ...others, allOf: [...(schema.allOf ?? []), only], ...(choices.length > 1 && { nullable: true }) };
}

/** Moves a `$ref` with siblings into `allOf`, since 3.0 ignores the siblings of `$ref`. */
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
    if (schema.has('anyOf')) schema.set('allOf', [...listOf(schema.get('allOf')), { anyOf: choices }]);
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

/** Converts an exclusive limit, a number since 3.1, to the earlier boolean. The narrower of two limits is written. */
function writeLimit(
  schema: Map<string, unknown>,
  limit: string,
  exclusive: string,
  isNarrower: (order: number) => boolean,
): void {
  const open = schema.get(exclusive);
  if (!isNumber(open)) return;
  const closed = schema.get(limit);
  schema.delete(exclusive);
  const order = isNumber(closed) ? compareNumbers(closed, open) : 0;
  if (order !== 0 && isNarrower(order)) {
    schema.set(`x-${exclusive}`, open);
    return;
  }
  if (order !== 0) schema.set(`x-${limit}`, closed);
  schema.set(limit, open).set(exclusive, true);
}

/** Writes `format` for encoded or binary text. Since 3.1, such a text needs no `type`. */
function writeContent(schema: Map<string, unknown>): void {
  const own = Object.fromEntries(schema);
  const isUntyped = !schema.has('type') && typesOf(own).length === 0 && subschemasOf(own).next().done === true;
  if (schema.has('format') || (schema.get('type') !== 'string' && !isUntyped)) return;
  if (schema.get('contentEncoding') === 'base64') schema.set('format', 'byte');
  else if (schema.has('contentMediaType') && !schema.has('contentEncoding')) schema.set('format', 'binary');
  if (isUntyped && schema.has('format')) schema.set('type', 'string');
}

/** Writes a tuple as a list whose items are any of those of the tuple: their order is only in `x-prefixItems`. */
function writeTuple(schema: Map<string, unknown>): void {
  const start = listOf(schema.get('prefixItems'));
  if (start.length === 0) return;
  const rest = schema.get('items') ?? true;
  const items = distinct([...start.map(withoutSubschemas), rest]).filter((item) => item !== false);
  const isAny = items.some((item) => item === true || (isRecord(item) && Object.keys(item).length === 0));
  schema.set('items', isAny ? {} : items.length === 1 ? items[0] : { anyOf: items });
  if (rest === false) schema.set('maxItems', Math.min(start.length, Number(schema.get('maxItems') ?? start.length)));
}

/** Keeps what a schema says of itself: whole copies of nested tuples would double at each level. */
function withoutSubschemas(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const holding = new Set([...subschemasOf(schema)].map(({ keyword }) => keyword));
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !holding.has(key)));
}

function rename(schema: Map<string, unknown>, from: string, to: string): void {
  const value = schema.get(from);
  schema.delete(from);
  if (value !== undefined && !schema.has(to)) schema.set(to, value);
}
