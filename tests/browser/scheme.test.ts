import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { whileTesting } from '../while-testing.ts';
import { layoutShift, wrongLooks } from './appearance.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const LOGO = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="${colour}"/></svg>`;
const THEME = { 'platform-documentation': { theme: { logo: { light: 'light.svg', dark: 'dark.svg' } } } };

let folder = '';
const site = whileTesting(() =>
  VisitedSite.open((project) => {
    folder = project;
    mkdirSync(join(project, 'config/theme'));
    writeFileSync(join(project, 'config/theme/light.svg'), LOGO('black'));
    writeFileSync(join(project, 'config/theme/dark.svg'), LOGO('white'));
    writeFileSync(join(project, 'config/autoload/theme.local.yaml'), JSON.stringify(THEME));
  }),
);

const groundOf = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const chooserOf = (page: Page) => page.getByLabel('Light or dark');
const LIGHT = 'rgb(255, 255, 255)';
const DARK = 'rgb(17, 22, 29)';

/** Every kind of page that has a frame of its own (READING §3). */
const PAGES = [
  ['the list', ROOT],
  ['an API', `${ROOT}/Library-v1`],
  ['a service', `${ROOT}/Library-v1/Book`],
  ['results of a search', `${ROOT}?q=book`],
  ['a page that is missing', `${ROOT}/Library-v1/Bok`],
] as const;

describe('light or dark', () => {
  test.each(PAGES)('is chosen on %s, and kept for the next page', async (_title, path) => {
    await site.visit({ path, javaScript: true, expected: /404/ }, async (page) => {
      expect(await groundOf(page)).toBe(LIGHT);
      await chooserOf(page).selectOption('Dark');
      expect(await groundOf(page)).toBe(DARK);
      await page.goto(new URL(`${ROOT}/Library-v2`, page.url()).href);
      expect(await groundOf(page)).toBe(DARK);
      expect(await chooserOf(page).inputValue()).toBe('dark');
      expect(await layoutShift(page)).toBe(0);
    });
  });

  test.each([
    ['light', 'dark', DARK],
    ['dark', 'light', LIGHT],
  ] as const)('against a system that is %s; the system’s can be had again', async (scheme, chosen, ground) => {
    await site.visit({ path: ROOT, javaScript: true, scheme }, async (page) => {
      const before = await groundOf(page);
      await chooserOf(page).selectOption(chosen);
      expect(await groundOf(page)).toBe(ground);
      await chooserOf(page).selectOption('System');
      expect(await groundOf(page)).toBe(before);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  });

  test('is chosen while the page is still incomplete', async () => {
    await site.visit({ path: ROOT, javaScript: true }, async (page) => {
      await page.addInitScript(() => {
        const seen = new MutationObserver(() => {
          const list = document.querySelector<HTMLSelectElement>('.pd-scheme select');
          if (list?.options.length !== 3 || document.readyState !== 'loading') return;
          seen.disconnect();
          list.value = 'dark';
          list.dispatchEvent(new Event('change', { bubbles: true }));
          Object.assign(window, { chosenWhile: document.readyState });
        });
        seen.observe(document, { childList: true, subtree: true });
      });
      await page.goto(new URL(ROOT, page.url()).href);
      expect(await page.evaluate('chosenWhile')).toBe('loading');
      expect(await groundOf(page)).toBe(DARK);
      expect(await chooserOf(page).inputValue()).toBe('dark');
    });
  });

  test('is set before the page is painted', async () => {
    await site.visit({ path: ROOT, javaScript: true }, async (page) => {
      await chooserOf(page).selectOption('Dark');
      await page.addInitScript(() => {
        // Scripts of the head have run when the body begins.
        new MutationObserver(() => {
          if (document.body !== null)
            document.documentElement.dataset['early'] ??= document.documentElement.dataset['scheme'] ?? 'none';
        }).observe(document, { childList: true, subtree: true });
      });
      await page.reload();
      expect(await page.locator('html').getAttribute('data-early')).toBe('dark');
    });
  });

  test('has its logo', async () => {
    await site.visit({ path: ROOT, javaScript: true }, async (page) => {
      const shown = async (): Promise<string> => {
        const source = await page.locator('.pd-logo img').evaluate(({ currentSrc }: HTMLImageElement) => currentSrc);
        return /black|white/.exec(await (await site.fetch(new URL(source).pathname, '*/*')).text())?.[0] ?? '';
      };
      await expect.poll(shown).toBe('black');
      await chooserOf(page).selectOption('Dark');
      await expect.poll(shown).toBe('white');
      await page.reload();
      await expect.poll(shown).toBe('white');
    });
  });

  test('waits for one file of at most half a kilobyte', () => {
    const assets = join(folder, 'dist/client/_astro');
    const [file = ''] = readdirSync(assets).filter((name) => name.startsWith('scheme-'));
    expect(gzipSync(readFileSync(join(assets, file)), { level: 9 }).length).toBeLessThanOrEqual(500);
  });

  test('is chosen by keyboard', async () => {
    await site.visit({ path: ROOT, javaScript: true }, async (page) => {
      await chooserOf(page).focus();
      await page.keyboard.type('D');
      expect(await groundOf(page)).toBe(DARK);
    });
  });

  test('is printed black on white', async () => {
    await site.visit({ path: ROOT, javaScript: true }, async (page) => {
      await chooserOf(page).selectOption('Dark');
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
    });
  });

  test('has no control where no script runs, and the system’s colours', async () => {
    await site.visit({ path: ROOT, scheme: 'dark' }, async (page) => {
      expect(await chooserOf(page).isVisible()).toBe(false);
      expect(await groundOf(page)).toBe(DARK);
    });
  });

  test('holds for the page where nothing can be kept', async () => {
    await site.visit({ path: ROOT, javaScript: true }, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('closed');
          },
        });
      });
      await page.reload();
      await chooserOf(page).selectOption('Dark');
      expect(await groundOf(page)).toBe(DARK);
    });
  });

  test.each([
    { scheme: 'light', width: 320 },
    { scheme: 'dark', width: 390, forcedColors: true },
    { scheme: 'dark', width: 768 },
  ] as const)('looks right: %j', async (look) => {
    await site.visit({ path: `${ROOT}/Library-v1`, javaScript: true, ...look }, async (page) => {
      const { width = 0, height = 0 } = (await page.locator('.pd-scheme').boundingBox()) ?? {};
      expect(Math.min(width, height)).toBe(44);
      expect(await wrongLooks(page, [look])).toEqual([]);
    });
  });
});
