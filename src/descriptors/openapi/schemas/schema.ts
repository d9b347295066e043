import { isExtension } from '../../../model/extensions.ts';
import { setOwn } from '../../../model/own-property.ts';
import { isRecord } from '../../../model/schema/json-values.ts';
import type { JsonSchema, JsonSchemaObject } from '../../../model/schema/schema.ts';
import { isUnknownKey } from '../../keys-of-schemas.ts';
import type { Reading } from '../reading.ts';
import { isAbsent, wrongType } from '../shapes.ts';
import { refOf, type SourceNode } from '../source-node.ts';
import { KEYWORDS } from './keywords.ts';
import { modernise } from './modernise.ts';
import { checkUnknownKey } from './unknown-keys.ts';

/**
 * A schema of any OpenAPI version as JSON Schema 2020-12. References become edges to components; nothing is inlined.
 * A value that cannot be a schema becomes the one that allows everything.
 */
export function convertSchema(node: SourceNode, reading: Reading): JsonSchema {
  const { value } = node;
  if (typeof value === 'boolean') return value;
  if (!isRecord(value)) {
    if (!isAbsent(value)) wrongType(node, reading, 'a schema');
    return {};
  }
  return Object.hasOwn(value, '$ref') ? convertReference(node, value, reading) : convertKeywords(node, value, reading);
}

function convertKeywords(
  node: SourceNode,
  value: Readonly<Record<string, unknown>>,
  reading: Reading,
): JsonSchemaObject {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const keyword = KEYWORDS.get(key);
    if (keyword === undefined) {
      setOwn(result, key, value[key]);
      if (isUnknownKey(key)) checkUnknownKey(node.child(key), reading);
    } else keyword(result, node.child(key), reading, convertSchema);
  }
  const schema = modernise(result, node, value, reading);
  reading.examples.ofSchema(node, schema);
  return schema;
}

/** Beside `$ref` the old dialects allow nothing; the description is kept, as newer ones do. */
function convertReference(
  node: SourceNode,
  value: Readonly<Record<string, unknown>>,
  reading: Reading,
): JsonSchemaObject {
  const ref = refOf(node);
  const { $ref, ...siblings } = value;
  if (ref === undefined) {
    wrongType(node.child('$ref'), reading, 'a reference as text');
    return convertKeywords(node, siblings, reading);
  }
  const target = reading.references.refer('schemas', node, ref) ?? reading.references.gaps.referTo('schemas', ref);
  const keys = Object.keys(siblings);
  if (keys.length === 0) return { $ref: target };
  if (!reading.hasOldSchemas) return { $ref: target, ...convertKeywords(node, siblings, reading) };
  const kept = keys.filter((key) => (key === 'description' && typeof siblings[key] === 'string') || isExtension(key));
  const ignored = keys.filter((key) => !kept.includes(key) && key !== 'summary');
  if (ignored.length > 0) {
    const names = ignored.map((key) => `“${key}”`).join(', ');
    reading.warn(
      node.child('$ref'),
      'ref-sibling',
      `${names} beside $ref has no effect in this version.`,
      'Put both into allOf, or use OpenAPI 3.1.',
      'key',
    );
  }
  return { $ref: target, ...Object.fromEntries(kept.map((key) => [key, siblings[key]])) };
}
