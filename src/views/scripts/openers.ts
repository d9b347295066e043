import type { Trial } from '../../presentation/trying/trial.ts';
import { button, OPEN_KEYS, OPEN_PALETTE, OPEN_TRIAL } from './elements.ts';
import { SLASH_OFF, stored } from './storage.ts';

/** Part of search and of trying that every page loads: it opens them and contains nothing of them. */

/** Data of the script's element: addresses of files, and texts in the language of the page. */
export const pageData: DOMStringMap = document.querySelector<HTMLElement>('script[data-copy]')?.dataset ?? {};

/** The page is a file: no server of ours answers at its origin. */
export const isStatic = document.querySelector('.pd-search[data-pages]') !== null;

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

/** Event for a key; false for none. A character opens nothing while it is typed into a field. */
function openedBy({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): string | false {
  if (altKey) return false;
  if (ctrlKey || metaKey) return ctrlKey !== metaKey && !shiftKey && /^k$/i.test(key) && OPEN_PALETTE;
  const isTyped = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog');
  if (isTyped || stored(SLASH_OFF) !== null) return false;
  return key === '/' ? OPEN_PALETTE : key === '?' && OPEN_KEYS;
}

/** Adds a button to each operation that can be tried, where the page keeps room for it. */
export function addTryButtons(): void {
  const { try: panel, tryFailed = '' } = pageData;
  if (panel === undefined) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-open]')) {
    const section = place.closest<HTMLElement>('.pd-op');
    if (section === null || trialIn(section).servers.length === 0) continue;
    const opener = button(place.dataset['open'] ?? '', 'pd-button pd-small', () => {
      openIn(panel, OPEN_TRIAL, opener).catch(() => {
        opener.textContent = tryFailed;
      });
    });
    opener.ariaExpanded = 'false';
    place.append(opener);
  }
}

/** Data that an operation is tried with. Where pages are files, no server answers at their origin. */
export function trialIn({ dataset }: HTMLElement): Trial {
  const trial = JSON.parse(dataset['try'] ?? '') as Trial;
  return { ...trial, servers: trial.servers.filter(({ url }) => url !== '' || !isStatic) };
}

/** @param file a script of its own, which listens for `event` once it is loaded. Rejects where it cannot be. */
async function openIn(file: string, event: string, target: EventTarget): Promise<void> {
  await import(/* @vite-ignore */ file);
  target.dispatchEvent(new Event(event, { bubbles: true }));
}
