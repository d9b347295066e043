import { isExtension } from '../../../model/extensions.ts';
import { setOwn } from '../../../model/own-property.ts';
import { isRecord } from '../../../schema/json-values.ts';
import {
  type JsonSchema,
  type JsonSchemaObject,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
  subschemasOf,
} from '../../../schema/schema.ts';
import type { Reading } from '../reading.ts';
import { type Convert, isAbsent, wrongType } from '../shapes.ts';
import { refOf, type SourceNode } from '../source-node.ts';
import { joined } from './dynamic-references.ts';
import { KEYWORDS } from './keywords.ts';
import { convertType, modernise } from './modernise.ts';
import { checkUnknownKey, isUnknownKey } from './unknown-keys.ts';

/**
 * Converts a schema of any dialect to JSON Schema 2020-12. References point to components; nothing is inlined. A value
 * that cannot be a schema becomes `{}`, which allows everything.
 */
export function convertSchema(node: SourceNode, reading: Reading): JsonSchema {
  const { value } = node;
  if (typeof value === 'boolean') return value;
  if (!isRecord(value)) {
    if (!isAbsent(value)) wrongType(node, reading, 'a schema');
    return {};
  }
  const ref = reading.hasOldSchemas ? undefined : dynamicReference(node, value);
  return ref === undefined ? convertStatic(node, value, reading) : convertDynamicReference(node, value, ref, reading);
}

/** Name for all anchors of JSON Schema 2019-09, which are either `$recursiveAnchor: true` or none. */
const RECURSIVE = '$recursive';

function dynamicReference(node: SourceNode, { $dynamicRef, $recursiveRef }: Values): string | undefined {
  if (typeof $dynamicRef === 'string') return $dynamicRef;
  return $recursiveRef === '#' && nearestAnchor(node, RECURSIVE) !== undefined ? `#${RECURSIVE}` : undefined;
}

function anchorOf(node: SourceNode): unknown {
  return node.child('$recursiveAnchor').value === true ? RECURSIVE : node.child('$dynamicAnchor').value;
}

type Values = Readonly<Record<string, unknown>>;

function convertStatic(node: SourceNode, value: Values, reading: Reading): JsonSchemaObject {
  return Object.hasOwn(value, '$ref') ? convertReference(node, value, reading) : convertKeywords(node, value, reading);
}

/** Converts a schema with `$dynamicRef`, which {@link DynamicReferences} binds once all schemas are converted. */
function convertDynamicReference(node: SourceNode, value: Values, ref: string, reading: Reading): JsonSchemaObject {
  const { $dynamicRef, $recursiveRef: _consumed, ...siblings } = value;
  const own = convertStatic(node, siblings, reading);
  const anchor = /^#([^/]+)$/.exec(ref)?.[1];
  const near = anchor === undefined ? undefined : nearestAnchor(node, anchor);
  const target = near ?? reading.references.find(node, ref, '$dynamicRef');
  if (target === undefined) return { ...own, $dynamicRef };
  const name = anchorOf(target);
  const isDynamic = typeof name === 'string' && ref.endsWith(`#${name}`);
  // An anchor elsewhere in the file is that of another place which binds it.
  const otherwise = near === undefined && anchor !== undefined && isDynamic ? true : anchored(target, reading);
  return isDynamic ? reading.dynamic.refer({ anchor: name, own, otherwise }) : joined(own, otherwise);
}

/** Finds the innermost schema around a reference that has an anchor, itself or in its `$defs`. */
function nearestAnchor(node: SourceNode, anchor: string): SourceNode | undefined {
  for (let around: SourceNode | null = node; around !== null; around = around.parent) {
    const own = around.child('$anchor').value === anchor ? around : undefined;
    const found = own ?? anchorsOf(around).find(([name]) => name === anchor)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

const ANCHOR_PLACES = ['$dynamicAnchor', '$recursiveAnchor', '$defs', 'definitions'];

/** Lists the dynamic anchors of a schema and of its `$defs`; the inner ones come last, and count. */
function anchorsOf(node: SourceNode): readonly (readonly [name: string, schema: SourceNode])[] {
  const schemas = ['$defs', 'definitions'].flatMap((key) => (node.has(key) ? node.child(key).entries() : []));
  return [node, ...schemas.map(([, schema]) => schema)].flatMap((schema) => {
    const name = anchorOf(schema);
    return typeof name === 'string' ? [[name, schema] as const] : [];
  });
}

/** Converts a schema with an anchor: to a reference, or to the schema itself if it is unnamed and has no subschemas. */
function anchored(node: SourceNode, reading: Reading): JsonSchema {
  const { value } = node;
  const isPlain = (schema: JsonSchema): boolean => typeof schema === 'boolean' || Object.keys(schema).length === 0;
  if (!isRecord(value) || Object.hasOwn(value, '$ref') || reading.references.isNamed(node))
    return { $ref: reading.references.referTo(node) };
  const { $dynamicAnchor, $recursiveAnchor, $anchor, ...rest } = value;
  return !Object.hasOwn(rest, '$dynamicRef') && [...subschemasOf(rest)].every(({ schema }) => isPlain(schema))
    ? convertKeywords(node, rest, reading)
    : { $ref: reading.references.referTo(node) };
}

function convertKeywords(
  node: SourceNode,
  value: Readonly<Record<string, unknown>>,
  reading: Reading,
  result: Record<string, unknown> = {},
): JsonSchemaObject {
  for (const key of Object.keys(value)) {
    const child = node.child(key);
    const convert = SCHEMAS.get(key) ?? KEYWORDS.get(key);
    if (RENAMED.has(key)) Object.assign(result, RENAMED.get(key)?.(child, reading, result));
    else if (convert === undefined) {
      setOwn(result, key, value[key]);
      if (isUnknownKey(key)) checkUnknownKey(child, reading);
    } else {
      const converted = convert(child, reading);
      if (converted !== undefined) result[key] = converted;
    }
  }
  const mayHaveAnchors = !reading.hasOldSchemas && ANCHOR_PLACES.some((key) => Object.hasOwn(value, key));
  const anchors = mayHaveAnchors ? anchorsOf(node) : [];
  if (isRecord(result['$defs']) && anchors.length > 0) {
    // Where references are bound, what only named their targets is no part of the schema.
    const others = Object.entries(result['$defs']).filter(([key]) => anchors.every(([, at]) => at.key !== key));
    if (others.length > 0) result['$defs'] = Object.fromEntries(others);
    else delete result['$defs'];
  }
  const schema = modernise(result, node, value, reading);
  if (anchors.length > 0)
    reading.dynamic.declare(schema, new Map(anchors.map(([name, at]) => [name, anchored(at, reading)])));
  reading.examples.ofSchema(node, schema);
  return schema;
}

/**
 * Keywords beside `$ref` that are kept in old dialects, whose tools ignore all of them: they speak of the place of the
 * reference, and no other place has them.
 */
const OF_PLACE = new Set(['description', 'nullable', 'readOnly', 'writeOnly', 'deprecated']);

/** Converts a schema with `$ref`. In old dialects, only {@link OF_PLACE} and extensions beside `$ref` are kept. */
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
  if (!reading.hasOldSchemas) return convertKeywords(node, siblings, reading, { $ref: target });
  const kept = keys.filter((key) => OF_PLACE.has(key) || isExtension(key));
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
  const values = Object.fromEntries(kept.map((key) => [key, siblings[key]]));
  return convertKeywords(node, values, reading, { $ref: target });
}

const schemaList: Convert<readonly JsonSchema[]> = (node, reading) => {
  if (isAbsent(node.value)) return undefined;
  if (!Array.isArray(node.value)) {
    const remedy = 'Write a list, also for a single schema.';
    reading.warn(node, 'wrong-type', `“${node.key}” must be a list of schemas.`, remedy);
    return [convertSchema(node, reading)];
  }
  // An empty list is invalid, so the keyword is left out, which allows every value.
  return node.value.length > 0 ? node.items().map((item) => convertSchema(item, reading)) : undefined;
};

const schemaMap: Convert<Readonly<Record<string, JsonSchema>>> = (node, reading) => {
  if (isAbsent(node.value)) return undefined;
  if (!isRecord(node.value)) return wrongType(node, reading, 'an object of schemas');
  const map: Record<string, JsonSchema> = {};
  for (const [key, child] of node.entries()) {
    // A `$ref` with text among properties is an attempt to include properties, not a property with this name.
    if (key === '$ref' && typeof child.value === 'string') wrongType(child, reading, 'a schema');
    else setOwn(map, key, convertSchema(child, reading));
  }
  return map;
};

/** Converters of keywords that contain schemas. */
const SCHEMAS: ReadonlyMap<string, Convert<unknown>> = new Map<string, Convert<unknown>>([
  ...SCHEMA_KEYWORDS.map((name) => [name, convertSchema] as const),
  ...SCHEMA_LIST_KEYWORDS.map((name) => [name, schemaList] as const),
  ...SCHEMA_MAP_KEYWORDS.map((name) => [name, schemaMap] as const),
]);

/** Converts a keyword to members of the new schema, possibly with different names. */
type Rename = (node: SourceNode, reading: Reading, result: Readonly<Record<string, unknown>>) => JsonSchemaObject;

const RENAMED: ReadonlyMap<string, Rename> = new Map<string, Rename>([
  ['type', convertType],
  // JSON Schema drafts before 2020-12 allowed a list of schemas in `items`.
  [
    'items',
    (node, reading) => {
      if (!Array.isArray(node.value)) return { items: convertSchema(node, reading) };
      const prefixItems = schemaList(node, reading);
      return prefixItems === undefined ? {} : { prefixItems };
    },
  ],
  [
    'additionalItems',
    (node, reading) =>
      Array.isArray(node.parent?.child('items').value) ? { items: convertSchema(node, reading) } : {},
  ],
  [
    'definitions',
    (node, reading, { $defs }) => {
      const own = schemaMap(node, reading);
      return own === undefined ? {} : { $defs: { ...own, ...(isRecord($defs) ? $defs : {}) } };
    },
  ],
  // `$id` is renamed because references in the model are relative to the document, never to a schema.
  ['$id', ({ value }) => ({ 'x-platform-id': value })],
  // Dynamic references are bound when they are read; components of one document would share the name.
  ['$dynamicAnchor', () => ({})],
  ['$recursiveAnchor', () => ({})],
]);
