import { typeOf } from './json-values.ts';
import { componentName } from './references.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';

/** The JSON Schema types without null, derived from other keywords where `type` is missing. Empty: any value. */
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

/** Keywords that mean something else, or refuse null, when their schema is inside another. */
const APART: ReadonlySet<string> = new Set('$id $ref allOf anyOf oneOf not if const'.split(' '));
/** Keywords that depend on the keywords beside them, or that those depend on. */
const TOGETHER: ReadonlySet<string> = new Set(
  (
    'allOf properties patternProperties additionalProperties unevaluatedProperties ' +
    'prefixItems items unevaluatedItems contains minContains maxContains'
  ).split(' '),
);

/** Rewrites a choice of null and one type, FastAPI's form of optional values, as `type: [type, 'null']`. */
export function asTypeOrNull(schema: JsonSchemaObject): JsonSchemaObject {
  // Most schemas are no choice: these are not copied.
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  if (choices.length !== 2 || (schema.anyOf !== undefined && schema.oneOf !== undefined)) return schema;
  const [other, ...more] = choices.filter((choice) => !isNullSchema(choice) || Object.keys(choice).length > 1);
  if (more.length > 0 || typeof other !== 'object' || typeof other.type !== 'string') return schema;
  const { anyOf, oneOf, ...own } = schema;
  if (Object.keys(other).some((key) => APART.has(key) || Object.hasOwn(own, key))) return schema;
  if ([own, other].every((part) => Object.keys(part).some((key) => TOGETHER.has(key)))) return schema;
  const values = other.enum?.includes(null) === false ? { enum: [...other.enum, null] } : {};
  return { ...own, ...other, ...values, type: [other.type, 'null'] };
}

/** A schema that nothing but null satisfies. */
export function isNullSchema(schema: JsonSchema): boolean {
  return (
    typeof schema === 'object' &&
    (schema.type === 'null' || schema.const === null || (schema.enum?.length === 1 && schema.enum[0] === null))
  );
}
