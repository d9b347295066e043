import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { whileTesting } from '../while-testing.ts';
import { send as sendForm } from './admin-page.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const USER = { name: 'ada', password: 'secret' };
/** Reports of challenges, and of a form that is refused. */
const CHALLENGE = /status of 4(?:01|22)/;

const site = whileTesting(() =>
  VisitedSite.open((folder) => {
    const { name, password } = USER;
    const realm = 'Library partners';
    writeFileSync(join(folder, 'data/htpasswd'), `${name}:${hashPassword(password, 'bcrypt', 4)}\n`);
    writeFileSync(join(folder, 'data/htdigest'), `${name}:${realm}:${digestOf(name, realm, password, 'MD5')}\n`);
    const settings = {
      'platform-documentation': {
        base_url: 'https://example.org/docs',
        locales: ['en', 'ar'],
        try_it: { Library: 'self' },
        theme: { brand: '#7a1f4b' },
      },
      'platform-admin': { adapter: 'staff', listen: 'same' },
    };
    writeFileSync(join(folder, 'config/autoload/site.local.yaml'), JSON.stringify(settings));
  }),
);

test('the palette searches, and leads to the page of a result', async () => {
  await site.visit({ path: ROOT, javaScript: true }, async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('loan');
    await page.locator('dialog.pd-palette[open] [role=option]').first().waitFor();
    await Promise.all([page.waitForURL(/\/docs\/platform\/documentation\/.+/), page.keyboard.press('Enter')]);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).not.toContain('404');
  });
});

test('the form searches without a script, and pages lead to each other', async () => {
  await site.visit({ path: `${ROOT}/Library` }, async (page) => {
    await page.getByRole('searchbox').fill('loan');
    await Promise.all([page.waitForURL(/\?q=loan/), page.getByRole('searchbox').press('Enter')]);
    const results = page.locator('main a');
    expect(await results.count()).toBeGreaterThan(1);
    await Promise.all([page.waitForURL(/\/docs\/platform\/documentation\/Library-v\d/), results.first().click()]);
  });
});

test('styles, fonts and scripts are those of the site', async () => {
  await site.visit({ path: `${ROOT}/Library-v1/Book`, javaScript: true }, async (page) => {
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    expect(loaded.filter((path) => !path.startsWith('/docs/_astro/'))).toEqual([]);
    expect(loaded.some((path) => path.endsWith('.woff2'))).toBe(true);
    expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true);
    expect(await page.locator('.pd-copy').count()).toBeGreaterThan(0);
  });
});

test.each([
  ['Library-v1/Book', 'get', '/docs/library/book'],
  ['Library-v2/Book', 'get', '/docs/v2/library/book'],
])('an operation of %s is called below the path, with a log-in', async (service, operation, path) => {
  await site.visit({ path: `${ROOT}/${service}`, javaScript: true, expected: CHALLENGE }, async (page) => {
    const called: string[] = [];
    page.on('request', (request) => called.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const section = page.locator(`section[id="${operation}"]`);
    await section.getByRole('button', { name: 'Try it' }).click();
    const panel = section.getByRole('region', { name: 'Try it' });
    await panel.waitFor();
    if ((await panel.getByLabel('User').count()) > 0) {
      await panel.getByLabel('User').fill(USER.name);
      await panel.getByLabel('Password').fill(USER.password);
    }
    expect(await panel.locator('pre').first().innerText()).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+${path}`));
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
    expect(await panel.getByRole('status').textContent()).toMatch(/^200 OK/);
    expect(called).toContain(`GET ${path}`);
  });
});

test('the administration is below the path, and its forms are accepted', async () => {
  await site.visit({ path: `${ROOT}/Library`, javaScript: true, expected: CHALLENGE }, async (page) => {
    const credentials = Buffer.from(`${USER.name}:${USER.password}`).toString('base64');
    await page.setExtraHTTPHeaders({ Authorization: `Basic ${credentials}` });
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/docs/platform/admin`);
    expect(page.url()).toBe(`${origin}/docs/platform/admin/status`);
    await Promise.all([
      page.waitForURL(/admin\/authentication$/),
      page.getByRole('link', { name: 'Authentication' }).first().click(),
    ]);
    await page.getByRole('link', { name: 'New adapter' }).click();
    await sendForm(page, 'Save');
    expect(page.url()).toMatch(/\/docs\/platform\/admin\/authentication/);
    expect(await page.locator('[aria-invalid]').count()).toBeGreaterThan(0);
    await Promise.all([page.waitForURL(/\/docs\/platform\/documentation/), page.goto(`${origin}/docs/`)]);
  });
});
