import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import {
  BOOK,
  containsAll,
  html,
  inside,
  type Line,
  namesIn,
  ROOT,
  site,
  stylesheet,
  UGLY,
  uglyPart,
} from '../reader.ts';

/** Appearance of a page on any screen, in any colours and on paper, and its size in bytes. */
export const appearance: readonly Line[] = [
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
    'a page is at most 60 kB compressed; its scripts are of at most 30 kB, of this origin',
    async () => {
      const page = await html(UGLY);
      expect(gzipSync(page).length).toBeLessThan(60_000);
      const scripts = [...page.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, path = '']) => path);
      expect(scripts).toEqual([expect.stringMatching(/^\/_astro\/scheme/), expect.stringMatching(/^\/_astro\/page/)]);
      const texts = await Promise.all(scripts.map(async (path) => (await site.fetch(path, '*/*')).text()));
      expect(gzipSync(texts.join('')).length).toBeLessThan(30_000);
    },
  ],
  ['40', 'the stylesheet is one, of at most 12 kB; the font is one, of at most 50 kB, of this origin', assetsAreSmall],
  ['52', 'on narrow screens what to send stands before what comes back', sendingComesFirst],
  ['54', 'a response has a frame, and what a link leads to is marked at its first line alone', targetsAreMarkedShort],
  ['60', 'light and dark have colours of their own, and examples are dark in both', schemesAreDesigned],
];

async function overflowAt(width: number): Promise<number> {
  return site.look({ path: UGLY, width, javaScript: true }, (page) =>
    page.evaluate(() => {
      scrollTo(1000, 0);
      return scrollX;
    }),
  );
}

async function namesAreWhole(): Promise<void> {
  const cut = await site.look({ path: UGLY, width: 390, javaScript: true }, (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('bdi, code, h1, h3, .pd-path')]
        .filter(
          (node) =>
            node.checkVisibility() &&
            (node.scrollWidth > node.clientWidth + 1 ? getComputedStyle(node).overflow !== 'visible' : false),
        )
        .map((node) => node.textContent),
    ),
  );
  expect(cut).toEqual([]);
  await containsAll(UGLY, [
    'aVeryLongFieldNameThatGoesOnAndOnAndOnWithoutAnyPlaceToBreakItInTwoPartsBecauseNobodyThoughtOfReaders',
  ]);
}

async function printHoldsAll(): Promise<void> {
  await site.look({ path: UGLY, javaScript: true }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    const printed = await inside(page, 'main');
    for (const name of namesIn(uglyPart('/ugly'))) expect(printed).toContain(name);
    expect(await page.locator('nav, header').filter({ visible: true }).count()).toBe(0);
    expect(await inside(page, 'footer')).toMatch(/Ugly · .*\s+\/platform\/documentation\/Ugly-v1\/ugly\n/);
  });
}

/** Margins of sheets take their words from the root, which takes them from the page. */
async function sheetsSayWhereTheyAreFrom(): Promise<void> {
  const words = await site.look({ path: UGLY, javaScript: true }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    return page.evaluate(() =>
      ['title', 'url'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(`--pd-sheet-${name}`)),
    );
  });
  expect(words[0]).toMatch(/^"Ugly · .* Ugly v1 · /);
  expect(words[1]).toBe(`"${UGLY}"`);
  const [, left = '', right = ''] =
    /@page\s*\{[^}]*@bottom-left\s*\{([^}]*)\}\s*@bottom-right\s*\{([^}]*)\}/.exec(await stylesheet()) ?? [];
  expect(left).toMatch(/var\(--pd-sheet-title\).*var\(--pd-sheet-url\)/s);
  expect(right).toMatch(/counter\(page\)\s*" \/ "/);
}

/** Differences in colour alone become borders or fills of system colours in forced colours. */
async function shapesInForcedColours(): Promise<void> {
  const [get, post, mark, target] = await site.look(
    { path: `${ROOT}/Library-v2/Book#post`, forcedColors: true, javaScript: true },
    (page) =>
      page.evaluate(() =>
        ['.pd-toc .pd-get', '.pd-toc .pd-post', '.pd-marks strong', '#post h3'].map((selector) => {
          const node = document.querySelector(selector);
          const { borderTopStyle, borderTopColor, backgroundColor, color, outlineStyle } = getComputedStyle(
            node ?? document.body,
          );
          return { borderTopStyle, borderTopColor, backgroundColor, color, outlineStyle };
        }),
      ),
  );
  expect([get?.borderTopStyle, post?.borderTopStyle, mark?.borderTopStyle, target?.outlineStyle]).toEqual([
    'solid',
    'solid',
    'solid',
    'solid',
  ]);
  expect([post?.backgroundColor, post?.color]).toEqual([get?.color, get?.backgroundColor]);
  expect(get?.borderTopColor).not.toBe(get?.backgroundColor);
  const [icon, chosen, other] = await site.look({ path: BOOK, forcedColors: true, javaScript: true }, async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('isbn');
    await page.locator('.pd-palette li + li').first().waitFor();
    return page.evaluate(() => [
      getComputedStyle(document.querySelector('.pd-scheme') ?? document.body, '::before').backgroundColor,
      ...[...document.querySelectorAll('.pd-palette li')].map((row) => getComputedStyle(row).borderTopColor),
    ]);
  });
  expect([icon, other]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect(chosen).not.toBe(other);
}

async function segmentsInOrder(): Promise<void> {
  const [, path = ''] = /href="([^"]+)"[^>]*>(?:(?!<\/a>).)*طلب واحد/.exec(await html(`${ROOT}/Ugly-v1`)) ?? [];
  const lefts = await site.look({ path, javaScript: true }, (page) =>
    page
      .locator('section .pd-path bdi')
      .evaluateAll((nodes) => nodes.map((node) => [node.textContent, node.getBoundingClientRect().left] as const)),
  );
  expect(lefts.map(([text]) => text)).toEqual(['طلبات', '{معرف}']);
  expect(lefts[0]?.[1]).toBeLessThan(lefts[1]?.[1] ?? 0);
}

/** A key that reads from right to left stays before its value. */
async function codeInOrder(): Promise<void> {
  const [key, value] = await site.look({ path: `${ROOT}/Ugly-v1/schemas/Conditional`, javaScript: true }, (page) =>
    page.locator('[id="schema.example"] pre').evaluate((node) => {
      const parts = [...node.querySelectorAll('b, i')];
      const at = parts.findIndex(({ textContent }) => textContent?.includes('العمر'));
      return parts.slice(at, at + 2).map((part) => part.getBoundingClientRect());
    }),
  );
  expect(key?.right).toBeLessThan(value?.left ?? 0);
}

async function assetsAreSmall(): Promise<void> {
  const page = await html(UGLY);
  expect(page.match(/rel="stylesheet"/g)).toHaveLength(1);
  const css = await stylesheet();
  expect(gzipSync(css).length).toBeLessThanOrEqual(12_000);
  const fonts = [...new Set([page, css].flatMap((text) => text.match(/\/_astro\/[^"')]+\.woff2/g) ?? []))];
  expect(fonts).toHaveLength(1);
  const font = await site.fetch(fonts[0] ?? '', '*/*');
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  expect(font.headers.get('cache-control')).toContain('immutable');
  expect((await font.arrayBuffer()).byteLength).toBeLessThanOrEqual(50_000);
  const isUsed = await site.look({ path: UGLY, javaScript: true }, async (opened) => {
    // At the first visit a late font waits for the next page.
    await opened.reload();
    return opened.evaluate(async () => {
      await document.fonts.ready;
      return document.fonts.check('16px "Inter Variable"');
    });
  });
  expect(isUsed).toBe(true);
}

async function sendingComesFirst(): Promise<void> {
  for (const width of [390, 1024]) {
    const { tops, curl, calls } = await site.look({ path: BOOK, width, javaScript: true }, (page) =>
      page.evaluate(() => {
        const topOf = (node: Element | null): number => node?.getBoundingClientRect().top ?? Number.NaN;
        const parts = ['post.body', 'post.body.example', 'post.responses'];
        return {
          tops: parts.map((id) => topOf(document.getElementById(id))),
          curl: topOf(document.querySelector('#post .pd-shell')),
          calls: ['get', 'post', 'entity.get'].map((id) => {
            const answers = [...document.querySelectorAll(`[id="${id}"] figure`)].filter((figure) =>
              /^\s*\d/.test(figure.textContent),
            );
            return [topOf(document.getElementById(`${id}.responses`)), ...answers.map(topOf)];
          }),
        };
      }),
    );
    expect([width, tops.toSorted((a, b) => a - b)]).toEqual([width, tops]);
    expect(curl, `${width} px`).toBeLessThan(tops[2] ?? Number.NaN);
    for (const [heading = Number.NaN, ...examples] of calls) {
      expect(examples.length).toBeGreaterThan(0);
      expect(Math.min(...examples), `${width} px`).toBeGreaterThan(heading);
    }
  }
}

async function targetsAreMarkedShort(): Promise<void> {
  const ids = ['get', 'get.200', 'get.query.page', 'post.body', 'post.body.author', 'get.responses'];
  await site.look({ path: BOOK, javaScript: true }, async (page) => {
    for (const id of ids) {
      const marked = await page.evaluate((target) => {
        location.hash = target;
        const probe = document.createElement('i');
        probe.style.color = 'var(--pd-tint)';
        document.body.append(probe);
        const colour = getComputedStyle(probe).color;
        const section = document.getElementById(target);
        return [section, ...(section?.querySelectorAll('*') ?? [])]
          .filter((node): node is Element => node !== null && getComputedStyle(node).backgroundColor === colour)
          .map((node) => node.getBoundingClientRect().height);
      }, id);
      expect([id, marked.length]).toEqual([id, 1]);
      expect(Math.max(...marked)).toBeLessThan(80);
    }
    const frame = await page.locator('[id="get.200"]').evaluate((node) => {
      const { borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle } = getComputedStyle(node);
      return [borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle];
    });
    expect(frame).toEqual(['solid', 'solid', 'solid', 'solid']);
  });
}

async function schemesAreDesigned(): Promise<void> {
  const [light, dark] = await Promise.all(
    (['light', 'dark'] as const).map((scheme) =>
      site.look({ path: BOOK, scheme, javaScript: true }, (page) =>
        page.evaluate(() =>
          ['body', '.pd-nav [aria-current]', '.pd-toc .pd-post', '.pd-side figure'].map((selector) => {
            const node = document.querySelector(selector) ?? document.body;
            return getComputedStyle(node).backgroundColor;
          }),
        ),
      ),
    ),
  );
  for (const [index, colour] of (light ?? []).entries()) expect(dark?.[index]).not.toBe(colour);
  // A background in rgb() is dark if its sum is less than half of white.
  for (const colours of [light, dark])
    expect((colours?.[3]?.match(/\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0)).toBeLessThan(200);
}
