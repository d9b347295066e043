import { isNullSchema } from '../../model/schema/null-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Words } from '../../words/words.ts';
import type { Constraint } from '../words.ts';

/** Fields that are required and described somewhere else: around a variant, or nowhere. */
export function undescribedFields({ required, properties = {} }: JsonSchemaObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => !Object.hasOwn(properties, name)) : [];
}

/**
 * Variants that only require fields, in words: required: any of `a`; `b` and `c`. Null where some variant says more.
 */
export function requirementWords(schema: JsonSchemaObject, words: Words): Constraint | null {
  if (!onlyRequires(schema)) return null;
  const choices = words.list(
    'list.semicolon',
    variantsIn(schema).map((variant) => words.codes('list.and', requiredOnly(variant))),
  );
  return words.sentence(schema.oneOf === undefined ? 'demand.requiredAnyOf' : 'demand.requiredOneOf', { choices });
}

/** Whether all variants of a schema do nothing but require fields; null beside them is said by the type. */
export function onlyRequires(schema: JsonSchemaObject): boolean {
  const { oneOf, anyOf, discriminator } = schema;
  if ((oneOf === undefined) === (anyOf === undefined) || discriminator !== undefined) return false;
  const variants = variantsIn(schema);
  return variants.length > 1 && variants.every((variant) => requiredOnly(variant).length > 0);
}

/**
 * Words for fields that `not` forbids by requiring them: `a`, `b` not allowed; `a` and `b` not together. Null where it
 * forbids more than fields.
 */
export function forbiddenWords(schema: JsonSchema, words: Words): Constraint | null {
  const together = requiredOnly(schema);
  if (together.length > 0)
    return words.sentence(together.length === 1 ? 'demand.notAllowed' : 'demand.notTogether', {
      names: words.codes('list.and', together),
    });
  if (
    typeof schema === 'boolean' ||
    schema.oneOf !== undefined ||
    Object.keys(schema).some((keyword) => keyword !== 'anyOf')
  )
    return null;
  const lists = (schema.anyOf ?? []).map(requiredOnly);
  if (lists.length === 0 || lists.some(({ length }) => length !== 1)) return null;
  return words.sentence('demand.notAllowed', { names: words.codes('list.comma', lists.flat()) });
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
