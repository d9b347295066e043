import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { machineMark } from '../../src/files/writer.ts';
import { createDocumentation, type Documentation, type DocumentationOptions } from '../../src/mount/public.ts';
import { LIMITS } from '../limits.ts';
import { whileTimeStands } from '../unit/services/site.ts';

const LIST = '/platform/documentation';

/** A small API, as a framework describes itself. */
function description(title: string, path = '/orders'): object {
  const answer = { description: 'Fine', content: { 'application/json': { example: { title } } } };
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [{ url: `/${title.toLowerCase()}` }],
    paths: { [path]: { get: { summary: `List ${title}`, responses: { 200: answer } } } },
  };
}

const running: (() => unknown)[] = [];
afterAll(() => Promise.all(running.map((stop) => stop())));

async function documented(options: DocumentationOptions): Promise<{ documentation: Documentation; log: string[] }> {
  const log: string[] = [];
  const documentation = await createDocumentation({ log: (message) => log.push(message), ...options });
  running.push(() => documentation.close());
  return { documentation, log };
}

async function originOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function pageOf(
  { fetch }: Documentation,
  path: string,
  sent: string | HeadersInit = 'text/html',
): Promise<string> {
  const headers = typeof sent === 'string' ? { accept: sent } : sent;
  const response = await fetch(new Request(`http://host.example${path}`, { headers }));
  expect([path, response?.status]).toEqual([path, 200]);
  return (await response?.text()) ?? '';
}

/** Log-ins of one adapter, for these APIs or paths. */
const staffFor = (closed: object): object => ({
  authentication: {
    adapters: {
      staff: {
        adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
        options: { accept_schemes: ['basic'], realm: 'Staff', htpasswd: '/nowhere/htpasswd' },
      },
    },
    ...closed,
  },
});

/** Folders in which programs keep descriptions. */
const folders = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`));

describe('descriptors in memory', () => {
  test('are objects and texts of several formats, and may have versions', async () => {
    const before = folders();
    const listeners = process.listenerCount('unhandledRejection');
    const { documentation, log } = await documented({
      descriptors: {
        Shop: description('Shop'),
        'Stock/v1': JSON.stringify(description('Stock')),
        'Stock/v2':
          'openapi: 3.1.0\ninfo: { title: Stock, version: "2.0" }\nservers: [{ url: /stock }]\npaths: { /items: { get: { responses: { 200: { description: Fine } } } } }\n',
        Old: '#%RAML 1.0\ntitle: Old\nversion: v1\n/things:\n  get:\n    description: List things\n',
      },
    });
    expect(log.filter((line) => line.includes('error'))).toEqual([]);
    expect(process.listenerCount('unhandledRejection')).toBe(listeners);
    expect(await pageOf(documentation, `${LIST}/Shop`)).toContain('List Shop');
    expect(JSON.parse(await pageOf(documentation, LIST, 'application/json'))).toMatchObject([
      { name: 'Old', versions: [1] },
      { name: 'Shop', versions: [1] },
      { name: 'Stock', versions: [1, 2] },
    ]);
    expect(await pageOf(documentation, `${LIST}?q=things`)).toContain('Old');
    expect(JSON.parse(await pageOf(documentation, '/shop/orders', 'application/json'))).toEqual({ title: 'Shop' });
    expect(folders().length).toBe(before.length + 1);
    await documentation.close();
    expect(folders()).toEqual(before);
  });

  test('of functions and of URLs of the program itself are asked at the first request', async () => {
    const shop = vi.fn(async () => description('Shop'));
    const server = createServer();
    const origin = await originOf(server);
    const { documentation } = await documented({
      descriptors: { Shop: shop, Stock: new URL('/openapi.json', origin) },
    });
    server.on('request', (request, response) => {
      void documentation.handler(request, response, () => response.end(JSON.stringify(description('Stock'))));
    });
    expect(shop).not.toHaveBeenCalled();
    const pages = ['Shop', 'Stock'].map(async (name) => (await fetch(`${origin}${LIST}/${name}`)).text());
    expect((await Promise.all(pages)).map((page) => page.includes('List '))).toEqual([true, true]);
    expect(shop).toHaveBeenCalledTimes(1);
  });

  test('at a URL open no other address of the program while they are read', async () => {
    const answers: string[] = [];
    const program = createServer();
    const origin = await originOf(program);
    const foreign = createServer(async (request, response) => {
      // It sends back what it was sent.
      const headers = { 'x-documentation-request': String(request.headers['x-documentation-request']) };
      const arrived = once(program, 'request');
      const called = fetch(`${origin}/secret`, { headers }).then((answer) => answer.text());
      await arrived;
      response.end(JSON.stringify(description('Shop')));
      answers.push(await called);
    });
    const { documentation } = await documented({
      descriptors: { Shop: new URL('/shop.json', await originOf(foreign)) },
      configuration: { 'platform-mvc-auth': staffFor({ paths: { '/secret': 'staff' } }) },
    });
    program.on('request', (request, response) => {
      void documentation.handler(request, response, () => response.end('secret'));
    });
    await pageOf(documentation, `${LIST}/Shop`);
    await vi.waitFor(() => expect(answers).toEqual([expect.not.stringMatching(/^secret/)]), { timeout: LIMITS.wait });
  });

  test('of a function that waits for its own program are given up, and the remedy is named', async () => {
    const shop = vi.fn(() => new Promise<object>(() => undefined));
    const { documentation, log } = await documented({ descriptors: { Shop: shop } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asked = documentation.fetch(new Request(`http://host.example${LIST}/Shop`));
      await whileTimeStands(() => shop.mock.calls.length > 0);
      vi.advanceTimersByTime(10_000);
      expect((await asked)?.status).toBe(503);
    } finally {
      vi.useRealTimers();
    }
    expect(log).toEqual([expect.stringMatching(/^descriptors\.Shop: .*10 s\. .*give its URL/)]);
  });

  test('of a URL may be as large as a file, and no more is read', async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    const endless = createServer((_request, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write(piece)) sent += 1;
      };
      response.on('drain', send);
      send();
    });
    const { documentation, log } = await documented({
      descriptors: { Shop: new URL('/shop.json', await originOf(endless)) },
    });
    const answer = await documentation.fetch(new Request(`http://host.example${LIST}/Shop`));
    expect(answer?.status).toBe(503);
    expect(log).toEqual([expect.stringMatching(/^descriptors\.Shop: http:.*: The file is larger than 32 MB/)]);
    expect(sent).toBeLessThan(64);
  });

  test.skipIf(process.getuid?.() !== 0)('remove what ended programs have left, of their own user alone', async () => {
    const left = ['ours', 'theirs'].map((name) =>
      mkdtempSync(join(tmpdir(), `platform-documentation-${machineMark()}-4194305-${name}`)),
    );
    const [, theirs = ''] = left;
    chownSync(theirs, 65_534, 65_534);
    try {
      await documented({ descriptors: { Shop: description('Shop') } });
      expect(left.map((folder) => existsSync(folder))).toEqual([false, true]);
    } finally {
      rmSync(theirs, { recursive: true, force: true });
    }
  });

  test('that cannot be had get 503 without the reason, until they can', async () => {
    const shop = vi.fn<() => object>(() => {
      throw new Error('hidden reason');
    });
    const { documentation, log } = await documented({ descriptors: { Shop: shop } });
    const ask = () => documentation.fetch(new Request(`http://host.example${LIST}/Shop`));
    const refused = await ask();
    expect([refused?.status, await refused?.text()]).toEqual([503, expect.not.stringContaining('hidden')]);
    expect(log).toEqual(['descriptors.Shop: hidden reason.']);
    shop.mockReturnValue(description('Shop'));
    await vi.waitFor(async () => expect((await ask())?.status).toBe(200), { timeout: LIMITS.wait, interval: 200 });
  });

  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  test.each<[string, DocumentationOptions, RegExp]>([
    ['no API', { descriptors: {} }, /^descriptors: .*Name one/],
    ['a path that leaves', { descriptors: { '../Shop': 'x' } }, /^descriptors: "\.\.\/Shop" cannot name/],
    ['a hidden file', { descriptors: { '.Shop': 'x' } }, /cannot name a descriptor/],
    ['an absolute path', { descriptors: { '/etc/Shop': 'x' } }, /cannot name a descriptor/],
    ['a number', { descriptors: { Shop: 7 as never } }, /^descriptors\.Shop: .*Give an object/],
    [
      'a file',
      { descriptors: { Shop: new URL('file:///etc/passwd') } },
      /^descriptors\.Shop: The URL cannot be fetched/,
    ],
    ['a circle', { descriptors: { Shop: circle } }, /^descriptors\.Shop: .*cannot be written as JSON/],
    ['two sources', { descriptors: { Shop: {} }, dist: 'dist' }, /Leave out "descriptors" or "dist"/],
    ['settings of a build', { configuration: {} }, /Write them into config\/autoload/],
    ['no YAML', { descriptors: { Shop: 'openapi: [' } }, /api-descriptors\/Shop\.yaml:1:.*error/],
    [
      'a wrong setting',
      { descriptors: { Shop: description('Shop') }, configuration: { 'platform-documentation': { title: 7 } } },
      /title/,
    ],
    [
      'a template',
      {
        descriptors: { Shop: description('Shop') },
        configuration: { view_manager: { template_map: { 'platform-documentation/show': 'config/Show.astro' } } },
      },
      /template/,
    ],
  ])('%s is refused with place and remedy, and leaves nothing behind', async (_name, options, message) => {
    const before = folders();
    await expect(createDocumentation({ log: () => undefined, ...options })).rejects.toThrow(message);
    expect(folders()).toEqual(before);
  });
});

test('the log-in of the host stays with the host: upstreams get the name of the user', async () => {
  const upstream = createServer((request, response) => {
    response.setHeader('cache-control', 'public, max-age=600');
    response.end(JSON.stringify(request.headers));
  });
  const proxy = { backend: 'proxy', target: await originOf(upstream) };
  const { documentation } = await documented({
    descriptors: { Shop: description('Shop'), Stock: description('Stock'), Open: description('Open') },
    configuration: {
      'platform-services': { Shop: proxy, Stock: { ...proxy, pass: ['Cookie'] }, Open: proxy },
      'platform-mvc-auth': staffFor({ map: { Shop: 'staff', Stock: 'staff' } }),
    },
    identify: () => ({ name: 'alice' }),
  });
  const headers = { cookie: 'session=1', authorization: 'Bearer abc' };
  const got = async (path: string): Promise<unknown> => JSON.parse(await pageOf(documentation, path, headers));
  const shop = await got('/shop/orders');
  expect(shop).toMatchObject({ 'x-platform-identity': 'alice' });
  expect(shop).not.toHaveProperty('cookie');
  expect(shop).not.toHaveProperty('authorization');
  const answer = await documentation.fetch(new Request('http://host.example/shop/orders', { headers }));
  // Another user of the same browser must not get it.
  expect(answer?.headers.get('cache-control')).toBe('private, no-cache');
  expect(await got('/stock/orders')).toMatchObject({ cookie: 'session=1' });
  const open = await got('/open/orders');
  expect(open).not.toHaveProperty('cookie');
  expect(open).not.toHaveProperty('authorization');
});

test('a host that does not say in time who asks closes what needs a log-in', async () => {
  const identify = vi.fn(() => new Promise<null>(() => undefined));
  const { documentation, log } = await documented({
    descriptors: { Shop: description('Shop') },
    configuration: { 'platform-mvc-auth': staffFor({ map: { Shop: 'staff' } }) },
    identify,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asked = documentation.fetch(new Request('http://host.example/shop/orders'));
    await whileTimeStands(() => identify.mock.calls.length > 0);
    vi.advanceTimersByTime(10_000);
    expect((await asked)?.status).toBe(503);
  } finally {
    vi.useRealTimers();
  }
  expect(log.at(-1)).toContain('identify has not answered within 10 s.');
});

describe('below a path', () => {
  const configuration = { 'platform-documentation': { base_url: 'http://host.example/docs' } };

  /** A host whose handler gets what a framework that removes the path gives it, or the whole address. */
  async function hostBelow(removed: string) {
    const { documentation, log } = await documented({ descriptors: { Shop: description('Shop') }, configuration });
    const server = createServer((request: IncomingMessage & { originalUrl?: string }, response) => {
      const { url = '/' } = request;
      if (removed !== '' && url.startsWith(removed)) {
        request.originalUrl = url;
        request.url = url.slice(removed.length) || '/';
      }
      const { url: given } = request;
      void documentation.handler(request, response, async () => {
        expect(request.url).toBe(given);
        response.end(`host ${url} ${request.headers['x-platform-identity']} ${await text(request)}`);
      });
    });
    const origin = await originOf(server);
    return { log, ask: (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init }) };
  }

  test.each(['/docs', ''])('links, files and calls work where the host removes %j', async (removed) => {
    const { ask } = await hostBelow(removed);
    const html = await (await ask(`/docs${LIST}/Shop`, { headers: { accept: 'text/html' } })).text();
    const links = [...html.matchAll(/(?:href|src)="(\/[^"#?]*)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !path.startsWith('/docs/'))).toEqual([]);
    // The script for pages of other sites is beside those of ours.
    for (const path of new Set([...links, '/docs/platform/operation.js']))
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect(await (await ask('/docs/shop/orders')).json()).toEqual({ title: 'Shop' });
    const root = await ask('/docs');
    expect([root.status, root.headers.get('location')]).toEqual([307, `/docs${LIST}`]);
  });

  test('addresses beside the path are the host’s; no field names a user to it', async () => {
    // A host that guards /docs must not be passed by at another address.
    const { ask } = await hostBelow('/docs');
    for (const path of [LIST, '/shop/orders', '/docsx/platform/documentation']) {
      const answer = await ask(path, { headers: { 'x-platform-identity': 'root' } });
      expect(await answer.text()).toBe(`host ${path} undefined `);
    }
  });

  // Routers that ignore case, or decode a path first, take them for the guarded path.
  test('no other spelling of the path reaches a route of the host, or the documentation', async () => {
    const { ask } = await hostBelow('/docs');
    const { documentation } = await documented({ descriptors: { Shop: description('Shop') }, configuration });
    for (const path of ['/DOCS/reports', '/d%6fcs/reports', `/DOCS${LIST}`, `/%64ocs${LIST}`]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
      const other = await documentation.fetch(new Request(`http://host.example${path}`));
      expect([path, other?.status]).toEqual([path, 404]);
    }
  });

  test('an absolute target and an escaped one stay within the path', async () => {
    const { documentation } = await documented({ descriptors: { Shop: description('Shop') }, configuration });
    const ask = (path: string) => documentation.fetch(new Request(`http://host.example${path}`));
    expect(await ask(LIST)).toBeUndefined();
    expect(await ask(`/other/..${LIST}`)).toBeUndefined();
    expect((await ask(`/docs${LIST}`))?.status).toBe(200);
    expect((await ask('/docs//platform/documentation'))?.status ?? 404).not.toBe(200);
  });

  test('a handler below a path that base_url does not name says so once', async () => {
    const { documentation, log } = await documented({ descriptors: { Shop: description('Shop') } });
    const request = { url: LIST, originalUrl: `/docs${LIST}` };
    const server = createServer((given, response) => {
      const moved = Object.assign(given, request);
      void documentation.handler(moved, response, () => response.end('host'));
    });
    const origin = await originOf(server);
    for (let count = 0; count < 3; count++) expect(await (await fetch(origin)).text()).toBe('host');
    expect(log.filter((line) => line.includes('mounted below /docs'))).toHaveLength(1);
  });
});
