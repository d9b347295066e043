import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const MOST_PRESSES = 80;

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
