import { isExtension } from '../../../model/extensions.ts';
import { isNumber } from '../../../schema/exact-number.ts';
import { isRecord } from '../../../schema/json-values.ts';
import { JSON_TYPES, type JsonSchemaObject, type JsonType } from '../../../schema/schema.ts';
import { typesOf } from '../../../schema/types.ts';
import type { Reading } from '../reading.ts';
import { isAbsent } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

export const ADD_NULL = 'Add "null" to “type”.';

/** Keywords that describe a schema without restricting its values. */
const ANNOTATIONS = new Set(
  'title description default examples readOnly writeOnly deprecated externalDocs xml $comment'.split(' '),
);

/**
 * Converts the keywords that changed between OpenAPI 2.0, 3.0 and JSON Schema 2020-12: nullable, exclusive bounds,
 * example, and `required: true` in a property.
 */
export function modernise(
  result: Record<string, unknown>,
  node: SourceNode,
  original: Readonly<Record<string, unknown>>,
  reading: Reading,
): JsonSchemaObject {
  makeExclusive(result, original, 'exclusiveMinimum', 'minimum');
  makeExclusive(result, original, 'exclusiveMaximum', 'maximum');
  if (Object.hasOwn(original, 'example') && !Object.hasOwn(result, 'examples'))
    result['examples'] = [original['example']];
  collectRequired(result, original['properties']);
  return isNullable(node, original, reading) ? allowNull(result) : result;
}

function makeExclusive(
  result: Record<string, unknown>,
  original: Readonly<Record<string, unknown>>,
  exclusive: string,
  bound: string,
): void {
  if (original[exclusive] !== true || !isNumber(result[bound])) return;
  result[exclusive] = result[bound];
  delete result[bound];
}

function collectRequired(result: Record<string, unknown>, properties: unknown): void {
  if (!isRecord(properties)) return;
  const flagged = Object.keys(properties).filter((name) => {
    const property = properties[name];
    return isRecord(property) && property['required'] === true;
  });
  if (flagged.length === 0) return;
  const listed = Array.isArray(result['required']) ? result['required'] : [];
  result['required'] = [...new Set([...listed, ...flagged])];
}

function isNullable(node: SourceNode, original: Readonly<Record<string, unknown>>, reading: Reading): boolean {
  if (original['nullable'] === undefined) return original['x-nullable'] === true;
  if (!reading.hasOldSchemas)
    reading.warn(
      node.child('nullable'),
      'nullable',
      'OpenAPI 3.1 has no “nullable”; it was read as the type null.',
      ADD_NULL,
      'key',
    );
  return original['nullable'] === true || original['nullable'] === 'true';
}

function allowNull(schema: Record<string, unknown>): JsonSchemaObject {
  // `$ref` and `allOf` would reject null, regardless of the keywords beside them.
  const isWrapped = Array.isArray(schema['allOf']) || schema['$ref'] !== undefined;
  const { type = isWrapped ? undefined : typesOf(schema) } = schema;
  if (typeof type === 'string' && type !== 'null') schema['type'] = [type, 'null'];
  else if (Array.isArray(type) && type.length > 0 && !type.includes('null')) schema['type'] = [...type, 'null'];
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null)) schema['enum'] = [...schema['enum'], null];
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = schema[keyword];
    if (Array.isArray(alternatives) && !alternatives.some(isNullSchema))
      schema[keyword] = [...alternatives, { type: 'null' }];
  }
  return isWrapped ? wrap(schema) : schema;
}

function isNullSchema(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === 'null';
}

/** Wraps restrictions as `anyOf: [restrictions, null]`; keywords that only describe stay outside. */
function wrap(schema: Record<string, unknown>): JsonSchemaObject {
  const isOutside = (key: string): boolean => ANNOTATIONS.has(key) || isExtension(key);
  const entries = Object.entries(schema);
  const inside = Object.fromEntries(entries.filter(([key]) => !isOutside(key))) as JsonSchemaObject;
  const [only = inside, ...more] = inside.allOf ?? [];
  const isOne = more.length === 0 && Object.keys(inside).length === 1;
  return {
    ...Object.fromEntries(entries.filter(([key]) => isOutside(key))),
    anyOf: [isOne ? only : inside, { type: 'null' }],
  };
}

const TYPES: ReadonlySet<unknown> = new Set(JSON_TYPES);

/** Type names from programming languages and the JSON Schema types that they mean. */
const MEANT: Readonly<Record<string, JsonType>> = {
  bool: 'boolean',
  dict: 'object',
  double: 'number',
  float: 'number',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  list: 'array',
  long: 'integer',
  map: 'object',
  str: 'string',
  text: 'string',
};

/** Converts `type`: one of the seven types or a list of them. An unknown single type is kept as `x-type`. */
export function convertType(node: SourceNode, reading: Reading): JsonSchemaObject {
  const { value } = node;
  if (isAbsent(value)) return {};
  if (value === 'file' && reading.dialect === '2.0') return { type: 'string', format: 'binary' };
  if (!Array.isArray(value)) {
    const type = typeOf(node, reading);
    return type === undefined ? { 'x-type': value } : { type };
  }
  const types = [...new Set(node.items().flatMap((item) => typeOf(item, reading) ?? []))];
  if (reading.dialect === '3.0') warnOfList(types, node, reading);
  const [only] = types;
  if (only === undefined) return {};
  return { type: types.length === 1 ? only : types };
}

function warnOfList(types: readonly JsonType[], node: SourceNode, reading: Reading): void {
  const named = types.filter((type) => type !== 'null');
  const parts = [
    ...(named.length > 1 ? ['“anyOf” with a schema for each type'] : named.map((type) => `“type: ${type}”`)),
    ...(types.includes('null') ? ['“nullable: true”'] : []),
  ];
  const remedy = parts.length > 0 ? `Write ${parts.join(' and ')}.` : 'Remove the empty list.';
  reading.warn(node, 'schema-type', 'OpenAPI 3.0 has no lists of types; it was read as one of OpenAPI 3.1.', remedy);
}

function typeOf(node: SourceNode, reading: Reading): JsonType | undefined {
  const { value } = node;
  if (TYPES.has(value)) return value as JsonType;
  // YAML reads an unquoted `null` in a list of types as a null value.
  if (value === null) return 'null';
  const meant = typeof value === 'string' && Object.hasOwn(MEANT, value) ? MEANT[value] : undefined;
  const effect = meant === undefined ? 'any type is allowed' : `it was read as “${meant}”`;
  const remedy = 'Write null, boolean, integer, number, string, array or object; leave “type” out to allow any.';
  reading.warn(node, 'schema-type', `There is no type ${JSON.stringify(value)}; ${effect}.`, remedy);
  return meant;
}
