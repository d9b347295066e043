import { AsyncLocalStorage } from 'node:async_hooks';
import type { Page } from '../../model/page/document.ts';

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
