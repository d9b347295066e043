import type { Page } from '../model/document.ts';

/** Route that renders pages; reachable from inside only. */
export const PAGE_ROUTE = '/_platform/page';

/** Route of what view scripts may render: one of its own, so that their style sheets are on their pages alone. */
export const VIEW_SCRIPT_ROUTE = '/_platform/view-script';

/** The levels that view scripts know (specification §4.3). */
const SCRIPTED: ReadonlySet<string> = new Set(['list', 'api', 'service']);

/** Where a page is rendered. */
export function pageRouteOf(page: Page): string {
  return page.kind === 'document' && SCRIPTED.has(page.document.level) ? VIEW_SCRIPT_ROUTE : PAGE_ROUTE;
}

/** Whether a path, or the pattern of a route, is one of the two. */
export function isPageRoute(path: string): boolean {
  return path === PAGE_ROUTE || path === VIEW_SCRIPT_ROUTE;
}
