import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { digestOf } from '../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { formats } from '../../src/formats/registry.ts';
import { MCP_PATH, message } from '../http/mcp/cases.ts';
import { digestFetch, openSession, readSamples } from '../http/mcp/session.ts';
import {
  makeSampleProject,
  provideBuild,
  type RunningServer,
  removeProject,
  startBuiltServer,
  startDevelopmentServer,
} from '../http/servers.ts';

const ROOT = '/platform/documentation';
const ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const CREDENTIALS = `Basic ${Buffer.from('alice:secret').toString('base64')}`;
const UNAUTHORIZED =
  '{"type":"http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html","title":"Unauthorized","status":401,"detail":"Unauthorized"}';
const SOON = { interval: 100 };

/** Documents of every level, each negotiated and as every twin, whether it has that format or not. */
const DOCUMENTS = [
  '',
  '/Library',
  '/Library-v1',
  '/Library-v2/Book',
  '/Orders-v1/orders',
  '/Orders-v1/groups/Orders',
  '/Orders-v1/schemas',
  '/Orders-v1/schemas/Order',
].flatMap((path) => ['', ...formats.map(({ extension }) => extension)].map((extension) => ROOT + path + extension));

/** Other spellings, what is not there, and what no document has. */
const OTHERS = [
  `${ROOT}/`,
  `${ROOT}?q=book`,
  `${ROOT}/Library?q=book`,
  `${ROOT}/library`,
  `${ROOT}/%4Cibrary-v1`,
  `${ROOT}/Nothing`,
  `${ROOT}/Library-v1/changes`,
  `${ROOT}/%zz`,
  `${ROOT}/a%2fb`,
  '/platform/%64ocumentation/Library',
  '/Platform/Documentation',
  '/platform//documentation',
  '/platform/x/%2e%2e/documentation',
  '/platform/documentation/./Library',
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.xml',
  '/.well-known/api-catalog',
  '/_astro/nothing.css',
  MCP_PATH,
];

/**
 * Paths of a site while it is developed, with the status that guests get: documents, an API, a module of Vite, a
 * missing path, and the administration, which asks no reader on this machine to log in.
 */
const TARGETS: ReadonlyMap<string, number> = new Map([
  [ROOT, 401],
  [`${ROOT}/Library.json`, 401],
  ['/library/book', 401],
  ['/@vite/client', 401],
  ['/nothing', 401],
  ['/platform/admin', 303],
]);

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/htpasswd'), `alice:${hashPassword('secret', 'sha1')}\n`);
  writeFileSync(join(folder, 'data/htdigest'), `alice:api:${digestOf('alice', 'api', 'secret', 'MD5')}\n`);
});
afterAll(() => removeProject(folder));

const LOCAL = 'config/autoload/local.yaml';
const write = (text: string | Uint8Array): void => writeFileSync(join(folder, LOCAL), text);
const protect = (paths: Readonly<Record<string, string>>): void => write(protecting(paths));

function protecting(paths: Readonly<Record<string, string>>): string {
  const files = { htpasswd: 'data/htpasswd', htdigest: 'data/htdigest' };
  const options = {
    accept_schemes: ['basic', 'digest'],
    realm: 'api',
    digest_domains: '',
    nonce_timeout: '3600',
    ...files,
  };
  const staff = { adapter: ADAPTER, options };
  return `platform-mvc-auth: ${JSON.stringify({ authentication: { adapters: { staff }, paths } })}\n`;
}

const EVERYTHING = protecting({ '/**': 'staff' });
/** No YAML, a key that is not known, a list, a wrong value, no UTF-8. */
const BREAKS = [
  `${EVERYTHING}x: [`,
  `${EVERYTHING}x: 1\n`,
  '- a\n',
  `${EVERYTHING}platform-documentation: { access: [] }\n`,
  Buffer.from([0x61, 0xff]),
];

const ask = (
  server: RunningServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Response> => fetch(server.origin + path, { method, headers, redirect: 'manual' });

/** Tests every server with everything protected. */
function protectsEverything(running: () => RunningServer): void {
  let server: RunningServer;
  beforeAll(() => {
    server = running();
  });

  test('answers guests 401 for every document, format, twin, spelling and missing path, before everything else', async () => {
    for (const path of [...DOCUMENTS, ...OTHERS]) {
      const answer = await ask(server, path, { accept: 'text/html, */*;q=0.1' });
      // Some paths are read in two ways: below no document they are missing for everybody.
      if (path.startsWith(ROOT) || answer.status !== 404)
        expect([path, answer.status, await answer.text()]).toEqual([path, 401, UNAUTHORIZED]);
      else expect(await answer.text()).not.toMatch(/Library|Orders/);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test.each([
    ['GET', { 'if-none-match': '*' }],
    ['GET', { accept: 'image/png' }],
    ['GET', { authorization: 'Basic x' }],
    ['HEAD', {}],
    ['POST', {}],
    ['PUT', {}],
  ] as const)('answers %s with %j 401', async (method, headers) => {
    for (const path of [ROOT, `${ROOT}/Library-v1.raml`, `${ROOT}/Nothing`])
      expect((await ask(server, path, headers, method)).status).toBe(401);
  });

  test('answers OPTIONS alike for what is there and what is not', async () => {
    for (const path of [ROOT, `${ROOT}/Nothing`]) {
      const answer = await ask(server, path, {}, 'OPTIONS');
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, null]);
    }
  });

  test('answers programs of language models as it answers every other program', async () => {
    const ask = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(server.origin + MCP_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: message('tools/list'),
      });
    for (const headers of [{}, { authorization: 'Basic x' }, { origin: 'https://evil.example' }]) {
      const refused = await ask(headers);
      expect([refused.status, await refused.text()]).toEqual([401, UNAUTHORIZED]);
      expect(refused.headers.get('www-authenticate')).toMatch(/Basic realm="api"/);
    }
    await expect(openSession(server.origin)).rejects.toThrow();
    const basic = await openSession(server.origin, { headers: { authorization: CREDENTIALS } });
    await readSamples(basic);
    await basic.close();
    const digest = await openSession(server.origin, { fetch: await digestFetch(server.port, 'alice') });
    await readSamples(digest);
    await digest.close();
  });

  test('keeps what users get out of shared caches and of pages of other origins', async () => {
    for (const path of [ROOT, `${ROOT}/Library-v1/Book.json`, `${ROOT}/Orders-v1.openapi.yaml`]) {
      const { status, headers } = await ask(server, path, { authorization: CREDENTIALS });
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'private, no-cache']);
      expect(headers.get('vary')).toMatch(/Authorization$/);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
}

describe('the built server, with /** protected', () => {
  let server: RunningServer;
  let stylesheet: string;
  beforeAll(async () => {
    write(EVERYTHING);
    server = await startBuiltServer(folder);
    const page = await (await ask(server, ROOT, { accept: 'text/html', authorization: CREDENTIALS })).text();
    stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '';
  });
  afterAll(() => server?.stop());

  protectsEverything(() => server);

  test('protects the files that pages need', async () => {
    expect(stylesheet).toMatch(/^\/_astro\//);
    for (const headers of [{}, { 'if-none-match': '*' }])
      expect((await ask(server, stylesheet, headers)).status).toBe(401);
    const { status, headers } = await ask(server, stylesheet, { authorization: CREDENTIALS });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
    expect(headers.get('vary')?.split(', ').toSorted()).toEqual(['Accept-Encoding', 'Authorization']);
  });

  test('leaves health checks open to load balancers, and counters closed', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask(server, path)).status).toBe(200);
    expect((await ask(server, '/metrics')).status).toBe(401);
  });

  test('follows the configuration: the files of pages alone, then the documentation alone', async () => {
    protect({ '/_astro/**': 'staff' });
    await vi.waitFor(async () => expect((await ask(server, ROOT)).status).toBe(200), SOON);
    expect((await ask(server, stylesheet)).status).toBe(401);
    protect({ '/platform/documentation/**': 'staff' });
    await vi.waitFor(async () => expect((await ask(server, ROOT)).status).toBe(401), SOON);
    expect((await ask(server, `${ROOT}.json`)).status).toBe(401);
    const { status, headers } = await ask(server, stylesheet);
    expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'Accept-Encoding',
    ]);
  });

  test('does not take over a pattern over one API: what was protected stays so', async () => {
    protect({ '/platform/documentation/Library/**': 'staff' });
    await vi.waitFor(() => expect(server.output()).toContain('It protects only a part of the documentation'), SOON);
    expect((await ask(server, `${ROOT}/Orders`)).status).toBe(401);
  });
});

describe('the development server, with /** protected', () => {
  const statuses = (): Promise<readonly number[]> =>
    Promise.all([...TARGETS.keys()].map(async (target) => (await ask(server, target)).status));
  const isProtected = async (): Promise<void> => expect(await statuses()).toEqual([...TARGETS.values()]);
  const isClosed = async (): Promise<void> => expect(new Set(await statuses())).toEqual(new Set([503]));
  let server: RunningServer;
  beforeAll(async () => {
    write(`${EVERYTHING}x: [`);
    server = await startDevelopmentServer(folder);
  });
  afterAll(() => server?.stop());

  test('started over broken configuration answers 503 to everything, says why, and recovers', async () => {
    await vi.waitFor(() => expect(server.output()).toContain(`${LOCAL}:2:`), { interval: 100 });
    await isClosed();
    for (const [accept, type] of [
      ['application/json', 'application/problem+json'],
      ['text/html', 'text/html; charset=utf-8'],
    ] as const) {
      const answer = await ask(server, ROOT, { accept });
      expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([type, 'no-store']);
      const body = await answer.text();
      expect(body).toContain(`${LOCAL}:2:`);
      expect(body).not.toContain('Library');
    }
    write(EVERYTHING);
    await isProtected();
  });

  protectsEverything(() => server);

  test('is never open while a file is broken, empty, away or replaced', async () => {
    for (const text of BREAKS) {
      write(text);
      await isClosed();
      write(EVERYTHING);
      await isProtected();
    }
    for (const lose of [() => write(''), () => write('# nothing\n'), () => rmSync(join(folder, LOCAL))]) {
      lose();
      await isClosed();
      expect(await (await ask(server, ROOT)).text()).toContain('The file is missing or empty.');
      write(EVERYTHING);
      await vi.waitFor(isProtected, SOON);
    }
    // Documentation that is meant to be open stays open.
    protect({});
    expect((await ask(server, ROOT)).status).toBe(200);
    expect((await ask(server, '/library/book')).status).toBe(200);
  });
});
