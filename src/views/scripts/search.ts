/** Part of search that every page loads: it opens the palette and contains nothing of it. */

import { isStatic, openIn, pageData } from './page-data.ts';
import { OPEN_KEYS, OPEN_PALETTE, SLASH_OFF } from './search-events.ts';
import { stored } from './storage.ts';

/** Opens the palette: by a click on the field, by what is typed, `/`, Ctrl or Command with K; by `?` what keys do. */
export function listenForSearch(): void {
  const search = document.querySelector<HTMLElement>('.pd-search[data-words]');
  const field = search?.querySelector('input');
  const { palette } = pageData;
  if (!field || !search || palette === undefined) return;
  // Pages that are files have no page of answers.
  search.hidden = false;
  // If the palette cannot be loaded, the form requests a page, as without a script.
  const show = (what: string, place: EventTarget): void => {
    openIn(palette, what, place).catch(() => {});
  };
  const open = (): void => show(OPEN_PALETTE, field);
  // Focus does not open the palette: the Tab key passes the field on its way (WCAG 3.2.1).
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
      // The field takes what is typed until the palette is there, which returns the focus to where the key was pressed.
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
