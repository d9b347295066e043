/** Data of the script's element: addresses of files, and texts in the language of the page. */
export const pageData: DOMStringMap = document.querySelector<HTMLElement>('script[data-copy]')?.dataset ?? {};

/** The page is a file: no server of ours answers at its origin. */
export const isStatic = document.querySelector('.pd-search[data-pages]') !== null;

/** @param file a script of its own, which listens for `event` once it is loaded. Rejects where it cannot be. */
export async function openIn(file: string, event: string, target: EventTarget): Promise<void> {
  await import(/* @vite-ignore */ file);
  target.dispatchEvent(new Event(event, { bubbles: true }));
}
