import { addCopyButtons } from './copy.ts';
import { addTryButtons, isStatic, listenForSearch, pageData } from './openers.ts';
import { chooseSamples } from './samples.ts';

/**
 * Script of the pages, which are complete without it. It is one module and sends no request by itself.
 * Its parts run in this order.
 */
nameOwnOrigin();
chooseSamples();
addCopyButtons();
closeMenus();
listenForSearch();
addTryButtons();
markReadingPlace();

/** A menu lies over the page: Escape closes it, and so does a tap or a focus beside it. */
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
 * Writes the origin of the page into samples and calls, in place of the origin of `npm start`. Static files come from
 * another server: their samples stay as they are.
 */
function nameOwnOrigin(): void {
  const { origin } = pageData;
  if (!origin || origin === location.origin || isStatic || !location.host) return;
  // Strings of samples are coloured, and an address is one.
  for (const string of document.querySelectorAll('.pd-shell i'))
    string.textContent = string.textContent.replaceAll(origin, location.origin);
}

/**
 * Marks the part of a guide that is being read in its contents, where the browser does not do so by itself
 * (`scroll-target-group`): the last heading above the upper third of the window.
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
