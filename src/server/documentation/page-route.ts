import type { Page } from '../../presentation/page-data/document.ts';

/** Anchors what is below `/platform`, and answers where nothing is. */
export const ANCHOR_ROUTE = '/platform/[...path]';

/**
 * Route that renders pages; reachable from inside only. An underscore in front keeps a site's rules for slashes away
 * from it, and `404` those for languages.
 */
export const PAGE_ROUTE = '/_platform/404/page';

/** Route of pages that view scripts may render: one of its own, so that their style sheets are on their pages alone. */
export const VIEW_SCRIPT_ROUTE = '/_platform/404/view-script';

/** The levels that view scripts know (specification §4.3). */
const SCRIPTED: ReadonlySet<string> = new Set(['list', 'api', 'service']);

/** Internal route that renders a page. */
export function pageRouteOf(page: Page): string {
  return page.kind === 'document' && SCRIPTED.has(page.document.level) ? VIEW_SCRIPT_ROUTE : PAGE_ROUTE;
}

/** Whether the pattern of a route is one of the two. */
export function isPageRoute(pattern: string): boolean {
  return pattern === PAGE_ROUTE || pattern === VIEW_SCRIPT_ROUTE;
}

/** A page that a build of a static site renders, and what the templates threw. */
interface PrerenderedPage {
  readonly page: Page;
  failure?: unknown;
}

/**
 * Property of a request that holds its page. Astro's prerenderer takes no locals. The build and the compiled site have
 * a copy each of this module: a registered symbol is the same in both.
 */
const PRERENDERED = Symbol.for('platform-documentation.prerendered-page');

interface PrerenderRequest extends Request {
  [PRERENDERED]?: PrerenderedPage;
}

/** A request for a page from inside. */
export function prerenderRequest(rendered: PrerenderedPage): Request {
  const request: PrerenderRequest = new Request(`http://localhost${pageRouteOf(rendered.page)}`);
  request[PRERENDERED] = rendered;
  return request;
}

/** Undefined for the site's own pages. */
export function prerenderedPage(request: PrerenderRequest): PrerenderedPage | undefined {
  return request[PRERENDERED];
}
