import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { whileTesting } from '../while-testing.ts';
import { type Look, wrongLooks } from './appearance.ts';
import { VisitedSite } from './visits.ts';

/** One of every type, with ordinary and with ugly content. */
const PAGES = [
  ['the list of APIs', '/platform/documentation'],
  ['an overview', '/platform/documentation/Library-v1'],
  ['a version that is not the newest', '/platform/documentation/Orders-v1'],
  ['a native service', '/platform/documentation/Library-v1/Book'],
  ['one that differs from the version before', '/platform/documentation/Library-v2/Book'],
  ['an OpenAPI service', '/platform/documentation/Orders-v1/orders'],
  ['a group', '/platform/documentation/Orders-v1/groups/Orders'],
  ['the schemas', '/platform/documentation/Orders-v1/schemas'],
  ['a schema', '/platform/documentation/Orders-v1/schemas/Order'],
  ['what changed since the version before', '/platform/documentation/Library-v2/changes'],
  ['answers of a search', '/platform/documentation?q=a'],
  ['no answer of a search', '/platform/documentation/Ugly-v1?q=zzzzqq'],
  ['a page that is not there', '/platform/documentation/Library-v1/Bok'],
  ['an ugly overview', '/platform/documentation/Ugly-v1'],
  ['an ugly service', '/platform/documentation/Ugly-v1/ugly'],
  ['a guide of a tag', '/platform/documentation/Ugly-v1/guides/A%20guide'],
  ['a guide of a file', '/platform/documentation/Ugly-v1/guides/code'],
  ['an ugly schema', '/platform/documentation/Ugly-v1/schemas/Node'],
  ['a schema with ugly conditions', '/platform/documentation/Ugly-v1/schemas/Conditional'],
] as const;

const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 1440, forcedColors: true },
];

const site = whileTesting(() => VisitedSite.open());

const look: VisitedSite['look'] = (...about) => site.look(...about);

/** How far a page can be scrolled sideways in a window of each of these widths. */
async function scrolledAt(page: Page, widths: readonly number[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(
      await page.evaluate(() => {
        scrollTo(1000, 0);
        return scrollX;
      }),
    );
  }
  return found;
}

/** Links to places of the page itself that there are none of. */
function deadLinks(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
      .map((link) => link.hash.slice(1))
      .filter((id) => document.getElementById(id) === null && document.getElementById(decodeURIComponent(id)) === null),
  );
}

test.each(PAGES)(
  '%s has one h1, landmarks, a language, a skip link and a title of its own, fits in all colours and widths, runs nothing that a descriptor brings, and has no dead link to itself',
  async (_name, path) => {
    const found = await look({ path, javaScript: true }, async (page) => ({
      facts: await page.evaluate(() => ({
        h1: document.querySelectorAll('h1').length,
        main: document.querySelectorAll('main').length,
        language: document.documentElement.lang,
        skip: document.querySelectorAll('a[href="#main"], a[href="#content"]').length,
        title: document.title.length > 0,
      })),
      dead: await deadLinks(page),
      wrong: await wrongLooks(page, LOOKS),
      scrolled: await scrolledAt(page, [320, 390, 1440]),
      ran: await page.evaluate(() => Reflect.has(globalThis, '__xss')),
    }));
    const facts = { h1: 1, main: 1, language: 'en', skip: 1, title: true };
    expect(found).toEqual({ facts, dead: [], wrong: [], scrolled: [0, 0, 0], ran: false });
  },
);

describe('a link to a field', () => {
  test('opens the closed parts around it without a script', async () => {
    const ids = await look({ path: '/platform/documentation/Ugly-v1/ugly' }, (page) =>
      page.locator('details:not([open]) [id]').evaluateAll((nodes) => nodes.map(({ id }) => id)),
    );
    const deep = ids.at(-1) ?? '';
    expect(deep).not.toBe('');
    const visible = await look({ path: `/platform/documentation/Ugly-v1/ugly#${deep}` }, (page) =>
      page.locator(`[id="${deep}"]`).isVisible(),
    );
    expect(visible).toBe(true);
  });
});

describe('contents of a guide', () => {
  test.each([
    ['are folded above its text on a phone', 390, false],
    ['are folded above its text on a small screen', 1024, false],
    ['are open beside its text where there is room', 1440, true],
  ])('%s', async (_, width, isOpen) => {
    await look({ path: '/platform/documentation/Ugly-v1/guides/code', width }, async (page) => {
      const link = page.getByRole('link', { name: 'Part 7', exact: true });
      expect(await link.isVisible()).toBe(isOpen);
      const text = await page.locator('.pd-guide > p').first().boundingBox();
      expect(text?.y).toBeLessThan(450);
      if (!isOpen) await page.locator('.pd-contents summary').click();
      await link.click();
      expect(new URL(page.url()).hash).toBe('#section-part-7');
    });
  });
});

describe('print', () => {
  test('holds every field, also those of closed parts, and no navigation', async () => {
    await look({ path: '/platform/documentation/Ugly-v1/ugly', javaScript: true }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      const hidden = await page.evaluate(
        () =>
          [...document.querySelectorAll('main li[id], main [id] b')].filter(
            (node) => node.checkVisibility?.() === false,
          ).length,
      );
      expect(hidden).toBe(0);
      expect(await page.locator('nav').first().isVisible()).toBe(false);
    });
  });

  test('says what an operation does not have, and has no empty line where its way marks were', async () => {
    await look({ path: '/platform/documentation/Library-v1/Book' }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      const said = page.locator('.pd-ways').filter({ visible: true });
      expect(new Set(await said.evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.trim())))).toEqual(
        new Set(['No parameters.']),
      );
    });
  });
});

describe('the list of APIs', () => {
  test('does not scroll sideways for a name without blanks, at 320, 360 and 800 px', async () => {
    const scrolled = await look({ path: '/platform/documentation', javaScript: true }, async (page) => {
      await page.evaluate(() => {
        for (const text of document.querySelectorAll('.pd-apis h2 a, .pd-apis p')) text.textContent = 'x'.repeat(200);
      });
      return scrolledAt(page, [320, 360, 800]);
    });
    expect(scrolled).toEqual([0, 0, 0]);
  });

  test('leads to an API from everywhere on its card, and to its versions from theirs', async () => {
    const ends = await look({ path: '/platform/documentation' }, async (page) => {
      const card = page.locator('.pd-apis > li').filter({ hasText: 'Town Library' });
      const hrefs = await card.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      for (const link of await card.locator('a').all()) await link.click({ trial: true });
      await card.click({ position: { x: 6, y: 6 } });
      return { hrefs, path: new URL(page.url()).pathname };
    });
    expect(ends.path).toBe('/platform/documentation/Library-v1');
    expect(ends.hrefs).toContain('/platform/documentation/Library-v2');
  });
});
