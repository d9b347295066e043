import { type JsonSchema, schemaTitle } from '../schema/schema.ts';
import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import { naturalOrder } from './texts.ts';

/** Schemas on a page of the index; more are listed on several pages. */
const MOST_SCHEMAS_ON_PAGE = 500;

/** One page of the index of schemas, in the order of their titles; at least one is there. */
type SchemaPart = readonly (readonly [name: string, schema: JsonSchema])[];

export function schemaPartCount(schemaCount: number): number {
  return Math.max(1, Math.ceil(schemaCount / MOST_SCHEMAS_ON_PAGE));
}

/**
 * The pages of the index, the first one first. They have numbers, not names; formats other than HTML have the whole
 * index in one document.
 */
export const schemaPartsOf = computedOnce((api: Api): readonly SchemaPart[] => {
  const sorted = api
    .getSchemas()
    .toSorted(([a], [b]) => naturalOrder(schemaTitle(a), schemaTitle(b)) || naturalOrder(a, b));
  return Array.from({ length: schemaPartCount(sorted.length) }, (_, index) =>
    sorted.slice(index * MOST_SCHEMAS_ON_PAGE, (index + 1) * MOST_SCHEMAS_ON_PAGE),
  );
});
