import { setOwn } from '../../../model/own-property.ts';
import { isRecord } from '../../../schema/json-values.ts';
import { componentName, componentReference } from '../../../schema/references.ts';

type Schemas = Readonly<Record<string, unknown>>;

/** Keys by which generators of Swagger 2.0 name the value that chooses a subtype. */
const VALUE_KEYS = ['x-ms-discriminator-value', 'x-discriminator-value'];

/**
 * Completes the mapping of each parent schema: one with a discriminator, and with neither `oneOf` nor `anyOf`. Every
 * schema that includes the parent, by `allOf` or a `$ref` beside other keywords, directly or through other schemas, is
 * a subtype. Its value, if the mapping has none, is the only allowed or a noted one, else its name (OpenAPI 3.1).
 */
export function nameSubtypes(schemas: Schemas): void {
  const parents = Object.keys(schemas).filter((name) => isParent(schemas[name]));
  if (parents.length === 0) return;
  const children = childrenIn(schemas);
  for (const parent of parents) {
    const schema = schemas[parent];
    if (isParent(schema)) schema.discriminator = completed(schema.discriminator, parent, children, schemas);
  }
}

interface Parent {
  discriminator: Readonly<Record<string, unknown>> & { readonly propertyName: string };
}

function isParent(schema: unknown): schema is Parent {
  return (
    isRecord(schema) &&
    isRecord(schema['discriminator']) &&
    schema['oneOf'] === undefined &&
    schema['anyOf'] === undefined
  );
}

/** Names of the schemas that include each schema by `allOf`, or by a reference beside other keywords. */
function childrenIn(schemas: Schemas): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isRecord(schema)) continue;
    for (const part of partsOf(schema)) {
      if (typeof part['$ref'] !== 'string') continue;
      const parent = componentName(part['$ref']);
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [name]);
      else known.push(name);
    }
  }
  return children;
}

/** The schema itself, where it is more than a reference, and the parts of its `allOf`. */
function partsOf(schema: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isRecord) : [];
  return Object.keys(schema).length === 1 ? parts : [schema, ...parts];
}

function completed(
  discriminator: Parent['discriminator'],
  parent: string,
  children: ReadonlyMap<string, readonly string[]>,
  schemas: Schemas,
): Parent['discriminator'] {
  const mapping = isRecord(discriminator['mapping']) ? { ...discriminator['mapping'] } : {};
  const named = new Set(Object.values(mapping));
  // Grows while it is read: subtypes of subtypes are subtypes.
  const subtypes = new Set(children.get(parent));
  for (const subtype of subtypes) {
    for (const child of children.get(subtype) ?? []) subtypes.add(child);
    const reference = componentReference('schemas', subtype);
    if (subtype === parent || named.has(reference)) continue;
    const value = choosingValue(subtype, schemas[subtype], discriminator.propertyName);
    if (!Object.hasOwn(mapping, value)) setOwn(mapping, value, reference);
  }
  return Object.keys(mapping).length === 0 ? discriminator : { ...discriminator, mapping };
}

/** The value that chooses a subtype: the only one that it allows, one that a generator noted, or its name. */
function choosingValue(name: string, schema: unknown, propertyName: string): string {
  if (!isRecord(schema)) return name;
  const parts = partsOf(schema);
  const values = parts.flatMap((part) => {
    const property = isRecord(part['properties']) ? part['properties'][propertyName] : undefined;
    if (!isRecord(property)) return [];
    const { const: only, enum: allowed } = property;
    return Array.isArray(allowed) && allowed.length === 1 ? [only, allowed[0]] : [only];
  });
  const noted = parts.flatMap((part) => VALUE_KEYS.map((key) => part[key]));
  return [...values, ...noted].find((value) => typeof value === 'string') ?? name;
}
