import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { BOOK, BOOK_2, containsAll, found, html, inside, type Line, links, ROOT, row, site, UGLY } from '../reader.ts';

/** How a reader gets to a page and from one to another. */
export const findingTheWay: readonly Line[] = [
  [
    '20',
    'a page that is not there offers close names',
    async () => expect(await html(`${ROOT}/Library-v1/Bok`)).toContain(`href="${BOOK}"`),
  ],
  [
    '56',
    'and a search for what was asked for; close names of an API and of a title are offered, too',
    async () => {
      await site.look({ path: `${ROOT}/Library-v1/Bok` }, async (page) => {
        expect(await page.getByRole('searchbox').inputValue()).toBe('Bok');
        expect(await page.getByRole('search').count()).toBe(1);
      });
      // Close names come first, each with its kind; then the search, and a link to the API that was asked for.
      expect(await html(`${ROOT}/Library-v1/Bok`)).toMatch(
        /class="pd-kind">Service<.*<search .*<a href="[^"]*\/Library-v1">Town Library v1<\/a> · <a/s,
      );
      expect(await html(`${ROOT}/Libary-v1`)).toContain(`href="${ROOT}/Library-v1"`);
      expect(await html(`${ROOT}/Library-v1/catalogue`)).toContain(`href="${ROOT}/Library-v1/groups/Catalogue"`);
    },
  ],
  [
    '21',
    'the navigation is small',
    async () =>
      expect(gzipSync(/<nav class="pd-nav".*?<\/nav>/s.exec(await html(UGLY))?.[0] ?? '').length).toBeLessThan(6_000),
  ],
  ['22', 'every page has an address and a title of its own', titlesDiffer],
  [
    '23',
    'breadcrumb, previous and next',
    async () => {
      const there = await site.look({ path: BOOK }, async (page) => ({
        trail: await inside(page, '[aria-label=Breadcrumb]'),
        neighbours: await page.locator('[rel=prev], [rel=next]').count(),
      }));
      expect(there.trail.replaceAll(/\s+/g, ' ')).toBe('Example APIs Town Library v1 Catalogue Book');
      expect(there.neighbours).toBeGreaterThan(0);
    },
  ],
  [
    '23',
    'the operation that is being read is marked in the navigation, without a script',
    async () => {
      const marked = await site.look({ path: `${BOOK}#entity.get`, javaScript: true }, async (page) => {
        const current = page.locator('.pd-nav a:target-current');
        // It is known with the frame after the one that was scrolled for.
        await current.first().waitFor();
        return current.evaluateAll((nodes) =>
          nodes.map((node) => [node.getAttribute('href'), getComputedStyle(node).backgroundColor] as const),
        );
      });
      expect(marked).toEqual([['#entity.get', expect.not.stringContaining('rgba(0, 0, 0, 0)')]]);
    },
  ],
  [
    '24',
    'another version of the same page is a link, and so is what differs from it',
    async () => {
      expect(await html(BOOK)).toContain(`href="${BOOK_2}"`);
      expect(await row(BOOK_2, 'post')).toContain('Differs from version 1');
      for (const link of ['#post', '#entity.get'])
        expect(await html(BOOK_2)).toContain(`<strong><a href="${BOOK}${link}">Differs from version 1</a></strong>`);
      expect(await html(BOOK)).not.toContain('Differs from');
      expect(await html(`${ROOT}/Library-v2/Ping`)).not.toContain('Differs from');
    },
  ],
  [
    '25',
    'the head and the menu link the other formats',
    async () => {
      const there = await site.look({ path: BOOK }, async (page) => [
        await links(page, 'link[rel=alternate]'),
        await links(page, '#formats a'),
      ]);
      expect(there[0]?.length).toBeGreaterThan(4);
      expect(there[0]).toEqual(there[1]);
    },
  ],
  [
    '26',
    'search works without a script',
    async () => {
      await site.look({ path: BOOK }, async (page) => {
        await page.getByRole('searchbox').fill('borrow');
        await Promise.all([
          page.waitForNavigation(),
          page.getByRole('button', { name: 'Search', exact: true }).click(),
        ]);
        expect(await page.title()).toMatch(/^borrow: \d+ results? · /);
        expect(await inside(page, '.pd-results')).toContain('Borrow a book');
      });
    },
  ],
  [
    '27',
    'search finds deep fields, allowed values and operationIds',
    async () => {
      for (const [question, row] of [
        ['chapters.heading', 'heading'],
        ['large-print', 'Value'],
        ['POST /library/loan', 'Borrow a book'],
      ] as const)
        expect(await found(`${ROOT}/Library-v1?q=${encodeURIComponent(question)}`)).toContain(row);
      // Each named schema has a page of its own.
      const [first] = await site.look({ path: `${ROOT}/Ugly-v1?q=Order.payment.iban` }, (page) =>
        links(page, '.pd-results > li:first-child a'),
      );
      expect(first).toBe(`${ROOT}/Ugly-v1/schemas/Transfer#schema.iban`);
    },
  ],
  [
    '28',
    'a row of search says the whole place and leads to the anchor',
    async () => {
      await site.look({ path: `${ROOT}/Library-v1?q=book_id&kind=field` }, async (page) => {
        const row = page.locator('.pd-results > li').filter({ hasText: 'POST /library/loan' });
        expect((await row.first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(
          /Field book_id POST \/library\/loan · Borrow a book · request body/,
        );
        await Promise.all([page.waitForNavigation(), row.first().getByRole('link').first().click()]);
        expect(await page.locator(':target').textContent()).toContain('book_id');
      });
    },
  ],
  [
    '29',
    'search forgives one typo, and says so',
    async () => containsAll(`${ROOT}?q=borow`, ['No results for “borow”', 'Borrow a book']),
  ],
  [
    '46',
    'way marks lead from the access line to the body and to each status',
    async () =>
      expect(await wayMarks(BOOK, 'post')).toEqual([
        '#post.body',
        '#post.201',
        '#post.401',
        '#post.403',
        '#post.422',
        '#post.503',
      ]),
  ],
  [
    '55',
    'the list says name, sentence, operations, versions and log-in; the overview has its groups on the first screen',
    async () => {
      const card = await site.look({ path: ROOT }, (page) =>
        page.locator('.pd-apis > li').filter({ hasText: 'Town Library' }).innerText(),
      );
      const text = card.replaceAll(/\s+/g, ' ');
      expect(text).toMatch(/^Town Library Library Books, authors and loans of a town library\. Version 1 \(default\) /);
      expect(text).toMatch(/ \(default\) Version 2 12 operations .*HTTP Basic$/);
      expect(await found(ROOT)).toContain("curl -H 'Accept: application/json'");
      const bottoms = await site.look({ path: `${ROOT}/Library-v1` }, async (page) =>
        Promise.all((await page.locator('.pd-groups > li').all()).map((group) => group.boundingBox())),
      );
      expect(bottoms.length).toBe(3);
      for (const box of bottoms) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900);
    },
  ],
  ['57', 'every page has an icon of this origin and says what it is to those who link it', headsAreWhole],
];

/** Targets of the way marks of an operation. */
const wayMarks = (path: string, operation: string): Promise<readonly string[]> =>
  site.look({ path }, (page) => links(page, `[id="${operation}"] .pd-ways a[href^="#${operation}."]`));

async function titlesDiffer(): Promise<void> {
  const seenPaths = new Set<string>([ROOT]);
  const titles: string[] = [];
  for (const path of seenPaths) {
    const text = await html(path);
    titles.push(/<title>([^<]*)</.exec(text)?.[1] ?? '');
    const canonical = new RegExp(`href="(${ROOT}/[A-Z][A-Za-z]*-v\\d[^"#?]*)"`, 'g');
    for (const [, href = ''] of text.matchAll(canonical))
      if (!/\.(json|yaml|raml|md|apib|html)$/.test(href)) seenPaths.add(href);
  }
  expect(titles.length).toBeGreaterThan(40);
  expect(titles.filter((title, index) => title === '' || titles.indexOf(title) !== index)).toEqual([]);
}

async function headsAreWhole(): Promise<void> {
  for (const path of [ROOT, `${ROOT}/Library-v1`, BOOK, UGLY, `${ROOT}/Orders-v1/schemas/Order`]) {
    const head = (await html(path)).split('</head>', 1)[0] ?? '';
    const [, icon = ''] = /<link rel="icon" href="(\/_astro\/[^"]+\.svg)"/.exec(head) ?? [];
    expect([path, (await site.fetch(icon, '*/*')).headers.get('content-type')]).toEqual([path, 'image/svg+xml']);
    for (const property of ['og:title', 'og:type', 'og:site_name']) expect(head).toContain(`property="${property}"`);
  }
}
