import { isNullSchema } from '../../model/schema/null-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Constraint } from '../words.ts';

/** Fields that are required and described somewhere else: around a variant, or nowhere. */
export function undescribedFields({ required, properties = {} }: JsonSchemaObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => !Object.hasOwn(properties, name)) : [];
}

/**
 * Variants that only require fields, in words: required: any of `a`; `b` and `c`. Null where some variant says more.
 */
export function requirementWords(schema: JsonSchemaObject): Constraint | null {
  if (!onlyRequires(schema)) return null;
  const words = schema.oneOf === undefined ? 'required: any of ' : 'required: one of ';
  return variantsIn(schema).flatMap((variant, index) =>
    requiredOnly(variant).flatMap((name, position) => [position > 0 ? ' and ' : index > 0 ? '; ' : words, name]),
  );
}

/** Whether all variants of a schema do nothing but require fields; null beside them is said by the type. */
export function onlyRequires(schema: JsonSchemaObject): boolean {
  const { oneOf, anyOf, discriminator } = schema;
  if ((oneOf === undefined) === (anyOf === undefined) || discriminator !== undefined) return false;
  const variants = variantsIn(schema);
  return variants.length > 1 && variants.every((variant) => requiredOnly(variant).length > 0);
}

/**
 * What is forbidden by requiring it: `a`, `b` not allowed; `a` and `b` not together. Null where more is forbidden than
 * fields.
 */
export function forbiddenWords(schema: JsonSchema): Constraint | null {
  const together = requiredOnly(schema);
  if (together.length > 0)
    return [
      ...together.flatMap((name, index) => [index === 0 ? '' : ' and ', name]),
      together.length === 1 ? ' not allowed' : ' not together',
    ];
  if (
    typeof schema === 'boolean' ||
    schema.oneOf !== undefined ||
    Object.keys(schema).some((keyword) => keyword !== 'anyOf')
  )
    return null;
  const lists = (schema.anyOf ?? []).map(requiredOnly);
  if (lists.length === 0 || lists.some(({ length }) => length !== 1)) return null;
  return [...lists.flatMap(([name = ''], index) => [index === 0 ? '' : ', ', name]), ' not allowed'];
}

function variantsIn({ oneOf, anyOf }: JsonSchemaObject): readonly JsonSchema[] {
  return (oneOf ?? anyOf ?? []).filter((variant) => !isNullSchema(variant));
}

/** The fields that a schema requires; none where it says anything else. */
export function requiredOnly(variant: JsonSchema): readonly string[] {
  if (typeof variant === 'boolean' || !Array.isArray(variant.required)) return [];
  const saysMore = Object.entries(variant).some(
    ([keyword, value]) => keyword !== 'required' && !(keyword === 'type' && value === 'object'),
  );
  return saysMore ? [] : variant.required;
}
