import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MOST_PRESSES = 80;

/** Sends the form of a page and waits for what comes of it. */
export async function send(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: button, exact: true }).click()]);
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

/** What axe finds. The policy of the pages lets no script in but through the debugger. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Pixels that a page is wider than its window has room for: the place of a scroll bar is none of it. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - Math.round(document.documentElement.getBoundingClientRect().width),
  );
}
