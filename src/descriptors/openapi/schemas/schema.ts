import { isExtension } from '../../../model/extensions.ts';
import { setOwn } from '../../../model/own-property.ts';
import { isRecord } from '../../../schema/json-values.ts';
import {
  type JsonSchema,
  type JsonSchemaObject,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from '../../../schema/schema.ts';
import { isUnknownKey } from '../../keys-of-schemas.ts';
import type { Reading } from '../reading.ts';
import { isAbsent, wrongType } from '../shapes.ts';
import { refOf, type SourceNode } from '../source-node.ts';
import { KEYWORDS } from './keywords.ts';
import { ADD_NULL, modernise } from './modernise.ts';

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

const ONE: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS);
const SEVERAL: ReadonlySet<string> = new Set(SCHEMA_LIST_KEYWORDS);
const NAMED: ReadonlySet<string> = new Set([...SCHEMA_MAP_KEYWORDS, 'definitions']);

/**
 * Reports an unknown key of a schema: in dialects with a list of keywords each, in others, where anyone may
 * add some, those that are almost one.
 */
function checkUnknownKey(node: SourceNode, reading: Reading): void {
  const { key, parent } = node;
  const meant = reading.closeKeywords.meantBy(key, (name) => parent?.has(name) === true);
  if (meant === undefined && !reading.hasOldSchemas) return;
  reading.warn(node, 'unknown-key', `“${key}” is not a key of a schema.`, remedyOf(meant, reading), 'key');
  // Nothing else reads what stands there.
  if (meant !== undefined) checkWithin(node, meant, reading);
}

function remedyOf(meant: string | undefined, { hasOldSchemas }: Reading): string {
  if (meant === undefined) return 'Remove it, or begin it with x-.';
  return meant === 'nullable' && !hasOldSchemas ? ADD_NULL : `Write “${meant}”.`;
}

function checkWithin(node: SourceNode, keyword: string, reading: Reading): void {
  for (const schema of schemasAt(node, keyword))
    for (const [key, child] of schema.entries()) {
      if (isUnknownKey(key)) checkUnknownKey(child, reading);
      else checkWithin(child, key, reading);
    }
}

function schemasAt(node: SourceNode, keyword: string): readonly SourceNode[] {
  if (NAMED.has(keyword)) return node.entries().map(([, child]) => child);
  if (SEVERAL.has(keyword) || (keyword === 'items' && Array.isArray(node.value))) return node.items();
  return ONE.has(keyword) ? [node] : [];
}
