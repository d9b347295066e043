import { isRecord } from './json-values.ts';
import { ITSELF } from './merged-schema.ts';
import { componentName } from './references.ts';
import type { JsonSchemaObject } from './schema.ts';
import { variantsOf } from './types.ts';

const MAX_VARIANTS = 12;

/**
 * Lists schemas without choices, in the order in which to try building a sample. For a schema with variants these are
 * the variants; for any other schema, the schema itself, then the schema combined with each branch of its condition.
 * The resulting value may still violate the original schema.
 * @param name name of the schema's component; null for an inline schema
 */
export function sampleAttempts(schema: JsonSchemaObject, name: string | null): readonly JsonSchemaObject[] {
  const keyword = schema.oneOf !== undefined ? 'oneOf' : schema.anyOf !== undefined ? 'anyOf' : undefined;
  if (keyword !== undefined) return variantAttempts(schema, keyword);
  return [...conditionAttempts(choosingItself(schema, name)), schema].filter(
    (attempt, index, all) => all.indexOf(attempt) === index,
  );
}

function variantAttempts(schema: JsonSchemaObject, keyword: 'oneOf' | 'anyOf'): readonly JsonSchemaObject[] {
  const { [keyword]: list, allOf, discriminator, ...rest } = schema;
  const variants = variantsOf({ ...(discriminator === undefined ? {} : { discriminator }), [keyword]: list }).slice(
    0,
    MAX_VARIANTS,
  );
  const nulls: JsonSchemaObject[] = variants.length < (list?.length ?? 0) ? [{ type: 'null' }] : [];
  return [
    ...variants.flatMap((variant) => {
      const plain = { allOf: [rest, variant.schema, ...(allOf ?? [])] };
      const [value] = variant.chosenBy;
      if (discriminator === undefined || value === undefined) return [plain];
      const chosen = {
        properties: { [discriminator.propertyName]: { const: value } },
        required: [discriminator.propertyName],
      };
      return [{ allOf: [...plain.allOf, chosen] }, plain];
    }),
    ...nulls,
  ];
}

/** Restricts the discriminator property of a parent or a subtype to the value that means this schema. */
function choosingItself(schema: JsonSchemaObject, name: string | null): JsonSchemaObject {
  // Most schemas have no discriminator; these are returned uncopied.
  if (schema.discriminator === undefined || !isRecord(schema.properties)) return schema;
  const { discriminator, ...rest } = schema;
  const [value = name] =
    Object.entries(discriminator.mapping ?? {}).find(
      ([, target]) => target === ITSELF || (target.startsWith('#/') && componentName(target) === name),
    ) ?? [];
  if (value === null) return schema;
  const property = schema.properties[discriminator.propertyName];
  if (!isRecord(property) || property['enum'] !== undefined || property['const'] !== undefined) return rest;
  return {
    ...rest,
    properties: {
      ...schema.properties,
      [discriminator.propertyName]: { allOf: [property, { const: value }] },
    },
  };
}

function conditionAttempts(schema: JsonSchemaObject): readonly JsonSchemaObject[] {
  if (schema.if === undefined) return [schema];
  const { if: condition, then: consequence, else: alternative, allOf, ...rest } = schema;
  return [
    schema,
    { allOf: [rest, condition, consequence ?? true, ...(allOf ?? [])] },
    { allOf: [rest, { not: condition }, alternative ?? true, ...(allOf ?? [])] },
  ];
}
