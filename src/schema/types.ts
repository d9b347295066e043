import { typeOf } from './json-values.ts';
import { componentName } from './references.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';

/** JSON Schema types except null, derived from other keywords if `type` is missing. Empty: any value, or null. */
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

/** Whether types, allowed values or direct variants of a schema include null. */
export function allowsNull(schema: JsonSchemaObject): boolean {
  if (schema.type !== undefined)
    return schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'));
  if (schema.const === null || schema.enum?.includes(null) === true) return true;
  return schema.oneOf?.some(isNullSchema) === true || schema.anyOf?.some(isNullSchema) === true;
}

/** Variant of `oneOf` or `anyOf`, with the discriminator values that select it. */
interface Variant {
  /** Component name; null for an inline schema. */
  readonly name: string | null;
  readonly schema: JsonSchema;
  /** Values of the discriminator property; empty if there is no discriminator. */
  readonly chosenBy: readonly string[];
}

/** Lists the variants of a merged schema in order, except null schemas. */
export function variantsOf(schema: JsonSchemaObject): readonly Variant[] {
  const { discriminator, oneOf = [], anyOf = [] } = schema;
  if (oneOf.length + anyOf.length === 0) return [];
  const mapping = Object.entries(discriminator?.mapping ?? {});
  return [...oneOf, ...anyOf]
    .filter((variant) => !isNullSchema(variant))
    .map((variant) => {
      const ref = typeof variant === 'boolean' ? undefined : variant.$ref;
      const name = ref === undefined ? null : componentName(ref);
      const mapped = mapping.flatMap(([value, target]) => (target === ref || target === name ? [value] : []));
      const implied = discriminator === undefined || name === null ? [] : [name];
      return { name, schema: variant, chosenBy: mapped.length > 0 ? mapped : implied };
    });
}

/** Keywords that would change their meaning, or reject null, if they moved from the variant to the outer schema. */
const APART: ReadonlySet<string> = new Set('$id $ref allOf anyOf oneOf not if const'.split(' '));
/** Keywords that interact with other keywords of the same schema. */
const TOGETHER: ReadonlySet<string> = new Set(
  (
    'allOf properties patternProperties additionalProperties unevaluatedProperties ' +
    'prefixItems items unevaluatedItems contains minContains maxContains'
  ).split(' '),
);

/** Rewrites a choice of null and one type, which FastAPI writes for optional values, as `type: [type, 'null']`. */
export function asTypeOrNull(schema: JsonSchemaObject): JsonSchemaObject {
  // Most schemas are not such a choice; these are returned uncopied.
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

/** Whether null is the only value that satisfies a schema, judged by `type`, `const` and `enum`. */
export function isNullSchema(schema: JsonSchema): boolean {
  return (
    typeof schema === 'object' &&
    (schema.type === 'null' || schema.const === null || (schema.enum?.length === 1 && schema.enum[0] === null))
  );
}
