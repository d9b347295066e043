import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ServedProject } from '../http/served-project.ts';
import { UGLY } from '../unit/admin/ugly-descriptor.ts';
import { pageOpener, send, tabTo } from './admin-page.ts';
import { type Look, wrongLooks } from './appearance.ts';

export const UGLY_FILE = 'api-descriptors/ugly/v1.yaml';
const ROOT = '/platform/admin/documentation';
const SERVICE = '/service?api=Ugly-v1&service=Book';
const OPERATION = '/operation?api=Ugly-v1&service=Book&operation=collection+POST';
const LONG = 'a_very_long_field_name_that_goes_on_and_on_without_any_place_to_break_it_in_two_parts_for_readers';
const HOSTILE = UGLY.replace('"Library"', 'Ugly')
  .replace('name: first', `name: ${LONG}`)
  .replace("'It''s title'", '"</textarea><script>alert(1)</script> مرحبا"')
  .replace('summary: Fetch', 'summary: "<b>Fetch</b> مرحبا"');

/** Adds the descriptor that the forms are about. */
export function addUgly(folder: string): void {
  mkdirSync(join(folder, 'api-descriptors/ugly'));
  writeFileSync(join(folder, UGLY_FILE), HOSTILE);
}

/** The forms for texts of descriptors, in a project with {@link addUgly} that is developed. */
export function describeTextForms(project: ServedProject, browser: Browser): void {
  beforeEach(() => write(HOSTILE));

  const write = (text: string): void => writeFileSync(join(project.folder, UGLY_FILE), text);
  const written = (): string => readFileSync(join(project.folder, UGLY_FILE), 'utf8');

  const openAt = pageOpener(browser);
  const open = (path: string, look: (page: Page) => Promise<void>): Promise<void> =>
    openAt(project.server.origin + ROOT + path, look);
  const openPlain = (path: string, look: (page: Page) => Promise<void>): Promise<void> =>
    openAt(project.server.origin + ROOT + path, look, { javaScript: false });

  describe('in Chromium, without JavaScript', () => {
    test('texts are edited, errors are reported, and the documentation shows the texts at once', async () => {
      await openPlain('', async (page) => {
        await page.getByRole('link', { name: 'Edit Ugly-v1' }).click();
        await page.getByRole('link', { name: 'Service Book' }).click();
        expect(await page.getByLabel('title', { exact: true }).inputValue()).toBe(
          '</textarea><script>alert(1)</script> مرحبا',
        );
        await page.getByLabel('Summary').fill('All our books');
        await page.getByLabel('author', { exact: true }).fill('Whoever\nwrote it');
        await page.getByLabel('Status codes').fill('503\nmany');
        await send(page, 'Save');
        expect(await page.getByRole('alert').textContent()).toContain('“many” is not a status code');
        expect(await page.getByLabel('Summary').inputValue()).toBe('All our books');
        expect(written()).toBe(HOSTILE);
        await page.getByLabel('Status codes').fill('503 Service Unavailable\n429');
        await send(page, 'Save');
        expect(await page.getByRole('status').textContent()).toContain('The texts are saved.');
        const { status, text } = await fetch(`${project.server.origin}/platform/documentation/Ugly/Book.json`).then(
          async (answer) => ({
            status: answer.status,
            text: await answer.text(),
          }),
        );
        expect(status).toBe(200);
        expect(text).toContain('Whoever\\nwrote it');
        for (const kept of ['# only at night', '# really', '# reads', 'x-own: [ 1,  2 ]'])
          expect(written()).toContain(kept);
      });
    });

    test('an example is generated, looked at, and taken over', async () => {
      await openPlain(OPERATION, async (page) => {
        await page.getByLabel('Description', { exact: true }).fill('typed');
        await send(page, 'Generate request example');
        expect(await page.getByRole('status').textContent()).toContain('not saved yet');
        expect(JSON.parse(await page.getByLabel('Request example').inputValue())).toMatchObject({
          title: 'Say "no"',
        });
        expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('typed');
        expect(written()).toBe(HOSTILE);
        await send(page, 'Save');
        expect(await page.getByRole('status').textContent()).toContain('saved');
        const swagger = await fetch(`${project.server.origin}/platform/documentation/Ugly/Book.openapi.json`).then(
          (answer) => answer.text(),
        );
        expect(swagger).toContain('"example":{"title":"Say \\"no\\""');
      });
    });

    test('after an edit conflict the user sees what changed, and keeps what was typed', async () => {
      await openPlain(SERVICE, async (page) => {
        await page.getByLabel('Summary').fill('Mine');
        const theirs = HOSTILE.replace('folded\n        text', 'theirs');
        write(theirs);
        await send(page, 'Save');
        const alert = page.getByRole('alert');
        expect(await alert.textContent()).toContain('has changed since the form was opened');
        await alert.getByRole('link', { name: 'author: The file now has: theirs' }).click();
        expect(await page.getByLabel('Summary').inputValue()).toBe('Mine');
        expect(written()).toBe(theirs);
        await page.getByLabel('author', { exact: true }).fill('theirs');
        await send(page, 'Save');
        expect(written()).toContain('theirs');
        expect(written()).toContain('summary: Mine');
      });
    });
  });

  test('the keyboard alone is enough', async () => {
    await open('/api?api=Ugly-v1', async (page) => {
      await tabTo(page, 'Service Book');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await tabTo(page, 'Summary');
      await page.keyboard.type('By keys');
      await tabTo(page, 'Status codes');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('many');
      await tabTo(page, 'Save');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await tabTo(page, (await page.getByRole('alert').getByRole('link').textContent()) ?? '');
      await page.keyboard.press('Enter');
      // Keys go on from there once the browser is there.
      await page.waitForURL('**#field-response_status_codes');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-response_status_codes');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('503');
      // Its field stands above.
      for (let presses = 0; (await page.evaluate(() => document.activeElement?.id)) !== 'field-summary'; presses += 1) {
        expect(presses).toBeLessThan(80);
        await page.keyboard.press('Shift+Tab');
      }
      // Enter in a line saves, and does nothing else.
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.getByRole('status').textContent()).toContain('saved');
      expect(written()).toContain('summary: By keys');
    });
  });

  test('saving is not undone by the reload that the change of a file brings to other pages', async () => {
    await open(SERVICE, async (page) => {
      for (let round = 0; round < 3; round += 1) {
        await page.getByLabel('Summary').fill(`Round ${round}`);
        await send(page, 'Save');
        await page.getByRole('status').waitFor();
        await page.goBack();
        await page.goto(project.server.origin + ROOT + SERVICE);
        expect(await page.getByLabel('Summary').inputValue()).toBe(`Round ${round}`);
      }
    });
  });

  describe('pages', () => {
    const paths = [
      '',
      '/api?api=Ugly-v1',
      '/api?api=Orders-v1',
      SERVICE,
      OPERATION,
      '/operation?api=Ugly-v1&service=Book&operation=entity+GET',
    ];
    const looks: readonly Look[] = [
      { width: 1280, scheme: 'light' },
      { width: 360, scheme: 'light' },
      { width: 360, scheme: 'dark' },
    ];
    test.each(paths)('%s fits and has no violation that axe finds, in all looks', async (path) => {
      await open(path, async (page) => {
        expect(await page.title()).not.toContain('404');
        expect(await wrongLooks(page, looks)).toEqual([]);
      });
    });

    test('a form with errors, in all looks', async () => {
      await open(OPERATION, async (page) => {
        await page.getByLabel('Request example').fill('{');
        await page.getByLabel('Status codes').fill('x');
        await send(page, 'Save');
        expect(await page.getByRole('alert').getByRole('link').count()).toBe(2);
        expect(await wrongLooks(page, looks)).toEqual([]);
      });
    });
  });
}
