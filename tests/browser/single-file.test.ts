import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { commandIn } from '../commands/commands.ts';
import { makeSampleProject, removeProject } from '../http/servers.ts';
import { whileTesting } from '../while-testing.ts';
import { type Look, wrongLooks } from './appearance.ts';
import { launchBrowser } from './browser.ts';

const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 390 },
];
/** Width of the text on a sheet of A4. */
const SHEET = 688;

const GUIDE = `---
title: Joining
---
## The desk

![The way in](./door.svg) Then call \`POST /library/loan\`, and read [the house rules](rules.md#quiet).

| ${'Column with words | '.repeat(7)}
|${'---|'.repeat(7)}
| ${'`a_value_that_is_long_and_has_no_blank` | '.repeat(7)}

\`\`\`sh
echo ${'without-any-blank-'.repeat(20)}
\`\`\`
`;
const RULES = '---\ntitle: House rules\n---\n## Quiet\n\nIn the reading room.\n';

/** An API as one file and as a book, opened from disk without a network. */
class ExportedFiles {
  readonly #folder: string;
  readonly #browser: Awaited<ReturnType<typeof launchBrowser>>;

  private constructor(folder: string, browser: Awaited<ReturnType<typeof launchBrowser>>) {
    this.#folder = folder;
    this.#browser = browser;
  }

  static async open(): Promise<ExportedFiles> {
    const folder = makeSampleProject();
    const guides = join(folder, 'api-descriptors/library/guides');
    mkdirSync(guides);
    writeFileSync(join(guides, 'joining.md'), GUIDE);
    writeFileSync(join(guides, 'rules.md'), RULES);
    writeFileSync(
      join(guides, 'door.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="60"><rect width="40" height="60"/></svg>',
    );
    for (const form of ['single', 'book'])
      expect(await commandIn(folder, ['export', 'Library', `--${form}`, '-o', `${form}.html`])).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      });
    return new ExportedFiles(folder, await launchBrowser());
  }

  async close(): Promise<void> {
    await this.#browser.close();
    removeProject(this.#folder);
  }

  textOf(form: 'single' | 'book'): string {
    return readFileSync(join(this.#folder, `${form}.html`), 'utf8');
  }

  /** Opens a file, and fails on any request, error and report of the security policy. */
  async visit<T>(form: 'single' | 'book', look: (page: Page) => Promise<T>, javaScriptEnabled = true): Promise<T> {
    const context = await this.#browser.newContext({ javaScriptEnabled, offline: true });
    const page = await context.newPage();
    const url = pathToFileURL(join(this.#folder, `${form}.html`)).href;
    const wrong: string[] = [];
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('request', (request) => {
      if (request.url() !== url && !request.url().startsWith('data:')) wrong.push(request.url());
    });
    await page.goto(url);
    const result = await look(page);
    expect(wrong).toEqual([]);
    await context.close();
    return result;
  }
}

const files = whileTesting(() => ExportedFiles.open());

/** Links without a target in the file, and ids that several elements have. */
function faultsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
    const dead = links
      .filter(({ protocol }) => !/^(?:https?|mailto):$/.test(protocol))
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !href.startsWith('#') || document.getElementById(href.slice(1)) === null);
    return [...dead, ...ids.filter((id, index) => ids.indexOf(id) !== index)];
  });
}

describe.each(['single', 'book'] as const)('the %s', (form) => {
  test('has everything in it: its links lead to what it contains, and no id is there twice', async () => {
    const [faults, parts, pictures, fonts] = await files.visit(form, async (page) => [
      await faultsOf(page),
      await page.locator('.pd-part').count(),
      await page.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth)),
      await page.evaluate(() => document.fonts.ready.then((ready) => [...ready].map(({ status }) => status))),
    ]);
    expect(faults).toEqual([]);
    expect(parts).toBeGreaterThan(15);
    expect(pictures).toEqual([40]);
    expect(fonts).toContain('loaded');
    expect(files.textOf(form)).not.toMatch(/(?:src|href)="(?!#|https?:|mailto:|data:)/);
  });

  test('fits and has no violation that axe finds, in all looks', async () => {
    const wrong = await files.visit(form, async (page) => {
      // The browser draws a part when it comes near; before that, axe would measure places that it does not have.
      await page.locator('.pd-part').evaluateAll((parts: HTMLElement[]) => {
        for (const { style } of parts) style.contentVisibility = 'visible';
      });
      return wrongLooks(page, LOOKS);
    });
    expect(wrong).toEqual([]);
  });
});

test('without a script everything is there to read, and the list of contents leads to it', async () => {
  await files.visit(
    'single',
    async (page) => {
      expect(await page.getByRole('searchbox').count()).toBe(0);
      await page.getByRole('navigation').getByRole('link', { name: 'Borrow a book' }).click();
      expect(new URL(page.url()).hash).toBe('#Loan/post');
      await page.getByRole('heading', { name: 'Borrow a book' }).waitFor();
    },
    false,
  );
});

test.each([
  // question      hash of the first answer
  ['borrow', '#Loan/post'],
  ['house rules', '#guides/rules/'],
  ['validation', '#schemas/ValidationProblem/'],
  ['isbn', '#Book/post.body.isbn'],
])('the search for %s leads to %s', async (question, hash) => {
  await files.visit('single', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type(question);
    await page.locator('.pd-hits li').first().waitFor();
    expect(await page.getByRole('status').first().textContent()).toMatch(/^\d+ results?/);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe(hash);
    expect(await page.locator('.pd-hits').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.querySelector(':target')?.checkVisibility())).toBe(true);
  });
});

test('the search says that nothing was found, and closes on Escape', async () => {
  await files.visit('single', async (page) => {
    await page.getByRole('searchbox').fill('zzqq');
    expect(await page.getByRole('status').first().textContent()).toBe('Nothing was found for “zzqq”.');
    await page.keyboard.press('Escape');
    expect(await page.locator('.pd-hits').isVisible()).toBe(false);
  });
});

test('a link to a document marks its title alone, at the side where a line begins', async () => {
  await files.visit('single', async (page) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Book', exact: true }).first().click();
    const marksOf = (): Promise<readonly string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('.pd-part:target > :is(h1, h2)')].map(
          (heading) => /(-?\d+)px 0px 0px 0px,/.exec(getComputedStyle(heading).boxShadow)?.[1] ?? 'none',
        ),
      );
    expect(await marksOf()).toEqual(['-8', 'none', 'none']);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await marksOf()).toEqual(['8', 'none', 'none']);
  });
});

test('nothing but its own script runs', async () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(files.textOf('single'))?.[1];
  expect(policy).toMatch(/^default-src &#039;none&#039;; script-src &#039;sha256-[^ ]+&#039;; style-src &#039;sha256-/);
  expect(policy).not.toMatch(/unsafe|https?:/);
});

test('a book is printed with bookmarks and page numbers, and nothing of it is cut', async () => {
  const pdf = await files.visit('book', async (page) => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: SHEET, height: 900 });
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
        .filter((element) => getComputedStyle(element).overflowX !== 'visible')
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SHEET);
    expect(await page.locator('details:not([open])').count()).toBe(0);
    return (await page.pdf({ outline: true, tagged: true, preferCSSPageSize: true })).toString('latin1');
  });
  const bookmarks = [...pdf.matchAll(/\/Title \(([^)]*)\)|\/Title <([\da-f]+)>/gi)].map(
    ([, text, hex]) =>
      text ??
      Buffer.from(hex ?? '', 'hex')
        .subarray(2)
        .swap16()
        .toString('utf16le')
        .replaceAll('\u2002', ' '),
  );
  for (const title of ['Joining', 'House rules', 'Borrow a book', 'Schemas', 'ValidationProblem'])
    expect(bookmarks.join('\n')).toMatch(new RegExp(`^[\\d.]+ ${title}`, 'm'));
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(20);
  // The numbers of pages are in margin boxes, and the titles of chapters, as browsers have them since Chromium 131.
  expect(files.textOf('book')).toMatch(/@bottom-right\s*{[^}]*counter\(page\)/);
  expect(files.textOf('book')).toContain('@page chapter1 { @top-right { content: "1 Joining"');
});
