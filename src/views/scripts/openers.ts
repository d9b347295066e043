import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import { button, OPEN_KEYS, OPEN_PALETTE, OPEN_TRIAL } from './elements.ts';
import { SLASH_OFF, stored } from './storage.ts';

/** Part of every page's script that opens the search and the panels for trying operations, and loads their scripts. */

/** Data attributes of the script element: URLs of files, and texts in the language of the page. */
export const pageData: DOMStringMap = document.querySelector<HTMLElement>('script[data-copy]')?.dataset ?? {};

/** Path of the list of APIs without its end: the path below which the site stands. */
export const basePath = (pageData['list'] ?? '').slice(0, -DOCUMENTATION_ROOT.length);

/** Whether the page is a static file, so that our server is not running at its origin. */
export const isStatic = document.querySelector('.pd-search[data-pages]') !== null;

/** Opens the palette on a click or input in the field, and on `/`, Ctrl+K or Command+K; opens the help on `?`. */
export function listenForSearch(): void {
  const search = document.querySelector<HTMLElement>('.pd-search[data-texts]');
  const field = search?.querySelector('input');
  const { palette } = pageData;
  if (!field || !search || !palette) return;
  // The script shows the form, which would be useless without it: static files have no page of results.
  search.hidden = false;
  let texts: Promise<string> | undefined;
  // If the palette cannot be loaded, the form requests a page of results, as it does without a script.
  const show = (what: string, place: EventTarget): void => {
    texts ??= textAt(search.dataset['texts']);
    openIn(palette, what, place, texts).catch(() => (texts = undefined));
  };
  const open = (): void => show(OPEN_PALETTE, field);
  // Focus alone does not open the palette, because the field also receives focus by the Tab key (WCAG 3.2.1).
  field.addEventListener('click', open);
  field.addEventListener('compositionend', open);
  field.addEventListener('input', (event) => {
    // Opening the dialog would interrupt the composition of an input method.
    if (!(event instanceof InputEvent && event.isComposing)) open();
  });
  if (isStatic)
    field.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      open();
    });
  addEventListener('keydown', (event) => {
    const what = openedBy(event);
    if (!what) return;
    event.preventDefault();
    if (what === OPEN_PALETTE) {
      // The field receives input until the palette is loaded. When the palette closes, the focus returns to `target`.
      field.focus({ preventScroll: true });
      field.select();
    }
    show(what, event.target ?? field);
  });
}

/** Name of the event for a key; false if there is none, or if the character is typed into a field. */
function openedBy({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): string | false {
  if (altKey) return false;
  if (ctrlKey || metaKey) return ctrlKey !== metaKey && !shiftKey && /^k$/i.test(key) && OPEN_PALETTE;
  const isTyped = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog');
  if (isTyped || stored(SLASH_OFF) !== null) return false;
  return key === '/' ? OPEN_PALETTE : key === '?' && OPEN_KEYS;
}

/** Adds a button to each operation that readers can try, in the space that the page reserves for it. */
export function addTryButtons(): void {
  const { try: panel, tryFailed = '' } = pageData;
  if (!panel) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-open]')) {
    // In static files, only operations of servers at other origins can be called.
    if (!place.closest(isStatic ? `[data-try*='"url":"h']` : '.pd-op')) continue;
    const opener = button(place.dataset['open'] ?? '', 'pd-button pd-small', () => {
      openIn(panel, OPEN_TRIAL, opener).catch(() => {
        opener.textContent = tryFailed;
      });
    });
    opener.ariaExpanded = 'false';
    place.append(opener);
  }
}

/** Loads the text of a file. @throws (rejects) if loading fails */
export async function textAt(url = ''): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error();
  return answer.text();
}

/**
 * Loads a script, then dispatches the event that the script listens for.
 * @param texts texts of the script, which become the event's `detail`
 * @throws (rejects) if loading fails
 */
async function openIn(file: string, event: string, target: EventTarget, texts?: Promise<string>): Promise<void> {
  const [detail] = await Promise.all([texts, import(/* @vite-ignore */ file)]);
  target.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }));
}
