import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { tabTo } from './admin-page.ts';
import { type Look, layoutShift, wrongLooks } from './appearance.ts';
import {
  CALLED_ORIGIN,
  CalledServer,
  calledDescriptor,
  closedDescriptor,
  deskDescriptor,
  HUGE_BYTES,
  menuDescriptor,
  OTHER_ORIGIN,
} from './called-server.ts';
import { routeNow } from './routes.ts';
import { VisitedSite } from './visits.ts';

const ROOT = '/platform/documentation';
const BASIC = `${ROOT}/Library-v1/Book`;
const DIGEST = `${ROOT}/Library-v2/Book`;
const CALLED = `${ROOT}/Called-v1/Thing`;
const ANSWERS = `${ROOT}/Called-v1/Answer`;
const USER = { name: 'jülës', password: 'pässwörd:☃' };
const CHEAPEST_BCRYPT = 4;
/** Console messages of browsers on failed requests, which these tests cause on purpose. */
const FAILURES = /status of 4\d\d|CORS|net::ERR_(?:FAILED|INTERNET)|^request to http:\/\/api\.example\.test\//;

let site: VisitedSite;
let called: CalledServer;
let folder = '';
beforeAll(async () => {
  called = await CalledServer.start();
  site = await VisitedSite.open((project) => {
    folder = project;
    const { name, password } = USER;
    writeFileSync(join(project, 'data/htpasswd'), `${name}:${hashPassword(password, 'bcrypt', CHEAPEST_BCRYPT)}\n`);
    const realm = 'Library partners';
    writeFileSync(join(project, 'data/htdigest'), `${name}:${realm}:${digestOf(name, realm, password, 'MD5')}\n`);
    const closedOrigin = `http://127.0.0.1:${called.port}`;
    const descriptors = {
      called: calledDescriptor(),
      closed: closedDescriptor(closedOrigin),
      desk: deskDescriptor(),
      menu: menuDescriptor(),
    };
    for (const [file, descriptor] of Object.entries(descriptors))
      writeFileSync(join(project, `api-descriptors/${file}.json`), JSON.stringify(descriptor));
    const tried = {
      'platform-documentation': {
        locales: ['en', 'de', 'ar'],
        try_it: {
          Called: [CALLED_ORIGIN, OTHER_ORIGIN],
          Closed: { origins: closedOrigin, via: 'server' },
          Menu: ['self', CALLED_ORIGIN],
          Desk: 'self',
          Orders: 'self',
          Library: 'self',
        },
      },
      'platform-services': { Desk: { backend: 'proxy', target: `http://127.0.0.1:${called.port}` } },
    };
    writeFileSync(join(project, 'config/autoload/called.local.yaml'), JSON.stringify(tried));
  }, `--host-resolver-rules=MAP api.example.test 127.0.0.1:${called.port}`);
});
afterAll(async () => {
  await site?.close();
  called?.stop();
});

/** The panel of an operation, opened. */
async function open(page: Page, operation: string): Promise<Locator> {
  await holdLimits(page);
  const section = page.locator(`section[id="${operation}"]`);
  await section.getByRole('button', { name: 'Try it' }).click();
  const panel = section.getByRole('region', { name: 'Try it' });
  await panel.waitFor();
  return panel;
}

/** Stops the clock of limits that scripts of the page ask for from now on: they pass by {@link passLimit} only. */
async function holdLimits(page: Page): Promise<void> {
  await page.evaluate(() => {
    AbortSignal.timeout = (milliseconds) => {
      const limit = new AbortController();
      Object.assign(globalThis, { limit, milliseconds });
      return limit.signal;
    };
  });
}

/** Lets the last limit pass. @returns its milliseconds */
function passLimit(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { limit, milliseconds } = globalThis as unknown as { limit: AbortController; milliseconds: number };
    limit.abort();
    return milliseconds;
  });
}

async function logIn(panel: Locator, password = USER.password): Promise<void> {
  await panel.getByLabel('User').fill(USER.name);
  await panel.getByLabel('Password').fill(password);
}

/** Sends and waits for what comes of it; @returns what is read out. */
async function send(panel: Locator): Promise<string> {
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
  return (await panel.getByRole('status').textContent()) ?? '';
}

/** Shows the form again, in which values are changed. */
async function edit(panel: Locator): Promise<Locator> {
  await panel.getByRole('tab', { name: 'Request' }).click();
  return panel;
}

/** Sends what cannot be sent: at which fields it says so, the first of which has the focus, and once. */
async function refusal(panel: Locator): Promise<readonly string[]> {
  const { length } = called.asked;
  await panel.getByRole('button', { name: 'Send' }).click();
  expect([await panel.locator('[role=status]').innerText(), called.asked.length]).toEqual(['', length]);
  const said = await panel.locator('[aria-invalid=true]').evaluateAll((controls) => {
    if (controls[0] !== document.activeElement) throw new Error('The first has not the focus.');
    return controls.map((control) => {
      const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.innerText).join('');
    });
  });
  const shown = await panel.innerText();
  for (const text of said) expect(shown.split(text)).toHaveLength(2);
  return said;
}

/** Log-in prompts of the browser, which are cancelled. */
async function countPrompts(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  let prompts = 0;
  session.on('Fetch.requestPaused', ({ requestId }) => void session.send('Fetch.continueRequest', { requestId }));
  session.on('Fetch.authRequired', ({ requestId }) => {
    prompts += 1;
    const authChallengeResponse = { response: 'CancelAuth' as const };
    void session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse });
  });
  await session.send('Fetch.enable', { handleAuthRequests: true });
  return () => prompts;
}

const answerOf = (panel: Locator): Promise<string> => panel.locator('.pd-try-answer').innerText();
const bodyOf = (panel: Locator): Locator => panel.locator('.pd-try-answer figure pre');

describe('a log-in at this site', () => {
  test('by Digest needs no prompt, goes on with its nonce, and is proven by the server', async () => {
    await site.visit({ path: DIGEST, javaScript: true, expected: FAILURES }, async (page) => {
      const sent: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (!request.url().includes('/library/')) return;
        sent.push(/^Digest .* nc=(\d+)/.exec(request.headers()['authorization'] ?? '')?.[1]);
      });
      const panel = await open(page, 'post');
      await logIn(panel);
      expect(await panel.locator('pre').first().innerText()).toContain(`curl --digest -u '${USER.name}' \\`);
      expect(await panel.locator('pre').first().innerText()).not.toContain(USER.password);
      expect(await panel.innerText()).toContain('This site answers from examples: nothing is changed.');
      expect(await send(panel)).toMatch(/^201 Created · [\d,]+ ms · [\d.]+ bytes$/);
      expect(await answerOf(panel)).toContain('the server proved that it knows your password');
      expect(await answerOf(panel)).toContain('The body matches its description.');
      expect(await send(panel)).toMatch(/^201/);
      expect(sent).toEqual([undefined, '00000001', '00000002']);
      // Both requests, with what was answered to the challenge.
      await panel.getByText('Sent from this page').click();
      await panel
        .getByRole('button', { name: /Show again: POST/ })
        .last()
        .click();
      await panel.getByText('All requests of this log-in').click();
      expect(await answerOf(panel)).toMatch(
        /401 Unauthorized\s+www-authenticate: Digest[\s\S]*Authorization: Digest username=/,
      );
      // Another operation knows the log-in; a nonce that the server forgot is replaced automatically.
      const other = await open(page, 'entity.patch');
      expect(await other.getByLabel('User').inputValue()).toBe(USER.name);
      const forget = async (route: Route): Promise<void> => {
        const { headers } = await fetch(route.request().url(), { method: 'PATCH' });
        const challenge = `${headers.get('www-authenticate')}, stale=true`;
        await route.fulfill({ status: 401, headers: { 'WWW-Authenticate': challenge } });
      };
      await routeNow(page, '**/library/book/*', forget, { times: 1 });
      expect(await send(other)).toMatch(/^200 OK/);
      expect(sent.slice(3)).toEqual(['00000003', '00000001']);
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
      );
      expect(stored).not.toMatch(/pässwörd|jülës/);
    });
  });

  test('by Basic, refused and then accepted; guests get the problem and its description', async () => {
    await site.visit({ path: BASIC, javaScript: true, expected: FAILURES }, async (page) => {
      const prompts = await countPrompts(page);
      const panel = await open(page, 'post');
      await logIn(panel, 'wrong');
      expect(await send(panel)).toMatch(/^401 Unauthorized/);
      expect(await answerOf(panel)).toContain('The server refused the log-in.');
      await (await edit(panel)).getByLabel('Password').fill(USER.password);
      expect(await send(panel)).toMatch(/^201 Created/);
      expect(await answerOf(panel)).toContain('The log-in was accepted.');
      await (await edit(panel)).getByRole('combobox', { name: 'Log-in' }).selectOption('None');
      expect(await panel.getByLabel('Password').count()).toBe(0);
      expect(await send(panel)).toMatch(/^401 Unauthorized/);
      expect(await answerOf(panel)).toContain('"title": "Unauthorized"');
      expect(prompts()).toBe(0);
      // Any other request of a page has one.
      await page.evaluate(() => fetch('/library/book', { method: 'POST' }));
      expect(prompts()).toBe(1);
    });
  });
});

describe('a server of another origin', () => {
  test('gets exactly what curl would send: styles, header fields, a form with a file', async () => {
    await site.visit({ path: CALLED, javaScript: true, expected: FAILURES }, async (page) => {
      const panel = await open(page, 'entity.post');
      const servers = panel.getByRole('combobox', { name: 'Server' });
      expect((await servers.innerText()).split('\n')).toEqual([`${CALLED_ORIGIN}/v1`, OTHER_ORIGIN]);
      expect(await panel.innerText()).toContain(`This changes data at ${CALLED_ORIGIN}/v1`);
      expect(await panel.innerText()).toContain('Browsers let no page send session. curl can.');
      await panel.getByLabel('Token').fill('hidden-token');
      await panel.getByRole('textbox', { name: 'X-Trace' }).fill('hidden-token');
      expect(await panel.locator('pre').first().innerText()).not.toContain('hidden-token');
      // Credentials for one server are offered to no other.
      await servers.selectOption(OTHER_ORIGIN);
      expect(await panel.getByLabel('Token').inputValue()).toBe('');
      await servers.selectOption({ index: 0 });
      expect(await panel.getByLabel('Token').inputValue()).toBe('hidden-token');
      expect(await refusal(panel)).toEqual(['id is required.']);
      await panel.getByLabel('id').fill('../../x');
      await panel.getByRole('textbox', { name: 'tags' }).fill('a\nb,c');
      await panel.getByRole('textbox', { name: 'filter' }).fill('from=2026\nto=');
      await panel.getByRole('combobox', { name: 'state' }).selectOption('lent');
      await panel.getByRole('textbox', { name: 'X-Trace' }).fill('on');
      expect(await panel.getByLabel('Body', { exact: true }).inputValue()).toBe('{\n  "name": "Ada"\n}');
      const target = '/v1/echo/..%2F..%2Fx?tags=a,b%2Cc&filter%5Bfrom%5D=2026&filter%5Bto%5D=&state=lent';
      const command = await panel.locator('pre').first().innerText();
      expect(command).toContain(CALLED_ORIGIN + target);
      expect(command).toContain("-H 'Authorization: Bearer TOKEN'");
      expect(await send(panel)).toMatch(/^200 OK/);
      expect(called.asked.at(-1)).toMatchObject({
        line: `POST ${target}`,
        headers: { authorization: 'Bearer hidden-token', 'x-trace': 'on', 'content-type': 'application/json' },
        body: '{\n  "name": "Ada"\n}',
      });
      expect(called.asked.at(-1)?.headers.cookie).toBeUndefined();
      const answer = await answerOf(panel);
      for (const said of ['name is missing.', 'id is "7", described as integer.', 'extra is not described.'])
        expect(answer).toContain(said);
      expect(answer).not.toContain('x-hidden');
      expect(await bodyOf(panel).locator('i').allTextContents()).toEqual(['"7"', 'true']);
      await (await edit(panel)).getByLabel('Media type').selectOption('multipart/form-data');
      await panel
        .getByLabel('photo', { exact: true })
        .setInputFiles({ name: 'a b.png', mimeType: 'image/png', buffer: Buffer.from('PNG') });
      await panel.getByRole('textbox', { name: 'photo · X-Origin' }).fill('camera 1');
      expect(await panel.locator('pre').first().innerText()).toContain(
        `-F 'photo=@a b.png;headers="X-Origin: camera 1"'`,
      );
      await send(panel);
      const form = called.asked.at(-1);
      expect(form?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      expect(form?.body).toMatch(
        /name="name"\r\n\r\nAda\r\n[\s\S]*name="photo"; filename="a b.png"\r\nContent-Type: image\/png\r\nX-Origin: camera 1\r\n\r\nPNG/,
      );
    });
  });

  test('distinguishes empty values from those that are left out, and takes a form as text', async () => {
    await site.visit({ path: CALLED, javaScript: true, expected: FAILURES }, async (page) => {
      const panel = await open(page, 'entity.post');
      const control = (name: string): Locator => panel.getByRole('textbox', { name });
      const tick = (name: string): Locator => panel.getByRole('checkbox', { name: `Send ${name}` });
      const sent = async (): Promise<(typeof called.asked)[number] | undefined> => {
        await send(panel);
        await edit(panel);
        return called.asked.at(-1);
      };
      expect(await panel.innerText()).toContain('Ticked fields are sent, even if empty.');
      await panel.getByRole('combobox', { name: 'Log-in' }).selectOption('None');
      await panel.getByLabel('id').fill('7');
      expect((await sent())?.line).toBe('POST /v1/echo/7');
      // Empty on purpose, no matter what it is a value of.
      for (const name of ['tags', 'note', 'X-Trace']) await tick(name).check();
      await panel.getByRole('combobox', { name: 'state' }).selectOption('Empty text');
      expect(await panel.locator('pre').first().innerText()).toContain("-H 'X-Trace;'");
      expect(await sent()).toMatchObject({
        line: 'POST /v1/echo/7?tags=&state=&note=',
        headers: { 'x-trace': '' },
      });
      // A tick follows what is typed; a space is a value; what was typed can be left out and stays.
      await control('note').fill(' ');
      await control('tags').fill('a');
      await control('tags').fill('');
      expect([await tick('note').isChecked(), await tick('tags').isChecked()]).toEqual([true, false]);
      await panel.getByRole('combobox', { name: 'state' }).selectOption('lent');
      await tick('X-Trace').uncheck();
      expect((await sent())?.line).toBe('POST /v1/echo/7?state=lent&note=%20');
      await tick('note').uncheck();
      expect((await sent())?.line).toBe('POST /v1/echo/7?state=lent');
      expect(await control('note').inputValue()).toBe(' ');

      await panel.getByLabel('Media type').selectOption('application/x-www-form-urlencoded');
      await tick('motto').check();
      expect((await sent())?.body).toBe('name=Ada+L&motto=');
      await panel.getByLabel('Written as').selectOption('Text');
      const text = panel.getByLabel('Body', { exact: true });
      expect(await text.inputValue()).toBe('name=Ada+L&motto=');
      await text.fill('name=Ada&undescribed=1&name=Eve');
      expect(await panel.locator('pre').first().innerText()).toContain('name=Ada&undescribed=1&name=Eve');
      expect(await sent()).toMatchObject({
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'name=Ada&undescribed=1&name=Eve',
      });
      // The text stays while the fields do; then it is made of them again.
      await panel.getByLabel('Written as').selectOption('Fields');
      await panel.getByLabel('Written as').selectOption('Text');
      expect(await text.inputValue()).toBe('name=Ada&undescribed=1&name=Eve');
      await panel.getByLabel('Written as').selectOption('Fields');
      await control('rank').fill('2');
      expect((await sent())?.body).toBe('name=Ada+L&motto=&rank=2');
      await panel.getByLabel('Written as').selectOption('Text');
      expect(await text.inputValue()).toBe('name=Ada+L&motto=&rank=2');
      expect(await wrongLooks(page, [{ scheme: 'light', width: 1440 }])).toEqual([]);
      // What was sent is filled in again as it was: empty values, what was left out, the text.
      await panel.getByText('Sent from this page').click();
      const again = panel.getByRole('button', { name: /Show again: POST/ });
      expect(await again.count()).toBe(7);
      await again.nth(1).click();
      expect(await text.inputValue()).toBe('name=Ada&undescribed=1&name=Eve');
      await again.nth(5).click();
      await edit(panel);
      expect([await tick('tags').isChecked(), await tick('X-Trace').isChecked()]).toEqual([true, true]);
      expect((await sent())?.line).toBe('POST /v1/echo/7?tags=&state=&note=');
    });
  });

  test('answers with bytes, with too much, with a page, too slowly, or not to pages of other origins', async () => {
    await site.visit({ path: ANSWERS, javaScript: true, expected: FAILURES }, async (page) => {
      const title = await page.title();
      const panel = await open(page, 'entity.get');
      const ask = async (kind: string): Promise<string> => {
        await (await edit(panel)).getByLabel('kind').selectOption(kind);
        return send(panel);
      };
      const saved = async (): Promise<Buffer> => {
        const [file] = await Promise.all([page.waitForEvent('download'), panel.getByText('Save as a file').click()]);
        return readFileSync(await file.path());
      };
      const ways = panel.getByRole('combobox', { name: 'Log-in' });
      await ways.selectOption('None');
      expect(await ask('picture')).toMatch(/^200 OK/);
      expect(await answerOf(panel)).toContain('Binary, 7 bytes');
      expect([...(await saved())]).toEqual([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]);
      await ask('huge');
      expect(await answerOf(panel)).toContain('The first 256 kB are shown');
      expect((await bodyOf(panel).textContent())?.length).toBe(256 * 1024);
      expect((await saved()).byteLength).toBe(HUGE_BYTES);
      await ask('page');
      expect(await answerOf(panel)).toMatch(/418.*status not documented/);
      expect(await bodyOf(panel).textContent()).toContain('<script>document.title');
      expect(await panel.locator('.pd-try-answer :is(img, script, iframe)').count()).toBe(0);
      expect(await page.title()).toBe(title);
      await ask('nested');
      expect(await answerOf(panel)).toContain('The body is array, described as string.');
      expect((await bodyOf(panel).textContent())?.length).toBe(40_000);
      await edit(panel);
      await ways.selectOption({ index: 1 });
      await panel.getByLabel('Token').fill('hidden-token');
      expect(await ask('moved')).toContain('With a log-in the page follows no redirection');
      expect(called.asked.at(-1)?.line).toBe('GET /v1/answers/moved');
      await (await edit(panel)).getByLabel('kind').selectOption('slow');
      await panel.getByRole('button', { name: 'Send' }).click();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
      expect(await panel.innerText()).toContain('Cancelled');
      expect(await ask('closed')).toBe(
        'The server is there, but it does not allow this page to read its response (CORS).',
      );
      await panel.getByText('Sent from this page').click();
      await panel.getByRole('button', { name: 'Show again: GET /v1/answers/picture' }).click();
      expect(await panel.getByLabel('kind').locator('option:checked').innerText()).toBe('picture');
      expect(await answerOf(panel)).toContain('Binary, 7 bytes');
      await page.context().setOffline(true);
      expect(await send(panel)).toBe('There is no network.');
    });
  });
});

test('an answer that arrives in parts is shown as it arrives, until the reader ends it', async () => {
  await site.visit({ path: ANSWERS, javaScript: true, expected: FAILURES }, async (page) => {
    const panel = await open(page, 'entity.get');
    await panel.getByRole('combobox', { name: 'Log-in' }).selectOption('None');
    await panel.getByLabel('kind').selectOption('events');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.locator('.pd-try-answer').getByText('200 OK').waitFor();
    for (const event of ['data: one ☃\n\n', 'data: two\n\n']) {
      called.streams.at(-1)?.write(event);
      await panel.getByText(event.trim()).waitFor();
    }
    expect(await panel.getByRole('status').textContent()).toBe('The response is arriving. “Cancel” ends it.');
    expect(await wrongLooks(page, [{ scheme: 'dark', width: 390 }])).toEqual([]);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
    expect(await answerOf(panel)).toContain('Cancelled before the response was complete.');
    expect(await bodyOf(panel).textContent()).toBe('data: one ☃\n\ndata: two\n\n');
  });
});

test('the answer of examples is chosen, and the address of a server has what its variables are', async () => {
  await site.visit({ path: `${ROOT}/Menu-v1/Dish`, javaScript: true, expected: FAILURES }, async (page) => {
    const panel = await open(page, 'get');
    const answers = panel.getByRole('combobox', { name: 'Example response' });
    expect((await answers.innerText()).split('\n')).toEqual([
      'The usual one',
      '200 · soup',
      '200 · green stew',
      '404 · sold out',
    ]);
    expect(await send(panel)).toMatch(/^200 OK/);
    expect(await answerOf(panel)).not.toContain('was chosen');
    for (const [answer, status, preference] of [
      ['200 · green stew', /^200 OK/, 'code=200, example="green stew"'],
      ['404 · sold out', /^404 Not Found/, 'code=404, example="sold out"'],
    ] as const) {
      await (await edit(panel)).getByRole('combobox', { name: 'Example response' }).selectOption(answer);
      expect(await panel.locator('pre').first().innerText()).toContain(`-H 'Prefer: ${preference}'`);
      expect(await send(panel)).toMatch(status);
      expect(await answerOf(panel)).toContain(`This response was chosen: ${preference}`);
      expect(await bodyOf(panel).textContent()).toContain(answer.slice(6));
    }
    await edit(panel);
    const servers = panel.getByRole('combobox', { name: 'Server' });
    expect(await panel.getByText('Variables of the server').isVisible()).toBe(false);
    await servers.selectOption(`${CALLED_ORIGIN}/{tenant}/{stage} · Kitchen`);
    expect(await panel.getByText('Example response').isVisible()).toBe(false);
    await panel.getByRole('combobox', { name: 'stage' }).selectOption('test');
    const tenant = panel.getByRole('textbox', { name: 'tenant' });
    await tenant.fill('');
    expect(await refusal(panel)).toEqual(['tenant is required.']);
    await tenant.fill('..');
    await panel.getByRole('button', { name: 'Send' }).click();
    expect(await panel.getByRole('status').textContent()).toBe(
      'This is not an address below the server that was chosen.',
    );
    await tenant.fill('north/2');
    expect(await panel.locator('pre').first().innerText()).not.toContain('Prefer');
    expect(await wrongLooks(page, [{ scheme: 'light', width: 390 }])).toEqual([]);
    expect(await send(panel)).toMatch(/^200 OK/);
    expect(called.asked.at(-1)).toMatchObject({ line: 'GET /north/2/test/dish' });
    // What was sent is filled in again, its variables as well.
    await (await edit(panel)).getByRole('textbox', { name: 'tenant' }).fill('south');
    await panel.getByText('Sent from this page').click();
    await panel.getByRole('button', { name: 'Show again: GET /north/2/test/dish' }).click();
    await edit(panel);
    expect(await tenant.inputValue()).toBe('north/2');
  });
});

test('a server that does not allow pages is called by ours, with a file and as a stream', async () => {
  // Any request of the page to another origin fails this visit.
  await site.visit({ path: `${ROOT}/Closed-v1/Closed`, javaScript: true }, async (page) => {
    const panel = await open(page, 'entity.put');
    expect(await panel.innerText()).toContain('Requests go through the server of this documentation.');
    await panel.getByLabel('kind').selectOption('closed');
    await panel.getByLabel('File').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from([0, 1, 255]) });
    // Our server sends cookies, which browsers let no page send.
    expect(await panel.innerText()).not.toContain('Browsers let no page send');
    expect(await refusal(panel)).toEqual(['Key sid is required.', 'theme is required.']);
    await panel.getByLabel('Key sid').fill('s3cret');
    await panel.getByRole('textbox', { name: 'theme' }).fill('dark blue');
    expect(await panel.locator('pre').first().innerText()).not.toContain('s3cret');
    expect(await send(panel)).toMatch(/^200 OK/);
    expect(called.asked.at(-1)).toMatchObject({
      line: 'PUT /v1/answers/closed',
      headers: { cookie: 'theme=dark%20blue; sid=s3cret' },
      body: '\x00\x01\xff',
    });
    await panel.getByText('Header fields').click();
    expect(await answerOf(panel)).toContain('x-hidden: yes');
    expect(await answerOf(panel)).not.toContain('pages of other origins');
    await (await edit(panel)).getByLabel('kind').selectOption('events');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.locator('.pd-try-answer').getByText('200 OK').waitFor();
    called.streams.at(-1)?.write('data: one\n\n');
    await panel.getByText('data: one').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
    await expect.poll(() => called.streams.at(-1)?.destroyed).toBe(true);
  });
});

test('a token for an API behind this site arrives there, and its challenge is shown without a prompt', async () => {
  await site.visit({ path: `${ROOT}/Desk-v1/Seat`, javaScript: true, expected: FAILURES }, async (page) => {
    const prompts = await countPrompts(page);
    const panel = await open(page, 'get');
    await panel.getByLabel('Token').fill('wrong');
    expect(await send(panel)).toMatch(/^401/);
    await panel.getByText('Header fields').click();
    expect(await answerOf(panel)).toContain('www-authenticate: Bearer realm="Desk", error="invalid_token"');
    await (await edit(panel)).getByLabel('Token').fill('right');
    expect(await send(panel)).toMatch(/^200/);
    expect(await answerOf(panel)).toContain('The log-in was accepted.');
    expect(prompts()).toBe(0);
  });
});

describe('what is missing is asked for at its field before anything is sent', () => {
  test('of a token, and of parameters; curl says what stands for the token', async () => {
    await site.visit({ path: CALLED, javaScript: true, expected: FAILURES }, async (page) => {
      const panel = await open(page, 'entity.post');
      expect(await panel.innerText()).toContain('Replace TOKEN with your access token.');
      expect(await panel.innerText()).not.toContain('asks for the password');
      expect(await refusal(panel)).toEqual(['Token is required.', 'id is required.']);
      await panel.getByLabel('Token').fill('x');
      expect(await panel.locator('[aria-invalid]').count()).toBe(1);
      await panel.getByLabel('id').fill('..');
      expect(await refusal(panel)).toEqual([expect.stringContaining('id cannot be that')]);
      await panel.getByLabel('id').fill('7');
      expect(await panel.locator('[aria-invalid]').count()).toBe(0);
      expect(await send(panel)).toMatch(/^200 OK/);
      expect(await wrongLooks(page, [{ scheme: 'light', width: 1440 }])).toEqual([]);
      // The address of a server is not cut.
      const [row, server] = await Promise.all(
        [panel.locator('.pd-try-row'), panel.getByLabel('Server')].map((place) => place.boundingBox()),
      );
      expect(server?.width).toBe(row?.width);
    });
  });

  test('of a user, whose password may be empty', async () => {
    await site.visit({ path: BASIC, javaScript: true, expected: FAILURES }, async (page) => {
      const panel = await open(page, 'post');
      expect(await panel.innerText()).toContain('curl asks for the password of USER.');
      expect(await refusal(panel)).toEqual(['User is required.', 'Password is required.']);
      expect(await wrongLooks(page, [{ scheme: 'dark', width: 390 }])).toEqual([]);
      await panel.getByLabel('Password').fill('x');
      expect(await refusal(panel)).toEqual(['User is required.']);
      await logIn(panel, '');
      expect(await panel.innerText()).toContain(`curl asks for the password of ${USER.name}.`);
      expect(await send(panel)).toMatch(/^401/);
    });
  });

  test('and only a form with a tick says what a tick does', async () => {
    await site.visit({ path: ANSWERS, javaScript: true, expected: FAILURES }, async (page) => {
      const panel = await open(page, 'entity.get');
      expect(await panel.innerText()).not.toContain('Ticked fields');
      await panel.getByLabel('Token').fill('x');
      await panel.getByLabel('kind').selectOption('Left out');
      expect(await refusal(panel)).toEqual(['kind is required.']);
    });
  });
});

test.each([/_astro\/try-[^/]*\.js$/, /_astro\/try[^/]*\.css$/, /\/try-it[^/]*$/])(
  'says at the button that it could not be loaded, without %s',
  async (file) => {
    await site.visit({ path: DIGEST, javaScript: true, expected: FAILURES }, async (page) => {
      const missing: string[] = [];
      await routeNow(page, file, async (route) => {
        missing.push(route.request().url());
        await route.abort();
      });
      const section = page.locator('section[id="post"]');
      await section.getByRole('button', { name: 'Try it' }).click();
      await section.getByRole('button', { name: 'The panel could not be loaded. Load the page again.' }).waitFor();
      expect(missing.length).toBeGreaterThan(0);
      expect(await section.getByRole('region', { name: 'Try it' }).count()).toBe(0);
    });
  },
);

test('a panel whose texts could not be loaded opens at the next click', async () => {
  await site.visit({ path: CALLED, javaScript: true, expected: /Failed to load resource/ }, async (page) => {
    const texts = await page.evaluate(
      () => document.querySelector<HTMLElement>('[data-try-words]')?.dataset['tryWords'],
    );
    const isOfTexts = (url: URL): boolean => url.pathname === texts;
    await routeNow(page, isOfTexts, (route) => route.abort());
    const opener = page.locator('.pd-access > button').first();
    const label = await opener.textContent();
    await opener.click();
    await expect.poll(() => opener.textContent()).not.toBe(label);
    await page.unroute(isOfTexts);
    await opener.click();
    await page.locator('.pd-try').first().waitFor();
    expect(await opener.textContent()).toBe(label);
  });
});

const WIDTHS = [1440, 1024, 390];

test.each(['', '.de.html', '.ar.html'])(
  'beside the button that opens it stands who may call, in lines of one edge, in windows of 1440, 1024 and 390 px: "%s"',
  async (language) => {
    await site.visit({ path: CALLED + language, javaScript: true, expected: FAILURES }, async (page) => {
      const buttons = page.locator('.pd-access > button');
      await buttons.first().waitFor();
      const measure = (): Promise<readonly Record<'between' | 'below' | 'edge' | 'overflow', number>[]> =>
        buttons.evaluateAll((all) =>
          all.map((button) => {
            const isFromRight = document.dir === 'rtl';
            const words = document.createRange();
            const said = button.parentElement?.firstElementChild;
            if (said) words.selectNodeContents(said);
            const starts = [...words.getClientRects()].filter(({ width: wide }) => wide > 0);
            const [box, own] = [said?.getBoundingClientRect(), button.getBoundingClientRect()];
            const firstOfLines = starts
              .toSorted((a, b) => a.bottom - b.bottom)
              .reduce<number[][]>((rows, { left, right, bottom }) => {
                const [row] = rows.slice(-1);
                const start = isFromRight ? -right : left;
                if (row?.[0] !== undefined && bottom - row[0] < 8) row.push(start);
                else rows.push([bottom, start]);
                return rows;
              }, [])
              .map(([, ...row]) => Math.min(...row));
            const marks = button.closest('section')?.querySelector('.pd-ways')?.getBoundingClientRect();
            return {
              between: isFromRight ? (box?.left ?? 0) - own.right : own.left - (box?.right ?? 0),
              below: (marks?.top ?? 0) - own.bottom,
              edge: Math.max(...firstOfLines) - Math.min(...firstOfLines),
              overflow: button.scrollWidth - button.clientWidth,
            };
          }),
        );
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const { between, below, edge, overflow } of await measure()) {
          expect(between).toBeGreaterThanOrEqual(0);
          expect(between).toBeLessThan(12);
          expect([below >= 0, edge < 2, overflow]).toEqual([true, true, 0]);
        }
        // Its room is kept while it is not there.
        const [shown, without] = await buttons.last().evaluate((button: HTMLElement) => {
          const line = button.parentElement;
          const sizes = (): readonly (number | undefined)[] =>
            [line, line?.firstElementChild].flatMap((part) => [
              part?.clientHeight,
              part?.getBoundingClientRect().width,
            ]);
          const before = sizes();
          button.style.display = 'none';
          const after = sizes();
          button.style.display = '';
          return [before, after];
        });
        expect(without).toEqual(shown);
      }
      await routeNow(page, /_astro\/try-[^/]*\.js$/, (route) => route.abort());
      const opener = await buttons.first().elementHandle();
      await opener?.click();
      await page.waitForFunction((node) => (node?.textContent?.length ?? 0) > 20, opener);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const { below } of await measure()) expect(below, `${width} px`).toBeGreaterThanOrEqual(0);
      }
      await page.emulateMedia({ media: 'print' });
      expect(await buttons.first().isVisible()).toBe(false);
    });
  },
);

test('works by keyboard alone: opened, sent, shown again, closed where it was opened', async () => {
  await site.visit({ path: `${ROOT}/Orders-v1/orders`, javaScript: true, expected: FAILURES }, async (page) => {
    const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
    await page.locator('section[id="get"] h3 a').focus();
    await tabTo(page, 'Try it');
    await page.keyboard.press('Enter');
    const panel = page.locator('section[id="get"]').getByRole('region', { name: 'Try it' });
    await panel.waitFor();
    expect(await panel.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    // None is needed: there is no empty box.
    expect(await panel.getByText('Log-in').first().isVisible()).toBe(false);
    expect(await panel.locator('figure .pd-copy').count()).toBe(1);
    await page.keyboard.press('Control+Enter');
    await panel.locator('.pd-try-answer figure').waitFor();
    expect(await panel.getByRole('status').textContent()).toMatch(/^\d{3} /);
    // What had the focus is hidden with its tab.
    expect(await focused()).toBe('Response');
    await page.keyboard.press('ArrowLeft');
    expect([await focused(), await panel.locator('form').isVisible()]).toEqual(['Request', true]);
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Send');
    await page.keyboard.press('Enter');
    await panel.locator('.pd-try-answer figure').waitFor();
    expect(await focused()).toBe('Send');
    await tabTo(page, 'Close');
    await page.keyboard.press('Enter');
    expect(await panel.isVisible()).toBe(false);
    expect(await focused()).toBe('Try it');
  });
});

describe('values that differ from the description', () => {
  test('are said at their fields, and sent at the next click', async () => {
    await site.visit({ path: `${ROOT}/Called-v1/Checked`, javaScript: true, expected: FAILURES }, async (page) => {
      const panel = await open(page, 'post');
      await panel.getByRole('combobox', { name: 'Log-in' }).selectOption('None');
      await panel.getByRole('textbox', { name: 'page' }).fill('zero');
      const body = panel.getByLabel('Body', { exact: true });
      await body.fill('{"id": 9007199254740993, "name": "Ada L"}');
      const { length } = called.asked;
      expect(await send(panel)).toContain('differ from the description');
      const said = (): Promise<readonly string[]> =>
        panel.locator('[aria-invalid] + .pd-problem').evaluateAll((all) => all.map((one) => one.textContent ?? ''));
      expect(await said()).toEqual([
        'page is "zero", described as integer.',
        'id is 9007199254740993, described as at most 9.\nname has the length 5, described as at most 3.',
      ]);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('parameter.0');
      expect(called.asked.length).toBe(length);
      expect(await wrongLooks(page, [{ scheme: 'light', width: 1440 }])).toEqual([]);
      await panel.getByRole('textbox', { name: 'page' }).fill('1');
      expect(await said()).toHaveLength(1);
      await panel.getByRole('button', { name: 'Send anyway' }).click();
      await panel.locator('.pd-try-answer figure').waitFor();
      expect(called.asked.at(-1)).toMatchObject({
        line: 'POST /v1/checked?page=1',
        body: '{"id": 9007199254740993, "name": "Ada L"}',
      });
      await (await edit(panel)).getByLabel('Body', { exact: true }).fill('{"id": 1');
      expect(await said()).toEqual(['The body is not JSON.']);
      await body.fill('{"id": 1, "name": "Ada"}');
      expect([await said(), await send(panel)]).toEqual([[], expect.stringMatching(/^200/)]);
    });
  });

  test('are sent at once where the description cannot be loaded', async () => {
    await site.visit({ path: `${ROOT}/Called-v1/Checked`, javaScript: true, expected: FAILURES }, async (page) => {
      await routeNow(page, /_astro\/later-[^/]*\.js$/, (route) => route.abort());
      const panel = await open(page, 'post');
      await panel.getByRole('combobox', { name: 'Log-in' }).selectOption('None');
      await panel.getByRole('textbox', { name: 'page' }).fill('zero');
      expect(await send(panel)).toMatch(/^200/);
      expect(called.asked.at(-1)?.line).toBe('POST /v1/checked?page=zero');
    });
  });

  test('a request is not sent while what comes of it could not be shown', async () => {
    await site.visit({ path: ANSWERS, javaScript: true, expected: FAILURES }, async (page) => {
      await routeNow(page, /_astro\/answers-[^/]*\.js$/, (route) => route.abort());
      const panel = await open(page, 'entity.get');
      await panel.getByRole('combobox', { name: 'Log-in' }).selectOption('None');
      await panel.getByLabel('kind').selectOption('picture');
      const { length } = called.asked;
      expect([await send(panel), called.asked.length]).toEqual([
        'The panel could not be loaded. Load the page again.',
        length,
      ]);
    });
  });

  test('are those of the form when the description has loaded, for which neither Send nor Cancel waits long', async () => {
    await site.visit({ path: `${ROOT}/Called-v1/Checked`, javaScript: true, expected: FAILURES }, async (page) => {
      const loads: (() => Promise<void>)[] = [];
      await routeNow(page, /_astro\/later-[^/]*\.js$/, (route) => void loads.push(() => route.continue()));
      const panel = await open(page, 'post');
      await panel.getByRole('combobox', { name: 'Log-in' }).selectOption('None');
      const field = panel.getByRole('textbox', { name: 'page' });
      await field.fill('zero');
      const { length } = called.asked;
      await panel.getByRole('button', { name: 'Send' }).click();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
      expect([await panel.getByRole('status').textContent(), called.asked.length]).toEqual(['Cancelled.', length]);
      await panel.getByRole('button', { name: 'Send' }).click();
      expect(await passLimit(page)).toBe(3000);
      await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
      expect(await panel.getByRole('status').textContent()).toMatch(/^200/);
      expect(called.asked.at(-1)?.line).toBe('POST /v1/checked?page=zero');
      await edit(panel);
      await panel.getByRole('button', { name: 'Send' }).click();
      await field.fill('1');
      await Promise.all(loads.map((load) => load()));
      await panel.locator('[aria-disabled]').waitFor({ state: 'detached' });
      expect(called.asked.at(-1)?.line).toBe('POST /v1/checked?page=1');
    });
  });
});

test('stands in place of the samples where they have a column, else below the button, and keeps its values', async () => {
  await site.visit({ path: CALLED, javaScript: true, expected: FAILURES }, async (page) => {
    const panel = await open(page, 'entity.post');
    const samples = page.locator('section[id="entity.post"] .pd-samples');
    const text = page.locator('section[id="entity.post"] .pd-text').first();
    await panel.getByLabel('id').fill('7');
    const isBeside = async (): Promise<boolean> => {
      const [own, other] = await Promise.all([panel.boundingBox(), text.boundingBox()]);
      return (own?.x ?? 0) >= (other?.x ?? 0) + (other?.width ?? 0);
    };
    expect([await isBeside(), await samples.isVisible()]).toEqual([true, false]);
    await page.setViewportSize({ width: 1024, height: 900 });
    expect([await isBeside(), await samples.isVisible()]).toEqual([false, true]);
    expect(await panel.getByLabel('id').evaluate((node) => node === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await panel.getByLabel('id').inputValue()).toBe('7');
    // Its button is in sight at the end of the form.
    await panel.locator('pre').first().scrollIntoViewIfNeeded();
    const [head, button] = await Promise.all([
      page.locator('.pd-header').boundingBox(),
      panel.getByRole('button', { name: 'Send', exact: true }).boundingBox(),
    ]);
    expect(button?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0));
    expect(button?.y).toBeLessThan(450);
    await page.emulateMedia({ media: 'print' });
    expect([await panel.isVisible(), await samples.isVisible()]).toEqual([false, true]);
    await page.emulateMedia({ media: null });
    await panel.getByRole('button', { name: 'Close' }).click();
    expect(await samples.isVisible()).toBe(true);
  });
});

test.each<readonly Look[]>([
  [{ scheme: 'light', width: 1440 }],
  [
    { scheme: 'dark', width: 390 },
    { scheme: 'dark', width: 390, forcedColors: true },
  ],
])('has no violation that axe finds and does not scroll sideways: %j, %j', async (first, ...more) => {
  await site.visit({ path: DIGEST, ...first, javaScript: true, expected: FAILURES }, async (page) => {
    expect(await layoutShift(page)).toBe(0);
    const panel = await open(page, 'post');
    await logIn(panel);
    await send(panel);
    for (const summary of await panel.locator('summary').all()) await summary.click();
    expect(await wrongLooks(page, [first, ...more])).toEqual([]);
  });
});

test('costs a page that is read next to nothing, and is small when it is used', () => {
  const assets = join(folder, 'dist/client/_astro');
  const sizeOf = (start: string): number => {
    const [name = ''] = readdirSync(assets).filter((file) => file.startsWith(start) && file.endsWith('.js'));
    return gzipSync(readFileSync(join(assets, name)), { level: 9 }).length;
  };
  const [panel, palette, page] = [sizeOf('try-'), sizeOf('palette-'), sizeOf('page-')];
  expect(panel).toBeLessThanOrEqual(14_500);
  expect(sizeOf('answers-')).toBeLessThanOrEqual(4_500);
  expect(sizeOf('later-')).toBeLessThanOrEqual(13_000);
  expect(palette + page).toBeLessThanOrEqual(16_500);
  expect(page).toBeLessThanOrEqual(2_500);
});

test('there is no button without a script, and nothing to try where it is off', async () => {
  expect(await (await site.fetch(DIGEST)).text()).not.toContain('>Try it<');
  expect(await (await site.fetch(`${ROOT}/Ugly-v1/ugly`)).text()).not.toContain('data-try');
});
