import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { whileTesting } from '../while-testing.ts';
import { effortOf } from './tasks.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const ORDERS = `${ROOT}/Orders-v1/orders`;
const UGLY = `${ROOT}/Ugly-v1/ugly`;

/** An API whose one body has more names than a screen has rows. */
const LONG = `${ROOT}/Long-v1/crates`;
const crates = {
  openapi: '3.1.0',
  info: { title: 'Long', version: '1', 'x-platform-api': 'Long' },
  paths: { '/crates': { post: { requestBody: { content: { 'application/json': { schema: crateOf(3) } } } } } },
};

function crateOf(depth: number): object {
  const inside = Array.from({ length: 12 }, (_, index) => [
    `${'abcdefghijkl'[index]}${depth}`,
    index % 3 === 0 && depth > 1
      ? crateOf(depth - 1)
      : { type: 'string', enum: ['full', 'half'], description: 'What is in it. '.repeat(4) },
  ]);
  return { type: 'object', properties: Object.fromEntries(inside) };
}

const site = whileTesting(() =>
  VisitedSite.open((folder) => {
    mkdirSync(join(folder, 'api-descriptors/long'));
    writeFileSync(join(folder, 'api-descriptors/long/Long.json'), JSON.stringify(crates));
  }),
);

/** 47 and 48 of the score sheet. None of it needs a script. */
describe('a body', () => {
  const isShown = `[...document.querySelectorAll('[id="post.body"] .pd-f li')].map((row) => row.checkVisibility({ contentVisibilityAuto: true }))`;

  test('opens and closes all of its rows at once, by keyboard too, and goes back to what was open', async () => {
    await site.look({ path: UGLY, javaScript: true }, async (page) => {
      const before = await page.evaluate<boolean[]>(isShown);
      const [open, close] = await page.locator('[id="post.body"] .pd-all input').all();
      await open?.focus();
      await page.keyboard.press('Space');
      expect(await page.evaluate<boolean[]>(isShown)).not.toContain(false);
      // The other one would contradict it.
      expect(await close?.isVisible()).toBe(false);
      await page.keyboard.press('Space');
      expect(await page.evaluate<boolean[]>(isShown)).toEqual(before);
      await close?.check();
      const closed = await page.evaluate<boolean[]>(isShown);
      expect(closed.filter(Boolean).length).toBeLessThan(before.filter(Boolean).length);
      expect(closed[0]).toBe(true);
    });
  });

  test('has names for both controls', async () => {
    const names = await site.look({ path: UGLY }, (page) => page.locator('[id="post.body"] .pd-all').ariaSnapshot());
    expect(names).toContain('checkbox "Open all"');
    expect(names).toContain('checkbox "Close all"');
  });

  test.each([UGLY, ORDERS])('opens the rows of a list together: %s', async (path) => {
    const lists = await site.look({ path, javaScript: true }, (page) =>
      page
        .locator('.pd-f')
        .evaluateAll((nodes) =>
          nodes.map((list) =>
            [...list.querySelectorAll<HTMLDetailsElement>(':scope > li > details')].map(({ open }) => open),
          ),
        ),
    );
    expect(lists.some((list) => list.length > 1)).toBe(true);
    for (const list of lists) expect(new Set(list).size).toBeLessThan(2);
  });

  test('keeps the description of a closed row', async () => {
    const hidden = await site.look({ path: UGLY, javaScript: true }, (page) =>
      page.locator('.pd-f > li').evaluateAll((rows) =>
        rows
          .filter((row) => row.checkVisibility({ contentVisibilityAuto: true }))
          .flatMap((row) => [...row.querySelectorAll(':scope > p, :scope > .pd-v')])
          .filter((text) => !text.checkVisibility({ contentVisibilityAuto: true }))
          .map((text) => text.textContent),
      ),
    );
    expect(hidden).toEqual([]);
  });
});

describe('a row', () => {
  test('has a name that is a link to itself, and lands open', async () => {
    await site.look({ path: UGLY }, async (page) => {
      const dead = await page
        .locator('.pd-f > li')
        .evaluateAll((rows) =>
          rows
            .filter((row) => row.querySelector(':scope > a')?.getAttribute('href') !== `#${row.id}`)
            .map(({ id }) => id),
        );
      expect(dead).toEqual([]);
    });
    const closed = await site.look({ path: UGLY }, (page) =>
      page.locator('.pd-f > li:has(> details:not([open]))').evaluateAll((rows) => rows.map(({ id }) => id)),
    );
    const id = closed[0] ?? '';
    expect(id).not.toBe('');
    const isOpen = await site.look({ path: `${UGLY}#${id}` }, (page) =>
      page.locator(`[id="${id}"] > details li`).first().isVisible(),
    );
    expect(isOpen).toBe(true);
  });

  test('three levels down has a head above it that says where one is, also when that is scrolled away', async () => {
    const path = `${UGLY}#post.body.customer.address.geo.lat`;
    const head = await site.look({ path, javaScript: true }, (page) =>
      page.locator('[id="post.body.customer.address.geo"] > details > summary').evaluate((summary) => ({
        text: summary.textContent,
        place: getComputedStyle(summary, '::after').content,
        position: getComputedStyle(summary).position,
      })),
    );
    expect([head.text, head.place]).toEqual(['1 field', '"customer.address.geo" / ""']);
    expect(head.position).toBe('sticky');
  });
});

describe('a long description', () => {
  const row = '[id="get.query.limit"]';
  /** The last of what it says. */
  const end = `${row} .pd-d li:last-child`;

  test('shows its first sentences and opens the rest, by keyboard too', async () => {
    const lines = await site.look({ path: UGLY, javaScript: true }, async (page) => {
      const shown = await page.locator(`${row} .pd-d > p`).textContent();
      const before = await page.locator(end).isVisible();
      await page.locator(`${row} summary`).focus();
      await page.keyboard.press('Enter');
      return { shown, before, after: await page.locator(end).isVisible() };
    });
    expect(lines.shown).toMatch(/^Zero is a limit\. .+ is a page as well\.$/);
    expect([lines.before, lines.after]).toEqual([false, true]);
  });

  test('is whole where a link leads to its row, and on paper', async () => {
    const linked = await site.look({ path: `${UGLY}#get.query.limit` }, async (page) => [
      await page.locator(end).isVisible(),
      await page.locator(`${row} .pd-d summary`).isVisible(),
    ]);
    expect(linked).toEqual([true, false]);
    const printed = await site.look({ path: UGLY, javaScript: true }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      return page.locator(end).evaluate((node) => node.checkVisibility({ contentVisibilityAuto: true }));
    });
    expect(printed).toBe(true);
  });
});

test('what closes all rows of a body closes no description', async () => {
  const shown = await site.look({ path: UGLY, javaScript: true }, async (page) => {
    await page.locator('[id="post.body"]').getByLabel('Close all').check();
    return page.evaluate(() => {
      const row = document.querySelector('[id="post.body"] .pd-f > li');
      row?.insertAdjacentHTML(
        'beforeend',
        '<div class="pd-d"><p>Lead.</p><details open><summary>More</summary><p>The rest.</p></details></div>',
      );
      return row?.querySelector('.pd-d details > p')?.checkVisibility({ contentVisibilityAuto: true });
    });
  });
  expect(shown).toBe(true);
});

test('heads of what is closed all at once do not say where one is', async () => {
  const places = await site.look({ path: UGLY, javaScript: true }, async (page) => {
    const body = page.locator('[id="post.body"] .pd-b');
    const contentOf = () =>
      body
        .locator('[open] > summary[data-place]')
        .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node, '::after').content === 'none'));
    const open = await contentOf();
    await body.getByLabel('Close all').check();
    return { open, closed: await contentOf() };
  });
  expect(new Set(places.open)).toEqual(new Set([false]));
  expect(new Set(places.closed)).toEqual(new Set([true]));
});

describe('a body with more rows than a screen', () => {
  const index = '[id="post.body.~names"]';
  const deep = '[id="post.body.d3.g2.k1"]';

  test.each([true, false])(
    'shows nothing but its names, and each leads to its row; scripts: %s',
    async (javaScript) => {
      await site.look({ path: `${LONG}#post`, javaScript }, async (page) => {
        const row = page.locator(deep);
        expect(await row.isVisible()).toBe(false);
        expect(await page.getByText('With descriptions').isVisible()).toBe(false);
        await page.locator(index).click();
        const body = page.locator('[id="post.body"] .pd-b');
        expect(await body.locator('.pd-f :is(p, .pd-v, summary)').filter({ visible: true }).count()).toBe(0);
        expect(await body.locator('.pd-f > li > a').filter({ visible: true }).count()).toBe(12 + 4 * 12 + 16 * 12);
        await row.locator('> a').click();
        expect(await row.locator('> p').isVisible()).toBe(true);
        const { y = 0 } = (await row.boundingBox()) ?? {};
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(400);
        await page.locator(index).click();
        await page.getByText('With descriptions').click();
        expect(await page.locator('[id="post.body.b3"] > p').isVisible()).toBe(true);
      });
    },
  );

  test('is two links from its operation to any of its rows, and less than a screen', async () => {
    const effort = await site.look({ path: `${LONG}#post` }, (page) =>
      effortOf(page, [{ follow: index }, { follow: `${deep} > a` }, { find: `${deep} > p` }]),
    );
    expect(effort).toMatchObject({ clicks: 2, folds: 0 });
    expect(effort.screens).toBeLessThan(1);
  });

  test('is whole on paper, also while only its names are shown', async () => {
    const isWhole = await site.look({ path: `${LONG}#post.body.~names` }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      return page.locator(`${deep} > p`).isVisible();
    });
    expect(isWhole).toBe(true);
  });
});

describe('the way to what is sought', () => {
  test('is two links and less than a screen: a field of the body, and what an error means', async () => {
    const effort = await site.look({ path: ORDERS, javaScript: true }, (page) =>
      effortOf(page, [
        { follow: '.pd-toc a[href="#post"]' },
        { follow: '#post .pd-ways a[href="#post.body"]' },
        { find: '[id="post.body"] .pd-f > li' },
      ]),
    );
    expect(effort).toMatchObject({ clicks: 2, folds: 0 });
    expect(effort.screens).toBeLessThan(1);
  });

  test('from within a body to a status is one link, which stays in sight', async () => {
    const effort = await site.look({ path: `${ORDERS}#post`, javaScript: true }, async (page) => {
      await page.locator('[id="post.body"] .pd-f > li').last().scrollIntoViewIfNeeded();
      return effortOf(page, [{ follow: '#post .pd-ways a[href="#post.201"]' }, { find: '[id="post.201"] h5' }]);
    });
    expect(effort).toEqual({ clicks: 1, folds: 0, screens: 0 });
  });
});
