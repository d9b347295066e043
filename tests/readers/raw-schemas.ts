import { isMap, listOf, mapOf, type RawDocument, type RawMap, type RawNode } from './raw-document.ts';

/** Facts that a reader finds in a schema. */
export interface SchemaFacts {
  readonly fields: ReadonlySet<string>;
  /** JSON texts. */
  readonly enumValues: ReadonlySet<string>;
  /**
   * Descriptions that stand in the schema itself, with any `references`: those of named schemas are counted there.
   */
  readonly texts: ReadonlySet<string>;
}

const ONE: ReadonlySet<string> = new Set([
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
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const MANY: ReadonlySet<string> = new Set(['allOf', 'oneOf', 'anyOf', 'prefixItems', 'items']);
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Facts behind references, by their targets: hundreds of answers refer to the same few schemas. */
const behindReferences = new WeakMap<RawDocument, WeakMap<RawMap, SchemaFacts>>();

/**
 * The names of all properties, and all values of enumerations, that a schema leads to.
 * @param references false: only those that stand in the schema itself
 */
export function schemaFacts(document: RawDocument, schema: RawNode, references: boolean): SchemaFacts {
  return factsOf(document, schema, references ? (target) => factsBehind(document, target) : () => undefined);
}

function factsBehind(document: RawDocument, target: RawNode): SchemaFacts | undefined {
  if (!isMap(target.value)) return undefined;
  const known = behindReferences.get(document) ?? new WeakMap<RawMap, SchemaFacts>();
  behindReferences.set(document, known);
  const before = known.get(target.value);
  if (before !== undefined) return before;
  // Schemas refer to each other in circles: what is not known yet is read along with this one.
  const open = [target];
  const parts: SchemaFacts[] = [];
  const seen = new Set<unknown>();
  for (const node of open) {
    if (seen.has(node.value)) continue;
    seen.add(node.value);
    const behind = isMap(node.value) ? known.get(node.value) : undefined;
    parts.push(
      behind ??
        factsOf(document, node, (next) => {
          open.push(next);
          return undefined;
        }),
    );
  }
  const joined = {
    fields: new Set(parts.flatMap(({ fields }) => [...fields])),
    enumValues: new Set(parts.flatMap(({ enumValues }) => [...enumValues])),
    texts: new Set<string>(),
  };
  known.set(target.value, joined);
  return joined;
}

/** @param behind what stands behind a reference; undefined where it is not asked for here */
function factsOf(
  document: RawDocument,
  schema: RawNode,
  behind: (target: RawNode) => SchemaFacts | undefined,
): SchemaFacts {
  const fields = new Set<string>();
  const enumValues = new Set<string>();
  const texts = new Set<string>();
  const seen = new Set<unknown>();
  const open: unknown[] = [schema.value];
  while (open.length > 0) {
    const value = open.pop();
    if (!isMap(value) || seen.has(value)) continue;
    seen.add(value);
    if (typeof value['$ref'] === 'string') {
      const target = document.resolve({ value: { $ref: value['$ref'] }, file: schema.file });
      const found = target && behind(target);
      for (const name of found?.fields ?? []) fields.add(name);
      for (const json of found?.enumValues ?? []) enumValues.add(json);
    }
    for (const name of Object.keys(mapOf(value['properties']))) fields.add(name);
    for (const name of listOf(value['enum'])) enumValues.add(JSON.stringify(name));
    if (value['const'] !== undefined) enumValues.add(JSON.stringify(value['const']));
    if (typeof value['description'] === 'string' && value['description'].trim() !== '') texts.add(value['description']);
    open.push(...subschemas(value));
  }
  return { fields, enumValues, texts };
}

function subschemas(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (NAMED.has(keyword)) return Object.values(mapOf(value));
    if (MANY.has(keyword) && Array.isArray(value)) return value;
    return ONE.has(keyword) ? [value] : [];
  });
}
