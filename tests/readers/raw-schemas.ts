import { isMap, listOf, mapOf, type RawDocument, type RawNode } from './raw-document.ts';

/** What a reader finds in a schema. */
export interface SchemaFacts {
  readonly fields: ReadonlySet<string>;
  /** JSON texts. */
  readonly enumValues: ReadonlySet<string>;
  /**
   * Descriptions that stand in the schema itself, whatever `references` says: those of named schemas are counted there.
   */
  readonly texts: ReadonlySet<string>;
}

const ONE = [
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'contains',
  'if',
  'then',
  'else',
  'propertyNames',
  'contentSchema',
] as const;
const ALSO_ONE = ['unevaluatedProperties', 'unevaluatedItems'] as const;
const MANY = ['allOf', 'oneOf', 'anyOf', 'prefixItems', 'items'] as const;
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'] as const;

/**
 * The names of all properties, and all values of enumerations, that a schema leads to.
 * @param references false: only those that stand in the schema itself
 */
export function schemaFacts(document: RawDocument, schema: RawNode, references: boolean): SchemaFacts {
  const fields = new Set<string>();
  const enumValues = new Set<string>();
  const texts = new Set<string>();
  const seen = new Set<unknown>();
  const open: (RawNode & { readonly own: boolean })[] = [{ ...schema, own: true }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { value, file, own } = node;
    if (!isMap(value) || seen.has(value)) continue;
    seen.add(value);
    if (references && typeof value['$ref'] === 'string') {
      const target = document.resolve({ value: { $ref: value['$ref'] }, file });
      if (target !== undefined) open.push({ ...target, own: false });
    }
    for (const name of Object.keys(mapOf(value['properties']))) fields.add(name);
    for (const name of listOf(value['enum'])) enumValues.add(JSON.stringify(name));
    if (value['const'] !== undefined) enumValues.add(JSON.stringify(value['const']));
    if (own && typeof value['description'] === 'string' && value['description'].trim() !== '')
      texts.add(value['description']);
    for (const part of subschemas(value)) open.push({ value: part, file, own });
  }
  return { fields, enumValues, texts };
}

function subschemas(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    ...[...ONE, ...ALSO_ONE].map((keyword) => schema[keyword]),
    ...MANY.flatMap((keyword) => listOf(schema[keyword])),
    ...NAMED.flatMap((keyword) => Object.values(mapOf(schema[keyword]))),
  ];
}
