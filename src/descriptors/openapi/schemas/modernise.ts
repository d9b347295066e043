import { isExtension } from '../../../model/extensions.ts';
import { isRecord } from '../../../schema/json-values.ts';
import type { JsonSchemaObject } from '../../../schema/schema.ts';
import type { Reading } from '../reading.ts';
import type { SourceNode } from '../source-node.ts';

export const ADD_NULL = 'Add "null" to “type”.';

/** Keywords that say something about a schema without restricting what it allows. */
const ANNOTATIONS = new Set(
  'title description default examples readOnly writeOnly deprecated externalDocs xml $comment'.split(' '),
);

/**
 * The keywords that changed between OpenAPI 2.0, 3.0 and JSON Schema 2020-12: nullable, exclusive bounds, example, and
 * `required` written at a property.
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
  if (original[exclusive] !== true || typeof result[bound] !== 'number') return;
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
  if (original['nullable'] === undefined && original['x-nullable'] === undefined) return false;
  if (original['nullable'] === undefined) return original['x-nullable'] === true;
  if (!reading.hasOldSchemas) {
    reading.warn(
      node.child('nullable'),
      'nullable',
      'OpenAPI 3.1 has no “nullable”; it was read as the type null.',
      ADD_NULL,
      'key',
    );
  }
  return original['nullable'] === true || original['nullable'] === 'true';
}

function allowNull(schema: Record<string, unknown>): JsonSchemaObject {
  const { type } = schema;
  if (typeof type === 'string' && type !== 'null') schema['type'] = [type, 'null'];
  else if (Array.isArray(type) && !type.includes('null')) schema['type'] = [...type, 'null'];
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null)) schema['enum'] = [...schema['enum'], null];
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = schema[keyword];
    if (Array.isArray(alternatives) && !alternatives.some(isNullSchema))
      schema[keyword] = [...alternatives, { type: 'null' }];
  }
  // allOf would refuse null, with any keyword beside it.
  return Array.isArray(schema['allOf']) ? wrap(schema) : schema;
}

function isNullSchema(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === 'null';
}

/** `anyOf: [what restricts, null]`, with what only describes outside. */
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
