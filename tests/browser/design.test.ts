import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { whileTesting } from '../while-testing.ts';
import { layoutShift, wrongLooks } from './appearance.ts';
import { FIRST_SCREEN } from './first-screen.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const PATHS = [
  '',
  '/Library-v1',
  '/Library-v1/Book',
  '/Library-v2/Book',
  '/Orders-v1/orders',
  '/Orders-v1/schemas/Order',
  '/Ugly-v1/ugly',
  '/Library-v1/Bok',
].map((path) => `/platform/documentation${path}`);

/** Here, where nothing asks for the log-in that it names. */
const UNCHECKED = {
  openapi: '3.1.0',
  'x-deprecated-since': '2026-05-01',
  info: { title: 'Unchecked', version: '1', description: 'What it is.' },
  security: [{ bearer: [] }],
  paths: { '/unchecked': { get: { summary: 'Read', responses: { 200: { description: 'Yes' } } } } },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
};

/** Names and types of so many lengths that at every width some types begin a line of their own. */
const TYPES = Array.from({ length: 6 }, (_, at) => `Type${'OfRecords'.repeat(at)}`);
const LONG_NAMES = {
  openapi: '3.1.0',
  info: { title: 'Long', version: '1' },
  paths: {
    '/long': {
      post: {
        summary: 'Write',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Long' } } } },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
  components: {
    schemas: {
      ...Object.fromEntries(TYPES.map((name) => [name, { type: 'object', properties: { id: {} } }])),
      Long: {
        type: 'object',
        properties: Object.fromEntries(
          TYPES.flatMap((type, at) =>
            Array.from({ length: 6 }, (_, count) => [
              `field${at}${'WithAName'.repeat(count)}`,
              { $ref: `#/components/schemas/${type}` },
            ]),
          ),
        ),
      },
    },
  },
};

const site = whileTesting(() =>
  VisitedSite.open((folder) => {
    for (const [name, descriptor] of Object.entries({ First: FIRST_SCREEN, Long: LONG_NAMES, Unchecked: UNCHECKED }))
      writeFileSync(join(folder, `api-descriptors/${name}-v1.json`), JSON.stringify(descriptor));
  }),
);

/** Small targets in the header and in the navigation, all of which is opened. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('.pd-nav details')) details.open = true;
    return [
      ...document.querySelectorAll<HTMLElement>(
        '.pd-header > a, .pd-header > details > summary, .pd-nav a, .pd-nav summary',
      ),
    ]
      .filter((node) => node.getBoundingClientRect().height < 43.9)
      .map((node) => `${node.textContent} ${node.getBoundingClientRect().height}`);
  });
}

function smallTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '') continue;
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < 12.99)
        found.push(`${parent.tagName} ${parent.parentElement?.tagName} ${node.textContent}`);
    }
    return found;
  });
}

/** Copied text and shown text of code blocks where these differ. */
function otherwiseCopied(page: Page): Promise<readonly (readonly [string, string | null])[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('pre')]
      .filter((node) => node.checkVisibility())
      .map((node) => {
        getSelection()?.selectAllChildren(node);
        return [String(getSelection()), node.textContent] as const;
      })
      .filter(([copied, shown]) => copied !== shown),
  );
}

describe.each(PATHS)('%s', (path) => {
  test('on a phone never shifts what is shown, and has targets of 44 px in the header and the navigation', async () => {
    const found = await site.visit({ path, width: 390, javaScript: true }, async (page) => ({
      shift: await layoutShift(page),
      small: await smallTargets(page),
    }));
    expect(found).toEqual({ shift: 0, small: [] });
  });

  test('on a wide screen never shifts what is shown, has no text below 13 px, and shows code as it is copied', async () => {
    const found = await site.visit({ path, javaScript: true }, async (page) => ({
      shift: await layoutShift(page),
      small: await smallTexts(page),
      differs: await otherwiseCopied(page),
    }));
    expect(found).toEqual({ shift: 0, small: [], differs: [] });
  });
});

test('a slow processor and a late script move nothing', async () => {
  const shift = await site.visit(
    { path: '/platform/documentation/Library-v2/Book', javaScript: true },
    async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.route('**/*', async (route) => {
        if (route.request().resourceType() === 'script') await sleep(1000);
        await route.continue();
      });
      await page.reload();
      return layoutShift(page);
    },
  );
  expect(shift).toBe(0);
});

const PIECES = 25;

test.each([390, 1440])('the text of a guide never moves when a picture arrives, %i px wide', async (width) => {
  const path = `${ROOT}/Ugly-v1/guides/code`;
  const found = await site.visit({ path, width, javaScript: true }, async (page) => {
    await page.locator('.pd-guide img').evaluate((image: HTMLImageElement) => image.decode());
    return [await layoutShift(page), await page.locator('.pd-guide img').getAttribute('height')];
  });
  expect(found).toEqual([0, '760']);
});

/** Serves the pages of the site in pieces, as slow networks do. */
async function inPieces<T>(use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(async (request, response) => {
    const answer = await site.fetch(request.url ?? '', request.headers.accept);
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    const size = type.startsWith('text/html') ? Math.ceil(body.length / PIECES) : body.length;
    for (let at = 0; at < body.length; at += size) {
      response.write(body.subarray(at, at + size));
      await sleep(20);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  } finally {
    server.close();
  }
}

test.each([
  ['', 1440],
  ['', 390],
  ['/Library-v1', 1440],
  ['/Library-v1/Book', 1440],
])('a page that arrives in pieces moves at most a word of what is shown: "%s", %i px wide', async (name, width) => {
  const path = `/platform/documentation${name}`;
  const shift = await inPieces((origin) =>
    site.visit({ path, width, javaScript: true, expected: /^request to/ }, async (page) => {
      await page.goto(origin + path);
      return layoutShift(page);
    }),
  );
  expect(shift).toBeLessThan(0.001);
});

/** Text sizes, in pixels, of everything that a page shows. */
function sizesOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const sizes = new Set<number>();
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      if (node.parentElement?.checkVisibility() && node.textContent?.trim() !== '')
        sizes.add(Number.parseFloat(getComputedStyle(node.parentElement).fontSize));
    return [...sizes].sort((a, b) => a - b);
  });
}

test.each(PATHS)('text has one of five sizes: %s', async (path) => {
  const sizes = await site.look({ path, width: 1440, javaScript: true }, sizesOf);
  expect(sizes.filter((size) => ![13, 14, 16, 22, 32].includes(size))).toEqual([]);
});

test('rows have 8 px above and below, sections 32, and the name of a field leads', async () => {
  const found = await site.look({ path: '/platform/documentation/Library-v2/Book', width: 1440 }, (page) =>
    page.evaluate(() => {
      const styleOf = (selector: string): CSSStyleDeclaration =>
        getComputedStyle(document.querySelector(selector) ?? document.body);
      const row = styleOf('[id="post.body"] .pd-f > li:not(:first-child, :last-child)');
      const name = styleOf('[id="post.body"] .pd-f > li > a');
      const text = styleOf('[id="post.body"] .pd-f > li > p');
      return {
        row: [row.paddingTop, row.paddingBottom, row.fontSize],
        section: styleOf('[id="post.body"] > h4').marginTop,
        name: [name.fontSize, name.fontWeight, name.color],
        text: text.fontSize,
        page: styleOf('body').color,
        isSofter: text.color !== name.color,
      };
    }),
  );
  expect(found).toEqual({
    row: ['8px', '8px', '13px'],
    section: '32px',
    name: ['14px', '650', found.page],
    text: '14px',
    page: found.page,
    isSofter: true,
  });
});

describe('the header', () => {
  const path = '/platform/documentation/Library-v1/Book';

  // The scroll bar of this browser takes 15 px, that of a phone none.
  test.each([
    [390, 0],
    [375, 2],
    [335, 2],
    [320, 2],
    [390, 3],
    [360, 3],
  ])('is one row on a phone, with its search, in a window of %i px with %i menus', async (width, menus) => {
    const found = await site.look({ path: menus === 0 ? ROOT : path, width, javaScript: true }, async (page) => {
      await page
        .locator('.pd-menu')
        .last()
        .evaluate((menu, count) => {
          const language = menu.cloneNode(true);
          (language.firstChild ?? language).textContent = 'Language';
          if (count > 2) menu.after(language);
        }, menus);
      return page.evaluate(() => {
        const header = document.querySelector('.pd-header');
        const parts = [...(header?.children ?? [])].map((part) => part.getBoundingClientRect());
        const name = document.createRange();
        name.selectNodeContents(header?.querySelector('.pd-logo') ?? document.body);
        return {
          height: header?.getBoundingClientRect().height,
          rows: new Set(parts.map(({ top, height }) => Math.round(top + height / 2))).size,
          overlaps: parts.slice(1).filter(({ left }, index) => left < (parts[index]?.right ?? 0)).length,
          // The name is all there or out of sight.
          name: name.getBoundingClientRect().top - (parts[0]?.top ?? 0),
        };
      });
    });
    expect(found).toMatchObject({ height: 56, rows: 1, overlaps: 0 });
    if (menus === 0) expect(found.name).toBeLessThan(20);
    else expect(found.name).toBeGreaterThanOrEqual(44);
  });

  test.each([true, false])(
    'has a field as wide as the phone once the search has the focus, scripts: %s',
    async (javaScript) => {
      const widths = await site.look({ path, width: 390, javaScript }, async (page) => {
        const field = page.locator('.pd-header input');
        const before = (await field.boundingBox())?.width;
        await field.focus();
        return [before, (await field.boundingBox())?.width];
      });
      expect(widths[0]).toBeLessThanOrEqual(44);
      expect(widths[1]).toBeGreaterThan(300);
    },
  );

  test.each([1440, 800])('covers what is scrolled below it, %i px wide', async (width) => {
    const uncovered = await site.look({ path: '/platform/documentation/Orders-v1/orders', width }, (page) =>
      page.evaluate(() => {
        const header = document.querySelector('.pd-header');
        const { width, height } = header?.getBoundingClientRect() ?? { width: 0, height: 0 };
        const found = new Set<string>();
        for (let top = 0; top + innerHeight < document.body.scrollHeight; top += 8) {
          scrollTo(0, top);
          for (let x = 24; x < width; x += 48) {
            const node = document.elementFromPoint(x, height / 2);
            if (header?.contains(node) !== true) found.add(`${node?.tagName} ${node?.className}`);
          }
        }
        return [...found];
      }),
    );
    expect(uncovered).toEqual([]);
  });

  test.each([
    ['wide', 1440, true, '"/" / ""'],
    ['wide without a script', 1440, false, 'none'],
    ['narrow', 800, true, 'none'],
  ])('names the key that opens the search, %s', async (_, width, javaScript, content) => {
    const named = await site.look({ path, width, javaScript }, (page) =>
      page.evaluate(() => {
        const form = document.querySelector('.pd-header .pd-search form') ?? document.body;
        return getComputedStyle(form, '::after').content;
      }),
    );
    expect(named).toBe(content);
  });

  test.each([1440, 800, 390])('has the button of the search in its field, %i px wide', async (width) => {
    const { field, button, room } = await site.look({ path, width }, (page) =>
      page.locator('.pd-header .pd-search').evaluate((search) => {
        const [field = search, button = search] = search.querySelectorAll('input, button');
        return {
          field: field.getBoundingClientRect(),
          button: button.getBoundingClientRect(),
          room: Number.parseFloat(getComputedStyle(field).paddingInlineStart),
        };
      }),
    );
    expect(button).toMatchObject({ top: field.top, bottom: field.bottom, left: field.left });
    expect(button.width).toBeGreaterThanOrEqual(24);
    expect(button.width).toBeLessThanOrEqual(room);
  });

  test('has one menu open at a time', async () => {
    const open = await site.look({ path }, async (page) => {
      for (const menu of await page.locator('.pd-menu > summary').all()) await menu.click();
      return page.locator('.pd-menu[open] > summary').allTextContents();
    });
    expect(open).toEqual(['Formats']);
  });

  test.each<readonly [string, (page: Page) => Promise<void>, string]>([
    ['Escape', (page) => page.keyboard.press('Escape'), 'Formats'],
    ['a tap beside it', (page) => page.mouse.click(700, 850), ''],
    ['a focus beside it', (page) => page.locator('h1 ~ * a').first().focus(), 'Version 2 is newer'],
  ])('closes its menus by %s, which lie over the page', async (_, act, focused) => {
    const after = await site.look({ path, javaScript: true }, async (page) => {
      await page.locator('.pd-menu > summary', { hasText: 'Formats' }).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.locator('.pd-menu[open]').count()).toBe(1);
      await act(page);
      const focus = await page.evaluate(() => document.activeElement?.closest('a, summary')?.textContent ?? '');
      return [await page.locator('.pd-menu[open]').count(), focus];
    });
    expect(after).toEqual([0, focused]);
  });
});

describe('an operation', () => {
  test('shows its head, at least six rows and its curl on one screen', async () => {
    const path = '/platform/documentation/Library-v1/Book#get';
    const onScreen = await site.look({ path, javaScript: true }, (page) =>
      page.evaluate(() => {
        const within = (node: Element): boolean => {
          const { top, bottom } = node.getBoundingClientRect();
          return top >= 48 && bottom <= innerHeight;
        };
        const operation = document.getElementById('get');
        return {
          rows: [...(operation?.querySelectorAll('.pd-f > li') ?? [])].filter(within).length,
          rest: ['h3', '.pd-paths', '.pd-access', '.pd-side pre'].map((part) =>
            within(operation?.querySelector(part) ?? document.body),
          ),
        };
      }),
    );
    expect(onScreen.rows).toBeGreaterThanOrEqual(6);
    expect(onScreen.rest).toEqual([true, true, true, true]);
  });

  test.each([
    ['storage-record', '', 'post'],
    ['deployment-record', '#post', 'post'],
    ['deployment-record', '#put', 'put'],
  ])('of %s%s has six whole rows of what is sent there', async (name, fragment, id) => {
    const path = `/platform/documentation/First-v1/organizations-_org-artifacts-metadata-${name.replace('-', '~')}`;
    const onScreen = await site.look({ path: path + fragment, width: 1440, height: 900, javaScript: true }, (page) =>
      page.evaluate((anchor) => {
        const operation = document.getElementById(anchor);
        const isWithin = (node: Element): boolean => {
          const { top, bottom } = node.getBoundingClientRect();
          return top >= 56 && bottom <= innerHeight;
        };
        const isShown = (part: string): boolean => isWithin(operation?.querySelector(part) ?? document.body);
        return {
          rows: [...(operation?.querySelectorAll('.pd-text:first-child .pd-f > li') ?? [])].filter(isWithin).length,
          rest: ['h3', '.pd-paths', '.pd-access', '.pd-side pre'].map(isShown),
        };
      }, id),
    );
    expect(onScreen.rows).toBeGreaterThanOrEqual(6);
    expect(onScreen.rest).toEqual([true, true, true, true]);
  });

  test('that is called as its webhook is has its title once, which a link to it marks', async () => {
    const path = '/platform/documentation/First-v1/webhook=recordAdded#post';
    const shown = await site.look({ path, width: 1440, height: 900 }, (page) =>
      page.evaluate(() => {
        const title = document.querySelector('h1');
        if (title === null) throw new Error('There is no title.');
        const { top } = title.getBoundingClientRect();
        const background = getComputedStyle(title).backgroundColor;
        const heading = document.querySelector('#post h3')?.getBoundingClientRect();
        return { isInSight: top >= 56, isMarked: background !== 'rgba(0, 0, 0, 0)', heading: heading?.width };
      }),
    );
    expect(shown).toEqual({ isInSight: true, isMarked: true, heading: 1 });
  });

  test('has room for a finger between a name and what opens its fields (WCAG 2.5.8)', async () => {
    const row = `<a href="#it">it</a> <a href="#type">Type</a> <details><summary>1 field</summary></details>`;
    const path = '/platform/documentation/Library-v1/Book#get';
    const distances = await site.look({ path }, (page) =>
      page.evaluate((html) => {
        const item = document.querySelector('.pd-op .pd-f')?.appendChild(document.createElement('li'));
        item?.insertAdjacentHTML('beforeend', html);
        const fold = item?.querySelector('summary')?.getBoundingClientRect().top ?? Number.NaN;
        return [...(item?.querySelectorAll('a') ?? [])].map((link) => {
          const { top, height } = link.getBoundingClientRect();
          return fold - (top + height / 2);
        });
      }, row),
    );
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(12);
  });

  test('has it between a name and a type that begins the next line', async () => {
    await site.look({ path: '/platform/documentation/Long-v1/long', javaScript: true }, async (page) => {
      const looks = [1440, 1024, 768, 390, 320].map((width) => ({ width, scheme: 'light' as const }));
      expect(await wrongLooks(page, looks)).toEqual([]);
      const lines = await page.locator('.pd-f > li').evaluateAll((rows) =>
        rows.map((row) => {
          const [name, type] = [...row.querySelectorAll(':scope > a')].map((link) => link.getBoundingClientRect());
          return name !== undefined && type !== undefined && type.top > name.top + 12 ? 'two' : 'one';
        }),
      );
      expect(lines).toContain('two');
    });
  });

  test('has it between what opens fields and the first of them, too', async () => {
    const inner = `<ul class="pd-f"><li><a href="#it">it</a> <a href="#type">Type</a></li></ul>`;
    const row = `<details open><summary>1 field</summary>${inner}</details>`;
    const path = '/platform/documentation/Library-v1/Book#get';
    const distances = await site.look({ path }, (page) =>
      page.evaluate((html) => {
        const item = document.querySelector('.pd-op .pd-f')?.appendChild(document.createElement('li'));
        item?.insertAdjacentHTML('beforeend', html);
        const fold = item?.querySelector('summary')?.getBoundingClientRect().bottom ?? Number.NaN;
        return [...(item?.querySelectorAll('a') ?? [])].map((link) => {
          const { top, height } = link.getBoundingClientRect();
          return top + height / 2 - fold;
        });
      }, row),
    );
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(12);
  });

  test('goes on after more values on their line, and after a paragraph with values, shown or not', async () => {
    const row = `<p dir="auto">First.</p><p dir="auto">Second.</p><div class="pd-v">Values <code>1</code>
      <details><summary>1 more value</summary><code>2</code></details> · Example <code>3</code></div>`;
    const path = '/platform/documentation/Library-v1/Book#get';
    const heights = await site.look({ path }, (page) =>
      page.evaluate((html) => {
        const list = document.querySelector('.pd-op .pd-f');
        const item = list?.appendChild(document.createElement('li'));
        item?.insertAdjacentHTML('beforeend', html);
        const values = item?.querySelector('details');
        const topOf = (part: string): number => item?.querySelector(part)?.getBoundingClientRect().top ?? 0;
        return [false, true].map((open) => {
          values?.toggleAttribute('open', open);
          return [topOf('p + p') - topOf('p') > 10, Math.abs(topOf('summary') - topOf('.pd-v > code:last-child')) < 10];
        });
      }, row),
    );
    expect(heights).toEqual([
      [true, true],
      [true, true],
    ]);
  });
});

test('a card without a sentence has no hole beside one that has one', async () => {
  const gap = await site.look({ path: ROOT, width: 1440 }, (page) =>
    page.evaluate(() => {
      const [card, beside] = document.querySelectorAll('.pd-apis > li');
      card?.querySelector('p')?.remove();
      beside?.append('More. '.repeat(99));
      const [title, line] = [...(card?.children ?? [])].map((part) => part.getBoundingClientRect());
      return (line?.top ?? 0) - (title?.bottom ?? 0);
    }),
  );
  expect(gap).toBeLessThan(12);
});

test('the only guide of an API is as wide as the groups below it', async () => {
  const widths = await site.look({ path: `${ROOT}/First-v1`, width: 1440 }, (page) =>
    page.evaluate(() =>
      ['.pd-lone > li', '.pd-groups'].map((part) =>
        Math.round(document.querySelector(part)?.getBoundingClientRect().width ?? 0),
      ),
    ),
  );
  expect(widths[0]).toBe(widths[1]);
});

test.each([
  [390, '/organizations/{org}/artifacts/metadata/storage-record'],
  [1440, 'https://api.first-screen.example.com/organizations/{org}/artifacts/metadata/storage-record'],
])('the address of an operation leaves its host to the sample on phones: %i px wide', async (width, shown) => {
  const path = `${ROOT}/First-v1/organizations-_org-artifacts-metadata-storage~record`;
  const found = await site.look({ path, width }, async (page) => ({
    address: await page.locator('.pd-paths p').first().innerText(),
    sample: await page.locator('.pd-samples pre').first().innerText(),
    all: await page.locator('.pd-path').first().textContent(),
  }));
  expect(found.address.replace(/^POST\s*/, '')).toBe(shown);
  expect(found.sample).toContain('https://api.first-screen.example.com/organizations/');
  expect(found.all).toBe('https://api.first-screen.example.com/organizations/{org}/artifacts/metadata/storage-record');
});

test('the description of a service is as large as those of its operations', async () => {
  const sizes = await site.look({ path: `${ROOT}/Library-v2/Book`, width: 1440 }, (page) =>
    page.evaluate(() =>
      ['.pd-main > p:not([class])', '.pd-op > .pd-text > p:not([class])'].map((part) => {
        const { fontSize, lineHeight } = getComputedStyle(document.querySelector(part) ?? document.body);
        return [fontSize, lineHeight];
      }),
    ),
  );
  expect(sizes).toEqual([
    ['14px', '21.7px'],
    ['14px', '21.7px'],
  ]);
});

test.each([1000, 1440])('a card of the list of APIs has its place whatever follows it, at %i px', async (width) => {
  const places = await site.look({ path: '/platform/documentation', width }, (page) =>
    page.evaluate(() => {
      const list = document.querySelector('.pd-apis');
      const card = list?.firstElementChild?.cloneNode(true);
      return [1, 2, 3, 4, 5, 6, 7].map((count) => {
        list?.replaceChildren(...Array.from({ length: count }, () => card?.cloneNode(true) ?? ''));
        const { left, width: wide } = list?.lastElementChild?.getBoundingClientRect() ?? { left: 0, width: 0 };
        return [Math.round(left), Math.round(wide)];
      });
    }),
  );
  const [first, second] = places;
  expect(second).not.toEqual(first);
  expect(places).toEqual(places.map((_, at) => (at % 2 === 0 ? first : second)));
});

test.each([
  [1440, 'Library', ['.pd-glance-facts', '.pd-grid', '.pd-way', '.pd-r']],
  [1920, 'Library', ['.pd-glance-facts', '.pd-grid', '.pd-way', '.pd-r']],
  [1440, 'Unchecked', ['.pd-glance-facts', '.pd-services > li']],
  [1920, 'Unchecked', ['.pd-glance-facts', '.pd-services > li']],
])('all frames of an overview end in one line, %i px wide: %s', async (width, api, frames) => {
  const ends = await site.look({ path: `/platform/documentation/${api}-v1`, width }, (page) =>
    page.evaluate(
      (selectors) =>
        selectors.map((frame) => Math.round(document.querySelector(frame)?.getBoundingClientRect().right ?? 0)),
      frames,
    ),
  );
  expect(new Set(ends).size, String(ends)).toBe(1);
});

test('examples beside the text stay in sight, and never cover others', async () => {
  const path = '/platform/documentation/Library-v1/Book';
  await site.look({ path, width: 1440, height: 600 }, async (page) => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const seen = new Set<string>();
    for (let top = 0; top < height; top += 100) {
      const panels = await page.evaluate((y) => {
        scrollTo(0, y);
        return [...document.querySelectorAll('.pd-side')]
          .map((side) => ({ side, box: side.getBoundingClientRect() }))
          .filter(({ box }) => box.bottom > 56 && box.top < innerHeight)
          .map(({ side, box }) => [side.closest('.pd-op')?.id ?? '', box.top, box.bottom] as const);
      }, top);
      for (const [index, [operation, , bottom]] of panels.entries()) {
        seen.add(operation);
        expect(panels[index + 1]?.[1] ?? Number.POSITIVE_INFINITY, `${top} px`).toBeGreaterThanOrEqual(bottom - 1);
      }
      expect(panels.length, `${top} px`).toBeGreaterThan(0);
    }
    expect(seen.size).toBeGreaterThan(2);
  });
});

test.each([
  ['Library-v1/Ping', 390],
  ['Library-v1/Book', 390],
  ['Orders-v1/orders', 1100],
])('examples below the text of %s, at %i px, have room above them', async (page, width) => {
  const gaps = await site.look({ path: `${ROOT}/${page}`, width }, (opened) =>
    opened.locator('.pd-op > .pd-text + :is(.pd-beside, .pd-side)').evaluateAll((all) =>
      all.map((examples) => {
        const rows = [...(examples.previousElementSibling?.querySelectorAll('*') ?? [])];
        const text = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom));
        return (examples.querySelector('figure')?.getBoundingClientRect().top ?? 0) - text;
      }),
    ),
  );
  expect(gaps.length).toBeGreaterThan(0);
  expect(gaps.filter((gap) => gap < 8 || gap > 24)).toEqual([]);
});

test('a trail of several lines has targets of 24 px', async () => {
  const tops = await site.look({ path: '/platform/documentation/Library-v1/Book', width: 200 }, (page) =>
    page
      .locator('.pd-trail a')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top))),
  );
  const lines = [...new Set(tops)];
  expect(lines.length).toBeGreaterThan(1);
  for (const [index, top] of lines.slice(1).entries()) expect(top - (lines[index] ?? 0)).toBeGreaterThanOrEqual(24);
});

describe('the navigation', () => {
  const path = '/platform/documentation/Library-v1/Book';

  test.each([
    ['is opened', 390, true],
    ['has nothing to open', 1440, false],
  ])('%s in a window of %i px', async (_, width, canOpen) => {
    const found = await site.look({ path, width, javaScript: true }, (page) =>
      page.locator('.pd-nav > details > summary').evaluate((summary: HTMLElement) => {
        summary.focus();
        const title = summary.querySelector('span')?.checkVisibility({ visibilityProperty: true });
        return [document.activeElement === summary, title];
      }),
    );
    expect(found).toEqual([canOpen, true]);
  });

  test('has what it leads to below a title of several lines', async () => {
    const [title, list] = await site.look({ path, width: 1440 }, async (page) => {
      await page.setViewportSize({ width: 1440, height: 300 });
      return page.locator('.pd-nav > details').evaluate((details) => {
        const span = details.querySelector('summary > span');
        if (span !== null) span.textContent = 'A title that is long '.repeat(6);
        return [span, details.querySelector('ul')].map((part) => part?.getBoundingClientRect());
      });
    });
    expect(title?.height).toBeGreaterThan(40);
    expect(list?.top).toBeGreaterThanOrEqual(title?.bottom ?? Number.POSITIVE_INFINITY);
  });

  test('that is longer than its window scrolls by keys, and axe finds no fault with it', async () => {
    const height = 300;
    await site.look({ path, width: 1440, javaScript: true }, async (page) => {
      expect(await wrongLooks(page, [{ width: 1440, height, scheme: 'light' }])).toEqual([]);
      const last = page.locator('.pd-nav a').last();
      const bottomOf = async (): Promise<number> => {
        const { y = 0, height: own = 0 } = (await last.boundingBox()) ?? {};
        return y + own;
      };
      expect(await bottomOf()).toBeGreaterThan(height);
      await last.focus();
      expect(await bottomOf()).toBeLessThanOrEqual(height);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });

  test.each(PATHS.filter((path) => /v1\/(Book|orders|ugly)|schemas/.test(path)))(
    'has the current item of %s on its first screen',
    async (path) => {
      const bottom = await site.look(
        { path },
        async (page) => (await page.locator('.pd-nav [aria-current]').first().boundingBox())?.y ?? 9_999,
      );
      expect(bottom).toBeLessThan(850);
    },
  );
});

describe('a link into a page', () => {
  test.each([360, 390, 768, 1440])('shows what it leads to below the header, %i px wide', async (width) => {
    const covered = await site.look(
      { path: '/platform/documentation/Library-v1/Book#post', width, javaScript: true },
      (page) =>
        page.evaluate(() => {
          const heading = document.querySelector('#post h3')?.getBoundingClientRect();
          const header = document.querySelector('.pd-header')?.getBoundingClientRect();
          return (
            heading === undefined || header === undefined || heading.top < header.bottom || heading.bottom > innerHeight
          );
        }),
    );
    expect(covered).toBe(false);
  });
});

describe('what gets the focus', () => {
  test.each([
    ['Orders-v1/orders', '[id="post.header.Idempotency-Key"] > a'],
    ['Orders-v1/orders', 'details[open] > .pd-f > li:last-child > a:first-of-type'],
    ['Ugly-v1/ugly', 'details[open] .pd-f details[open] > .pd-f > li:last-child > details > summary'],
  ])('of %s is never under what sticks: %s', async (path, link) => {
    const hidden = await site.look(
      { path: `/platform/documentation/${path}`, width: 1280, height: 720, javaScript: true },
      async (page) => {
        const found: number[] = [];
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll('.pd-f details')) fold.toggleAttribute('open', true);
        });
        for (let top = 40; top < 130; top += 6) {
          const isSeen = await page.evaluate(
            ([selector, y]) => {
              const node = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility());
              if (node === undefined) throw new Error('There is none.');
              node.blur();
              scrollBy(0, node.getBoundingClientRect().top - y);
              node.focus();
              const { left, top: at, width, height } = node.getBoundingClientRect();
              return node.contains(document.elementFromPoint(left + width / 2, at + height / 2));
            },
            [link, top] as const,
          );
          if (!isSeen) found.push(top);
        }
        return found;
      },
    );
    expect(hidden).toEqual([]);
  });
});

describe('a title that fills its line', () => {
  test.each([960, 1024, 1440, 1920])('has no second one for the sign of its link, %i px wide', async (width) => {
    const { lengths, isWider } = await site.look(
      { path: '/platform/documentation/Library-v1/Book#post', width, javaScript: true },
      (page) =>
        page.evaluate(() => {
          const heading = document.querySelector('#post h3');
          const title = heading?.firstChild;
          if (!heading || !title) throw new Error('There is no title.');
          const oneLine = Number.parseFloat(getComputedStyle(heading).lineHeight) * 1.5;
          const range = document.createRange();
          const hasLineOfSign = (lastWord: number): boolean => {
            title.nodeValue = `Replace the status of the ${'i'.repeat(lastWord)}${'m'.repeat(lastWord / 3)} `;
            range.selectNodeContents(title);
            return range.getClientRects().length === 1 && heading.getBoundingClientRect().height > oneLine;
          };
          const found = Array.from({ length: 60 }, (_, length) => length).filter(hasLineOfSign);
          const { scrollWidth, clientWidth } = document.documentElement;
          return { lengths: found, isWider: scrollWidth > clientWidth };
        }),
    );
    expect({ lengths, isWider }).toEqual({ lengths: [], isWider: false });
  });
});

describe('the link to other formats', () => {
  test('opens the menu without a script', async () => {
    const visible = await site.look({ path: '/platform/documentation/Library-v1/Book' }, async (page) => {
      await page.getByText(/^This page in \d+ other formats$/).click();
      return page.locator('#formats').isVisible();
    });
    expect(visible).toBe(true);
  });
});

/** Lines of text in an element, and whether any of it is cut off. */
function linesOf(page: Page, selector: string, text: string): Promise<{ lines: number; isCut: boolean }> {
  return page.evaluate(
    ([wanted, words]) => {
      const element = document.querySelector<HTMLElement>(wanted);
      if (element === null) throw new Error(`There is no ${wanted}.`);
      element.textContent = words;
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      return { lines, isCut: element.scrollHeight > element.clientHeight + 1 };
    },
    [selector, text] as const,
  );
}

test.each([
  [60, 1440, 'Approves a review object and removes it from the list of all'],
  [60, 1024, 'Approves a review object and removes it from the list of all'],
  [80, 1440, 'Updates the settings that decide which of the books of a shelf are lent to a guest'.slice(0, 80)],
  [80, 1024, 'Updates the settings that decide which of the books of a shelf are lent to a guest'.slice(0, 80)],
])('a title of %i letters has two lines in the navigation at %i px, and all of them', async (letters, width, title) => {
  const path = '/platform/documentation/Library-v1/Book';
  const shown = await site.look({ path, width }, async (page) => {
    // navigation.ts marks titles of more than 60 letters in the same way.
    await page.evaluate((isLong) => {
      document.querySelector('.pd-nav a:has(> .pd-m)')?.classList.toggle('pd-long', isLong);
    }, letters > 60);
    return linesOf(page, '.pd-nav a > .pd-m + span', title);
  });
  expect(shown).toEqual({ lines: 2, isCut: false });
});

test('the first number beside groups of the navigation says what all of them count', async () => {
  const widths = await site.look({ path: '/platform/documentation/Library-v1', width: 1440 }, (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.pd-nav a i')].map((said) => said.getBoundingClientRect().width),
    ),
  );
  expect(widths.length).toBeGreaterThan(1);
  expect(widths[0]).toBeGreaterThan(30);
  expect(Math.max(...widths.slice(1))).toBeLessThan(2);
});

test.each([390, 700])('a short title in a group goes on beside its method, %i px wide', async (width) => {
  const lines = await site.look(
    { path: '/platform/documentation/Library-v1/groups/Catalogue', width },
    async (page) => {
      const title = 'Retrieve the backup policy for an existing droplet of yours';
      const selector = '.pd-services li li a > .pd-m + span';
      const { lines } = await linesOf(page, selector, title);
      const left = await page.evaluate((wanted) => {
        const element = document.querySelector(wanted);
        const range = document.createRange();
        if (element !== null) range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map((rect) => Math.round(rect.left))).size;
      }, selector);
      return [lines <= 2, left];
    },
  );
  expect(lines).toEqual([true, 1]);
});

test('a value stands on the line of the description before it', async () => {
  const path = '/platform/documentation/Orders-v1/orders';
  const gaps = await site.look({ path, width: 1440 }, (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.pd-f > li > :is(a, code, em, strong) + p + .pd-v')]
        .filter((values) => values.getClientRects().length > 0)
        .map((values) => {
          const last = [...(values.previousElementSibling?.getClientRects() ?? [])].at(-1);
          const first = values.getClientRects()[0];
          return last === undefined || first === undefined ? 99 : Math.abs(first.bottom - last.bottom);
        }),
    ),
  );
  expect(gaps.length).toBeGreaterThan(0);
  for (const gap of gaps) expect(gap).toBeLessThan(12);
});

test('an overview has its address below its sentence, what else there is to know beside both', async () => {
  const placesOf = (width: number) =>
    site.look({ path: '/platform/documentation/Unchecked-v1', width }, (page) =>
      page.evaluate(() =>
        ['.pd-lead p', '#base-url', '.pd-glance-facts'].map((one) => {
          const { left, top, bottom } = document.querySelector(one)?.getBoundingClientRect() ?? new DOMRect();
          return { left, top, bottom };
        }),
      ),
    );
  const [sentence, address, facts] = await placesOf(1440);
  expect(address?.left).toBe(sentence?.left);
  expect(address?.top).toBeGreaterThan(sentence?.bottom ?? 0);
  expect(facts?.left).toBeGreaterThan(700);
  expect(facts?.top).toBeLessThan(address?.top ?? 0);
  const [, above, below] = await placesOf(390);
  expect(below?.top).toBeGreaterThan(above?.bottom ?? 0);
});

test('a label of an operation stands on the line of its access, where there is room', async () => {
  const path = '/platform/documentation/Library-v2/Book';
  const middles = await site.look({ path, width: 1440 }, (page) =>
    page.evaluate(() =>
      ['.pd-access', '.pd-access .pd-marks'].map((one) => {
        const { top, height } = document.querySelector(one)?.getBoundingClientRect() ?? new DOMRect();
        return top + height / 2;
      }),
    ),
  );
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 99))).toBeLessThan(4);
});

test('what opens and closes a body stands above its first row on a phone, beside it elsewhere', async () => {
  const path = '/platform/documentation/Orders-v1/orders';
  const overlaps = async (width: number): Promise<boolean | null> =>
    site.look({ path, width }, (page) =>
      page.evaluate(() => {
        const controls = document.querySelector('.pd-all');
        const row = controls?.parentElement?.querySelector('.pd-f > li, .pd-one');
        if (controls == null || row == null) return null;
        return row.getBoundingClientRect().top < controls.getBoundingClientRect().bottom;
      }),
    );
  expect([await overlaps(390), await overlaps(1440)]).toEqual([false, true]);
});

test('an overview has no lock before what is open, and room below its marks', async () => {
  const icon = (page: Page) =>
    page.evaluate(() => {
      const node = document.querySelector('.pd-access');
      return node === null ? null : [node.textContent, getComputedStyle(node, '::before').maskImage];
    });
  const [operation, overview] = await Promise.all(
    ['/unchecked', ''].map((path) =>
      site.look({ path: `/platform/documentation/Unchecked-v1${path}`, javaScript: false }, icon),
    ),
  );
  expect(operation?.[0]).toContain('Open to everyone here');
  expect(overview).toEqual(['Open here; the description names HTTP Bearer', operation?.[1]]);
  const room = await site.look({ path: '/platform/documentation/Unchecked-v1', javaScript: false }, (page) =>
    page.evaluate(() => {
      const [mark, lead] = ['.pd-marks', '.pd-lead'].map((selector) => document.querySelector(selector));
      return (lead?.getBoundingClientRect().top ?? 0) - (mark?.getBoundingClientRect().bottom ?? 0);
    }),
  );
  expect(room).toBeGreaterThanOrEqual(8);
});
