import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ANNA, OTTO, type User, writeConfiguration } from '../http/clients/protected-project.ts';
import { ProtectedSite } from '../http/clients/protected-site.ts';
import { whileTesting } from '../while-testing.ts';
import { launchBrowser } from './browser.ts';

const WRONG: User = { name: ANNA.name, password: 'wrong' };
const PARALLEL_REQUESTS = 24;
const LOG_INS = [
  ['basic', 'staff', 'Library staff'],
  ['digest', 'partners', 'Library partners'],
] as const;

/** Request of the browser for credentials. */
interface Prompt {
  readonly scheme: string | undefined;
  readonly realm: string | undefined;
}

const site = whileTesting(() => ProtectedSite.open());
const browser = whileTesting(launchBrowser);

/**
 * A window whose log-in prompt is answered as a person would: the answers in turn, then cancelled. The browser itself
 * decides when to prompt, which scheme it takes, and what it sends.
 */
async function inWindow<T>(
  answers: readonly User[],
  look: (page: Page, prompts: readonly Prompt[]) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const left = [...answers];
  const prompts: Prompt[] = [];
  session.on(
    'Fetch.requestPaused',
    ({ requestId }) => void session.send('Fetch.continueRequest', { requestId }).catch(() => undefined),
  );
  session.on('Fetch.authRequired', ({ requestId, authChallenge: { scheme, realm } }) => {
    prompts.push({ scheme: scheme.toLowerCase(), realm });
    const user = left.shift();
    const answer =
      user === undefined
        ? { response: 'CancelAuth' as const }
        : { response: 'ProvideCredentials' as const, username: user.name, password: user.password };
    void session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { handleAuthRequests: true });
  try {
    return await look(page, prompts);
  } finally {
    await context.close();
  }
}

/** Status of the page, and the user that the service received; null when it was not asked. */
async function open(page: Page, path: string): Promise<readonly [number | undefined, string | null]> {
  site.upstream.take();
  const response = await page.goto(site.origin + path);
  return [response?.status(), site.upstream.take()[0]?.user ?? null];
}

describe.each(LOG_INS)('Chromium with %s', (scheme, adapter, realm) => {
  const path = `/${adapter}/notes`;
  const prompt = { scheme, realm };

  test.each([ANNA, OTTO])('asks once, gets in and stays in: $name', async (user) => {
    await inWindow([user], async (page, prompts) => {
      expect(await open(page, `${path}?q=%22a b%22&c='%25`)).toEqual([200, user.name]);
      expect(await open(page, path)).toEqual([200, user.name]);
      expect(prompts).toEqual([prompt]);
    });
  });

  test('asks again after a wrong password, and then the right one is', async () => {
    await inWindow([WRONG, WRONG, ANNA], async (page, prompts) => {
      expect(await open(page, path)).toEqual([200, 'anna']);
      expect(prompts).toEqual([prompt, prompt, prompt]);
    });
  });

  test('shows a refusal when its user gives up', async () => {
    await inWindow([WRONG], async (page, prompts) => {
      expect(await open(page, path)).toEqual([401, null]);
      expect(await page.textContent('body')).toContain('401');
      expect(prompts).toEqual([prompt, prompt]);
    });
  });

  test('does not ask where guests may be', async () => {
    await inWindow([], async (page, prompts) => {
      expect(await open(page, `/${adapter}/open`)).toEqual([200, null]);
      expect(prompts).toEqual([]);
    });
  });

  test('sends a form and many requests at once, in any order of arrival, without asking again', async () => {
    await inWindow([ANNA], async (page, prompts) => {
      await open(page, path);
      const statuses = await page.evaluate(
        async ([target, count]) =>
          Promise.all(
            Array.from({ length: Number(count) }, async (_, index) => {
              const body =
                index % 3 === 0 ? { method: 'POST', body: new URLSearchParams({ note: 'x'.repeat(index * 100) }) } : {};
              return (await fetch(`${target}?n=${index}&wait=${(index * 7) % 50}`, body)).status;
            }),
          ),
        [path, PARALLEL_REQUESTS] as const,
      );
      expect(statuses).toEqual(Array.from({ length: PARALLEL_REQUESTS }, () => 200));
      const served = site.upstream.take();
      expect(new Set(served.map(({ path: target }) => target)).size).toBe(PARALLEL_REQUESTS);
      expect(new Set(served.map(({ user }) => user))).toEqual(new Set(['anna']));
      expect(prompts).toEqual([prompt]);
    });
    const causes = new Set(site.audit().map(({ cause }) => cause));
    for (const cause of ['replayed', 'stale', 'malformed']) expect(causes).not.toContain(cause);
  });
});

describe('Chromium where both schemes are offered', () => {
  test('takes Digest, and never sends the password', async () => {
    await inWindow([ANNA], async (page, prompts) => {
      expect(await open(page, '/everyone/notes')).toEqual([200, 'anna']);
      expect(prompts).toEqual([{ scheme: 'digest', realm: 'Shop' }]);
    });
  });

  test('takes one of two algorithms', async () => {
    await inWindow([ANNA], async (page) => expect(await open(page, '/strong/notes')).toEqual([200, 'anna']));
  });
});

describe.each(LOG_INS)('documentation behind %s in Chromium', (_scheme, adapter, realm) => {
  beforeAll(async () => {
    const { 'platform-documentation': documentation, ...others } = site.configuration;
    writeConfiguration(site.folder, { ...others, 'platform-documentation': { ...documentation, access: adapter } });
    const challenge = async (): Promise<string | null> =>
      (await fetch(`${site.origin}/platform/documentation`)).headers.get('www-authenticate');
    await vi.waitFor(async () => expect(await challenge()).toContain(`realm="${realm}"`));
  });

  test('renders with its style sheet, and links lead on without another log-in', async () => {
    await inWindow([WRONG, ANNA], async (page, prompts) => {
      expect((await page.goto(`${site.origin}/platform/documentation`))?.status()).toBe(200);
      expect(await page.locator('h1').textContent()).toContain('Example APIs');
      const rules = await page.evaluate(() =>
        [...document.styleSheets].reduce((count, { cssRules }) => count + cssRules.length, 0),
      );
      expect(rules).toBeGreaterThan(20);
      await page.locator('main a[href*="Library"]').first().click();
      await page.waitForURL(/documentation\/Library/);
      expect(await page.locator('h1').textContent()).toContain('Town Library');
      expect(prompts).toHaveLength(2);
    });
  });

  test('shows nothing of itself to who cannot log in', async () => {
    await inWindow([], async (page) => {
      expect((await page.goto(`${site.origin}/platform/documentation/Library`))?.status()).toBe(401);
      expect(await page.content()).not.toMatch(/Town Library|Book/);
    });
  });
});
