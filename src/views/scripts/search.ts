/** What of search every page loads: what opens the palette, and nothing of what is in it. */

import { openIn, pageData } from './page-data.ts';
import { stored } from './storage.ts';

/** What is stored: `/` and `?` open nothing. */
export const SLASH_OFF = 'pd-slash-off';
/** The palette is a file of its own and no module of this one: it hears of what it has to do by events. */
export const OPEN_PALETTE = 'pd-open-palette';
export const OPEN_KEYS = 'pd-open-keys';

/** Opens the palette: by a click on the field, by what is typed, `/`, Ctrl or Command with K; by `?` what keys do. */
export function listenForSearch(): void {
  const field = document.querySelector<HTMLInputElement>('.pd-search[data-words] input');
  const { palette } = pageData;
  const search = field?.closest<HTMLElement>('.pd-search') ?? null;
  if (field === null || search === null || palette === undefined) return;
  // Where pages are files there is no page of answers.
  search.hidden = false;
  // Where that fails the form asks for a page, as without a script.
  const show = (what: string): void => {
    openIn(palette, what, document).catch(() => undefined);
  };
  const open = (): void => show(OPEN_PALETTE);
  // Not by the focus, which keys give it on their way to what is behind it (WCAG 3.2.1).
  field.addEventListener('click', open);
  field.addEventListener('compositionend', open);
  field.addEventListener('input', (event) => {
    // A dialog would end what an input method has begun.
    if (!(event instanceof InputEvent && event.isComposing)) open();
  });
  if (search.dataset['pages'] !== undefined)
    field.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      open();
    });
  document.addEventListener('keydown', (event) => {
    const isHelp = isCharacter(event, '?');
    if (!isHelp && !isCharacter(event, '/') && !isCommand(event)) return;
    event.preventDefault();
    show(isHelp ? OPEN_KEYS : OPEN_PALETTE);
  });
}

function isCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** One that is typed nowhere. */
function isCharacter({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent, character: string): boolean {
  if (key !== character || ctrlKey || metaKey || altKey || stored(SLASH_OFF) !== null) return false;
  return !(target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null);
}
