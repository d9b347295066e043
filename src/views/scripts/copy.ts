import { button, FIGURE_ADDED, make } from './elements.ts';
import { basePath, isStatic, pageData, textAt } from './openers.ts';

/** Duration for which a button shows the result of copying. */
const DONE_MILLISECONDS = 2000;

/** Adds a copy button to every sample, example and address; the server's pages copy an address with its host. */
export function addCopyButtons(): void {
  const { copy = '', copied = '', failed = '', page = '' } = pageData;
  const status = make('p', { class: 'pd-status-line', role: 'status' });
  document.querySelector('.pd-main')?.after(status);
  const copier = (name: string, className: string, text: () => string | Promise<string>): HTMLButtonElement => {
    let timer = 0;
    const made = button(name, className, async () => {
      const isCopied = await copyText(text());
      status.textContent = '';
      // The text is cleared first, since screen readers announce it only when it changes.
      requestAnimationFrame(() => {
        status.textContent = made.title;
      });
      made.classList.toggle('pd-done', isCopied);
      made.title = isCopied ? copied : failed;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        made.classList.remove('pd-done');
        made.title = copy;
        status.textContent = '';
      }, DONE_MILLISECONDS);
    });
    return made;
  };
  const add = (place: Element, text: () => string): void => {
    const added = copier('', 'pd-copy', text);
    // The title is also the accessible name of the button; screen readers would announce another name in addition.
    added.title = copy;
    place.append(added);
  };
  for (const place of document.querySelectorAll('.pd-main figure:has(pre), #formats li:has(pre)'))
    add(place, () => textOf(place));
  document.addEventListener(FIGURE_ADDED, ({ target }) => {
    if (target instanceof Element) add(target, () => textOf(target));
  });
  for (const block of document.querySelectorAll('.pd-main pre:not(figure pre, details pre)')) {
    // The button is outside the block, which scrolls horizontally. Code starts at the left in every language, so the
    // button is always at the right.
    const frame = make('div', { class: 'pd-code', dir: 'ltr' });
    block.replaceWith(frame);
    frame.append(block);
    add(frame, () => textOf(frame));
  }
  // An address without a host belongs to the host of the page, but static files do not know the host of the API.
  for (const line of document.querySelectorAll('.pd-paths p:has(.pd-path), .pd-urls > li'))
    add(line, () =>
      (line.querySelector('code')?.textContent ?? '').replace(/^(?=\/)/, isStatic ? '' : location.origin + basePath),
    );
  const formats = document.querySelector('#formats');
  const markdown = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="text/markdown"]');
  if (!formats || !markdown) return;
  formats.prepend(
    make(
      'li',
      {},
      copier(page, 'pd-copy-page', () => textAt(markdown.href)),
    ),
  );
}

/** Text to copy: the visible sample, or the whole example including its folded lines. */
function textOf(place: Element): string {
  return [...place.querySelectorAll('pre')]
    .filter((block) => !place.matches('.pd-samples') || block.checkVisibility())
    .map((block) => block.textContent ?? '')
    .join('\n');
}

/** Copies a text. It accepts a promise, since browsers allow clipboard access only while a click is handled. */
async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copySelected(await text);
    if (typeof text === 'string' || typeof ClipboardItem === 'undefined')
      await navigator.clipboard.writeText(await text);
    else {
      const blob = text.then((written) => new Blob([written], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch {
    return false;
  }
}

/** Copies by selecting the text, for pages over plain HTTP, where browsers offer no clipboard API. */
function copySelected(text: string): boolean {
  const area = make('textarea', { class: 'pd-status-line' });
  const focused = document.querySelector<HTMLElement>(':focus');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  focused?.focus();
  return isCopied;
}
