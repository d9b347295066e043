import { addCopyButtons } from './copy.ts';
import { addTryButtons, isStatic, listenForSearch, pageData } from './openers.ts';
import { chooseSamples } from './samples.ts';

/**
 * Script of all pages, which also work without it. It is one module, and sends requests only after an action of the
 * reader. Its parts must run in this order.
 */
nameOwnOrigin();
chooseSamples();
addCopyButtons();
closeMenus();
listenForSearch();
addTryButtons();
markReadingPlace();

/** Closes an open menu on Escape, and when an element outside it is tapped or receives the focus. */
function closeMenus(): void {
  for (const type of ['keydown', 'pointerup', 'focusin'])
    addEventListener(type, (event) => {
      const menu = document.querySelector<HTMLDetailsElement>('.pd-menu[open]');
      const isKey = event instanceof KeyboardEvent;
      if (!menu || (isKey ? event.key !== 'Escape' : event.composedPath().includes(menu))) return;
      menu.open = false;
      if (isKey) menu.querySelector('summary')?.focus();
    });
}

/**
 * Replaces the origin of `npm start` in samples and calls with the origin of the page. Samples in static files stay
 * unchanged, because the page and the API have different origins.
 */
function nameOwnOrigin(): void {
  const { origin } = pageData;
  if (!origin || origin === location.origin || isStatic || !location.host) return;
  // URLs in samples are strings, and highlighting adds an element for each string.
  for (const string of document.querySelectorAll('.pd-shell i'))
    string.textContent = string.textContent.replaceAll(origin, location.origin);
}

/**
 * Marks the current section in the table of contents of a guide, for browsers without `scroll-target-group`. The
 * current section is that of the last heading in or above the upper third of the window.
 */
function markReadingPlace(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.pd-contents a')];
  if (!links[0] || CSS.supports('scroll-target-group: auto')) return;
  const topOf = ({ hash }: HTMLAnchorElement): number =>
    document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect().top ?? Infinity;
  const mark = (): void => {
    const read = links.findLast((link) => topOf(link) < innerHeight / 3) ?? links[0];
    for (const link of links) link.ariaCurrent = link === read ? 'true' : null;
  };
  addEventListener('scroll', mark);
  mark();
}
