import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anchorsAreThere,
  assetsAreSmall,
  BOOK,
  codeInOrder,
  containsAll,
  examplesAreRight,
  found,
  headsAreWhole,
  html,
  inside,
  links,
  namesAreWhole,
  namesIn,
  openReader,
  overflowAt,
  printHoldsAll,
  ROOT,
  row,
  samplesLogIn,
  schemesAreDesigned,
  segmentsInOrder,
  sendingComesFirst,
  shapesInForcedColours,
  sheetsSayWhereTheyAreFrom,
  site,
  stylesheet,
  targetsAreMarkedShort,
  titlesDiffer,
  UGLY,
  uglyPart,
  ways,
} from './reader.ts';

const BOOK_2 = `${ROOT}/Library-v2/Book`;

/**
 * What a reader must find on the pages, whatever the descriptor holds: one numbered line each. No script runs unless
 * said.
 */
const SHEET: readonly (readonly [number: string, rule: string, check: () => Promise<void>])[] = [
  [
    '1',
    'every field name of an operation is in its HTML',
    async () => containsAll(UGLY, namesIn(uglyPart('/ugly')), found),
  ],
  [
    '2',
    'every description and every limit is in the text',
    async () =>
      containsAll(
        UGLY,
        [
          'Zero is a limit',
          'How many',
          'A tree of itself.',
          'An ordinary name',
          'below 1',
          'multiple of 0.01',
          '1 to 200 characters',
          '15 to 34 characters',
        ],
        found,
      ),
  ],
  [
    '3',
    'a limit of 0 and a default of false are shown',
    async () => {
      expect(await row(UGLY, 'get.query.limit')).toMatch(/at least 0 · below 1 · default 0/);
      expect(await row(UGLY, 'get.200.*.constructor')).toContain('default false');
    },
  ],
  [
    '4',
    'all variants can be read at once',
    async () => containsAll(UGLY, ['Card (kind is "card")', 'Transfer (kind is "transfer")', 'iban', 'number']),
  ],
  ['5', 'parts of allOf are merged and named', async () => containsAll(UGLY, ['also everything in Base'])],
  ['6', 'recursion ends in a link', async () => expect(await row(UGLY, 'get.200.*.next')).toContain('recursive')],
  ['7', 'required is a word', async () => expect(await row(UGLY, 'get.header.X-Hdr')).toContain('required')],
  [
    '8',
    'null, deprecated, read-only and write-only are words at the field',
    async () => {
      expect(await row(UGLY, 'get.cookie.session')).toMatch(/string or null.*deprecated/s);
      expect(await row(UGLY, 'post.body.secret')).toContain('write-only');
      expect(await row(`${ROOT}/Ugly-v1/schemas/Base`, 'schema.id')).toContain('read-only');
    },
  ],
  [
    '9',
    'values, default and pattern stand at the name',
    async () => {
      expect(await row(UGLY, 'post.body.state')).toMatch(/default "open".*"open" "paid" "shipped"/s);
      expect(await row(UGLY, 'get.header.X-Hdr')).toContain('^[A-Z]{3}$');
    },
  ],
  [
    '10',
    'free keys show their type and limits',
    async () => expect(await row(UGLY, 'post.body.labels')).toContain('any other name: string, up to 63 characters'),
  ],
  [
    '11',
    'every status can be read without a click',
    async () => containsAll(UGLY, ['200 OK', '4XX', 'any other status', '204 No Content']),
  ],
  [
    '11',
    'what a response and its schema both say is said once',
    async () => expect((await row(BOOK, 'get.200')).split('One page of books.')).toHaveLength(2),
  ],
  ['12', 'examples made from a schema are right for it', examplesAreRight],
  [
    '12',
    'callbacks have examples, too',
    async () => {
      expect(await row(UGLY, 'post.callback.done.post')).toMatch(
        /Deprecated.*if signature is there · required event.*Request body · <b>First<\/b> application\/json\s+\{\s+"event": "done"/s,
      );
    },
  ],
  [
    '13',
    'method and full path stand at the operation',
    async () => expect(await row(UGLY, 'get')).toMatch(/GET\s+https:\/\/eu\.ugly\.example\/base\/ugly/),
  ],
  [
    '14',
    'who may call is said at the operation and on the overview, with the scheme and a call that logs in',
    async () => {
      expect(await row(BOOK, 'get')).toContain('Open to everyone');
      expect(await row(BOOK, 'post')).toMatch(
        /Log-in needed: HTTP Basic, realm “Library staff”, send over HTTPS only.*403 Forbidden\s+Logged in, and not/s,
      );
      expect(await row(BOOK_2, 'post')).toMatch(/Log-in needed: HTTP Digest, realm “Library partners”/);
      await containsAll(`${ROOT}/Library-v1`, [
        '7 of 12 operations. curl asks for the password of USER.',
        "curl -u USER \\\n  -H 'Accept: application/hal+json'",
      ]);
      await containsAll(`${ROOT}/Library-v2`, ['curl --digest -u USER']);
    },
  ],
  ['15', 'samples are right for Digest, and hold no password', samplesLogIn],
  ['16', 'parameters, fields, responses, headers and variants have anchors', anchorsAreThere],
  ['17', 'what is missing is said', async () => containsAll(UGLY, ['No parameters.', 'No responses described.'])],
  [
    '18',
    'a broken reference is named at its place',
    async () => {
      expect(await row(UGLY, 'post.body.broken')).toContain('unknown: schema “Missing” is not in the descriptor');
      expect(await row(UGLY, 'get')).toContain('unknown: parameter “Gone” is not in the descriptor');
    },
  ],
  [
    '19',
    'line breaks work and script text does no harm',
    async () => {
      await containsAll(`${ROOT}/Ugly-v1`, ['First line.\nSecond line.']);
      const ran = await site.visit({ path: UGLY, javaScript: true }, (page) =>
        page.evaluate(() => Reflect.has(globalThis, '__xss')),
      );
      expect(ran).toBe(false);
    },
  ],
  [
    '45',
    'simple HTML and callouts are rendered, the rest is inert',
    async () => {
      await containsAll(`${ROOT}/Ugly-v1`, ['A bold word, H2O and /tables/<table>.']);
      const found = await site.visit({ path: `${ROOT}/Ugly-v1`, javaScript: true }, (page) =>
        page.evaluate(() => ({
          bold: document.querySelector('main p > strong')?.textContent,
          below: document.querySelector('main sub')?.textContent,
          callout: document.querySelector('main [role="note"]')?.textContent?.trim().split(/\s+/),
          attributes: [...document.querySelectorAll('main p[class], main p[onclick], main script')].filter(
            (element) => element.hasAttribute('onclick') || element.classList.contains('pd-nav'),
          ).length,
        })),
      );
      expect(found).toEqual({ bold: 'bold', below: '2', callout: ['Warning', 'A', 'callout.'], attributes: 0 });
    },
  ],
  [
    '20',
    'a page that is not there offers close names',
    async () => expect(await html(`${ROOT}/Library-v1/Bok`)).toContain(`href="${BOOK}"`),
  ],
  [
    '56',
    'and a search for what was asked for; close names of an API and of a title are offered, too',
    async () => {
      await site.visit({ path: `${ROOT}/Library-v1/Bok` }, async (page) => {
        expect(await page.getByRole('searchbox').inputValue()).toBe('Bok');
        expect(await page.getByRole('search').count()).toBe(1);
      });
      // The page leads to the API that was asked, and says of what kind close names are.
      expect(await html(`${ROOT}/Library-v1/Bok`)).toMatch(
        /class="pd-kind">Service<.*<a class="pd-button pd-primary" href="[^"]*\/Library-v1">Town Library<\/a>/s,
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
      const there = await site.visit({ path: BOOK }, async (page) => ({
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
      const marked = await site.visit({ path: `${BOOK}#entity.get`, javaScript: true }, (page) =>
        page
          .locator('.pd-nav a:target-current')
          .evaluateAll((nodes) =>
            nodes.map((node) => [node.getAttribute('href'), getComputedStyle(node).fontWeight] as const),
          ),
      );
      expect(marked).toEqual([['#entity.get', '500']]);
    },
  ],
  [
    '24',
    'another version of the same page is a link, and so is what differs from it',
    async () => {
      expect(await html(BOOK)).toContain(`href="${BOOK_2}"`);
      expect(await row(BOOK_2, 'post')).toContain('Differs from version 1');
      for (const link of ['', '#post', '#entity.get'])
        expect(await html(BOOK_2)).toContain(
          `<strong class="pd-warns"><a href="${BOOK}${link}">Differs from version 1</a></strong>`,
        );
      expect(await html(BOOK)).not.toContain('Differs from');
      expect(await html(`${ROOT}/Library-v2/Ping`)).not.toContain('Differs from');
    },
  ],
  [
    '25',
    'the head and the menu link the other formats',
    async () => {
      const there = await site.visit({ path: BOOK }, async (page) => [
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
      await site.visit({ path: BOOK }, async (page) => {
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
      const [first] = await site.visit({ path: `${ROOT}/Ugly-v1?q=Order.payment.iban` }, (page) =>
        links(page, '.pd-results > li:first-child a'),
      );
      expect(first).toBe(`${ROOT}/Ugly-v1/schemas/Transfer#schema.iban`);
    },
  ],
  [
    '28',
    'a row of search says the whole place and leads to the anchor',
    async () => {
      await site.visit({ path: `${ROOT}/Library-v1?q=book_id&kind=field` }, async (page) => {
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
    async () => containsAll(`${ROOT}?q=borow`, ['Nothing has “borow”', 'Borrow a book']),
  ],
  [
    '30',
    // That it logs in is in trying.test.ts.
    'trying shows the exact request first, with Digest where that is asked for',
    async () => {
      const command = await site.visit({ path: `${ROOT}/Library-v2/Book`, javaScript: true }, async (page) => {
        const operation = page.locator('section[id="entity.patch"]');
        await operation.getByRole('button', { name: 'Try it' }).click();
        await operation.getByLabel('User').fill('ada');
        await operation.getByLabel('book_id').fill('7');
        return operation.getByRole('region').locator('pre').first().innerText();
      });
      expect(command).toMatch(/^curl -X PATCH \\\s+--digest -u ada \\\s.*\/v2\/library\/book\/7'$/s);
    },
  ],
  [
    '31',
    'nothing scrolls sideways at 320 and 390 px',
    async () => expect([await overflowAt(320), await overflowAt(390)]).toEqual([0, 0]),
  ],
  ['32', 'long names and paths are shown whole', namesAreWhole],
  [
    '34',
    'skip link, landmarks, one h1, a language',
    async () =>
      expect(await html(UGLY)).toMatch(
        /^<!doctype html>\s*<html lang="en".*href="#main".*<header.*<nav.*<main.*<h1.*<footer/is,
      ),
  ],
  [
    '36',
    'there are rules for less motion, more contrast, forced colours and print',
    async () =>
      expect(await stylesheet()).toMatch(
        /prefers-contrast:\s*more.*prefers-reduced-motion.*forced-colors.*@media print/s,
      ),
  ],
  ['36', 'in forced colours badges, marks and what a link leads to keep their shapes', shapesInForcedColours],
  ['37', 'print holds every field and no navigation', printHoldsAll],
  ['37', 'every printed sheet has the title, the address and its number', sheetsSayWhereTheyAreFrom],
  ['38', 'right-to-left segments stand in the right order', segmentsInOrder],
  ['38', 'so do right-to-left names in examples', codeInOrder],
  [
    '40',
    'a page is at most 60 kB compressed; the script is one, of at most 30 kB, of this origin',
    async () => {
      const page = await html(UGLY);
      expect(gzipSync(page).length).toBeLessThan(60_000);
      const [[, script = ''] = [], ...others] = [...page.matchAll(/<script[^>]* src="([^"]*)"/g)];
      expect(others).toEqual([]);
      expect(script).toMatch(/^\/_astro\//);
      expect(gzipSync(await (await site.fetch(script, '*/*')).text()).length).toBeLessThan(30_000);
    },
  ],
  ['40', 'the stylesheet is one, of at most 12 kB; the font is one, of at most 50 kB, of this origin', assetsAreSmall],
  [
    '46',
    'way marks lead from the access line to the body and to each status',
    async () =>
      expect(await ways(BOOK, 'post')).toEqual([
        '#post.body',
        '#post.201',
        '#post.401',
        '#post.403',
        '#post.422',
        '#post.503',
      ]),
  ],
  [
    '49',
    'what one operation shows, another one of a page within the budget shows as well',
    async () => {
      const elsewhere = await site.visit({ path: `${ROOT}/Orders-v1/orders` }, (page) => links(page, '.pd-f p > a'));
      expect(elsewhere.filter((href) => href.startsWith('#'))).toEqual([]);
      for (const id of ['post.body.deliverTo.street', 'post.201.deliverTo.street', 'entity.get.200.deliverTo.street'])
        expect(await html(`${ROOT}/Orders-v1/orders`)).toContain(`id="${id}"`);
    },
  ],
  [
    '50',
    'types are links, named scalars keep their names, plain unions are one line',
    async () => {
      expect(await html(`${ROOT}/Orders-v1/orders`)).toMatch(
        /id="post\.body\.lines">(?:(?!<details).)*<a href="[^"]*\/schemas\/OrderLine">OrderLine<\/a>/s,
      );
      expect(await row(UGLY, 'post.body.named')).toMatch(/^named Scalar, a string/);
      expect(await row(UGLY, 'post.body.union')).toMatch(/^union string, up to 5 characters, or empty$/);
    },
  ],
  [
    '51',
    'samples in four languages are there without a script, and buttons copy them, and code in texts',
    async () => {
      await containsAll(BOOK, ['JavaScript', 'Python', 'PHP']);
      const copied = await site.visit({ path: `${ROOT}/Ugly-v1/guides/code`, javaScript: true }, (page) =>
        page.locator('.pd-code > pre + .pd-copy').count(),
      );
      expect(copied).toBe(1);
    },
  ],
  ['52', 'on narrow screens what to send stands before what comes back', sendingComesFirst],
  ['54', 'a response has a frame, and what a link leads to is marked at its first line alone', targetsAreMarkedShort],
  [
    '55',
    'the list says name, sentence, operations, versions and log-in; the overview has its groups on the first screen',
    async () => {
      const card = await site.visit({ path: ROOT }, (page) =>
        page.locator('.pd-apis > li').filter({ hasText: 'Town Library' }).innerText(),
      );
      expect(card.replaceAll(/\s+/g, ' ')).toMatch(
        /^Town Library Library Books, authors and loans of a town library\. Version 1 \(default\) Version 2 12 operations .*HTTP Basic Catalogue 2 Lending 1 Operation 1 Formats$/,
      );
      expect(await found(ROOT)).toContain("curl -H 'Accept: application/json'");
      const bottoms = await site.visit({ path: `${ROOT}/Library-v1` }, async (page) =>
        Promise.all((await page.locator('.pd-groups > li').all()).map((group) => group.boundingBox())),
      );
      expect(bottoms.length).toBe(3);
      for (const box of bottoms) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900);
    },
  ],
  ['57', 'every page has an icon of this origin and says what it is to those who link it', headsAreWhole],
  ['60', 'light and dark have colours of their own, and examples are dark in both', schemesAreDesigned],
];

beforeAll(openReader, 120_000);
afterAll(() => site?.close());

/** 33, 35 and 39 are tests of every page: what axe finds, focus, reports of the policy. 53 is in design.test.ts. */
describe('the score sheet', () => {
  test.each(SHEET)('%s %s', async (_number, _rule, check) => {
    await check();
  });
});
