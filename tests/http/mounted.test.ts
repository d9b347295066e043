import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDocumentation, type Documentation, type DocumentationOptions } from '../../src/mount/public.ts';
import { userSecret } from '../fixtures/auth/digest-client.ts';
import { challengeOf, digestCredentials } from './clients/log-in.ts';
import { makeSampleProject, provideBuild, removeProject } from './servers.ts';

const READER = { name: 'reader', password: 'secret' };
const BASIC = `Basic ${Buffer.from('reader:secret').toString('base64')}`;
const LIST = '/platform/documentation';
const SERVICE = `${LIST}/Library-v1/Book`;

const adapter = (options: object): object => ({ adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options });

const settings = {
  'platform-documentation': { access: 'readers' },
  'platform-admin': { adapter: 'staff', listen: 'same' },
  'platform-mvc-auth': {
    authentication: {
      adapters: {
        readers: adapter({ accept_schemes: ['digest'], realm: 'Readers', htdigest: 'data/htdigest' }),
        staff: adapter({ accept_schemes: ['basic'], realm: 'Staff', htpasswd: 'data/htpasswd' }),
        lost: adapter({ accept_schemes: ['basic'], realm: 'Lost', htpasswd: 'data/missing' }),
      },
      map: { 'Library-v1': 'staff', 'Library-v2': 'lost' },
      paths: { '/reports/**': 'staff' },
    },
    authorization: {
      'Library-v1/Book': { collection: { GET: false, POST: ['alice'] } },
    },
  },
};

let folder = '';
beforeAll(async () => {
  folder = makeSampleProject();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/htpasswd'), 'reader:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n');
  const secret = userSecret('MD5', { user: 'reader', realm: 'Readers', password: 'secret' });
  writeFileSync(join(folder, 'data/htdigest'), `reader:Readers:${secret}\n`);
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(settings));
  await provideBuild(folder);
});
afterAll(() => removeProject(folder));

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

interface Host {
  readonly documentation: Documentation;
  readonly ask: Ask;
  readonly log: readonly string[];
}

const running: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(running.map((stop) => stop())));

async function documentationOf(options: DocumentationOptions = {}): Promise<Pick<Host, 'documentation' | 'log'>> {
  const log: string[] = [];
  const dist = options.descriptors === undefined ? { dist: join(folder, 'dist') } : {};
  const documentation = await createDocumentation({ log: (message) => log.push(message), ...dist, ...options });
  running.push(() => documentation.close());
  return { documentation, log };
}

/** A server of `node:http` with the handler before its own routes, which say what they got. */
async function nodeHost(
  options: DocumentationOptions = {},
  before: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined,
): Promise<Host> {
  const { documentation, log } = await documentationOf(options);
  const server = createServer(async (request, response) => {
    await before(request, response);
    await documentation.handler(request, response, async () => {
      const user = String(request.headers['x-platform-identity']);
      response.end(`host ${request.url} ${user} ${await text(request)}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push(async () => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { documentation, log, ask: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }) };
}

/** A host of the Fetch standard. */
async function fetchHost(options: DocumentationOptions = {}): Promise<Host> {
  const { documentation, log } = await documentationOf(options);
  const ask: Ask = async (path, init) => {
    const request = new Request(`http://host.example${path}`, init);
    const own = await documentation.fetch(request);
    return own ?? new Response(`host ${path} undefined ${await request.text()}`);
  };
  return { documentation, log, ask };
}

const hosts = [
  ['node:http', nodeHost],
  ['fetch', fetchHost],
] as const;

const as = (authorization: string): RequestInit => ({ headers: { authorization } });
const by = (user: string): RequestInit => ({ headers: { cookie: `user=${user}` } });
const JSON_TYPES = { 'content-type': 'application/json', accept: 'application/json' };
const BOOK = { method: 'POST', body: '{"title":"A"}' };

/** The user that a cookie names, as a host with sessions finds one. */
function userOfCookie(request: IncomingMessage | Request): { readonly name: string } | null {
  const cookie = request instanceof Request ? request.headers.get('cookie') : request.headers.cookie;
  const name = /^user=(.+)$/.exec(cookie ?? '')?.[1];
  return name === undefined ? null : { name };
}

describe.each(hosts)('mounted in %s', (_, make) => {
  const identify = vi.fn<(request: IncomingMessage | Request) => unknown>();
  let ask: Ask;
  let host: Host;
  beforeAll(async () => {
    // A host in JavaScript has no types.
    host = await make({ identify: identify as DocumentationOptions['identify'] & {} });
    ask = host.ask;
  });
  beforeEach(() => void identify.mockReset().mockImplementation(userOfCookie));

  test('documents are negotiated, kept by tag and answered to HEAD; style sheets are there', async () => {
    identify.mockReturnValue({ name: 'alice' });
    const page = await ask(SERVICE, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    const json = await ask(SERVICE, { headers: { accept: 'application/json' } });
    expect(await json.json()).toMatchObject({ name: 'Book' });
    const tag = json.headers.get('etag') ?? '';
    const again = await ask(SERVICE, { headers: { accept: 'application/json', 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await ask(SERVICE, { method: 'HEAD', headers: { accept: 'application/json' } });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tag]);
    const [, style = ''] = /href="(\/_astro\/[^"]+\.css)"/.exec(html) ?? [];
    expect((await ask(style)).headers.get('content-type')).toMatch('text/css');
  });

  test('what is missing of the documentation is our 404; every other address is left to the host', async () => {
    const missing = await ask(`${LIST}/Nothing`, by('bob'));
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    for (const path of ['/', '/orders?x=1', '/platform', '/platform/documentations', '/sitemap.xml', '/healthz'])
      expect(await (await ask(path)).text()).toBe(`host ${path} undefined `);
    const cookie = { cookie: 'session=1', 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };
    const posted = await ask('/orders', { method: 'POST', body: 'whole body', headers: cookie });
    expect(await posted.text()).toBe('host /orders undefined whole body');
  });

  test('our log-ins hold: Digest for the documentation, Basic for an API', async () => {
    const refused = await ask(SERVICE);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
    const credentials = digestCredentials(READER, challengeOf(refused), SERVICE, 1);
    const admitted = await ask(SERVICE, as(credentials));
    expect([admitted.status, admitted.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(admitted.headers.get('authentication-info')).toContain('rspauth=');
    expect((await ask(SERVICE, as(credentials))).status).toBe(401);
    expect((await ask('/library/author')).headers.get('www-authenticate')).toContain('Basic realm="Staff"');
    expect((await ask('/library/author', as(BASIC))).status).toBe(200);
    expect((await ask('/library/author', as('Basic bm86bm8='))).status).toBe(401);
  });

  test('a user of the host counts where an adapter is asked, and rules by name hold', async () => {
    const page = await ask(SERVICE, by('bob'));
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
    const posted = (cookie: string) => ask('/library/book', { ...BOOK, headers: { ...JSON_TYPES, cookie } });
    expect((await posted('user=bob')).status).toBe(403);
    expect((await posted('user=alice')).status).toBe(201);
    // An adapter without its file is no obstacle to a user of the host.
    expect((await ask('/v2/library/author')).status).toBe(503);
    expect((await ask('/v2/library/author', by('bob'))).status).toBe(200);
    identify.mockClear();
    expect(await (await ask('/orders', by('bob'))).text()).toBe('host /orders undefined ');
    expect(identify).not.toHaveBeenCalled();
  });

  test.each([
    ['throws', () => expect.fail('hidden reason')],
    ['rejects', () => Promise.reject(new Error('hidden reason'))],
    ...[true, 'alice', {}, { name: '' }, { name: 7 }, { name: '@editors' }, { name: 'a\nb' }, []].map(
      (answer) => [`returns ${JSON.stringify(answer)}`, () => answer] as const,
    ),
  ] as const)('identify that %s closes what needs a log-in, with right credentials too', async (_name, answers) => {
    identify.mockImplementation(answers);
    for (const [path, authorization] of [
      [SERVICE, ''],
      ['/library/author', BASIC],
    ] as const) {
      const answer = await ask(path, as(authorization));
      expect([path, answer.status]).toEqual([path, 503]);
      expect(await answer.text()).not.toContain('hidden');
    }
    expect(host.log.slice(-2).join('\n')).toMatch(/hidden reason|identify returned/);
  });

  test('a user of the host is no administrator', async () => {
    const path = '/platform/admin/authentication';
    expect(await (await ask(path, by('alice'))).text()).toBe(`host ${path} undefined `);
  });

  test('no field that a client sends is an identity', async () => {
    const headers = {
      'x-platform-identity': 'alice',
      x_platform_identity: 'alice',
      'x-platform-identity-adapter': 'staff',
      'x-original-url': '/',
    };
    expect((await ask(SERVICE, { headers })).status).toBe(401);
    expect((await ask('/library/author', { headers })).status).toBe(401);
    expect(await (await ask('/orders', { headers })).text()).toBe('host /orders undefined ');
  });

  test('a page of another site cannot use the log-in of the host, with or without cookies', async () => {
    identify.mockReturnValue({ name: 'alice' });
    for (const cookie of [{}, { cookie: 'user=alice' }]) {
      const headers = { ...JSON_TYPES, ...cookie, 'sec-fetch-site': 'cross-site' };
      for (const path of ['/library/book', '/reports/1'])
        expect([path, (await ask(path, { ...BOOK, headers })).status]).toEqual([path, 403]);
    }
  });

  test('after it is closed, every address gets 503: a path that it guarded does not open', async () => {
    await host.documentation.close();
    await host.documentation.close();
    for (const path of [SERVICE, '/reports/1']) expect((await ask(path)).status).toBe(503);
  });
});

describe('mounted in node:http', () => {
  let ask: Ask;
  let log: readonly string[];
  let documentation: Documentation;
  beforeAll(async () => {
    ({ ask, log, documentation } = await nodeHost({ identify: userOfCookie }, (request) =>
      request.headers['x-parsed'] === undefined ? undefined : text(request),
    ));
  });

  /** The text that a server with this listener answers. */
  async function answerOf(
    listener: (request: IncomingMessage, response: ServerResponse) => unknown,
  ): Promise<Response> {
    const server = createServer(listener);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`);
    } finally {
      server.close();
    }
  }

  test('the handler is none of errors to Express, which counts parameters', () => {
    expect(documentation.handler.length).toBe(3);
  });

  test('a path of the host is guarded, and its route gets the user', async () => {
    expect((await ask('/reports/1')).status).toBe(401);
    const report = await ask('/reports/1', { headers: { authorization: BASIC, 'x-platform-identity': 'root' } });
    expect(await report.text()).toBe('host /reports/1 reader ');
    expect(report.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('a body that a parser has read is an error that names the remedy, not a wait', async () => {
    const headers = { ...JSON_TYPES, 'x-parsed': 'yes', cookie: 'user=alice' };
    const answer = await ask('/library/book', { ...BOOK, headers });
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('before parsers of bodies')]);
    expect(log.join('\n')).toContain('POST /library/book');
    expect((await ask(SERVICE, { headers })).status).toBe(200);
    expect(await (await ask('/orders', { ...BOOK, headers })).text()).toBe('host /orders undefined ');
  });

  test('an answer that has ended or begun is not touched, and the host is not called', async () => {
    const next = vi.fn();
    for (const begin of ['end', 'write'] as const) {
      const answer = await answerOf(async (request, response) => {
        response[begin]('done');
        const handled = documentation.handler(request, response, next);
        response.end();
        await handled;
      });
      expect(await answer.text()).toBe('done');
    }
    expect(next).not.toHaveBeenCalled();
  });

  test('an answer that the host has sent meanwhile stays, and the host is not called', async () => {
    const next = vi.fn();
    const sent = await answerOf(async (request, response) => {
      request.url = '/reports/1';
      request.headers.authorization = BASIC;
      request.rawHeaders.push('Authorization', BASIC);
      const handled = documentation.handler(request, response, next);
      response.writeHead(503).end('too late');
      await handled;
    });
    expect([sent.status, await sent.text()]).toEqual([503, 'too late']);
    expect(next).not.toHaveBeenCalled();
  });

  test('next is called once, and its error is the error of the handler', async () => {
    const next = vi.fn(() => {
      throw new Error('of the host');
    });
    const answer = await answerOf((request, response) =>
      documentation.handler(request, response, next).catch((error: unknown) => response.end(String(error))),
    );
    expect(await answer.text()).toBe('Error: of the host');
    expect(next).toHaveBeenCalledTimes(1);
    expect(log.join('\n')).not.toContain('of the host');
  });

  test('without routes of the host, every other address is our 404', async () => {
    const answer = await answerOf((request, response) => documentation.handler(request, response));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  // A guarded path may be read in one way only.
  test.each([
    ['GET http://other.example/platform/documentation HTTP/1.1', 404],
    ['GET http://other.example/reports/1 HTTP/1.1', 404],
    ['GET http://other.example/orders HTTP/1.1', 404],
    ['GET //reports/1 HTTP/1.1', 400],
    ['GET /reports/..%2forders HTTP/1.1', 400],
    ['GET /platform%2fdocumentation HTTP/1.1', 401],
    ['GET /platform/documentation/../../orders HTTP/1.1', 401],
    ['OPTIONS * HTTP/1.1', 404],
  ])('%s gets %i', async (line, status) => {
    const socket = connect(Number(new URL((await ask('/')).url).port), '127.0.0.1');
    socket.end(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('another documentation in the same program has its own users, and lives on', async () => {
    const other = await nodeHost();
    expect((await other.ask(SERVICE, by('bob'))).status).toBe(401);
    await documentation.close();
    expect((await other.ask(SERVICE)).status).toBe(401);
  });
});

test('a folder without a build is named, with the remedy', async () => {
  await expect(createDocumentation({ dist: join(folder, 'nowhere') })).rejects.toThrow(
    /nowhere\/server\/entry\.mjs: .*Run "platform-docs build"/,
  );
});
