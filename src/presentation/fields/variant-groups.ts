import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { variantsOf } from '../../model/schema/types.ts';
import type { Constraint } from '../words.ts';
import { onlyRequires } from './requirements.ts';

/** The variants of `oneOf` or `anyOf`. */
interface VariantGroup {
  readonly words: 'one of' | 'any of';
  /** The part of the schema that they are. */
  readonly schema: JsonSchemaObject;
  /** The field whose value chooses one. */
  readonly chosenBy: string | null;
  readonly variants: readonly Variant[];
}

interface Variant {
  readonly schema: JsonSchema;
  /** Of its component. */
  readonly name: string | null;
  /** What chooses it: `kind` + ` is ` + `"card"`. */
  readonly chosen: Constraint | null;
}

/** Variants that only require fields are no group: those are words of the schema itself. */
export function variantGroupsOf({ discriminator, oneOf, anyOf }: JsonSchemaObject): readonly VariantGroup[] {
  const chosenBy = discriminator?.propertyName ?? null;
  const chosen = discriminator === undefined ? {} : { discriminator };
  const groups = [
    { words: 'one of', schema: { ...chosen, ...(oneOf === undefined ? {} : { oneOf }) } },
    { words: 'any of', schema: { ...chosen, ...(anyOf === undefined ? {} : { anyOf }) } },
  ] as const;
  return groups.flatMap(({ words, schema }) => {
    if (onlyRequires(schema)) return [];
    const variants = variantsOf(schema).map(({ name, schema: variant, chosenBy: value }) => ({
      name,
      schema: variant,
      chosen: chosenBy === null || value === null ? null : ['', chosenBy, ' is ', JSON.stringify(value)],
    }));
    return variants.length === 0 ? [] : [{ words, schema, chosenBy, variants }];
  });
}
