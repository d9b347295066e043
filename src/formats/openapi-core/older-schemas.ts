import { compareNumbers, isNumber } from '../../schema/exact-number.ts';
import { distinct, isRecord, listOf } from '../../schema/json-values.ts';
import { type JsonSchemaObject, subschemasOf } from '../../schema/schema.ts';
import { asTypeOrNull, isNullSchema, typesOf } from '../../schema/types.ts';
import type { JsonMap } from './writing.ts';

/** Copy of a schema that is being rewritten. */
type Draft = Record<string, unknown>;

/**
 * Converts one JSON Schema 2020-12 schema, but not its subschemas, to OpenAPI 3.0. Keywords that 3.0 lacks remain:
 * {@link schemaWriter} moves them into `x-` keys.
 */
export function toSchema30(schema: JsonMap): JsonMap {
  if (typeof schema['$ref'] === 'string') return beside$ref(schema);
  const result: Draft = { ...asTypeOrNull(schema) };
  writeType(result);
  writeConst(result);
  writeExamples(result);
  writeLimit(result, 'minimum', 'exclusiveMinimum', (order) => order > 0);
  writeLimit(result, 'maximum', 'exclusiveMaximum', (order) => order < 0);
  writeContent(result);
  writeTuple(result);
  const { required, enum: values } = schema;
  if (Array.isArray(required)) {
    if (required.length === 0) delete result['required'];
    else result['required'] = [...new Set(required)];
  }
  if (Array.isArray(values)) result['enum'] = distinct(values);
  if (result['type'] === 'array' && result['items'] === undefined) result['items'] = {};
  if (result['nullable'] !== undefined && result['type'] === undefined) rename(result, 'nullable', 'x-nullable');
  return result;
}

/**
 * Converts one schema to Swagger 2.0. A discriminator that 2.0 does not allow becomes `x-discriminator`. An allowed one
 * becomes the name of its property, and its mapping becomes `x-discriminator-mapping`.
 */
export function toSchema20(schema: JsonMap): JsonMap {
  const plain = asTypeOrNull(schema);
  const early = toSchema30(plain === schema ? withoutChoice(schema) : plain);
  if (early['nullable'] === undefined && early['discriminator'] === undefined) return early;
  const result: Draft = { ...early };
  rename(result, 'nullable', 'x-nullable');
  const { discriminator } = result;
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
    if (stands) result['discriminator'] = name;
    else rename(result, 'discriminator', 'x-discriminator');
    if (result['x-discriminator'] !== discriminator) result['x-discriminator-mapping'] = discriminator['mapping'];
  }
  return result;
}

/** Moves the only non-null schema of `anyOf` or `oneOf` to `allOf`: Swagger 2.0 lacks both and would lose the type. */
function withoutChoice(schema: JsonSchemaObject): JsonMap {
  if (schema.anyOf === undefined && schema.oneOf === undefined) return schema;
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

function writeType(schema: Draft): void {
  const given = schema['type'];
  if (!Array.isArray(given) && given !== 'null') return;
  const types: readonly unknown[] = Array.isArray(given) ? given : [given];
  const others = types.filter((type) => type !== 'null');
  const nullable = others.length < types.length;
  if (others.length === 1) schema['type'] = others[0];
  else if (others.length === 0) {
    schema['type'] = 'string';
    schema['enum'] = [null];
  } else {
    delete schema['type'];
    const choices = others.map((type, index) => ({ type, ...(nullable && index === 0 ? { nullable } : {}) }));
    if (Object.hasOwn(schema, 'anyOf')) schema['allOf'] = [...listOf(schema['allOf']), { anyOf: choices }];
    else schema['anyOf'] = choices;
    return;
  }
  if (nullable) schema['nullable'] = true;
}

function writeConst(schema: Draft): void {
  const value = schema['const'];
  if (value === undefined || Object.hasOwn(schema, 'enum')) return;
  delete schema['const'];
  schema['enum'] = [value];
}

function writeExamples(schema: Draft): void {
  const examples = schema['examples'];
  if (!Array.isArray(examples) || examples.length === 0) return;
  if (!Object.hasOwn(schema, 'example')) schema['example'] = examples[0];
  if (examples.length === 1) delete schema['examples'];
}

/** Converts an exclusive limit, a number since 3.1, to the earlier boolean. The narrower of two limits is written. */
function writeLimit(schema: Draft, limit: string, exclusive: string, isNarrower: (order: number) => boolean): void {
  const open = schema[exclusive];
  if (!isNumber(open)) return;
  const closed = schema[limit];
  delete schema[exclusive];
  const order = isNumber(closed) ? compareNumbers(closed, open) : 0;
  if (order !== 0 && isNarrower(order)) {
    schema[`x-${exclusive}`] = open;
    return;
  }
  if (order !== 0) schema[`x-${limit}`] = closed;
  schema[limit] = open;
  schema[exclusive] = true;
}

/** Writes `format` for encoded or binary text. Since 3.1, such a text needs no `type`. */
function writeContent(schema: Draft): void {
  if (schema['contentEncoding'] !== 'base64' && !Object.hasOwn(schema, 'contentMediaType')) return;
  const isUntyped =
    !Object.hasOwn(schema, 'type') && typesOf(schema).length === 0 && subschemasOf(schema).next().done === true;
  if (Object.hasOwn(schema, 'format') || (schema['type'] !== 'string' && !isUntyped)) return;
  if (schema['contentEncoding'] === 'base64') schema['format'] = 'byte';
  else if (!Object.hasOwn(schema, 'contentEncoding')) schema['format'] = 'binary';
  if (isUntyped && Object.hasOwn(schema, 'format')) schema['type'] = 'string';
}

/** Writes a tuple as a list whose items are any of those of the tuple: their order is only in `x-prefixItems`. */
function writeTuple(schema: Draft): void {
  const start = listOf(schema['prefixItems']);
  if (start.length === 0) return;
  const rest = schema['items'] ?? true;
  const items = distinct([...start.map(withoutSubschemas), rest]).filter((item) => item !== false);
  const isAny = items.some((item) => item === true || (isRecord(item) && Object.keys(item).length === 0));
  schema['items'] = isAny ? {} : items.length === 1 ? items[0] : { anyOf: items };
  if (rest === false) schema['maxItems'] = Math.min(start.length, Number(schema['maxItems'] ?? start.length));
}

/** Keeps what a schema says of itself: whole copies of nested tuples would double at each level. */
function withoutSubschemas(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const holding = new Set([...subschemasOf(schema)].map(({ keyword }) => keyword));
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !holding.has(key)));
}

function rename(schema: Draft, from: string, to: string): void {
  const value = schema[from];
  if (value === undefined) return;
  delete schema[from];
  if (!Object.hasOwn(schema, to)) schema[to] = value;
}
