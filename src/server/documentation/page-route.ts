import type { Page } from '../../presentation/page-data/document.ts';

/** Route of all paths below `/platform`; it answers those that nothing else answers. */
export const ANCHOR_ROUTE = '/platform/[...path]';

/**
 * Route that renders pages; reachable from inside only. Because of the underscore a site's rules for slashes do not
 * apply to it, and because of `404` neither do those for languages.
 */
export const PAGE_ROUTE = '/_platform/404/page';

/** Route of pages that view scripts may render, so that only these pages have the style sheets of view scripts. */
export const VIEW_SCRIPT_ROUTE = '/_platform/404/view-script';

/** The levels that view scripts know (specification §4.3). */
const SCRIPTED: ReadonlySet<string> = new Set(['list', 'api', 'service']);

/** Internal route that renders a page. */
export function pageRouteOf(page: Page): string {
  return page.kind === 'document' && SCRIPTED.has(page.document.level) ? VIEW_SCRIPT_ROUTE : PAGE_ROUTE;
}

/** Whether a route pattern is that of an internal route. */
export function isPageRoute(pattern: string): boolean {
  return pattern === PAGE_ROUTE || pattern === VIEW_SCRIPT_ROUTE;
}

/** A page that a build of a static site renders, and what the templates threw. */
interface PrerenderedPage {
  readonly page: Page;
  failure?: unknown;
}

/**
 * Property of a request that holds its page, since Astro's prerenderer takes no locals. The build and the compiled site
 * each have a copy of this module: a registered symbol is the same in both.
 */
const PRERENDERED = Symbol.for('platform-documentation.prerendered-page');

interface PrerenderRequest extends Request {
  [PRERENDERED]?: PrerenderedPage;
}

/** Makes an internal request for a page. */
export function prerenderRequest(rendered: PrerenderedPage): Request {
  const request: PrerenderRequest = new Request(`http://localhost${pageRouteOf(rendered.page)}`);
  request[PRERENDERED] = rendered;
  return request;
}

/** The page of an internal request; undefined for the site's own pages. */
export function prerenderedPage(request: PrerenderRequest): PrerenderedPage | undefined {
  return request[PRERENDERED];
}
