import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { whileTesting } from '../while-testing.ts';
import { wrongLooks } from './appearance.ts';
import { launchBrowser } from './browser.ts';
import { serveVisitedProject } from './visits.ts';

const SCRIPT = '/platform/operation.js';
const BOOK = '/platform/documentation/Library-v1/Book';
const UGLY = '/platform/documentation/Ugly-v1/ugly';
const MOST_BYTES = 3000;

interface Served {
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A server of another site, whose answers tests write. */
async function serveOther() {
  const answers = new Map<string, Served>();
  const server = createServer(({ url = '' }, response) => {
    const { type = 'text/html; charset=utf-8', headers = {}, body } = answers.get(url) ?? { body: '' };
    response.writeHead(headers['Location'] === undefined ? 200 : 302, { 'Content-Type': type, ...headers }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    close: () => server.close().closeAllConnections(),
  };
}

const sites = whileTesting(async () => {
  const docs = await serveVisitedProject();
  const [host, hostile, browser] = await Promise.all([serveOther(), serveOther(), launchBrowser()]);
  return {
    docs: docs.server.origin,
    host,
    hostile,
    browser,
    async close() {
      await browser.close();
      host.close();
      hostile.close();
      await docs.close();
    },
  };
});

interface Shown {
  /** Address of the operation. Default: of our documentation. */
  readonly src?: string;
  readonly policy?: string;
  readonly fallback?: string;
  readonly language?: string;
  readonly width?: number;
  readonly scheme?: string;
  /** Reports of the console that are no faults. */
  readonly expected?: RegExp;
  /** Whether the element shows an operation in the end. */
  readonly isShown?: boolean;
}

/** Opens a page of the other site with an operation, and fails on every report of the console. */
async function visit(shown: Shown, look: (page: Page) => Promise<void>): Promise<void> {
  const { src = `${sites.docs}${BOOK}#post`, policy, fallback = '<a href="/book">Add a book</a>' } = shown;
  const { language = 'en', width = 1200, scheme = 'light dark', expected, isShown = true } = shown;
  const body = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><title>Blog</title>
<script type="module" src="${sites.docs}${SCRIPT}"></script></head>
<body><main><h1>Blog</h1><h2>How to</h2><platform-operation src="${src}">${fallback}</platform-operation></main></body></html>`;
  sites.host.answers.set('/', { body, headers: policy === undefined ? {} : { 'Content-Security-Policy': policy } });
  const context = await sites.browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  try {
    await page.goto(`${sites.host.origin}/`);
    const result = page.locator(`platform-operation ${isShown ? '.pd-op' : 'p'}`);
    await result.first().waitFor({ state: 'attached', timeout: LIMITS.wait });
    await look(page);
    expect(wrong.filter((line) => expected?.test(line) !== true)).toEqual([]);
  } finally {
    await context.close();
  }
}

const operation = (page: Page) => page.locator('platform-operation .pd-op');
const colours = (page: Page) =>
  page
    .locator('platform-operation .pd-inside')
    .evaluate((inside) => [getComputedStyle(inside).backgroundColor, getComputedStyle(inside).color]);

test('the script is small, has one address, and other sites may load it', async () => {
  const { headers, status, body } = await fetch(sites.docs + SCRIPT).then(async (answer) => ({
    headers: answer.headers,
    status: answer.status,
    body: await answer.text(),
  }));
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(gzipSync(body).byteLength).toBeLessThanOrEqual(MOST_BYTES);
  const again = await fetch(sites.docs + SCRIPT, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

describe('an operation on a page of another site', () => {
  test('is that of its page, in its styles, under a strict policy', async () => {
    const policy =
      `default-src 'none'; script-src ${sites.docs}${SCRIPT}; connect-src ${sites.docs}; img-src data:; ` +
      "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'";
    await visit({ policy }, async (page) => {
      const shown = operation(page);
      expect(await shown.locator('h3').innerText()).toMatch(/^Add a book/);
      expect(await shown.innerText()).toContain('/library/book');
      expect(await page.getByRole('link', { name: 'Add a book', exact: true }).isVisible()).toBe(false);
      const method = shown.locator('.pd-paths .pd-m');
      expect(await method.evaluate((badge) => getComputedStyle(badge).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
      const links = await shown.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(links.length).toBeGreaterThan(5);
      expect(links.filter((link) => !link.startsWith(`${sites.docs}/platform/documentation`))).toEqual([]);
      expect(await shown.locator('script, iframe, form, style, [data-try]').count()).toBe(0);
    });
  });

  test.each([
    ['Library', 1200],
    ['Library', 390],
    ['ugly', 700],
  ])('has no violation that axe finds, and fits: %s, %i px', async (which, width) => {
    const src = which === 'ugly' ? `${sites.docs}${UGLY}#get` : `${sites.docs}${BOOK}#post`;
    await visit({ src, width }, async (page) => {
      expect(
        await wrongLooks(page, [
          { scheme: 'light', width },
          { scheme: 'dark', width },
          { scheme: 'dark', width, forcedColors: true },
        ]),
      ).toEqual([]);
    });
  });

  test('has the colours that the page has chosen', async () => {
    const found: string[][] = [];
    for (const scheme of ['light', 'dark'])
      await visit({ scheme }, async (page) => void found.push(await colours(page)));
    await visit({ scheme: 'light dark' }, async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(await colours(page));
    });
    expect(found[0]).not.toEqual(found[1]);
    expect(found[2]).toEqual(found[1]);
  });

  test('has one column where the page has no room for two, in a wide window as well', async () => {
    await visit({ width: 1440 }, async (page) => {
      const columns = () =>
        operation(page).evaluate((one) => getComputedStyle(one).gridTemplateColumns.split(' ').length);
      expect(await columns()).toBe(2);
      await page.locator('main').evaluate((main) => main.style.setProperty('width', '600px'));
      expect(await columns()).toBe(1);
      expect(await operation(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    });
  });

  test('unfolds by keys, and its links to parts of itself lead there', async () => {
    await visit({}, async (page) => {
      const folded = operation(page).locator('details:not([open]) > summary').first();
      await folded.focus();
      await page.keyboard.press('Enter');
      expect(await operation(page).locator('details[open]').count()).toBeGreaterThan(0);
      await operation(page).locator('.pd-ways a').last().focus();
      await page.keyboard.press('Enter');
      const focused = await page
        .locator('platform-operation')
        .evaluate((element) => element.shadowRoot?.activeElement?.shadowRoot?.activeElement?.id ?? '');
      expect(focused).toMatch(/^post\./);
      expect(page.url()).toBe(`${sites.host.origin}/`);
      await operation(page).locator('.pd-hash').click();
      await page.waitForURL(`${sites.docs}${BOOK}#post`);
    });
  });

  test('is another one when the address changes', async () => {
    await visit({}, async (page) => {
      const element = page.locator('platform-operation');
      await element.evaluate((one) =>
        one.setAttribute('src', (one.getAttribute('src') ?? '').replace('#post', '#get')),
      );
      await operation(page).getByRole('heading', { name: 'List books' }).waitFor();
      expect(await operation(page).count()).toBe(1);
    });
  });

  test('is the one around a part that the address names', async () => {
    await visit({ src: `${sites.docs}${BOOK}#get.parameters` }, async (page) => {
      expect(await operation(page).getAttribute('id')).toBe('get');
    });
  });
});

describe('the content of the element stays, with a message', () => {
  test.each([
    ['no operation', `${BOOK}#nothing`],
    ['no fragment', BOOK],
    ['a fragment that cannot be decoded', `${BOOK}#%ff`],
    ['a section that is no operation', `${BOOK}#fields`],
    ['no page', '/platform/documentation/Library-v1/Nothing#get'],
    ['another scheme', 'javascript:alert(1)'],
    ['another format', `${BOOK}.json#post`],
  ])('where the address has %s', async (_, path) => {
    const src = path.startsWith('/') ? sites.docs + path : path;
    await visit({ src, isShown: false, expected: /platform-operation|status of 404/ }, async (page) => {
      const element = page.locator('platform-operation');
      expect(await element.getByRole('link', { name: 'Add a book' }).isVisible()).toBe(true);
      expect(await element.locator('p').innerText()).toBe('This part of the documentation cannot be loaded.');
      expect(await operation(page).count()).toBe(0);
    });
  });

  test('and a link stands where there is no content', async () => {
    const src = `${sites.docs}${BOOK}#nothing`;
    await visit({ src, fallback: '', isShown: false, expected: /platform-operation/ }, async (page) => {
      expect(await page.locator('platform-operation').getByRole('link').getAttribute('href')).toBe(src);
    });
  });

  test.each([
    '<iframe class="pd-op" id="get" srcdoc="x"></iframe>',
    '<x-host class="pd-op" id="get" title="x">Text</x-host>',
    '<platform-operation class="pd-op" id="get" src="/rooted#get">Text</platform-operation>',
    '<form class="pd-op" id="get">Text</form>',
    '<style class="pd-op" id="get">p { color: red }</style>',
    '<svg class="pd-op" id="get"><a href="/">Text</a></svg>',
  ])('where the operation is no element of text: %s', async (root) => {
    const headers = { 'Access-Control-Allow-Origin': '*' };
    sites.hostile.answers.set('/rooted', { body: `<!doctype html><title>x</title>${root}`, headers });
    const src = `${sites.hostile.origin}/rooted#get`;
    await visit({ src, isShown: false, expected: /platform-operation/ }, async (page) => {
      expect(await operation(page).count()).toBe(0);
    });
  });

  test('where the other server leads elsewhere', async () => {
    const headers = { 'Access-Control-Allow-Origin': '*', Location: `${sites.docs}${BOOK}` };
    sites.hostile.answers.set('/moved', { body: '', headers });
    const src = `${sites.hostile.origin}/moved#post`;
    await visit(
      { src, isShown: false, expected: /another origin|cannot be reached|CORS|Failed to load/ },
      async (page) => {
        expect(await operation(page).count()).toBe(0);
      },
    );
  });
});

test('nothing of a hostile page acts on the page that shows it', async () => {
  const ran = 'globalThis.__ran = (globalThis.__ran ?? 0) + 1';
  const body = `<!doctype html><html lang="en"><head><title>x</title><base href="https://evil.example/">
<link rel="stylesheet" href="/own.css"><link rel="stylesheet" href="${sites.docs}/other.css"><script>${ran}</script></head>
<body><div class="pd-op" id="get" style="position:fixed;inset:0" onclick="${ran}" data-try="{}">
<h3 onmouseover="${ran}">Kept</h3><script>${ran}</script><script src="/x.js"></script><style>* { color: red }</style>
<img src="https://evil.example/x.png" onerror="${ran}" srcset="x"><img src="/x.png" onerror="${ran}">
<iframe srcdoc="<script>parent.${ran}</script>"></iframe><form action="https://evil.example/"><input name="q"><button>Go</button></form>
<svg onload="${ran}"><a href="javascript:${ran}"><script>${ran}</script></a></svg><math><mi href="javascript:x">m</mi></math>
<a href="javascript:${ran}">one</a><a href=" java\nscript:${ran}">two</a><a href="data:text/html,x">three</a>
<a href="/inside" target="_top" ping="/x" download>four</a><a href="https://else.example/">five</a>
<object data="/x"></object><embed src="/x"><video src="/x"></video><template><script>${ran}</script></template>
<x-host onclick="${ran}">custom</x-host><p is="x-built" style="color:red" popover contenteditable>Text</p>
<input type="checkbox" formaction="javascript:x"><input type="password"><slot></slot><meta http-equiv="refresh" content="0;url=/x">
<base href="/y"><details ontoggle="${ran}" open><summary>More</summary>Rest</details></div></body></html>`;
  const headers = { 'Access-Control-Allow-Origin': '*' };
  sites.hostile.answers.set('/page', { body, headers });
  sites.hostile.answers.set('/own.css', {
    type: 'text/css',
    headers,
    body: ':host { position: fixed !important; inset: 0 } :root { --pd-x: 1 } .pd-op { position: fixed; inset: 0; z-index: 9 }',
  });
  await visit({ src: `${sites.hostile.origin}/page#get`, expected: /Failed to load resource/ }, async (page) => {
    expect(await operation(page).textContent()).toContain('Kept');
    for (const event of ['click', 'mouseover', 'toggle'])
      await operation(page).locator('*').first().dispatchEvent(event);
    const left = await operation(page).evaluate((root) =>
      [root, ...root.querySelectorAll('*')].map(({ localName, attributes }) =>
        [localName, ...[...attributes].map(({ name, value }) => `${name}=${value}`)].join(' '),
      ),
    );
    const { origin } = sites.hostile;
    expect(left).toEqual([
      'div class=pd-op id=get',
      'h3',
      'img',
      `img src=${origin}/x.png`,
      'a',
      'a',
      'a',
      `a href=${origin}/inside`,
      'a href=https://else.example/',
      'p',
      'input type=checkbox',
      'details open=',
      'summary',
    ]);
    // A paragraph that was parsed with `is` would become one of these.
    await page.evaluate(() => {
      const built = class extends HTMLParagraphElement {
        connectedCallback() {
          Reflect.set(globalThis, '__ran', this.textContent);
        }
      };
      customElements.define('x-built', built, { extends: 'p' });
    });
    expect(await page.evaluate(() => Reflect.get(globalThis, '__ran'))).toBeUndefined();
    // Styles of the page cannot cover what is around the element.
    const { box, around } = await page.locator('platform-operation').evaluate((element) => ({
      box: element.getBoundingClientRect().toJSON(),
      around: document.elementFromPoint(20, 20)?.localName,
    }));
    expect(around).not.toBe('platform-operation');
    expect(box.y).toBeGreaterThan(0);
  });
});
