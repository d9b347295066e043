import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { whileTesting } from '../../while-testing.ts';
import type { ServedProject } from '../served-project.ts';
import { whileEdited } from './project.ts';

const LIST = '/platform/documentation';
const SERVICE = `${LIST}/Library/Book`;
/** Under the custom frame, not under the view script. */
const SCHEMAS = `${LIST}/Library/schemas`;
const DESCRIPTOR = 'api-descriptors/library/v1.yaml';
const CONFIGURATION = 'config/autoload/global.yaml';

const ERRORS = /^\d+ errors?$/;

/** Tests in Chromium a project that is developed while something in it is broken. */
export function describeFaultPages(project: ServedProject): void {
  const browser = whileTesting(launchBrowser);

  let page: Page;
  let reports: string[];
  beforeEach(async () => {
    page = await browser.newPage();
    reports = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) reports.push(message.text());
    });
  });
  afterEach(() => page.close());

  /** The page is another now, by its own doing. */
  const isGone = (): Promise<void> => page.locator('h1', { hasText: ERRORS }).waitFor({ state: 'detached' });

  /** Problem and fix of the first error. */
  const said = (): Promise<string | null> => page.locator('section').first().locator('p').textContent();

  describe('what is broken is shown under the URL that was asked for, until it is fixed', () => {
    test.each([
      // name, path, file, from, to, place, problem, fix
      [
        'a descriptor',
        SERVICE,
        DESCRIPTOR,
        'description: Books',
        'descriptoin: Books',
        `${DESCRIPTOR}:3:1`,
        '"descriptoin" is not a key of this API descriptor.',
        'Write "description".',
      ],
      [
        'the list beside it',
        LIST,
        DESCRIPTOR,
        'description: Books',
        'descriptoin: Books',
        `${DESCRIPTOR}:3:1`,
        '"descriptoin" is not a key of this API descriptor.',
        'Write "description".',
      ],
      [
        'the configuration',
        SERVICE,
        CONFIGURATION,
        'view_manager:',
        'view_manger:',
        `${CONFIGURATION}:6:1`,
        'view_manger: This key is not known.',
        'Remove it: view_manager is there already.',
      ],
      [
        'what it closes',
        SERVICE,
        CONFIGURATION,
        'platform-documentation:\n',
        'platform-documentation:\n  access: staf\n',
        `${CONFIGURATION}:2:3`,
        'platform-documentation.access: There is no adapter "staf".',
        'Add "staf" to platform-mvc-auth.authentication.adapters.',
      ],
      [
        'a template',
        SERVICE,
        'templates/Show.astro',
        '<title>Custom {',
        '<title>Custom {(',
        'templates/Show.astro:15',
        'The templates cannot be loaded.',
        'view_manager.template_map.platform-documentation/show: templates/Show.astro',
      ],
      [
        'a format',
        `${SERVICE}.adoc`,
        'config/formats/asciidoc.ts',
        'export default',
        'export default )',
        'config/formats/asciidoc.ts:77:16',
        'platform-documentation.formats.asciidoc: config/formats/asciidoc.ts:77:16: The module cannot be loaded:',
        'Fix the module, or remove it from the configuration.',
      ],
    ])('%s', async (_, path, file, from, to, place, problem, fix) => {
      await whileEdited(project.folder, file, from, to, async () => {
        // Asked for once: a page of the project reloads itself after an edit, which may replace a second navigation to
        // the same address. Playwright waits for that until the test ends.
        expect((await page.goto(project.server.origin + path))?.status()).toBeGreaterThanOrEqual(500);
        // It may reload once more: what was saved may have been seen in two steps.
        await expect.poll(() => page.locator('h1').textContent()).toMatch(ERRORS);
        await expect.poll(() => page.locator('h2').first().textContent()).toContain(place);
        await expect.poll(said).toContain(problem);
        expect(await said()).toContain(fix);
        expect(page.url()).toBe(project.server.origin + path);
      });
      await isGone();
      expect(reports).toEqual([]);
    });

    test('a template that throws', async () => {
      await whileEdited(
        project.folder,
        'templates/Show.astro',
        'const view = Astro.props;',
        'const view = Astro.props;\nthrow new Error("no luck");',
        async () => {
          expect((await page.goto(project.server.origin + SERVICE))?.status()).toBe(500);
          expect(await said()).toContain('no luck');
          expect(await said()).toContain('view_manager.template_map.platform-documentation/show');
          expect(await page.locator('h2').textContent()).toMatch(/^templates\/Show\.astro:\d+:\d+$/);
          expect(page.url()).toBe(project.server.origin + SERVICE);
        },
      );
      await isGone();
    });

    test('a page that is open becomes it, and is itself again', async () => {
      // Until Vite's client is connected, an edit does not reload the page.
      const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
      await page.goto(project.server.origin + SCHEMAS);
      await connected;
      const heading = await page.locator('h1').textContent();
      await whileEdited(project.folder, DESCRIPTOR, 'description: Books', 'descriptoin: Books', async () => {
        await page.locator('h1', { hasText: ERRORS }).waitFor();
      });
      await expect.poll(() => page.locator('h1').textContent()).toBe(heading);
    });
  });

  test('documentation without errors is a link away', async () => {
    const broken = join(project.folder, 'api-descriptors/broken.yaml');
    writeFileSync(broken, 'api: <b>\n');
    try {
      await page.goto(project.server.origin + LIST);
      await page.locator('a', { hasText: 'Library' }).click();
      await page.locator('h1[data-type="api"]').waitFor();
    } finally {
      rmSync(broken);
    }
  });
}
