import { addCopyButtons } from './copy.ts';
import { addTryButtons, isStatic, listenForSearch, pageData } from './openers.ts';
import { chooseSamples } from './samples.ts';

/**
 * Script of the pages, which are complete without it. It is one module, and sends requests only after an action of the
 * reader. Its parts have to run in this order.
 */
nameOwnOrigin();
chooseSamples();
addCopyButtons();
closeMenus();
listenForSearch();
addTryButtons();
markReadingPlace();

/** Closes a menu, which covers the page, on Escape, and when anything outside it is tapped or gets the focus. */
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
 * Replaces the origin of `npm start` in samples and calls by the origin of the page. In static files samples stay
 * unchanged, because the origin of the page is not that of the API.
 */
function nameOwnOrigin(): void {
  const { origin } = pageData;
  if (!origin || origin === location.origin || isStatic || !location.host) return;
  // Addresses are strings of samples, which are coloured and so have an element.
  for (const string of document.querySelectorAll('.pd-shell i'))
    string.textContent = string.textContent.replaceAll(origin, location.origin);
}

/**
 * Marks in the contents of a guide the part that is being read, for browsers that do not do so themselves
 * (`scroll-target-group`). It is the last heading in or above the upper third of the window.
 */
function markReadingPlace(): void {
  const contents = document.querySelector('.pd-contents');
  if (contents === null || CSS.supports('scroll-target-group: auto')) return;
  const links = [...contents.querySelectorAll('a')];
  const topOf = ({ hash }: HTMLAnchorElement): number =>
    document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect().top ?? Infinity;
  const mark = (): void => {
    const read = links.findLast((link) => topOf(link) < innerHeight / 3) ?? links[0];
    for (const link of links) link.ariaCurrent = link === read ? 'true' : null;
  };
  addEventListener('scroll', mark);
  mark();
}
