import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { basicCredentials, DigestClient, get } from '../clients/log-in.ts';
import { ANNA, type LocalConfiguration, OTTO, writeConfiguration } from '../clients/protected-project.ts';
import { ProtectedSite } from '../clients/protected-site.ts';

/** Between requests of a client that asks again and again: eight of them send hundreds a second all the same. */
const BREATH_MILLISECONDS = 20;

let logged: number;
const site = whileTesting(() => ProtectedSite.open());

const log = (): string => site.server.output().slice(logged);
const basic = basicCredentials(ANNA);
const statusOf = async (path: string, authorization?: string): Promise<number> =>
  (await get(site.origin + path, authorization)).status;
const becomes = (path: string, status: number, authorization?: string): Promise<void> =>
  vi.waitFor(async () => expect(await statusOf(path, authorization)).toBe(status));

/** Writes what the site was opened with, changed. */
function edit(change: (configuration: LocalConfiguration) => void): void {
  const configuration = structuredClone(site.configuration);
  change(configuration);
  writeConfiguration(site.folder, configuration);
}

beforeEach(async () => {
  edit(() => undefined);
  for (const adapter of ['staff', 'partners']) await becomes(`/${adapter}/open`, 200);
  await becomes('/staff/notes', 200, basic);
  await becomes('/staff/notes', 401);
  logged = site.server.output().length;
});

describe('the configuration, while the server runs', () => {
  test('may get another adapter and map an API to it', async () => {
    edit(({ 'platform-mvc-auth': { authentication } }) => {
      authentication.adapters['added'] = {
        adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
        options: { accept_schemes: ['basic'], realm: 'Added', htpasswd: 'data/htpasswd' },
      };
      authentication.map['Partners'] = 'added';
    });
    await becomes('/partners/notes', 200, basic);
    expect((await get(`${site.origin}/partners/notes`)).headers.get('www-authenticate')).toBe(
      'Basic realm="Added", charset="UTF-8"',
    );
    expect((await new DigestClient(ANNA).get(site.origin, '/everyone/notes')).status).toBe(200);
  });

  test('may get a wrong adapter, which closes what it protects and nothing else', async () => {
    edit(({ 'platform-mvc-auth': { authentication } }) => {
      Object.assign(authentication.adapters['staff']?.options ?? {}, { accept_schemes: ['bearer'] });
    });
    await becomes('/staff/notes', 503, basic);
    expect((await get(`${site.origin}/staff/notes`)).headers.get('retry-after')).toMatch(/^[1-9]/);
    expect(await statusOf('/everyone/notes', basic)).toBe(200);
    expect(await statusOf('/platform/documentation/Staff')).toBe(200);
    await expect.poll(log).toMatch(/config\/autoload\/local\.yaml: .*staff.*accept_schemes.*bearer/s);
  });

  test('with the name of an API that is nowhere is complained of without waiting for a request', async () => {
    edit(({ 'platform-mvc-auth': { authentication } }) => {
      authentication.map['Stuff'] = 'staff';
    });
    await vi.waitFor(() => expect(log()).toMatch(/local\.yaml: .*Stuff/));
    expect([await statusOf('/staff/notes'), await statusOf('/staff/notes', basic)]).toEqual([401, 200]);
  });

  test('that opens and closes an operation changes what the documentation says of it in the same moment', async () => {
    interface Documented {
      readonly operations: { readonly GET: { readonly requires_authorization: boolean } };
    }
    const told = async (): Promise<readonly unknown[]> => {
      const read = (accept: string): Promise<Response> =>
        fetch(`${site.origin}/platform/documentation/Staff-v1/notes`, { headers: { accept } });
      const json: Documented = await (await read('application/json')).json();
      const html = await (await read('text/html')).text();
      return [
        json.operations.GET.requires_authorization,
        /Read notes<[\s\S]*?(Open to everyone|Log-in needed)/.exec(html)?.[1],
      ];
    };
    const closed = [true, 'Log-in needed'];
    expect(await told()).toEqual(closed);
    edit(({ 'platform-mvc-auth': { authorization } }) => {
      authorization['Staff/notes'] = { collection: { GET: false } };
    });
    await becomes('/staff/notes', 200);
    expect(await told()).toEqual([false, 'Open to everyone']);
    edit(() => undefined);
    await becomes('/staff/notes', 401);
    expect(await told()).toEqual(closed);
  });

  test('may close the documentation, in every format, and open it again', async () => {
    const paths = ['', '/Staff', '/Staff-v1/notes', '/Staff.openapi.json', '/Staff-v1.raml', '/Nothing'].map(
      (path) => `/platform/documentation${path}`,
    );
    edit((configuration) => Object.assign(configuration['platform-documentation'], { access: 'staff' }));
    await becomes('/platform/documentation', 401);
    for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 401]);
    expect(await statusOf('/platform/documentation/Staff', basic)).toBe(200);
    edit(() => undefined);
    await becomes('/platform/documentation', 200);
    for (const path of paths.slice(0, -1)) expect([path, await statusOf(path)]).toEqual([path, 200]);
  });

  test('may change the access that pages were built with, which are then as good as built ones', async () => {
    const page = '/platform/documentation/Staff';
    const built = await get(site.origin + page);
    edit(({ 'platform-mvc-auth': { authentication } }) => {
      delete authentication.map['Staff'];
    });
    await becomes('/staff/notes', 200);
    const changed = await get(site.origin + page);
    expect(changed.status).toBe(200);
    const tag = changed.headers.get('etag');
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(tag).not.toBe(built.headers.get('etag'));
    expect((await fetch(site.origin + page, { headers: { 'if-none-match': tag ?? '' } })).status).toBe(304);
    expect(
      (await fetch(site.origin + page, { headers: { 'accept-encoding': 'br' } })).headers.get('content-encoding'),
    ).toBe('br');
  });

  test('may switch throttling on', async () => {
    edit((configuration) => {
      configuration['platform-mvc-auth'].throttle = { failures: 2, per_seconds: 60 };
    });
    const wrong = basicCredentials({ name: 'anna', password: 'guess' });
    await becomes('/staff/notes', 429, wrong);
    expect(await statusOf('/platform/documentation/Staff')).toBe(200);
    expect(await statusOf('/staff/open')).toBe(200);
  });
});

describe('requests under way', () => {
  test('are answered by the configuration active at their arrival, despite later changes', async () => {
    const slow = [
      get(`${site.origin}/staff/notes?hold`, basic),
      get(`${site.origin}/staff/open?hold`),
      fetch(`${site.origin}/staff/notes?hold`, {
        method: 'POST',
        headers: { authorization: basic, 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(200_000),
      }),
    ];
    const underWay: unknown[] = [];
    await vi.waitFor(() => {
      underWay.push(...site.upstream.take().filter(({ path }) => path.endsWith('?hold')));
      expect(underWay).toHaveLength(slow.length);
    });
    edit(({ 'platform-mvc-auth': { authentication } }) => {
      authentication.map['Staff'] = 'partners';
    });
    await becomes('/staff/notes', 401, basic);
    site.upstream.take();
    // New requests are accepted with credentials of the other adapter only.
    expect(await statusOf('/staff/notes', basic)).toBe(401);
    expect(site.upstream.take()).toEqual([]);
    expect((await new DigestClient(ANNA).get(site.origin, '/staff/notes')).status).toBe(200);
    site.upstream.release();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('and kept connections see no error and no wrong answer while configuration and password files change', async () => {
    const targets: readonly (readonly [string, string | undefined, number])[] = [
      ['/staff/open', undefined, 200],
      ['/staff/notes', basic, 200],
      ['/staff/notes', basicCredentials({ name: 'anna', password: 'wrong' }), 401],
      ['/everyone/notes', basic, 200],
      ['/partners/notes', undefined, 401],
      ['/platform/documentation/Staff.openapi.json', undefined, 200],
      ['/platform/documentation', undefined, 200],
    ];
    const unexpected: string[] = [];
    let count = 0;
    let isOver = false;
    const load = targets.map(async ([path, authorization, expected]) => {
      while (!isOver) {
        const outcome = await statusOf(path, authorization).catch(String);
        count += 1;
        if (outcome !== expected) unexpected.push(`${path}: ${outcome}, expected ${expected}`);
        await pause(BREATH_MILLISECONDS);
      }
    });
    const digest = new DigestClient(ANNA);
    const digestLoad = (async () => {
      while (!isOver) {
        const { status } = await digest.get(site.origin, '/partners/notes');
        if (status !== 200) unexpected.push(`Digest: ${status}`);
        await pause(BREATH_MILLISECONDS);
      }
    })();
    const file = join(site.folder, 'data/htpasswd');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    // Each is taken over before the next one is written, and there are requests behind the last.
    for (const isOpen of [true, false]) {
      edit((configuration) => {
        configuration['platform-mvc-auth'].authorization['Strong/notes'] = { collection: { GET: !isOpen } };
        Object.assign(configuration['platform-documentation'], { title: `Strong is open: ${isOpen}` });
        Object.assign(configuration['platform-server'], { metrics: isOpen });
      });
      // Another user goes and comes, in one step: half of a file has other users.
      writeFileSync(`${file}.new`, lines.filter((line) => !isOpen || !line.startsWith(`${OTTO.name}:`)).join('\n'));
      renameSync(`${file}.new`, file);
      await becomes('/strong/notes', isOpen ? 200 : 401);
      await becomes('/metrics', isOpen ? 200 : 404);
      await becomes('/everyone/notes', isOpen ? 401 : 200, basicCredentials(OTTO));
    }
    const before = count;
    await vi.waitFor(() => expect(count).toBeGreaterThan(Math.max(before + 50, 200)));
    isOver = true;
    await Promise.all([...load, digestLoad]);
    expect(unexpected).toEqual([]);
  });
});
