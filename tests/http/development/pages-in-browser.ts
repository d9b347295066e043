import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addUgly, describeTextForms, UGLY_FILE } from '../../browser/admin-documentation.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { whileTesting } from '../../while-testing.ts';
import type { ServedProject } from '../served-project.ts';

const ADMIN = '/platform/admin';

/** Tests the samples in Chromium while they are developed. */
export function describePagesInBrowser(project: ServedProject): void {
  const browser = whileTesting(launchBrowser);

  test('the terminal and the foot of each page lead to the administration', async () => {
    await expect
      .poll(() => project.server.output())
      .toContain(`Administration, from this machine only: ${project.server.origin}${ADMIN}\n`);
    const page = await browser.newPage();
    await page.goto(`${project.server.origin}/platform/documentation/Library`);
    await Promise.all([
      page.waitForURL(`${project.server.origin}${ADMIN}/status`),
      page.getByRole('link', { name: 'Administration' }).click(),
    ]);
    await page.close();
  });

  test.each([
    ['/platform/documentation', true],
    ['/platform/documentation/Library', true],
    ['/platform/documentation/Library/Book', true],
    ['/platform/documentation/Library/schemas', true],
    ['/platform/documentation/Nothing', true],
    [`${ADMIN}/status`, false, 2],
    [`${ADMIN}/authentication/new`, false, 2],
    [`${ADMIN}/documentation/service?api=Library-v1&service=Book`, false, 2],
    [`${ADMIN}/nothing`, false],
  ])(
    '%s has its style sheets, no inline style and no report of the security policy while developing',
    async (path, isReloaded, sheets = 1) => {
      const page = await browser.newPage();
      const wrong: string[] = [];
      page.on('console', (message) => {
        const isExpected = message.text().includes('status of 404') && path.endsWith('othing');
        if (['error', 'warning'].includes(message.type()) && !isExpected) wrong.push(message.text());
      });
      page.on('pageerror', ({ message }) => wrong.push(message));
      try {
        await page.goto(project.server.origin + path, { waitUntil: 'networkidle' });
        const seen = await page.evaluate(() => ({
          inline: document.querySelectorAll('style, [style]').length,
          sheets: [...document.styleSheets].map(({ href, cssRules }) => [href !== null, cssRules.length > 0]),
          logo: getComputedStyle(document.querySelector('.pd-header') ?? document.body).display,
          scripts: [...document.scripts].map(({ src }) => new URL(src).pathname),
        }));
        expect(wrong).toEqual([]);
        expect(seen).toEqual({
          inline: 0,
          sheets: Array(sheets).fill([true, true]),
          logo: 'flex',
          scripts: isReloaded
            ? [
                '/src/views/scripts/scheme.ts',
                '/@vite/client',
                ...(path.endsWith('othing') ? [] : ['/src/views/scripts/page.ts']),
              ]
            : [],
        });
      } finally {
        await page.close();
      }
    },
  );

  describe('forms for the texts of descriptors', () => {
    beforeAll(async () => {
      addUgly(project.folder);
      // An added file may be read a moment later.
      const page = `${project.server.origin}/platform/documentation/Ugly`;
      await vi.waitFor(async () => expect((await fetch(page)).status).toBe(200));
    });
    afterAll(() => rmSync(dirname(join(project.folder, UGLY_FILE)), { recursive: true }));
    describeTextForms(project, browser);
  });
}
