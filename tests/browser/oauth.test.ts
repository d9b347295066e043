import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wrongLooks } from './appearance.ts';
import { type Hands, hasFocus, KEYS, MOUSE } from './hands.ts';
import { routeNow } from './routes.ts';
import { orderedDescriptor, TokenProvider } from './token-provider.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const ASKED_BY_PAGE = `${ROOT}/Ordered-v1/Order`;
const ASKED_BY_SERVER = `${ROOT}/Stored-v1/Order`;
/** Requests to the provider and the API. Every report of the security policy fails. */
const EXPECTED = /^request to http:\/\/127\.0\.0\.1|status of 40\d/;

let site: VisitedSite;
let provider: TokenProvider;
let folder = '';
let address = '';
beforeAll(async () => {
  provider = await TokenProvider.start();
  const { issuer, api } = provider;
  site = await VisitedSite.open((project) => {
    folder = project;
    const tried = (via: string): object => ({
      origins: api,
      log_ins: {
        openid: { origins: issuer, client_id: 'console', via },
        flows: { origins: issuer, via },
        implicit: { origins: issuer, via },
      },
    });
    for (const name of ['Ordered', 'Stored'])
      writeFileSync(join(project, `api-descriptors/${name}.json`), JSON.stringify(orderedDescriptor(provider, name)));
    const settings = {
      'platform-documentation': {
        base_url: 'https://docs.example/api',
        locales: ['en', 'de', 'ar'],
        try_it: { Ordered: tried('page'), Stored: tried('server') },
      },
    };
    writeFileSync(join(project, 'config/autoload/ordered.local.yaml'), JSON.stringify(settings));
  });
  const { url } = await site.fetch(ROOT);
  address = `${url}.log-in`;
  provider.open(address);
});
afterAll(async () => {
  await site?.close();
  provider?.close();
});
beforeEach(() => {
  provider.asked.length = 0;
  provider.tokens.length = 0;
});

function visit(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  return site.visit({ path, javaScript: true, expected: EXPECTED }, async (page) => {
    await page
      .context()
      .route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    await look(page);
    const kept = await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)]);
    expect([kept, page.url(), await page.evaluate(() => history.length)]).toEqual([
      [],
      expect.not.stringMatching(/[?#]/),
      2,
    ]);
    const shown = (await page.locator('html').innerText()) + site.output();
    for (const token of provider.tokens.filter((each) => each !== '')) expect(shown).not.toContain(token);
    expect(site.output()).not.toMatch(/code=|state=|verifier/);
  });
}

/** Opens the panel of an operation and the form of its log-in, which then has the focus. */
async function open(page: Page, operation: string, { press }: Hands = MOUSE): Promise<Locator> {
  const section = page.locator(`section[id="${operation}"]`);
  const opener = section.getByRole('button', { name: 'Try it' });
  await opener.focus();
  await press(opener);
  const panel = section.getByRole('region', { name: 'Try it' });
  await press(panel.getByRole('button', { name: 'Get a token' }));
  await wayOf(panel).waitFor();
  expect(await hasFocus(wayOf(panel))).toBe(true);
  return panel;
}

const wayOf = (panel: Locator): Locator => panel.getByLabel('Way to log in');
const statusOf = (panel: Locator): Locator => panel.locator('.pd-try-log-in [role=status]');
const starterOf = (panel: Locator): Locator => panel.getByRole('button', { name: 'Log in', exact: true });
const start = (panel: Locator, { press }: Hands = MOUSE): Promise<void> => press(starterOf(panel));

/** The window that a log-in opens, and addresses of which it has left no trace. */
async function startInWindow(
  page: Page,
  begin: () => Promise<void>,
): Promise<{ popup: Page; visited: string[]; wrong: string[] }> {
  const [visited, wrong]: [string[], string[]] = [[], []];
  page.context().on('request', (request) => request.isNavigationRequest() && visited.push(request.url()));
  const [popup] = await Promise.all([page.context().waitForEvent('page'), begin()]);
  popup.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  return { popup, visited, wrong };
}

async function logIn(popup: Page): Promise<void> {
  await popup.getByPlaceholder('Enter any login').fill('ada');
  await popup.getByPlaceholder('and password').fill('x');
  await popup.getByRole('button', { name: 'Sign-in' }).click();
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);
}

async function send(panel: Locator, { press }: Hands = MOUSE): Promise<string> {
  await press(panel.getByRole('button', { name: /^Send/ }));
  await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
  return (await panel.locator('.pd-try-status [role=status]').textContent()) ?? '';
}

const showRequest = (panel: Locator, { show }: Hands = MOUSE): Promise<void> =>
  show(panel.getByRole('tab', { name: 'Request' }));

/** Logs out after a request: the token has gone, and the focus is not lost. */
async function logOut(panel: Locator, hands: Hands): Promise<void> {
  await showRequest(panel, hands);
  await hands.press(panel.getByRole('button', { name: 'Log out' }));
  await statusOf(panel).getByText('Logged out').waitFor();
  expect([await panel.getByLabel('Token').inputValue(), await hasFocus(starterOf(panel))]).toEqual(['', true]);
}

/** Sets the clock of the page an hour ahead. */
const passHour = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
  });

describe('in a window of the provider', () => {
  test.each([
    ['the page', ASKED_BY_PAGE, true],
    ['the server, where the provider refuses pages', ASKED_BY_SERVER, false],
  ])(
    'by mouse, asked by %s: the token is sent, kept nowhere, and ended by the log-out',
    async (_, path, allowsPages) => {
      provider.allowsPages = allowsPages;
      await visit(path, async (page) => {
        const fromPage: string[] = [];
        page.on('request', (request) => request.url().startsWith(provider.issuer) && fromPage.push(request.url()));
        const panel = await open(page, 'get');
        await panel.getByText('The provider has to know this address').waitFor();
        expect(await panel.locator('.pd-try-log-in').innerText()).toContain(address);
        expect(await panel.getByLabel('Client ID').inputValue()).toBe('console');
        expect(
          await panel
            .getByRole('checkbox', { checked: true })
            .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
        ).toEqual(['orders:read']);
        const { popup, visited } = await startInWindow(page, () => start(panel));
        await popup.getByPlaceholder('Enter any login').waitFor();
        expect(await popup.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
        await logIn(popup);
        await panel.getByText('Logged in until').waitFor();
        // The code came in the fragment, so that no server has seen it.
        expect(visited.filter((url) => url.startsWith(address))).toEqual([address]);
        expect(await send(panel)).toMatch(/^200 OK/);
        const [token = ''] = provider.tokens;
        expect(await provider.scopeOf(token)).toBe('orders:read');
        expect(await panel.getByLabel('Token').inputValue()).toBe(token);
        expect(await panel.locator('.pd-form pre').innerText()).toContain("-H 'Authorization: Bearer TOKEN'");
        expect(fromPage.length > 0).toBe(allowsPages);
        await logOut(panel, MOUSE);
        await expect.poll(() => provider.scopeOf(token)).toBeUndefined();
        expect(await send(panel)).toBe('');
        expect(provider.tokens).toHaveLength(1);
      });
      provider.allowsPages = true;
    },
  );

  test('by keyboard, with a client that the reader types; nothing of it is left in the window', async () => {
    await visit(ASKED_BY_PAGE, async (page) => {
      const panel = await open(page, 'post', KEYS);
      await KEYS.press(panel.getByLabel('Client ID'));
      expect(await panel.getByLabel('Client ID').getAttribute('aria-invalid')).toBe('true');
      await page.keyboard.type('console');
      const { popup, visited, wrong } = await startInWindow(page, () => page.keyboard.press('Enter'));
      await popup.getByPlaceholder('Enter any login').waitFor();
      for (const key of ['ada', 'Tab', 'x', 'Enter'])
        await (key.length > 3
          ? popup.keyboard.press(key)
          : key === 'Tab'
            ? popup.keyboard.press(key)
            : popup.keyboard.type(key));
      await popup.getByRole('button', { name: 'Continue' }).focus();
      await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')]);
      await panel.getByText('Logged in until').waitFor();
      // Without metadata, the provider answers in the query.
      expect(visited.some((url) => url.startsWith(`${address}?code=`))).toBe(true);
      expect(wrong).toEqual([]);
      expect(await send(panel, KEYS)).toMatch(/^200 OK/);
      expect(await provider.scopeOf(provider.tokens[0] ?? '')).toBe('orders:write');
      await logOut(panel, KEYS);
    });
  });

  test('an answer with another state or issuer, a refusal and a cancelled log-in give no token', async () => {
    await visit(ASKED_BY_PAGE, async (page) => {
      const panel = await open(page, 'get');
      const first = await startInWindow(page, () => start(panel));
      await first.popup.getByPlaceholder('Enter any login').waitFor();
      const state = new URL(first.visited.find((url) => url.includes('state=')) ?? 'x:').searchParams.get('state');
      await first.popup.goto(`${address}?code=stolen&state=other&iss=${provider.issuer}`);
      await first.popup.getByText('The log-in goes on in the page').waitFor();
      expect([first.popup.url(), await first.popup.evaluate(() => document.referrer)]).toEqual([address, '']);
      expect(await statusOf(panel).textContent()).toContain('Log in at');
      await Promise.all([
        first.popup.waitForEvent('close'),
        first.popup.goto(`${address}?code=stolen&state=${state}&iss=https://evil.example`).catch(() => null),
      ]);
      await panel.getByText('The answer is not that of the provider: https://evil.example').waitFor();

      const second = await startInWindow(page, () => start(panel));
      await Promise.all([second.popup.waitForEvent('close'), second.popup.getByText('[ Cancel ]').click()]);
      await panel.getByText('The provider refused: access_denied').waitFor();

      await panel.getByRole('checkbox', { name: 'orders:write' }).check();
      await panel.getByLabel('Client ID').fill('reader');
      const third = await startInWindow(page, () => start(panel));
      if (!third.popup.isClosed()) await third.popup.waitForEvent('close');
      await panel.getByText('The provider refused: invalid_scope').waitFor();

      await panel.getByRole('checkbox', { name: 'orders:write' }).uncheck();
      const fourth = await startInWindow(page, () => start(panel));
      await fourth.popup.getByPlaceholder('Enter any login').waitFor();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      expect(await statusOf(panel).textContent()).toBe('Cancelled.');
      expect([provider.asked, provider.tokens, await panel.getByLabel('Token').inputValue()]).toEqual([[], [], '']);
    });
  });

  test('a log-out during the renewal ends what it brings, and nothing is sent with it', async () => {
    await visit(ASKED_BY_PAGE, async (page) => {
      const panel = await open(page, 'get');
      await panel.getByLabel('Client ID').fill('reader');
      const { popup } = await startInWindow(page, () => start(panel));
      await logIn(popup);
      await panel.getByText('Logged in until').waitFor();
      await passHour(page);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const renewals: string[] = [];
      await routeNow(page, `${provider.issuer}/token`, async (route) => {
        const answer = await route.fetch();
        renewals.push(String((await answer.json()).access_token));
        await held;
        await route.fulfill({ response: answer });
      });
      await panel.getByRole('button', { name: /^Send/ }).click();
      await expect.poll(() => renewals).toHaveLength(1);
      await panel.getByLabel('Client secret').fill('typed');
      await panel.getByRole('button', { name: 'Log out' }).click();
      await panel.getByText('Logged out').waitFor();
      release();
      await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
      await expect.poll(() => provider.scopeOf(renewals[0] ?? '')).toBeUndefined();
      expect([provider.tokens, renewals.length]).toEqual([[], 1]);
      expect(await panel.getByLabel('Token').inputValue()).toBe('');
      expect(await panel.getByLabel('Client secret').inputValue()).toBe('');
      expect(provider.asked.filter((path) => path.includes('revocation'))).toHaveLength(4);
    });
  });

  test('a log-out ends a log-in that is under way, and what that brings', async () => {
    await visit(ASKED_BY_PAGE, async (page) => {
      const panel = await open(page, 'post');
      await MOUSE.choose(wayOf(panel), 'As the client itself');
      await panel.getByLabel('Client ID').fill('machine');
      const logInAgain = async (): Promise<void> => {
        await panel.getByLabel('Client secret').fill('machine-secret');
        await start(panel);
      };
      await logInAgain();
      await statusOf(panel).getByText('Logged in until').waitFor();
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const brought: string[] = [];
      await routeNow(page, `${provider.issuer}/token`, async (route) => {
        const answer = await route.fetch();
        brought.push(String((await answer.json()).access_token));
        await held;
        await route.fulfill({ response: answer });
      });
      await start(panel);
      await expect.poll(() => brought).toHaveLength(1);
      await panel.getByRole('button', { name: 'Log out' }).click();
      await statusOf(panel).getByText('Logged out').waitFor();
      expect(await panel.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(false);
      const answered = page.waitForResponse(`${provider.issuer}/token`);
      release();
      await answered;
      await page.unroute(`${provider.issuer}/token`);
      expect(await panel.getByLabel('Token').inputValue()).toBe('');
      expect(await statusOf(panel).textContent()).toContain('Logged out');
      await logInAgain();
      await statusOf(panel).getByText('Logged in until').waitFor();
      expect(await panel.getByLabel('Token').inputValue()).not.toBe(brought[0]);
    });
  });

  test('a token that has expired is renewed', async () => {
    await visit(ASKED_BY_PAGE, async (page) => {
      const panel = await open(page, 'get');
      await panel.getByLabel('Client ID').fill('reader');
      const { popup } = await startInWindow(page, () => start(panel));
      await logIn(popup);
      await panel.getByText('Logged in until').waitFor();
      const before = await panel.getByLabel('Token').inputValue();
      await passHour(page);
      expect(await send(panel)).toMatch(/^200 OK/);
      expect(provider.asked).toEqual(['/token', '/token']);
      expect(provider.tokens).toEqual([expect.not.stringMatching(before)]);
    });
  });
});

describe.each([MOUSE, KEYS])('$by', (hands) => {
  test('on another device, until the log-out', async () => {
    await visit(ASKED_BY_PAGE, async (page) => {
      const panel = await open(page, 'post', hands);
      await hands.choose(wayOf(panel), 'On another device');
      await hands.fill(panel.getByLabel('Client ID'), 'console');
      await start(panel, hands);
      const link = statusOf(panel).getByRole('link');
      expect(await link.getAttribute('href')).toContain(`${provider.issuer}/device?user_code=`);
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
      const [device] = await Promise.all([page.context().waitForEvent('page'), hands.press(link)]);
      await device.getByRole('button', { name: 'Continue' }).click();
      await device.getByPlaceholder('Enter any login').fill('ada');
      await device.getByPlaceholder('and password').fill('x');
      await device.getByRole('button', { name: 'Sign-in' }).click();
      await device.getByRole('button', { name: 'Continue' }).click();
      await page.bringToFront();
      await statusOf(panel).getByText('Logged in until').waitFor();
      // The link that had the focus has gone.
      expect(await hasFocus(statusOf(panel))).toBe(true);
      expect(await send(panel, hands)).toMatch(/^200 OK/);
      await logOut(panel, hands);
    });
  });

  test('as the client itself, until the token has expired', async () => {
    await visit(ASKED_BY_PAGE, async (page) => {
      const panel = await open(page, 'post', hands);
      await hands.choose(wayOf(panel), 'As the client itself');
      await hands.fill(panel.getByLabel('Client ID'), 'machine');
      await hands.fill(panel.getByLabel('Client secret'), 'wrong');
      await start(panel, hands);
      await statusOf(panel).getByText('The provider refused: invalid_client').waitFor();
      await hands.fill(panel.getByLabel('Client secret'), 'machine-secret');
      await hands.tick(panel.getByRole('checkbox', { name: 'orders:write', checked: true }));
      await start(panel, hands);
      await statusOf(panel).getByText('Logged in until').waitFor();
      expect(await send(panel, hands)).toMatch(/^200 OK/);
      await showRequest(panel, hands);
      await passHour(page);
      expect(await send(panel, hands)).toBe('');
      expect(await statusOf(panel).textContent()).toBe('The log-in has expired. Log in again.');
      const token = panel.getByLabel('Token');
      expect([provider.tokens.length, await token.inputValue(), await hasFocus(token)]).toEqual([1, '', true]);
    });
  });
});

test('the page for a code at another origin is named and not opened', async () => {
  await visit(ASKED_BY_PAGE, async (page) => {
    const panel = await open(page, 'post');
    await MOUSE.choose(wayOf(panel), 'On another device');
    await panel.getByLabel('Client ID').fill('console');
    await routeNow(page, `${provider.issuer}/device/auth`, async (route) => {
      const answer = await route.fetch();
      const elsewhere = { verification_uri: 'https://b.example/', verification_uri_complete: 'https://b.example/?c' };
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...elsewhere } });
    });
    await start(panel);
    await statusOf(panel).getByText('The configuration does not name https://b.example.').waitFor();
    expect(await statusOf(panel).textContent()).toMatch(
      /^Enter this code at https:\/\/b\.example, on the page beside it/,
    );
    expect(page.context().pages()).toHaveLength(1);
    await panel.getByRole('button', { name: 'Cancel' }).click();
  });
});

test('the implicit flow is advised against, and not performed', async () => {
  await visit(ASKED_BY_PAGE, async (page) => {
    const section = page.locator('section[id="delete"]');
    await section.getByRole('button', { name: 'Try it' }).click();
    await section.getByRole('button', { name: 'Get a token' }).click();
    await statusOf(section).getByText('both are advised against').waitFor();
    expect(await hasFocus(statusOf(section))).toBe(true);
    expect(await section.getByRole('button', { name: 'Log in', exact: true }).count()).toBe(0);
  });
});

test.each([
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
] as const)('has no violation that axe finds and does not scroll sideways: %j', async (look) => {
  await site.visit({ path: ASKED_BY_PAGE, javaScript: true, expected: EXPECTED, ...look }, async (page) => {
    const panel = await open(page, 'post');
    await start(panel);
    await panel.getByText('Client ID is required').waitFor();
    expect(await wrongLooks(page, [look])).toEqual([]);
  });
});

test('the script is small, and is loaded by no page that is read', async () => {
  const assets = join(folder, 'dist/client/_astro');
  const [name = ''] = readdirSync(assets).filter((file) => /^oauth-.*\.js$/.test(file));
  expect(gzipSync(readFileSync(join(assets, name)), { level: 9 }).length).toBeLessThanOrEqual(5_350);
  expect(await (await site.fetch(`${ROOT}/Library-v1/Book`)).text()).not.toContain('oauth');
});
