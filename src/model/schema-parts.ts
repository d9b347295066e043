import { schemaTitle } from '../schema/references.ts';
import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import { naturalOrder } from './texts.ts';

/** Maximum number of schemas on one page of the index. */
const MOST_SCHEMAS_ON_PAGE = 500;

/** Names on one page of the index of schemas, sorted by title. */
type SchemaPart = readonly string[];

export function schemaPartCount(schemaCount: number): number {
  return Math.max(1, Math.ceil(schemaCount / MOST_SCHEMAS_ON_PAGE));
}

/**
 * Pages of the index of schemas, in order; at least one. Only HTML has several pages, which are identified by number;
 * other formats have the whole index in one document.
 */
export const schemaPartsOf = computedOnce((api: Api): readonly SchemaPart[] => {
  const sorted = api
    .getSchemaNames()
    .toSorted((a, b) => naturalOrder(schemaTitle(a), schemaTitle(b)) || naturalOrder(a, b));
  return Array.from({ length: schemaPartCount(sorted.length) }, (_, index) =>
    sorted.slice(index * MOST_SCHEMAS_ON_PAGE, (index + 1) * MOST_SCHEMAS_ON_PAGE),
  );
});
