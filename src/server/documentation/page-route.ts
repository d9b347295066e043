import { AsyncLocalStorage } from 'node:async_hooks';
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
export interface PrerenderedPage {
  readonly page: Page;
  failure?: unknown;
}

/** The build and what it has compiled have a copy each of this module. */
const KEY = Symbol.for('platform-documentation.prerendered-page');

/** Renders for the caller, who has no request of a visitor in which the page could be passed. */
export function whilePrerendering<T>(rendered: PrerenderedPage, render: () => T): T {
  return storage().run(rendered, render);
}

/** Undefined for the site's own pages. */
export function prerenderedPage(): PrerenderedPage | undefined {
  return storage().getStore();
}

function storage(): AsyncLocalStorage<PrerenderedPage> {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof AsyncLocalStorage) return known;
  const made = new AsyncLocalStorage<PrerenderedPage>();
  Reflect.set(globalThis, KEY, made);
  return made;
}
