import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { serveProject } from '../http/served-project.ts';
import { makeSampleProject, provideBuild } from '../http/servers.ts';
import { whileTesting } from '../while-testing.ts';
import { pageOpener, send, tabTo } from './admin-page.ts';
import { type Look, wrongLooks } from './appearance.ts';
import { launchBrowser } from './browser.ts';

const ADMIN = { username: 'root', password: 'toor' };
const ROOT = '/platform/admin';
const MANY_ADAPTERS = 30;
const API = '/v2/library/book';

const adapter = (name: string): string => `      ${name}:
        adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter
        options: { accept_schemes: [basic], realm: ${name}, htpasswd: data/admins }
`;
const configurationWith = (names: readonly string[]): string =>
  `platform-mvc-auth:\n  authentication:\n    adapters:\n${names.map(adapter).join('')}platform-admin: { adapter: admins }\n`;

const project = whileTesting(async () => {
  const folder = makeSampleProject();
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/admins'), `root:${hashPassword('toor', 'sha1')}\n`);
  writeFileSync(join(folder, 'config/autoload/local.yaml'), configurationWith(['admins']));
  await provideBuild(folder);
  return serveProject(folder);
});
const browser = whileTesting(launchBrowser);

const openAt = pageOpener(browser, { httpCredentials: ADMIN });
const open = <T>(path: string, look: (page: Page) => Promise<T>): Promise<T> =>
  openAt(project.server.admin.origin + ROOT + path, look);

/** Without JavaScript. */
const openPlain = (path: string, look: (page: Page) => Promise<void>): Promise<void> =>
  openAt(project.server.admin.origin + ROOT + path, look, { javaScript: false });

const status = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  (await fetch(project.server.origin + path, { headers: { accept: '*/*', ...headers } })).status;

async function map(page: Page, target: string, to: string): Promise<void> {
  await page.getByRole('link', { name: `Change ${target}`, exact: true }).click();
  await page.getByLabel('Adapter', { exact: true }).selectOption(to);
  await send(page, 'Save');
  expect(await page.getByRole('status').textContent()).toContain('mapped');
}

describe('in Chromium, without JavaScript', () => {
  test('an adapter of HTTP Basic is created with its file, tested, mapped, edited and deleted', async () => {
    const file = 'data/basic';
    await openPlain('/authentication', async (page) => {
      await page.getByRole('link', { name: 'New adapter' }).click();
      await page.getByLabel('Adapter name').fill('staff');
      await page.getByLabel('Realm').fill('my api');
      await page.getByLabel('Password file').fill(file);
      await send(page, 'Save');
      expect(await page.getByRole('alert').textContent()).toContain('was not found');
      // Without a script nothing else is sure to be read out when a page comes after a form.
      expect(await page.title()).toMatch(/^This was not done\. · New adapter · /);
      expect(await page.getByLabel('Realm').inputValue()).toBe('my api');
      await page.getByLabel('User name').fill('anna');
      await page.getByLabel('Password', { exact: true }).fill('secret word');
      await page.getByLabel('Password again').fill('secret word');
      await send(page, 'Create the file and save');
      expect(await page.getByRole('status').textContent()).toContain('created');

      await page.getByRole('link', { name: 'Test staff' }).click();
      await page.getByLabel('User name').fill('anna');
      await page.getByLabel('Password').fill('wrong');
      await send(page, 'Test');
      expect(await page.getByRole('alert').textContent()).toContain('the password is wrong');
      await page.getByLabel('Password').fill('secret word');
      await send(page, 'Test');
      expect(await page.getByRole('status').textContent()).toContain('Yes');
      await page.getByRole('link', { name: 'Cancel' }).click();

      expect(await status(API)).toBe(200);
      // A version that nothing names would be closed.
      await map(page, 'Library-v1', 'public');
      await map(page, 'Library-v2', 'staff');
      expect(await status(API)).toBe(401);
      expect(await status(API, { authorization: `Basic ${btoa('anna:secret word')}` })).toBe(200);

      await page.getByRole('link', { name: 'Edit staff' }).click();
      await page.getByLabel('Realm').fill('another');
      await send(page, 'Save');
      expect((await fetch(project.server.origin + API)).headers.get('www-authenticate')).toContain('realm="another"');

      await page.getByRole('link', { name: 'Delete staff' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('API Library-v2');
      await page.getByRole('link', { name: 'Back' }).click();
      await map(page, 'Library-v2', '');
      await map(page, 'Library-v1', '');
      expect(await page.getByRole('link', { name: 'Edit staff' }).count()).toBe(1);
      await page.getByRole('link', { name: 'Delete staff' }).click();
      await send(page, 'Delete staff');
      expect(await page.getByRole('status').textContent()).toContain('The adapter was deleted.');
      expect(await page.getByRole('link', { name: 'Edit staff' }).count()).toBe(0);
      expect(await status(API)).toBe(200);
    });
  });

  test('an adapter of HTTP Digest is created, mapped and deleted', async () => {
    await openPlain('/authentication/new', async (page) => {
      await page.getByLabel('Adapter name').fill('partners');
      await page.getByLabel('HTTP Digest').check();
      expect(await page.getByLabel('Password file').isVisible()).toBe(false);
      await page.getByLabel('Realm').fill('api');
      await page.getByLabel('Nonce timeout').fill('60');
      await page.getByLabel('Digest domains').fill('/library');
      await page.getByLabel('Digest file').fill('data/digest');
      await page.getByLabel('User name').fill('anna');
      await page.getByLabel('Password', { exact: true }).fill('secret word');
      await page.getByLabel('Password again').fill('secret word');
      await send(page, 'Create the file and save');
      await map(page, 'Library', 'partners');
      expect((await fetch(project.server.origin + API)).headers.get('www-authenticate')).toMatch(
        /^Digest .*domain="\/library"/,
      );
      await map(page, 'Library', '');
      await page.getByRole('link', { name: 'Delete partners' }).click();
      await send(page, 'Delete partners');
      expect(await page.getByRole('status').textContent()).toContain('The adapter was deleted.');
      expect(await status(API)).toBe(200);
    });
  });

  test('a selector is created and fetched with right after, changed and deleted', async () => {
    const type = 'application/vnd.own+yaml';
    const fetched = async (): Promise<readonly [number, string | null]> => {
      const answer = await fetch(`${project.server.origin}/platform/documentation/Library`, {
        headers: { accept: type },
      });
      return [answer.status, answer.headers.get('content-type')];
    };
    expect((await fetched())[0]).toBe(406);
    await openPlain('/content-negotiation', async (page) => {
      await page.getByRole('link', { name: 'New selector' }).click();
      await page.getByLabel('Name').fill('Own');
      await send(page, 'Save');
      await page.getByRole('link', { name: 'Add view model to Own' }).click();
      await page.getByLabel('View model').fill('Platform\\Documentation\\Raml\\ViewModel');
      await page.getByLabel('Media types').fill('no type');
      await send(page, 'Save');
      expect(await page.getByLabel('Media types').getAttribute('aria-invalid')).toBe('true');
      await page.getByLabel('Media types').fill(type);
      await send(page, 'Save');
      expect(await fetched()).toEqual([200, type]);
      await page.getByRole('link', { name: 'Delete Own' }).click();
      await send(page, 'Delete Own');
      expect((await fetched())[0]).toBe(406);
    });
  });
});

test('a user is added, tested with the new password, and removed; the one who does it stays', async () => {
  await open('/authentication', async (page) => {
    await page.getByRole('link', { name: 'Users admins' }).click();
    await page.getByRole('link', { name: 'Add user' }).click();
    await page.getByLabel('User name').fill('eve');
    await page.getByLabel('Password', { exact: true }).fill('');
    await send(page, 'Save');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Password', { exact: true }).fill('a good word');
    await page.getByLabel('Password again').fill('a good word');
    await send(page, 'Save');
    expect(await page.getByRole('status').textContent()).toContain('The user was added.');
    await page.goto(`${page.url().split('/authentication')[0]}/authentication/test?name=admins`);
    await page.getByLabel('User name').fill('eve');
    await page.getByLabel('Password').fill('a good word');
    await send(page, 'Test');
    expect(await page.getByRole('status').count()).toBe(1);
    await page.goto(`${page.url().split('/authentication')[0]}/authentication/users?name=admins`);
    await page.getByRole('link', { name: 'Remove eve' }).click();
    await send(page, 'Remove eve');
    expect(await page.getByRole('status').textContent()).toContain('The user was removed.');
    await page.getByRole('link', { name: 'Remove root' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('You are root');
    expect(await page.getByRole('button').count()).toBe(0);
  });
});

test('the keyboard alone is enough', async () => {
  await open('/authentication/new', async (page) => {
    await tabTo(page, 'Adapter name');
    await page.keyboard.type('keys');
    await tabTo(page, 'Realm');
    await page.keyboard.type('keys');
    await tabTo(page, 'Password file');
    await page.keyboard.type('data/nothing');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    // The summary leads to the field.
    await tabTo(page, (await page.getByRole('alert').getByRole('link').textContent()) ?? '');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    const reached = await page.evaluate(() => document.activeElement?.id);
    expect(reached).toBe('field-htpasswd');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('data/admins');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.getByRole('status').textContent()).toContain('created');
    for (let step = 0; step < 2; step += 1) {
      // The link, then the button that it leads to.
      await tabTo(page, 'Delete keys');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    }
    expect(await page.getByRole('status').textContent()).toContain('The adapter was deleted.');
  });
});

/** Each is taken on by a page that is open: what is wrong in one alone is found there. */
const looks: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 360, scheme: 'light' },
  { width: 360, scheme: 'dark' },
];

test('a view model is chosen from those that there are, or written', async () => {
  const names = await open('/content-negotiation/new', (page) =>
    page.getByLabel('View model').evaluate((field) => {
      if (!(field instanceof HTMLInputElement)) return [];
      return [...(field.list?.options ?? [])].map(({ value }) => value);
    }),
  );
  expect(names).toContain('Platform\\Documentation\\Raml\\ViewModel');
});

test('all operations of a service are in sight, beside its name', async () => {
  const cut = await open('/documentation/api?api=Library-v2', (page) =>
    page
      .locator('.pd-admin section')
      .evaluateAll((all) => all.filter((node) => node.scrollWidth > node.clientWidth).length),
  );
  expect(cut).toBe(0);
});

test('a page that is one pixel too wide, hard to read or otherwise wrong in the dark, is found to be', async () => {
  await open('/status', async (page) => {
    expect(await wrongLooks(page, looks)).toEqual([]);
    await page.evaluate(() => {
      const [wide, dark] = [document.createElement('div'), document.createElement('p')];
      wide.style.width = 'calc(100% + 1px)';
      wide.style.height = '1px';
      document.body.prepend(wide);
      dark.style.color = 'light-dark(#000, #222)';
      dark.textContent = 'Too dark';
      const [added, styles] = [document.createElement('button'), new CSSStyleSheet()];
      added.className = 'only-dark';
      added.style.padding = '1rem';
      styles.replaceSync('@media (prefers-color-scheme: light) { .only-dark { display: none } }');
      document.adoptedStyleSheets = [styles];
      document.querySelector('main')?.prepend(dark, added);
    });
    const found = await wrongLooks(page, looks);
    expect(found.map((line) => line.replace(/(?<=color-contrast|button-name).*/, ''))).toEqual([
      'light, 1280 px: 1 px wider than the window',
      'dark, 1280 px: button-name',
      'dark, 1280 px: color-contrast',
      'dark, 1280 px: 1 px wider than the window',
      'light, 360 px: 1 px wider than the window',
      'dark, 360 px: button-name',
      'dark, 360 px: color-contrast',
      'dark, 360 px: 1 px wider than the window',
    ]);
  });
});

describe('with 30 adapters, pages', () => {
  beforeAll(async () => {
    const names = Array.from({ length: MANY_ADAPTERS }, (_, index) =>
      index === 0 ? 'admins' : `adapter-with-a-long-name-${index}`,
    );
    writeFileSync(join(project.folder, 'config/autoload/local.yaml'), configurationWith(names));
    const count = (): Promise<number> =>
      open('/authentication', (page) => page.getByRole('link', { name: /^Edit / }).count());
    await vi.waitFor(async () => expect(await count()).toBe(MANY_ADAPTERS), { interval: 500 });
    const isPending = (): Promise<boolean> =>
      open('/status', async (page) => (await page.content()).includes('are not active'));
    await vi.waitFor(async () => expect(await isPending()).toBe(false), { interval: 500 });
  });

  const paths = [
    '/status',
    '/authentication',
    '/authentication/new',
    '/authentication/delete?name=admins',
    '/authentication/users?name=admins',
    '/authentication/user?name=admins&file=htpasswd',
    '/authentication/remove-user?name=admins&file=htpasswd&user=root',
    '/authentication/map?target=Library',
    '/content-negotiation',
  ];
  test.each(paths)('%s fits and has no violation that axe finds, in all looks', async (path) => {
    expect(await open(path, (page) => wrongLooks(page, looks))).toEqual([]);
  });

  test('a form with errors, in all looks', async () => {
    await open('/authentication/new', async (page) => {
      await send(page, 'Save');
      expect(await page.getByRole('alert').getByRole('link').count()).toBeGreaterThan(2);
      expect(await wrongLooks(page, looks)).toEqual([]);
    });
  });
});
