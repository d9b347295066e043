import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { serveVisitedProject } from '../visits.ts';
import type { Engine } from './contract.ts';
import { firefox, startFirefox } from './firefox.ts';
import { isWebKitInstalled, startWebKit } from './webkit.ts';

const ROOT = '/platform/documentation';
const ENGINES = [
  ['Firefox (skipped where it is not installed: firefox-esr)', firefox !== undefined, startFirefox],
  ['WebKit (skipped where it is not installed: webkit2gtk-driver, xvfb)', isWebKitInstalled, startWebKit],
] as const;

/** One of every type, with its heading. */
const PAGES = [
  ['the list of APIs', ROOT, 'Example APIs'],
  ['an overview', `${ROOT}/Library-v1`, 'Library'],
  ['a group', `${ROOT}/Orders-v1/groups/Orders`, 'Orders'],
  ['a service', `${ROOT}/Library-v1/Book`, 'Book'],
  ['an ugly service', `${ROOT}/Ugly-v1/ugly`, 'Ugly'],
  ['a guide', `${ROOT}/Ugly-v1/guides/code`, 'Long code'],
  ['the schemas', `${ROOT}/Orders-v1/schemas`, 'Schemas'],
  ['a schema', `${ROOT}/Orders-v1/schemas/Order`, 'Order'],
  ['the results of a search', `${ROOT}?q=book`, 'book'],
  ['what changed', `${ROOT}/Library-v2/changes`, 'Changes from version 1 to 2'],
  ['a page that is not there', `${ROOT}/Library-v1/Bok`, '404'],
] as const;

/** Elements that a selector finds and that a reader does not see. */
const unseen = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => !one.checkVisibility({ contentVisibilityAuto: true }) || one.getBoundingClientRect().height === 0).map((one) => one.outerHTML.slice(0, 200))`;

const project = whileTesting(() => serveVisitedProject());

describe.each(ENGINES)('%s', (_name, isInstalled, start) => {
  describe.skipIf(!isInstalled)('pages', () => {
    let engine: Engine;
    let origin: string;
    beforeAll(async () => {
      ({ origin } = project.server);
      engine = await start();
    });
    afterAll(() => engine?.close());

    test('have one module, which chooses samples for all operations and copies them', async () => {
      await engine.open(`${origin}${ROOT}/Library-v1/Book`, 1440, 900);
      await engine.evaluate('(localStorage.clear(), true)');
      expect(await engine.evaluate('document.querySelectorAll("script[type=module]").length')).toBe(1);
      const shown =
        '[...document.querySelectorAll(".pd-samples")].map((one) => [...one.querySelectorAll("pre")].filter((block) => block.checkVisibility()).map((block) => block.textContent.slice(0, 6)).join())';
      const count = await engine.evaluate('document.querySelectorAll(".pd-samples").length');
      expect(await engine.evaluate(shown)).toEqual(Array(Number(count)).fill('curl -'));
      await engine.click('.pd-samples figcaption button:nth-child(3)');
      expect(await engine.evaluate(shown)).toEqual(Array(Number(count)).fill('import'));
      // The title records the copied text: no engine lets a test read the clipboard.
      await engine.evaluate('(navigator.clipboard.writeText = async (text) => void (document.title = text), true)');
      const status = 'document.querySelector("[role=status]")';
      await engine.evaluate(
        `(new MutationObserver(() => (document.body.dataset.said ||= ${status}.textContent)).observe(${status}, { childList: true }), true)`,
      );
      await engine.click('.pd-samples .pd-copy');
      await expect.poll(() => engine.evaluate('document.body.dataset.said ?? ""')).toBe('Copied');
      expect(await engine.evaluate('document.title')).toMatch(/^import requests/);
      await engine.open(`${origin}${ROOT}/Library-v1/Loan`, 1440, 900);
      // The script may come after the page.
      await expect.poll(() => engine.evaluate(shown)).toContain('import');
      await engine.evaluate('(localStorage.clear(), true)');
    });

    test('have operations that pages of other sites show, in their styles', async () => {
      const host = createServer((_request, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(
          `<!doctype html><html lang="en"><title>Blog</title><script type="module" src="${origin}/platform/operation.js"></script>` +
            `<platform-operation src="${origin}${ROOT}/Library-v1/Book#post">Later</platform-operation>`,
        );
      });
      await once(host.listen(0, '127.0.0.1'), 'listening');
      try {
        await engine.open(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`, 1440, 900);
        const inside =
          'document.querySelector("platform-operation").shadowRoot.querySelector(".frame > div")?.shadowRoot';
        await expect
          .poll(() => engine.evaluate(`${inside}?.querySelector("h3")?.innerText ?? ""`))
          .toMatch(/^Add a book/);
        const columns = `getComputedStyle(${inside}.querySelector(".pd-op")).gridTemplateColumns.split(" ").length`;
        expect(await engine.evaluate(columns)).toBe(2);
        const ground = `getComputedStyle(${inside}.querySelector(".pd-paths .pd-m")).backgroundColor`;
        expect(await engine.evaluate(ground)).toMatch(/^rgb\(/);
      } finally {
        host.close().closeAllConnections();
      }
    });

    test('have their style sheet', async () => {
      await engine.open(origin + ROOT, 1440, 900);
      expect(await engine.evaluate('getComputedStyle(document.body).getPropertyValue("--pd-bg") !== ""')).toBe(true);
    });

    test.each(PAGES)('shows %s whole, wide and narrow', async (_page, path, heading) => {
      for (const width of [1440, 500]) {
        await engine.open(origin + path, width, 900);
        expect(await engine.evaluate('document.querySelector("h1").innerText')).toContain(heading);
        const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect([width, await engine.evaluate(sideways)]).toEqual([width, 0]);
        expect(await engine.evaluate(unseen('h1, main h2, main h3, main .pd-op'))).toEqual([]);
      }
      expect(engine.errors().filter((text) => !text.includes('404'))).toEqual([]);
    });

    test('are light or dark as the reader chooses', async () => {
      await engine.open(`${origin}${ROOT}/Library-v1/Book`, 1440, 900);
      const ground = 'getComputedStyle(document.body).backgroundColor';
      const chooser = 'document.querySelector(".pd-scheme select")';
      const choose = (scheme: string): Promise<unknown> =>
        engine.evaluate(
          `((list) => ((list.value = "${scheme}"), ` +
            `list.dispatchEvent(new Event("change", { bubbles: true }))))(${chooser})`,
        );
      await choose('dark');
      expect(await engine.evaluate(ground)).toBe('rgb(17, 22, 29)');
      await engine.open(`${origin}${ROOT}/Library-v2`, 1440, 900);
      expect(await engine.evaluate(ground)).toBe('rgb(17, 22, 29)');
      await choose('light');
      expect(await engine.evaluate(ground)).toBe('rgb(255, 255, 255)');
      await choose('');
    });

    test('shows the navigation beside a wide page, and opens it on a narrow one', async () => {
      const isSeen = '.pd-nav > details > ul a';
      await engine.open(`${origin}${ROOT}/Library-v1/Book`, 1440, 900);
      expect(await engine.evaluate(`document.querySelectorAll(${JSON.stringify(isSeen)}).length > 2`)).toBe(true);
      // Without this selector, the navigation of a wide page opens as that of a narrow one.
      if ((await engine.evaluate('CSS.supports("selector(::details-content)")')) !== true)
        await engine.click('.pd-nav > details > summary');
      await expect.poll(() => engine.evaluate(unseen(isSeen))).toEqual([]);
      await engine.open(`${origin}${ROOT}/Library-v1/Book`, 500, 900);
      expect(await engine.evaluate(unseen(isSeen))).not.toEqual([]);
      await engine.click('.pd-nav > details > summary');
      // A driver may say that it has clicked before the page has taken notice.
      await expect.poll(() => engine.evaluate(unseen(isSeen))).toEqual([]);
    });

    test('opens and closes what is folded', async () => {
      await engine.open(`${origin}${ROOT}/Ugly-v1/ugly`, 1440, 900);
      const isOpen = 'document.querySelector("main details:not([open]), main details[data-tried]").open';
      await engine.evaluate('(document.querySelector("main details:not([open])").dataset.tried = "", true)');
      await engine.click('main details[data-tried] > summary');
      await expect.poll(() => engine.evaluate(isOpen)).toBe(true);
      await engine.click('main details[data-tried] > summary');
      await expect.poll(() => engine.evaluate('document.querySelector("[data-tried]").open')).toBe(false);
    });

    test('shows the field that a link leads to, also in what is folded', async () => {
      await engine.open(`${origin}${ROOT}/Ugly-v1/ugly`, 1440, 900);
      const id = await engine.evaluate('document.querySelector("main details:not([open]) li[id]").id');
      await engine.open(`${origin}${ROOT}/Library-v1`, 1440, 900);
      await engine.open(`${origin}${ROOT}/Ugly-v1/ugly#${encodeURIComponent(String(id))}`, 1440, 900);
      expect(await engine.evaluate(unseen(`[id="${id}"]`))).toEqual([]);
    });

    test('draws both schemes', async () => {
      await engine.open(`${origin}${ROOT}`, 1440, 900);
      const ground = async (scheme: string): Promise<unknown> =>
        engine.evaluate(
          `(document.documentElement.style.colorScheme = ${JSON.stringify(scheme)}, getComputedStyle(document.body).backgroundColor)`,
        );
      expect(await ground('light')).not.toEqual(await ground('dark'));
    });
  });
});
