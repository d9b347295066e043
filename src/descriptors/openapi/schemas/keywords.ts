import { setOwn } from '../../../model/own-property.ts';
import { isRecord } from '../../../schema/json-values.ts';
import { componentReference } from '../../../schema/references.ts';
import {
  JSON_TYPES,
  type JsonSchema,
  type JsonType,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from '../../../schema/schema.ts';
import { convertExternalDocs } from '../metadata.ts';
import type { Reading } from '../reading.ts';
import {
  type Convert,
  count,
  extensionsOf,
  fieldsOf,
  flag,
  isAbsent,
  listOf,
  mapOf,
  number,
  oneOf,
  text,
  wrongType,
} from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

/** Longer ones are not compiled. */
const LONGEST_PATTERN = 1000;

/**
 * Puts what a keyword becomes into the new schema.
 * @param convert for the schemas in it
 */
type Keyword = (
  result: Record<string, unknown>,
  node: SourceNode,
  reading: Reading,
  convert: (node: SourceNode, reading: Reading) => JsonSchema,
) => void;

const schema: Keyword = (result, node, reading, convert) => {
  result[node.key] = convert(node, reading);
};

const schemaList: Keyword = (result, node, reading, convert) => {
  if (Array.isArray(node.value)) {
    // An empty list of alternatives is no schema; without it everything is allowed.
    if (node.value.length > 0) result[node.key] = node.items().map((item) => convert(item, reading));
  } else if (!isAbsent(node.value)) {
    reading.warn(
      node,
      'wrong-type',
      `“${node.key}” must be a list of schemas.`,
      'Write a list, also for a single schema.',
    );
    result[node.key] = [convert(node, reading)];
  }
};

const schemaMap: Keyword = (result, node, reading, convert) => {
  if (isAbsent(node.value)) return;
  if (!isRecord(node.value)) {
    wrongType(node, reading, 'an object of schemas');
    return;
  }
  const map: Record<string, unknown> = {};
  for (const [key, child] of node.entries()) {
    // The author wants to include fields from elsewhere; no field has this name.
    if (key === '$ref' && typeof child.value === 'string') wrongType(child, reading, 'a schema');
    else setOwn(map, key, convert(child, reading));
  }
  result[node.key] = map;
};

/** JSON Schema drafts before 2020-12 had lists of schemas in `items`. */
const items: Keyword = (result, node, reading, convert) => {
  if (!Array.isArray(node.value)) schema(result, node, reading, convert);
  else if (node.value.length > 0) result['prefixItems'] = node.items().map((item) => convert(item, reading));
};

const additionalItems: Keyword = (result, node, reading, convert) => {
  if (Array.isArray(node.parent?.child('items').value)) result['items'] = convert(node, reading);
};

const definitions: Keyword = (result, node, reading, convert) => {
  const own: Record<string, unknown> = {};
  schemaMap(own, node, reading, convert);
  const present = isRecord(result['$defs']) ? result['$defs'] : {};
  if (isRecord(own[node.key])) result['$defs'] = { ...(own[node.key] as object), ...present };
};

const valued =
  (convertValue: Convert<unknown>): Keyword =>
  (result, node, reading) => {
    const value = convertValue(node, reading);
    if (value !== undefined) result[node.key] = value;
  };

const positive: Convert<number> = (node, reading) => {
  const value = number(node, reading);
  return value === undefined || value > 0 ? value : wrongType(node, reading, 'a number above 0');
};

const xml: Convert<unknown> = (node, reading) =>
  fieldsOf(node, reading, 'an XML object', {
    name: text,
    namespace: text,
    prefix: text,
    attribute: flag,
    wrapped: flag,
    nodeType: oneOf(['element', 'attribute', 'text', 'cdata', 'none']),
  });

const pattern: Convert<string> = (node, reading) => {
  const value = text(node, reading);
  try {
    if (value !== undefined && value.length <= LONGEST_PATTERN) new RegExp(value);
  } catch {
    const message = `“${value}” is not a value for “pattern”: it is no regular expression of ECMAScript.`;
    reading.warn(node, 'wrong-value', message, 'Correct it; (?i) and other flags are not known there.');
  }
  return value;
};

const bound = valued(number);

/** A number, or in the old dialects a truth value beside `minimum` or `maximum`, which {@link modernise} reads. */
const exclusiveBound: Keyword = (result, node, reading, convert) => {
  if (typeof node.value !== 'boolean') bound(result, node, reading, convert);
};

const required: Keyword = (result, node, reading) => {
  if (Array.isArray(node.value)) {
    const names = node.value.filter((name) => typeof name === 'string');
    if (names.length < node.value.length)
      reading.warn(node, 'wrong-type', '“required” may contain only names of properties.', 'Remove the other values.');
    if (names.length > 0) result['required'] = [...new Set(names)];
  } else if (typeof node.value === 'boolean') {
    // The object that has the property reads a flag.
    const remedy = 'List the names of required properties in “required” of the object.';
    reading.warn(node, 'required-flag', '“required” is a list of names in a schema, not true or false.', remedy);
  } else if (!isAbsent(node.value)) wrongType(node, reading, 'a list of names');
};

const enumeration: Keyword = (result, node, reading) => {
  if (Array.isArray(node.value)) {
    if (node.value.length > 0) result['enum'] = node.value;
  } else if (!isAbsent(node.value)) {
    reading.warn(node, 'wrong-type', '“enum” must be a list of values.', 'Write a list, also for a single value.');
    result['enum'] = [node.value];
  }
};

const examples: Keyword = (result, node, reading) => {
  if (Array.isArray(node.value)) result['examples'] = node.value;
  else if (!isAbsent(node.value)) {
    reading.warn(
      node,
      'wrong-type',
      '“examples” of a schema must be a list of values.',
      'Write a list, also for a single value.',
    );
    const named = node.entries().map(([, child]) => child);
    const isMap = named.length > 0 && named.every((child) => child.has('value'));
    result['examples'] = isMap ? named.map((child) => child.child('value').value) : [node.value];
  }
};

/** Renames the identifier: references of the model are relative to the document, never to a schema. */
const identifier: Keyword = (result, node) => {
  result['x-platform-id'] = node.value;
};

/** Ignores a keyword that {@link modernise} reads from the original. */
const later: Keyword = () => {};

const kinds: readonly (readonly [Keyword, readonly string[]])[] = [
  [schema, SCHEMA_KEYWORDS],
  [schemaList, SCHEMA_LIST_KEYWORDS],
  [schemaMap, SCHEMA_MAP_KEYWORDS],
  [valued(text), ['title', 'description', 'format', 'contentMediaType', 'contentEncoding', '$comment']],
  [
    valued(count),
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
  ],
  [bound, ['minimum', 'maximum']],
  [valued(flag), ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated']],
  [exclusiveBound, ['exclusiveMinimum', 'exclusiveMaximum']],
  [later, ['nullable', 'x-nullable', 'example']],
];

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...kinds.flatMap(([keyword, names]) => names.map((name) => [name, keyword] as const)),
  ['type', convertType],
  // The old dialects allow a list here.
  ['items', items],
  ['additionalItems', additionalItems],
  ['definitions', definitions],
  ['required', required],
  ['enum', enumeration],
  ['examples', examples],
  ['discriminator', convertDiscriminator],
  ['pattern', valued(pattern)],
  ['multipleOf', valued(positive)],
  ['dependentRequired', valued(mapOf(listOf(text)))],
  ['externalDocs', valued(convertExternalDocs)],
  ['xml', valued(xml)],
  ['$id', identifier],
]);

const TYPES: ReadonlySet<unknown> = new Set(JSON_TYPES);

/** Words that people write for the seven types. */
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

/** `type`: one of the seven types or a list of them. A word that is none is kept as `x-type`. */
function convertType(result: Record<string, unknown>, node: SourceNode, reading: Reading): void {
  const { value } = node;
  if (TYPES.has(value)) result['type'] = value;
  else if (Array.isArray(value)) {
    const types = [...new Set(node.items().flatMap((item) => typeOf(item, reading) ?? []))];
    if (types.length > 0) result['type'] = types.length === 1 ? types[0] : types;
    if (reading.dialect === '3.0') warnOfList(types, node, reading);
  } else if (value === 'file' && reading.dialect === '2.0') Object.assign(result, { type: 'string', format: 'binary' });
  else if (!isAbsent(value)) {
    const type = typeOf(node, reading);
    if (type === undefined) result['x-type'] = value;
    else result['type'] = type;
  }
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
  // An unquoted null in a YAML list of types.
  if (value === null) return 'null';
  const meant = typeof value === 'string' && Object.hasOwn(MEANT, value) ? MEANT[value] : undefined;
  const effect = meant === undefined ? 'any type is allowed' : `it was read as “${meant}”`;
  const remedy = 'Write null, boolean, integer, number, string, array or object; leave “type” out to allow any.';
  reading.warn(node, 'schema-type', `There is no type ${JSON.stringify(value)}; ${effect}.`, remedy);
  return meant;
}

/** A name of a property in Swagger 2.0, an object since 3.0; the schemas of its mapping become references. */
function convertDiscriminator(result: Record<string, unknown>, node: SourceNode, reading: Reading): void {
  if (typeof node.value === 'string') {
    if (reading.dialect !== '2.0')
      reading.warn(
        node,
        'wrong-type',
        '“discriminator” must be an object.',
        'Write the name as “propertyName” in an object.',
      );
    result['discriminator'] = { propertyName: node.value };
    return;
  }
  if (isAbsent(node.value)) return;
  const propertyName = text(node.child('propertyName'), reading);
  if (!isRecord(node.value) || propertyName === undefined) {
    wrongType(node, reading, 'an object with the name of a property as “propertyName”');
    return;
  }
  const mapping = convertMapping(node.child('mapping'), reading);
  const fallback = node.child('defaultMapping');
  result['discriminator'] = {
    propertyName,
    ...(mapping === undefined ? {} : { mapping }),
    ...(typeof fallback.value === 'string'
      ? { defaultMapping: schemaReference(fallback, fallback.value, reading) }
      : {}),
    ...extensionsOf(node),
  };
}

function convertMapping(node: SourceNode, reading: Reading): Readonly<Record<string, string>> | undefined {
  if (isAbsent(node.value)) return undefined;
  if (!isRecord(node.value)) return wrongType(node, reading, 'an object of references');
  const mapping: Record<string, string> = {};
  for (const [value, child] of node.entries()) {
    const ref = text(child, reading);
    if (ref !== undefined) setOwn(mapping, value, schemaReference(child, ref, reading));
  }
  return mapping;
}

/** A mapping names a schema by its name or by a reference; a name wins (OpenAPI 3.1 §4.8.25). */
function schemaReference(node: SourceNode, ref: string, reading: Reading): string {
  if (reading.references.declaredNode('schemas', ref) !== undefined) return componentReference('schemas', ref);
  return reading.references.refer('schemas', node, ref) ?? reading.references.gaps.referTo('schemas', ref);
}
