import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { isNullSchema, variantsOf } from '../../schema/types.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';

interface SchemaVariants {
  readonly kind: 'oneOf' | 'anyOf';
  /** Schema with only the keywords of these variants. */
  readonly schema: JsonSchemaObject;
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly schema: JsonSchema;
  /** Name of the component; null for an inline variant. */
  readonly name: string | null;
  readonly title: string | null;
  /** Discriminator condition: `kind` + ` is ` + `"card"`. */
  readonly chosen: Phrase | null;
}

/** Variant groups of a schema, without variants that only require fields: {@link requirementWords} describes those. */
export function variantGroupsOf(
  { discriminator, oneOf, anyOf }: JsonSchemaObject,
  words: Words,
): readonly SchemaVariants[] {
  if (oneOf === undefined && anyOf === undefined) return [];
  const field = discriminator?.propertyName;
  const chosen = discriminator === undefined ? {} : { discriminator };
  const groups = [
    { kind: 'oneOf', schema: { ...chosen, ...(oneOf === undefined ? {} : { oneOf }) } },
    { kind: 'anyOf', schema: { ...chosen, ...(anyOf === undefined ? {} : { anyOf }) } },
  ] as const;
  return groups.flatMap(({ kind, schema }) => {
    if (onlyRequires(schema)) return [];
    const variants = variantsOf(schema).map(({ name, schema: variant, chosenBy }) => ({
      name,
      title: typeof variant === 'object' && typeof variant.title === 'string' ? variant.title : null,
      schema: variant,
      chosen:
        field === undefined || chosenBy.length === 0
          ? null
          : words.sentence('condition.is', {
              name: [{ code: field }],
              value: words.codes(
                'list.or',
                chosenBy.map((value) => JSON.stringify(value)),
              ),
            }),
    }));
    return variants.length === 0 ? [] : [{ kind, schema, variants }];
  });
}

/** Required fields that are not among the schema's own properties; an enclosing schema may define them. */
export function undescribedFields({ required, properties = {} }: JsonSchemaObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => !Object.hasOwn(properties, name)) : [];
}

/** Describes variants that only require fields: required: any of `a`; `b` and `c`. Null for any other variants. */
export function requirementWords(schema: JsonSchemaObject, words: Words): Phrase | null {
  if (!onlyRequires(schema)) return null;
  const choices = words.list(
    'list.semicolon',
    withoutNull(schema).map((variant) => words.codes('list.and', requiredOnly(variant))),
  );
  return words.sentence(schema.oneOf === undefined ? 'demand.requiredAnyOf' : 'demand.requiredOneOf', { choices });
}

/** Whether all variants of a schema only require fields. A null variant is ignored, since it is part of the type. */
export function onlyRequires(schema: JsonSchemaObject): boolean {
  const { oneOf, anyOf, discriminator } = schema;
  if ((oneOf === undefined) === (anyOf === undefined) || discriminator !== undefined) return false;
  const variants = withoutNull(schema);
  return variants.length > 1 && variants.every((variant) => requiredOnly(variant).length > 0);
}

function withoutNull({ oneOf, anyOf }: JsonSchemaObject): readonly JsonSchema[] {
  return (oneOf ?? anyOf ?? []).filter((variant) => !isNullSchema(variant));
}

/** Required fields of a schema; empty if it has any other constraint. */
function requiredOnly(variant: JsonSchema): readonly string[] {
  if (typeof variant === 'boolean' || !Array.isArray(variant.required)) return [];
  const saysMore = Object.entries(variant).some(
    ([keyword, value]) => keyword !== 'required' && !(keyword === 'type' && value === 'object'),
  );
  return saysMore ? [] : variant.required;
}
