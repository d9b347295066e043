import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { variantsOf } from '../../model/schema/types.ts';
import type { Words } from '../../words/words.ts';
import type { Constraint } from '../words.ts';
import { onlyRequires } from './requirements.ts';

/** The variants of `oneOf` or `anyOf`. */
interface VariantGroup {
  readonly kind: 'oneOf' | 'anyOf';
  /** The part of the schema that they are. */
  readonly schema: JsonSchemaObject;
  /** The field whose value chooses one. */
  readonly chosenBy: string | null;
  readonly variants: readonly Variant[];
}

interface Variant {
  readonly schema: JsonSchema;
  /** Name of its component; null for a variant written in place. */
  readonly name: string | null;
  /** Condition that chooses it: `kind` + ` is ` + `"card"`. */
  readonly chosen: Constraint | null;
}

/** Variants that only require fields are no group: those are words of the schema itself. */
export function variantGroupsOf(
  { discriminator, oneOf, anyOf }: JsonSchemaObject,
  words: Words,
): readonly VariantGroup[] {
  const chosenBy = discriminator?.propertyName ?? null;
  const chosen = discriminator === undefined ? {} : { discriminator };
  const groups = [
    { kind: 'oneOf', schema: { ...chosen, ...(oneOf === undefined ? {} : { oneOf }) } },
    { kind: 'anyOf', schema: { ...chosen, ...(anyOf === undefined ? {} : { anyOf }) } },
  ] as const;
  return groups.flatMap(({ kind, schema }) => {
    if (onlyRequires(schema)) return [];
    const variants = variantsOf(schema).map(({ name, schema: variant, chosenBy: value }) => ({
      name,
      schema: variant,
      chosen:
        chosenBy === null || value === null
          ? null
          : words.sentence('condition.is', { name: ['', chosenBy], value: ['', JSON.stringify(value)] }),
    }));
    return variants.length === 0 ? [] : [{ kind, schema, chosenBy, variants }];
  });
}
