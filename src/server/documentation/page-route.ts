import type { Page } from '../../presentation/page-data/document.ts';

/** Route of all paths below `/platform` that no other route answers. */
export const ANCHOR_ROUTE = '/platform/[...path]';

/**
 * Internal route that renders pages; clients cannot reach it. The underscore exempts it from the site's rules for
 * trailing slashes, and `404` from those for languages.
 */
export const PAGE_ROUTE = '/_platform/404/page';

/** Internal route of pages that view scripts may render, so that other pages do not load the scripts' style sheets. */
export const VIEW_SCRIPT_ROUTE = '/_platform/404/view-script';

/** Document levels that view scripts can render (specification §4.3). */
const SCRIPTED: ReadonlySet<string> = new Set(['list', 'api', 'service']);

/** Returns the internal route that renders a page. */
export function pageRouteOf(page: Page): string {
  const isScripted = page.kind === 'document' && page.whole === undefined && SCRIPTED.has(page.document.level);
  return isScripted ? VIEW_SCRIPT_ROUTE : PAGE_ROUTE;
}

/** Whether a route pattern is that of an internal route. */
export function isPageRoute(pattern: string): boolean {
  return pattern === PAGE_ROUTE || pattern === VIEW_SCRIPT_ROUTE;
}

/** Page that a build of a static site renders, and the error that its templates threw. */
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

/** Creates an internal request for a page. */
export function prerenderRequest(rendered: PrerenderedPage): Request {
  const request: PrerenderRequest = new Request(`http://localhost${pageRouteOf(rendered.page)}`);
  request[PRERENDERED] = rendered;
  return request;
}

/** Returns the page of an internal request; undefined for the site's own pages. */
export function prerenderedPage(request: PrerenderRequest): PrerenderedPage | undefined {
  return request[PRERENDERED];
}
