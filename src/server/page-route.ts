/** Route that renders pages; reachable from inside only. */
export const PAGE_ROUTE = '/_platform/page';
