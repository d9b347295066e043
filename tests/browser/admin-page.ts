import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

const MOST_PRESSES = 80;
const VIEWPORT = { width: 1280, height: 900 };

/**
 * Opens pages of the administration and hands them over. They have no script, so that nothing of one is left but its
 * document: where the browser has shown one it shows the next.
 * @param browser is asked for nothing before the first page
 * @returns for addresses without a fragment: into the page that is open, one would load nothing
 */
export function pageOpener(browser: Browser, options: BrowserContextOptions = {}) {
  const idle = new Map<boolean, Page>();
  return async function open<T>(
    address: string,
    look: (page: Page) => Promise<T>,
    { javaScript = true }: { readonly javaScript?: boolean } = {},
  ): Promise<T> {
    const page = idle.get(javaScript) ?? (await browser.newPage({ ...options, javaScriptEnabled: javaScript }));
    idle.delete(javaScript);
    await page.setViewportSize(VIEWPORT);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await page.goto(address);
    const result = await look(page);
    await page.mouse.move(0, 0);
    idle.set(javaScript, page);
    return result;
  };
}

/**
 * Sends the form of a page and waits for what comes of it. Neither has a script, so that it is all the same whether
 * scripts run.
 */
export async function send(page: Page, button: string): Promise<void> {
  expect(await page.locator('script').count()).toBe(0);
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: button, exact: true }).click()]);
  expect(await page.locator('script').count()).toBe(0);
}

/** Goes on with the keyboard until a control, a link or a button of that name has the focus. */
export async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement: active } = document;
      const isControl = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
      return (isControl ? active.labels?.[0]?.textContent : active?.textContent) ?? '';
    });
    if (name === label) return;
  }
  throw new Error(`${label} is not reached.`);
}
