import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { elements, type HtmlElement, parseHtml, textContent } from '../readers/html-tree.ts';
import { VisitedSite } from './visits.ts';

/** What the score sheet asks of pages; {@link openReader} comes first. */
export const ROOT = '/platform/documentation';
export const UGLY = `${ROOT}/Ugly-v1/ugly`;
export const BOOK = `${ROOT}/Library-v1/Book`;

export let site: VisitedSite;

export async function openReader(): Promise<void> {
  site = await VisitedSite.open();
  texts.clear();
}

export const inside = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).allInnerTexts()).join('\n');
interface Texts {
  readonly seen: string;
  readonly found: string;
  readonly rows: ReadonlyMap<string, string>;
}

/** Of pages without a script, which are the same for all that is asked of them. */
const texts = new Map<string, Promise<Texts>>();

function textsOf(path: string): Promise<Texts> {
  const read = texts.get(path) ?? site.visit({ path }, readTexts);
  texts.set(path, read);
  return read;
}

async function readTexts(page: Page): Promise<Texts> {
  const { rows, ...main } = await page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('[id]')];
    const { innerText, textContent } = document.querySelector('main') ?? document.body;
    return { seen: innerText, found: textContent, rows: parts.map((part) => [part.id, part.innerText] as const) };
  });
  return { ...main, rows: new Map(rows) };
}

/** Text of the page as the reader sees it, closed parts left out. */
export const seen = async (path: string): Promise<string> => (await textsOf(path)).seen;
/** All text, also of parts that find-in-page opens. */
export const found = async (path: string): Promise<string> => (await textsOf(path)).found;
/** What is seen of the part with this identifier. */
export const row = async (path: string, id: string): Promise<string> => (await textsOf(path)).rows.get(id) ?? '';
export const html = async (path: string): Promise<string> => (await site.fetch(path)).text();

/** Names below every `properties`, and of parameters. */
export function namesIn(value: unknown, isMap = false): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => namesIn(entry));
  const own = isMap ? Object.keys(value) : 'in' in value && 'name' in value ? [String(value.name)] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => namesIn(inner, !isMap && key === 'properties'))];
}

export function uglyPart(path: string): unknown {
  const text = readFileSync(new URL('../fixtures/descriptors/ugly/v1.yaml', import.meta.url), 'utf8');
  const { paths, components } = load(text) as { paths: Record<string, unknown>; components: { schemas: unknown } };
  return [paths[path], components.schemas];
}

export async function containsAll(path: string, texts: readonly string[], read = seen): Promise<void> {
  const text = await read(path);
  for (const expected of texts) expect(text).toContain(expected);
}

export async function links(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((nodes) => nodes.map((node) => node.getAttribute('href') ?? ''));
}

/** Where the way marks of an operation lead. */
export const ways = (path: string, operation: string): Promise<readonly string[]> =>
  site.visit({ path }, (page) => links(page, `[id="${operation}"] .pd-ways a[href^="#${operation}."]`));

export async function examplesAreRight(): Promise<void> {
  const schemas = [
    ...(await html(`${ROOT}/Orders-v1/schemas`)).matchAll(/href="([^"]*\/schemas\/[^"#.]+)"/g),
    ...(await html(`${ROOT}/Ugly-v1/schemas`)).matchAll(/href="([^"]*\/schemas\/[^"#.]+)"/g),
  ];
  const paths = new Set(schemas.map(([, path]) => path ?? ''));
  expect(paths.size).toBeGreaterThan(15);
  let count = 0;
  for (const path of paths) {
    const example = exampleOf(parseHtml(await html(path)));
    if (example === '') continue;
    count += 1;
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const validate = ajv.compile((await (await site.fetch(path, 'application/schema+json')).json()) as object);
    expect([path, validate(JSON.parse(example)), validate.errors]).toEqual([path, true, null]);
  }
  expect(count).toBeGreaterThan(15);
}

/** Code of the example on the page of a schema. */
function exampleOf(page: HtmlElement): string {
  const figure = [...elements(page)].find(({ attributes }) => attributes.get('id') === 'schema.example');
  const code = figure === undefined ? [] : [...elements(figure)].filter(({ tag }) => tag === 'code');
  return code.map(textContent).join('\n');
}

export async function anchorsAreThere(): Promise<void> {
  const ids = await site.visit({ path: UGLY }, (page) =>
    page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id)),
  );
  const expected = [
    'get',
    'get.query.limit',
    'get.200',
    'get.200.*.name',
    'get.200.header.X-Total',
    'post.body',
    'post.body.customer.address.geo',
    'post.body.payment.~Card.number',
    'entity.delete.path.thingId',
  ];
  expect(ids).toEqual(expect.arrayContaining(expected));
  expect(new Set(ids).size).toBe(ids.length);
}

export async function titlesDiffer(): Promise<void> {
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

export async function overflowAt(width: number): Promise<number> {
  return site.visit({ path: UGLY, width, javaScript: true }, (page) =>
    page.evaluate(() => {
      scrollTo(1000, 0);
      return scrollX;
    }),
  );
}

export async function namesAreWhole(): Promise<void> {
  const cut = await site.visit({ path: UGLY, width: 390, javaScript: true }, (page) =>
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

export async function stylesheet(): Promise<string> {
  const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(await html(UGLY)) ?? [];
  return (await site.fetch(path, '*/*')).text();
}

export async function printHoldsAll(): Promise<void> {
  await site.visit({ path: UGLY, javaScript: true }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    const printed = await inside(page, 'main');
    for (const name of namesIn(uglyPart('/ugly'))) expect(printed).toContain(name);
    expect(await page.locator('nav, header').filter({ visible: true }).count()).toBe(0);
    expect(await inside(page, 'footer')).toMatch(/Ugly · .*\s+\/platform\/documentation\/Ugly-v1\/ugly\n/);
  });
}

/** Margins of sheets take their words from the root, which takes them from the page. */
export async function sheetsSayWhereTheyAreFrom(): Promise<void> {
  const words = await site.visit({ path: UGLY, javaScript: true }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    return page.evaluate(() =>
      ['title', 'url'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(`--pd-sheet-${name}`)),
    );
  });
  expect(words[0]).toMatch(/^"Ugly · .* Ugly v1 · /);
  expect(words[1]).toBe(`"${UGLY}"`);
  expect(await stylesheet()).toMatch(
    /@page\s*\{[^}]*@bottom-left\s*\{[^}]*var\(--pd-sheet-title\)[^}]*var\(--pd-sheet-url\)[^}]*\}\s*@bottom-right\s*\{[^}]*counter\(page\)/,
  );
}

/** What is only a colour elsewhere is a border or a fill of system colours there. */
export async function shapesInForcedColours(): Promise<void> {
  const [get, post, mark, target] = await site.visit(
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
}

export async function segmentsInOrder(): Promise<void> {
  const [path = ''] = [...(await html(`${ROOT}/Ugly-v1`)).matchAll(/href="([^"]+)"[^>]*>(?:(?!<\/a>).)*طلبات/g)].map(
    ([, href]) => href ?? '',
  );
  const lefts = await site.visit({ path, javaScript: true }, (page) =>
    page
      .locator('section .pd-path bdi')
      .evaluateAll((nodes) => nodes.map((node) => [node.textContent, node.getBoundingClientRect().left] as const)),
  );
  expect(lefts.map(([text]) => text)).toEqual(['طلبات', '{معرف}']);
  expect(lefts[0]?.[1]).toBeLessThan(lefts[1]?.[1] ?? 0);
}

/** A key that reads from right to left stays before its value. */
export async function codeInOrder(): Promise<void> {
  const [key, value] = await site.visit({ path: `${ROOT}/Ugly-v1/schemas/Conditional`, javaScript: true }, (page) =>
    page.locator('[id="schema.example"] pre').evaluate((node) => {
      const parts = [...node.querySelectorAll('b, i')];
      const at = parts.findIndex(({ textContent }) => textContent?.includes('العمر'));
      return parts.slice(at, at + 2).map((part) => part.getBoundingClientRect());
    }),
  );
  expect(key?.right).toBeLessThan(value?.left ?? 0);
}

export async function assetsAreSmall(): Promise<void> {
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
  const isUsed = await site.visit({ path: UGLY, javaScript: true }, async (opened) => {
    // At the first visit a late font waits for the next page.
    await opened.reload();
    return opened.evaluate(async () => {
      await document.fonts.ready;
      return document.fonts.check('16px "Inter Variable"');
    });
  });
  expect(isUsed).toBe(true);
}

export async function sendingComesFirst(): Promise<void> {
  for (const width of [390, 1024]) {
    const { tops, curl } = await site.visit({ path: BOOK, width, javaScript: true }, (page) =>
      page.evaluate(() => {
        const topOf = (node: Element | null): number => node?.getBoundingClientRect().top ?? Number.NaN;
        const parts = ['post.body', 'post.body.example', 'post.responses'];
        return {
          tops: parts.map((id) => topOf(document.getElementById(id))),
          curl: topOf(document.querySelector('#post .pd-shell')),
        };
      }),
    );
    expect([width, tops.toSorted((a, b) => a - b)]).toEqual([width, tops]);
    expect(curl, `${width} px`).toBeLessThan(tops[2] ?? Number.NaN);
  }
}

export async function targetsAreMarkedShort(): Promise<void> {
  const ids = ['get', 'get.200', 'get.query.page', 'post.body', 'post.body.author', 'get.responses'];
  await site.visit({ path: BOOK, javaScript: true }, async (page) => {
    for (const id of ids) {
      const marked = await page.evaluate((target) => {
        location.hash = target;
        const probe = document.createElement('i');
        probe.style.color = 'var(--pd-mark)';
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

export async function headsAreWhole(): Promise<void> {
  for (const path of [ROOT, `${ROOT}/Library-v1`, BOOK, UGLY, `${ROOT}/Orders-v1/schemas/Order`]) {
    const head = (await html(path)).split('</head>', 1)[0] ?? '';
    const [, icon = ''] = /<link rel="icon" href="(\/_astro\/[^"]+\.svg)"/.exec(head) ?? [];
    expect([path, (await site.fetch(icon, '*/*')).headers.get('content-type')]).toEqual([path, 'image/svg+xml']);
    for (const property of ['og:title', 'og:type', 'og:site_name']) expect(head).toContain(`property="${property}"`);
  }
}

export async function schemesAreDesigned(): Promise<void> {
  const [light, dark] = await Promise.all(
    (['light', 'dark'] as const).map((scheme) =>
      site.visit({ path: BOOK, scheme, javaScript: true }, (page) =>
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
  // Of a ground in rgb(): dark is a sum of less than half of white.
  for (const colours of [light, dark])
    expect((colours?.[3]?.match(/\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0)).toBeLessThan(200);
}

/** Every sample of an operation that asks for Digest; a language that has no Digest says so. */
export async function samplesLogIn(): Promise<void> {
  const samples = await site.visit({ path: `${ROOT}/Library-v2/Book` }, (page) =>
    page.locator('section[id="post"] .pd-samples pre').allTextContents(),
  );
  const logIns = [
    /^curl --digest -u USER \\\s/,
    /^\/\/ fetch does not do HTTP Digest/,
    /auth=HTTPDigestAuth\("USER", os\.environ\["PASSWORD"\]\)/,
    /CURLOPT_HTTPAUTH => CURLAUTH_DIGEST,\s+CURLOPT_USERPWD => 'USER:' \. getenv\('PASSWORD'\)/,
  ];
  expect(samples).toEqual(logIns.map((logIn) => expect.stringMatching(logIn)));
  for (const sample of samples) expect(sample).not.toMatch(/USER:[^']|password ?[:=] ?["']/i);
}
