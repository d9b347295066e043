import type { Components } from '../components.ts';
import { isSameValue } from './json-values.ts';
import type { JsonSchemaObject } from './schema.ts';
import type { Work } from './work.ts';

const UNITS_A_VALUE = 20;

interface ListedValues {
  readonly scalars: ReadonlySet<unknown>;
  readonly others: readonly unknown[];
}

/** Whether a value is one that `enum` lists; texts and numbers are looked up. */
export function isListed(value: unknown, schema: JsonSchemaObject, components: Components, work: Work): boolean {
  const { scalars, others } = components.rememberedWithin('listed values', schema, toListedValues, work);
  work.spend(typeof value === 'string' ? value.length / 4 : 1);
  return (
    scalars.has(value) ||
    (typeof value === 'object' && others.some((allowed) => work.isSpent || isSameValue(value, allowed, work)))
  );
}

function toListedValues({ enum: values = [] }: JsonSchemaObject, _: Components, work: Work): ListedValues {
  if (!work.spend(values.length * UNITS_A_VALUE)) return { scalars: new Set(), others: [] };
  const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
  return { scalars: new Set(values.filter(isScalar)), others: values.filter((value) => !isScalar(value)) };
}
