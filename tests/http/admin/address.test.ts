import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { makeSampleProject, provideBuild, type RunningServer, removeProject, startBuiltServer } from '../servers.ts';
import { AdminClient, ROOT } from './admin-client.ts';

const USER = 'root:toor';
const NEW = `${ROOT}/authentication/new`;
const NOT_SENT = { name: '' };

let folder: string;
let server: RunningServer | undefined;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/admins'), `root:${hashPassword('toor', 'sha1')}\n`);
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => removeProject(folder));

interface Settings {
  /** Options of `platform-admin` beside the adapter. */
  readonly admin?: Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
  /** Trusted. */
  readonly proxies?: readonly string[];
}

function configure({ admin = {}, paths = {}, baseUrl, proxies = [] }: Settings): void {
  const options = { accept_schemes: ['basic'], realm: 'admins', htpasswd: 'data/admins' };
  const adapters = { admins: { adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options } };
  const configuration = {
    ...(baseUrl === undefined ? {} : { 'platform-documentation': { base_url: baseUrl } }),
    'platform-mvc-auth': { authentication: { adapters, paths }, throttle: { failures: 0 }, trusted_proxies: proxies },
    'platform-admin': { adapter: 'admins', ...admin },
  };
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(configuration));
}

async function start(settings: Settings = {}): Promise<RunningServer> {
  configure(settings);
  server = await startBuiltServer(folder);
  return server;
}

/** A port that another program has: any, or this one. @throws where that is not free */
async function takenPort(wanted = 0): Promise<{ readonly port: number; free(): Promise<void> }> {
  const other = createServer((_, response) => response.end()).listen(wanted, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const free = async (): Promise<void> => {
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
  };
  return { port: typeof address === 'object' && address !== null ? address.port : 0, free };
}

const statusAt = (port: number, path = `${ROOT}/status`, user: string | null = USER): Promise<number> =>
  new AdminClient(port, user).get(path, { accept: '*/*' }).then(
    ({ status }) => status,
    () => 0,
  );

describe('the administration in production', () => {
  describe('where no address is configured', () => {
    let plain: RunningServer;
    let taken: Awaited<ReturnType<typeof takenPort>>;
    beforeAll(async () => {
      const port = await freePort();
      taken = await takenPort(port + 1);
      configure({});
      plain = await startBuiltServer(folder, { PORT: String(port) });
    });
    afterAll(async () => {
      await plain?.stop();
      await taken?.free();
    });

    test('has an address of its own, on loopback, which is printed', async () => {
      const { port, admin, output } = plain;
      expect(admin.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(admin.port).not.toBe(port);
      expect(output()).toContain(`Administration: ${admin.origin}${ROOT}\n`);
      expect(await statusAt(admin.port)).toBe(200);
      expect(await statusAt(admin.port, `${ROOT}/status`, null)).toBe(401);
    });

    test('has the next port that is free', () => {
      expect([plain.port, plain.admin.port]).toEqual([taken.port - 1, expect.any(Number)]);
      expect(plain.admin.port).toBeGreaterThan(taken.port);
    });

    test('is missing on the public origin, as if there were no such pages', async () => {
      const { port } = plain;
      for (const user of [null, USER])
        for (const [method, path] of [
          ['GET', ROOT],
          ['GET', `${ROOT}/status`],
          ['HEAD', `${ROOT}/`],
          ['POST', NEW],
          ['OPTIONS', `${ROOT}/status`],
          ['GET', `${ROOT}/nothing`],
        ] as const) {
          const client = new AdminClient(port, user);
          const [ours, other] = await Promise.all(
            [path, '/platform/nowhere'].map((asked) => client.ask(method, asked, { 'content-length': '0' })),
          );
          expect([path, ours?.status, ours?.body]).toEqual([path, 404, other?.body]);
          expect(Object.keys(ours?.headers ?? {})).toEqual(Object.keys(other?.headers ?? {}));
        }
    });

    test('has nothing else there but the files of its pages', async () => {
      const { admin } = plain;
      for (const path of [
        '/',
        '/platform/documentation',
        '/platform/documentation/Library.json',
        '/library/book',
        '/healthz',
        '/readyz',
        '/metrics',
        '/x',
      ])
        expect([path, await statusAt(admin.port, path)]).toEqual([path, 404]);
      const client = new AdminClient(admin.port, USER);
      const { body } = await client.get(`${ROOT}/status`);
      const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? [];
      expect((await client.get(stylesheet)).headers['content-type']).toMatch(/^text\/css/);
      // Every link of the pages leads to one of them, and so do those of a problem, which looks for no documentation.
      const problems = await Promise.all(['/', `${ROOT}/nothing`].map((path) => client.get(path)));
      const pages = [body, ...problems.map((problem) => problem.body)];
      const links = pages.flatMap((page) =>
        [...page.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href),
      );
      for (const href of new Set(links))
        expect([href, await statusAt(admin.port, href)]).toEqual([href, href === ROOT ? 303 : 200]);
      for (const page of pages.slice(1)) expect(page).toMatch(/<h1>.*404[\s\S]*href="\/platform\/admin"[^>]*>\s*Admin/);
      for (const page of pages) expect(page).not.toMatch(/<script|<search|<form role="search"/);
    });
  });

  test('keeps the server from starting where its port is taken, with a word on what to do', async () => {
    const { port, free } = await takenPort();
    try {
      await expect(start({ admin: { listen: port } })).rejects.toThrow(
        `The server cannot start: The administration cannot listen: port ${port} on 127.0.0.1 is taken. Stop the other program, or write another port in platform-admin.listen.`,
      );
    } finally {
      await free();
    }
  });
});

describe('a form of the administration, on an address of its own,', () => {
  let own: RunningServer;
  beforeAll(async () => {
    configure({ baseUrl: 'https://docs.example.com' });
    own = await startBuiltServer(folder);
  });
  afterAll(() => own?.stop());
  /** Status of an invalid form: 422 where the form is accepted and the error reported at its field. */
  const statusOf = async ({ admin }: RunningServer, headers: Readonly<Record<string, string>>): Promise<number> => {
    const client = new AdminClient(admin.port, USER);
    return (await client.post(NEW, { ...(await client.hidden(NEW)), ...NOT_SENT }, headers)).status;
  };

  test.each<readonly [string, Readonly<Record<string, string>>, number]>([
    ['is taken from its own pages', {}, 422],
    ['is taken from them by another name of this machine', { host: 'localhost:1', origin: 'http://localhost:1' }, 422],
    [
      'is not taken from another port of this machine',
      { origin: 'http://127.0.0.1:4321', 'sec-fetch-site': 'same-site' },
      403,
    ],
    ['is not taken from the public name', { host: 'docs.example.com', origin: 'https://docs.example.com' }, 403],
    ['is not taken by a name that leads here', { host: 'evil.example', origin: 'http://evil.example' }, 403],
  ])('%s', async (_, headers, status) => {
    expect(await statusOf(own, headers)).toBe(status);
  });

  test.each([
    ['localhost:1', 303],
    ['evil.example', 403],
    ['docs.example.com', 403],
    ['127.0.0.1.evil.example:5001', 403],
  ])('is shown to Host %s with %i, as it is taken', async (host, status) => {
    const client = new AdminClient(own.admin.port, USER);
    const shown = async (method: string, user: string | null): Promise<number> =>
      (await new AdminClient(own.admin.port, user).ask(method, ROOT, { host })).status;
    expect([await shown('GET', USER), await shown('HEAD', USER), await shown('GET', null)]).toEqual([
      status,
      status,
      status === 403 ? 403 : 401,
    ]);
    expect((await client.get(NEW, { host })).body.includes('<form')).toBe(status !== 403);
  });

  test('is shown by the name that is configured, and by any name that a trusted proxy has', async () => {
    const statusFor = async (server: RunningServer, host: string): Promise<number> =>
      (await new AdminClient(server.admin.port, USER).get(ROOT, { host })).status;
    const named = await start({ admin: { base_url: 'https://admin.example.com' } });
    expect([await statusFor(named, 'Admin.example.com'), await statusFor(named, 'backend:5001')]).toEqual([303, 403]);
    await named.stop();
    const proxied = await start({ admin: { base_url: 'https://admin.example.com' }, proxies: ['127.0.0.1'] });
    expect(await statusFor(proxied, 'backend:5001')).toBe(303);
  });

  test('is taken by the name that is configured, and files that paths protect are given to its users', async () => {
    const named = await start({ admin: { base_url: 'https://admin.example.com' }, paths: { '/**': 'admins' } });
    const headers = { host: 'admin.example.com', origin: 'https://admin.example.com' };
    expect(await statusOf(named, headers)).toBe(422);
    const { port } = named.admin;
    const { body } = await new AdminClient(port, USER).get(`${ROOT}/status`);
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? [];
    expect([await statusAt(port, stylesheet, null), await statusAt(port, stylesheet)]).toEqual([401, 200]);
    expect([await statusAt(port, '/x', null), await statusAt(port, '/x')]).toEqual([401, 404]);
  });
});

describe('while the server runs', () => {
  test('the address appears, changes, shares the public origin and goes, without a restart', async () => {
    const running = await start({ admin: { listen: 'same' } });
    expect([await statusAt(running.port), await statusAt(running.port, `${ROOT}/status`, null)]).toEqual([200, 401]);
    expect(running.output()).not.toContain('Administration:');
    const first = await freePort();
    configure({ admin: { listen: first } });
    await vi.waitFor(async () => expect([await statusAt(first), await statusAt(running.port)]).toEqual([200, 404]));
    await expect.poll(() => running.output()).toContain(`Administration: http://127.0.0.1:${first}${ROOT}\n`);

    // A port that is taken is named, the rest goes on, and the next change is followed, here to IPv6.
    const { port, free } = await takenPort();
    configure({ admin: { listen: port } });
    await vi.waitFor(() =>
      expect(running.output()).toContain(`The administration cannot listen: port ${port} on 127.0.0.1 is taken.`),
    );
    expect(await statusAt(running.port, '/platform/documentation')).toBe(200);
    await free();
    const second = `[::1]:${await freePort()}`;
    const guest = (): Promise<number | undefined> =>
      fetch(`http://${second}${ROOT}/status`).then(
        ({ status }) => status,
        () => undefined,
      );
    configure({ admin: { listen: second } });
    await vi.waitFor(async () => expect([await statusAt(first), await guest()]).toEqual([0, 401]));
    await expect.poll(() => running.output()).toContain(`Administration: http://${second}${ROOT}\n`);

    configure({ admin: { listen: 'same' } });
    await vi.waitFor(async () => expect([await guest(), await statusAt(running.port)]).toEqual([undefined, 200]));
    await expect.poll(() => running.output()).toContain('The administration no longer has an address of its own.\n');
  });
});
