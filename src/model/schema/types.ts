import { componentName } from '../components.ts';
import { typeOf } from './json-values.ts';
import { isNullSchema } from './null-schema.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';

/** The JSON Schema types without null; told from other keywords where `type` is missing. Empty: any value. */
export function typesOf(schema: JsonSchemaObject): readonly string[] {
  if (typeof schema.type === 'string') return schema.type === 'null' ? [] : [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => type !== 'null');
  if (schema.properties !== undefined || schema.patternProperties !== undefined || schema.required !== undefined)
    return ['object'];
  if (
    schema.additionalProperties !== undefined ||
    schema.minProperties !== undefined ||
    schema.maxProperties !== undefined
  )
    return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return [...new Set(values.filter((value) => value !== null).map(typeOf))];
}

/** Whether null is among the types, the allowed values or the variants of a schema, one level deep. */
export function allowsNull(schema: JsonSchemaObject): boolean {
  if (schema.type !== undefined)
    return schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'));
  if (schema.const === null || schema.enum?.includes(null) === true) return true;
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some(isNullSchema);
}

/** A variant of `oneOf` or `anyOf`, with the value of the discriminator that chooses it. */
interface Variant {
  /** The component's name, null for a schema written in place. */
  readonly name: string | null;
  readonly schema: JsonSchema;
  /** Null where there is no discriminator. */
  readonly chosenBy: string | null;
}

/** The variants of a merged schema without those that are null, in order. */
export function variantsOf(schema: JsonSchemaObject): readonly Variant[] {
  const { discriminator } = schema;
  const mapping = Object.entries(discriminator?.mapping ?? {});
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
    .filter((variant) => !isNullSchema(variant))
    .map((variant) => {
      const ref = typeof variant === 'boolean' ? undefined : variant.$ref;
      const name = ref === undefined ? null : componentName(ref);
      const mapped = mapping.find(([, target]) => target === ref || target === name);
      return { name, schema: variant, chosenBy: discriminator === undefined ? null : (mapped?.[0] ?? name) };
    });
}
