import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { whileTesting } from '../while-testing.ts';
import { type Look, wrongLooks } from './appearance.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const BOOK = `${ROOT}/Library-v1/Book`;

const site = whileTesting(() => VisitedSite.open());

/** First words of the samples that are shown, one an operation. */
const shownOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator('.pd-samples')
    .evaluateAll((figures) =>
      figures.flatMap((figure) =>
        [...figure.querySelectorAll('pre')]
          .filter((block) => block.checkVisibility())
          .map((block) => block.textContent?.split(/\W/)[0] ?? ''),
      ),
    );
const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
/** Text for a screen reader after an action; it disappears again soon. */
async function saidAfter(page: Page, act: () => Promise<void>): Promise<unknown> {
  const said = page.waitForFunction(() => document.querySelector('[role=status]')?.textContent);
  await act();
  return (await said).jsonValue();
}
const allow = (page: Page): Promise<void> => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

describe('samples', () => {
  test('are all there without a script: the first is shown, others open', async () => {
    await site.visit({ path: BOOK, width: 390 }, async (page) => {
      const figure = page.locator('.pd-samples').first();
      expect(await figure.getByText('curl -H').isVisible()).toBe(true);
      expect(await figure.getByText('import requests').isVisible()).toBe(false);
      await figure.getByText('Python', { exact: true }).click();
      expect(await figure.getByText('import requests').isVisible()).toBe(true);
      expect(await figure.getByText('curl -H').isVisible()).toBe(true);
      expect(await page.locator('.pd-copy').count()).toBe(0);
    });
  });

  test('call the address that the reader has come to, as the menu of formats does', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      const texts = await page.locator('.pd-samples pre, #formats pre').allTextContents();
      const { origin } = new URL(page.url());
      expect(texts.filter((text) => text.includes(`${origin}/`)).length).toBe(texts.length);
      expect(texts.join()).not.toContain(':4321');
    });
  });

  test('are chosen for all operations at once, by keyboard, where they are, and on the next page', async () => {
    await site.visit({ path: BOOK, javaScript: true, height: 600 }, async (page) => {
      expect(new Set(await shownOf(page))).toEqual(new Set(['curl']));
      const button = page.locator('.pd-samples').last().getByRole('button', { name: 'Python' });
      await button.focus();
      const before = (await button.boundingBox())?.y;
      await page.keyboard.press('Enter');
      expect(new Set(await shownOf(page))).toEqual(new Set(['import']));
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      expect(Math.abs(((await button.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(1);
      await page.goto(page.url().replace('/Book', '/Loan'));
      expect(await shownOf(page)).toContain('import');
      // The browser may keep a page unchanged and show it again when the reader goes back.
      await page.evaluate(() => {
        localStorage.setItem('pd-samples', 'curl');
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      expect(await shownOf(page)).toContain('curl');
      expect(await page.context().cookies()).toEqual([]);
    });
  });

  test('are chosen for a page alone where nothing may be stored', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new DOMException('closed', 'SecurityError');
          },
        });
      });
      await page.reload();
      await page.locator('.pd-samples').first().getByRole('button', { name: 'PHP' }).click();
      expect(new Set(await shownOf(page))).toEqual(new Set(['']));
    });
  });
});

describe('what is copied', () => {
  test('is what is shown: the chosen sample, an address, a whole example', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      await allow(page);
      const copy = (place: string) => page.locator(place).first().getByRole('button', { name: 'Copy' });
      await page.locator('.pd-samples').first().getByRole('button', { name: 'JavaScript' }).click();
      // A label beside the title would be read out as its description once more.
      expect(await copy('.pd-samples').evaluate((node: HTMLElement) => [node.title, node.ariaLabel])).toEqual([
        'Copy',
        null,
      ]);
      expect(await saidAfter(page, () => copy('.pd-samples').click())).toBe('Copied');
      expect(await clipboardOf(page)).toMatch(/^const response = await fetch\("http.*;$/s);
      await copy('.pd-paths').press('Enter');
      await expect.poll(() => clipboardOf(page)).toBe(`${new URL(page.url()).origin}/library/book`);
      await copy('figure:has(pre i):not(.pd-samples)').click();
      await expect.poll(() => clipboardOf(page)).toMatch(/^\{\n.*"_embedded"/s);
    });
    await site.visit({ path: `${ROOT}/Ugly-v1/ugly`, javaScript: true }, async (page) => {
      await allow(page);
      const folded = page.locator('figure:has(> pre):has(> details):not(.pd-samples)').first();
      const whole = await folded
        .locator('pre')
        .evaluateAll((blocks) => blocks.map((block) => block.textContent).join('\n'));
      await folded.getByRole('button', { name: 'Copy' }).click();
      await expect.poll(() => clipboardOf(page)).toBe(whole);
    });
  });

  test('is the page as Markdown, as the server sends it', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      await allow(page);
      await page.locator('summary', { hasText: 'Formats' }).click();
      const button = page.getByRole('button', { name: 'Copy page as Markdown' });
      expect(await saidAfter(page, () => button.click())).toBe('Copied');
      expect(await clipboardOf(page)).toBe(await (await site.fetch(`${BOOK}.md`)).text());
    });
  });

  test('is told apart from what is not: no clipboard, no page', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.execCommand = (command) => {
          document.title = `${command} ${getSelection()}`;
          return document.title.includes('curl');
        };
      });
      await page.reload();
      const copy = (place: string) => page.locator(`${place} .pd-copy`).first();
      expect(await saidAfter(page, () => copy('.pd-samples').click())).toBe('Copied');
      await expect.poll(() => page.getByRole('status').textContent()).toBe('');
      expect(await saidAfter(page, () => copy('.pd-paths').click())).toMatch(/^Not copied/);
    });
  });
});

test.each<readonly Look[]>([
  [{ scheme: 'light', width: 1440 }],
  [
    { scheme: 'dark', width: 390 },
    { scheme: 'dark', width: 390, forcedColors: true },
  ],
])('what the script adds is right to look at and large enough to touch: %j, %j', async (first, ...more) => {
  for (const path of [BOOK, `${ROOT}/Library-v1`])
    await site.visit({ path, ...first, javaScript: true }, async (page) => {
      expect(await wrongLooks(page, [first, ...more])).toEqual([]);
      const sizes = await page
        .locator('.pd-copy:visible, .pd-samples button:visible')
        .evaluateAll((buttons) =>
          buttons.map((button) =>
            Math.min(button.getBoundingClientRect().width, button.getBoundingClientRect().height),
          ),
        );
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    });
});
