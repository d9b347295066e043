/** What of search every page loads: what opens the palette, and nothing of what is in it. */

import { isStatic, openIn, pageData } from './page-data.ts';
import { OPEN_KEYS, OPEN_PALETTE, SLASH_OFF } from './search-events.ts';
import { stored } from './storage.ts';

/** Opens the palette: by a click on the field, by what is typed, `/`, Ctrl or Command with K; by `?` what keys do. */
export function listenForSearch(): void {
  const search = document.querySelector<HTMLElement>('.pd-search[data-words]');
  const field = search?.querySelector('input');
  const { palette } = pageData;
  if (!field || !search || palette === undefined) return;
  // Where pages are files there is no page of answers.
  search.hidden = false;
  // Where that fails the form asks for a page, as without a script.
  const show = (what: string, place: EventTarget): void => {
    openIn(palette, what, place).catch(() => {});
  };
  const open = (): void => show(OPEN_PALETTE, field);
  // Not by the focus, which keys give it on their way to what is behind it (WCAG 3.2.1).
  field.addEventListener('click', open);
  field.addEventListener('compositionend', open);
  field.addEventListener('input', (event) => {
    // A dialog would end what an input method has begun.
    if (!(event instanceof InputEvent && event.isComposing)) open();
  });
  if (isStatic)
    field.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      open();
    });
  addEventListener('keydown', (event) => {
    const what = openedBy(event);
    if (what === false) return;
    event.preventDefault();
    if (what === OPEN_PALETTE) {
      // What is typed until it is there; the palette gives the focus back to where the key was pressed.
      field.focus({ preventScroll: true });
      field.select();
    }
    show(what, event.target ?? field);
  });
}

/** False for none. A character opens nothing where it is typed. */
function openedBy({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): string | false {
  if (altKey) return false;
  if (ctrlKey || metaKey) return ctrlKey !== metaKey && !shiftKey && /^k$/i.test(key) && OPEN_PALETTE;
  const isTyped = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog');
  if (isTyped || stored(SLASH_OFF) !== null) return false;
  return key === '/' ? OPEN_PALETTE : key === '?' && OPEN_KEYS;
}
