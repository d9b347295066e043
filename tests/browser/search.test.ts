import { describe, expect, test } from 'vitest';
import { whileTesting } from '../while-testing.ts';
import { wrongLooks } from './appearance.ts';
import { routeNow } from './routes.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const BOOK = `${ROOT}/Library-v1/Book`;

const site = whileTesting(() => VisitedSite.open());

describe('the page of answers', () => {
  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('has no violation that axe finds and does not scroll sideways: %s, %i px', async (scheme, width) => {
    const found = await site.visit({ path: `${ROOT}?q=order`, scheme, width, javaScript: true }, (page) =>
      wrongLooks(page, [{ scheme, width }]),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ['in one line on a phone, below its label', `${ROOT}?q=book`, 390, 1],
    ['beside its label on a wide screen', `${ROOT}/Library-v1?q=book`, 1440, 1],
  ])('has a facet %s, and begins where the trail begins', async (_, path, width, lines) => {
    const found = await site.visit({ path, width }, (page) =>
      page.evaluate(() => {
        const tops = [...document.querySelectorAll('.pd-facet:not(.pd-facet ~ .pd-facet) li')].map((one) =>
          one.getBoundingClientRect(),
        );
        const leftOf = (one: string) => document.querySelector(one)?.getBoundingClientRect().left;
        return {
          lines: new Set(tops.map(({ top }) => Math.round(top))).size,
          isAligned: [undefined, leftOf('h1')].includes(leftOf('.pd-trail')),
        };
      }),
    );
    expect(found).toEqual({ lines, isAligned: true });
  });
});

describe('the palette', () => {
  const dialog = 'dialog.pd-palette[open]';

  test('opens by /, by Ctrl K and by the field; loads itself and what it searches then, and once', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      const loaded: string[] = [];
      page.on('request', (request) =>
        loaded.push(new URL(request.url()).pathname.replace(/[.-][\w-]{8}\.(js|json)$/, '.$1')),
      );
      await page.keyboard.press('/');
      await page.locator(dialog).waitFor();
      await page.keyboard.type('loan');
      await page.locator(`${dialog} [role=option]`).first().waitFor();
      expect(loaded).toEqual(['/_astro/search.en.json', '/_astro/palette.js', `${ROOT}/Library-v1.search.bin`]);
      await page.keyboard.press('Escape');
      expect(await page.locator(dialog).count()).toBe(0);
      await page.keyboard.press('Control+k');
      await page.locator(dialog).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').click();
      await page.locator(dialog).waitFor();
      await page.keyboard.press('Escape');
      // The focus returns to the place that opened the search, and does not open it again.
      expect(await page.evaluate(() => document.activeElement?.closest('.pd-search') !== null)).toBe(true);
      expect(await page.locator(dialog).count()).toBe(0);
      expect(loaded).toHaveLength(3);
    });
  });

  test.each([1440, 390])('has all that is said of an answer below its title, %i px wide', async (width) => {
    await site.visit({ path: BOOK, javaScript: true, width }, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('loan');
      const answer = page.locator(`${dialog} [role=option]:has(.pd-where)`).first();
      await answer.waitFor();
      const begins = await answer
        .locator('b, small')
        .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)));
      expect(begins.length).toBeGreaterThan(1);
      expect(new Set(begins).size).toBe(1);
    });
  });

  test.each([
    ['/', 0, 0, 1440],
    ['/', 300, 100, 1440],
    ['/', 300, 100, 390],
    ['Control+k', 100, 80, 1440],
  ] as const)('opened by %s loses no key: on its way for %i ms, a key every %i ms, %i px', async (...given) => {
    const [key, latency, delay, width] = given;
    await site.visit({ path: BOOK, javaScript: true, width }, async (page) => {
      await routeNow(page, '**/palette*.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, latency));
        await route.continue();
      });
      const place = page.locator('.pd-text h3 a').last();
      await place.focus();
      const top = await page.evaluate(() => scrollY);
      await page.keyboard.press(key);
      await page.keyboard.type('loan', { delay });
      const input = page.locator(dialog).getByRole('combobox');
      await page.locator(`${dialog} [role=option]`).first().waitFor();
      expect(await input.inputValue()).toBe('loan');
      await page.keyboard.type('s');
      expect(await input.inputValue()).toBe('loans');
      await page.keyboard.press('Escape');
      // Back where one read, so that the same key opens it again.
      expect([
        await place.evaluate((node) => node === document.activeElement),
        await page.evaluate(() => scrollY),
      ]).toEqual([true, top]);
      await page.keyboard.press(key);
      await page.locator(dialog).waitFor();
      expect(await input.inputValue()).toBe('loans');
    });
  });

  test.each(['palette*.js', 'search.*.json'])(
    'without %s leaves the text in the field, which asks for a page',
    async (file) => {
      await site.visit({ path: BOOK, javaScript: true, expected: /net::ERR_FAILED/ }, async (page) => {
        await routeNow(page, `**/${file}`, (route) => route.abort());
        await page.keyboard.press('/');
        await page.keyboard.type('loan');
        await page.keyboard.press('Enter');
        // The place that is read changes the address as well.
        await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'loan');
      });
    },
  );

  test('does not open when the field gets the focus by keys, but keeps what is typed into it', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      const field = page.locator('.pd-header input');
      const hasFocus = (): Promise<boolean> => field.evaluate((node) => node === document.activeElement);
      for (let tabs = 0; tabs < 20 && !(await hasFocus()); tabs += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await page.waitForTimeout(300);
      expect([await hasFocus(), await page.locator(dialog).count(), loaded]).toEqual([true, 0, []]);
      await page.keyboard.type('loan');
      await page.locator(`${dialog} [role=option]`).first().waitFor();
      expect(await page.locator(dialog).getByRole('combobox').inputValue()).toBe('loan');
      await page.keyboard.press('Escape');
      expect([await hasFocus(), await field.inputValue(), await page.locator(dialog).count()]).toEqual([
        true,
        'loan',
        0,
      ]);
      await page.keyboard.press('Enter');
      // The place that is read changes the address as well.
      await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'loan');
    });
  });

  test('has the answers of the page in its order, goes along by arrows and opens by Enter', async () => {
    const ordered = await site.visit({ path: `${ROOT}/Library-v1?q=loan` }, (page) =>
      page
        .locator('.pd-results > li > p:first-child > a')
        .evaluateAll((links) => links.map((a) => a.getAttribute('href'))),
    );
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      await page.keyboard.press('/');
      await page.locator(dialog).waitFor();
      await page.keyboard.type('loan');
      const options = page.locator(`${dialog} [role=option]`);
      await options.first().waitFor();
      const shown = await options.evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset['href']));
      expect(shown.slice(0, -1)).toEqual(ordered.slice(0, shown.length - 1));
      expect(await options.last().textContent()).toMatch(/^\d+ results$/);
      const input = page.locator(dialog).getByRole('combobox');
      const active = (): Promise<string | null> => input.getAttribute('aria-activedescendant');
      expect(await active()).toBe(await options.first().getAttribute('id'));
      await page.keyboard.press('ArrowUp');
      expect(await active()).toBe(await options.last().getAttribute('id'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(({ pathname, hash }) => pathname + hash === shown[1]);
    });
  });

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('has no violation that axe finds and does not scroll sideways: %s, %i px', async (scheme, width) => {
    const found = await site.visit({ path: ROOT, scheme, width, javaScript: true }, async (page) => {
      await page.keyboard.press('/');
      await page.locator(dialog).waitFor();
      await page.keyboard.type('borow');
      await page.locator(`${dialog} [role=option]`).first().waitFor();
      return [await page.locator(`${dialog} [role=status]`).textContent(), await wrongLooks(page, [{ scheme, width }])];
    });
    expect(found).toEqual(['Results for “borrow”', []]);
  });

  test('works where nothing may be stored, and keeps what was typed while it was on its way', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new DOMException('closed', 'SecurityError');
          },
        });
      });
      await page.route('**/palette*.js', async (route) => {
        await page.keyboard.type('lo');
        await route.continue();
      });
      await page.reload();
      await page.getByRole('searchbox').click();
      await page.locator(dialog).waitFor();
      await page.keyboard.type('an');
      expect(await page.locator(dialog).getByRole('combobox').inputValue()).toBe('loan');
      await page.locator(`${dialog} [type=checkbox]`).uncheck();
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('/');
      await page.locator(dialog).waitFor();
    });
  });

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('? lists what keys do, without a violation that axe finds: %s, %i px', async (scheme, width) => {
    await site.visit({ path: BOOK, scheme, width, javaScript: true }, async (page) => {
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.waitFor();
      expect(await keys.locator('kbd').allTextContents()).toEqual(expect.arrayContaining(['/', '?', 'Ctrl K']));
      expect(await wrongLooks(page, [{ scheme, width }])).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await keys.count()).toBe(0);
    });
  });

  test('of the list says that only the default version of each API is searched, as the page of answers does', async () => {
    const said = 'Searches the default version of each API. What only another version has is marked.';
    const shown = await site.visit({ path: ROOT, javaScript: true }, async (page) => {
      await page.keyboard.press('/');
      await page.locator(`${dialog} p`, { hasText: said }).waitFor();
      return page.locator(`${dialog} p:not(:empty)`).allTextContents();
    });
    expect(shown).toEqual([said]);
    const text = await site.visit({ path: `${ROOT}?q=loan` }, (page) => page.locator('main').textContent());
    expect(text).toContain(said);
  });

  test('rests while one types somewhere, and its key can be switched off', async () => {
    await site.visit({ path: BOOK, javaScript: true }, async (page) => {
      await page.keyboard.press('/');
      await page.locator(dialog).waitFor();
      await page.locator(`${dialog} [type=checkbox]`).uncheck();
      await page.keyboard.press('Escape');
      await page.reload();
      await page.keyboard.press('/');
      await page.keyboard.press('?');
      expect(await page.locator(dialog).count()).toBe(0);
      await page.keyboard.press('Control+k');
      await page.locator(dialog).waitFor();
    });
  });
});
