import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../fixtures/free-port.ts';
import { type RunningServer, startBuiltServer, startSiteDevelopment } from '../servers.ts';
import { buildSite, makeSite, PASSWORD, serveFiles } from './site.ts';

const HTML = 'text/html';
const LIST = '/platform/documentation';
const BOOK = `${LIST}/Library/Book`;
const ALICE = `Basic ${btoa(`alice:${PASSWORD}`)}`;

let site: string;
beforeAll(async () => {
  site = await makeSite();
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await fetch(url, { headers: { accept: HTML, ...headers }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The same of the site while it is developed and built. */
function describeSite(origin: () => string): void {
  test.each([
    ['a page written ahead', '/', 200, "<h1>Acme's own home</h1>"],
    ['a page on demand, behind the middleware of the site', '/now/', 200, 'Rendered for guest, greeted by middleware'],
    ['a route of the site', '/api/hello/', 200, '{"hello":"world"}'],
    ['where the site has nothing', '/missing/', 404, 'Acme has lost this page'],
  ])('the site itself answers: %s', async (_, path, status, text) => {
    const { status: actual, body } = await get(origin() + path);
    expect([actual, body]).toEqual([status, expect.stringContaining(text)]);
  });

  test('a route of the site takes what is posted', async () => {
    const response = await fetch(`${origin()}/api/hello/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[1]',
    });
    expect(await response.json()).toEqual({ got: '[1]' });
  });

  test.each([
    [LIST, HTML, 200, HTML, 'Library'],
    [BOOK, HTML, 200, HTML, '<h1'],
    // Samples are about the address that the reader has come to; while developing they name it already.
    [BOOK, HTML, 200, HTML, 'data-origin="http://127.0.0.1:'],
    [BOOK, 'application/json', 200, 'application/json', '{"name":"Book"'],
    [`${LIST}/Library.openapi.json`, HTML, 200, 'application/vnd.oai.openapi+json', '"openapi":"3.1'],
    [`${LIST}/Libary`, HTML, 404, HTML, 'href="/platform/documentation/Library'],
    [`${LIST}/Libary`, 'application/json', 404, 'application/problem+json', '"status":404'],
    ['/platform/nothing/', HTML, 404, HTML, 'There is nothing at this path'],
    ['/library/book', 'application/hal+json', 200, 'application/hal+json', '"total_items"'],
  ])('%s as %s: %i %s', async (path, accept, status, type, text) => {
    const answer = await get(origin() + path, { accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining(type)]);
    expect(answer.body).toContain(text);
  });

  test.each([LIST, BOOK, `${LIST}/Library/schemas`, `${LIST}/Libary`])(
    'the layout of the site is around %s',
    async (path) => {
      const { body, headers } = await get(origin() + path);
      expect(body).toMatch(
        /<title>[^<]+ – Acme<\/title>[\s\S]*<nav class="acme"[\s\S]*<main[^>]*><div class="pd-inside">[\s\S]*<div id="main" class="pd-main">/,
      );
      expect(body.match(/<html/g)).toHaveLength(1);
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self'/);
      expect(body).not.toMatch(/<script(?![^>]*\ssrc=)/);
      const [, style = ''] = /<div class="pd-inside">\s*<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? [];
      expect(await get(origin() + style, { accept: 'text/css' })).toMatchObject({
        status: 200,
        body: expect.stringContaining('.pd-inside'),
      });
    },
  );

  test.each(['/reports/', '/reports/annual/', '/reports'])('%s needs a log-in', async (path) => {
    const { status, headers, body } = await get(origin() + path);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="acme", charset="UTF-8"']);
    expect(body).not.toContain('eport');
    expect((await get(origin() + path, { authorization: `Basic ${btoa('alice:wrong')}` })).status).toBe(401);
  });

  test.each([
    ['/reports/', 'Reports for alice'],
    ['/reports/annual/', 'Annual report'],
  ])('%s lets in who has logged in', async (path, text) => {
    expect(await get(origin() + path, { authorization: ALICE })).toMatchObject({
      status: 200,
      body: expect.stringContaining(text),
    });
  });

  test.each(['/data/htpasswd', '/data/htpasswd?raw', '/config/autoload/global.yaml?raw', '/_platform/404/page/'])(
    'nothing is at %s',
    async (path) => {
      expect([301, 404]).toContain((await get(origin() + path)).status);
    },
  );
}

describe('an Astro site that is built', () => {
  let built: ReturnType<typeof buildSite>;
  let server: RunningServer;
  beforeAll(async () => {
    built = buildSite(site);
    if (built.status === 0) server = await startBuiltServer(site);
  });
  afterAll(async () => {
    await server?.stop();
  });

  test('publishes the documentation beside the server', () => {
    expect(built).toMatchObject({ status: 0, output: expect.stringMatching(/Published 3 API versions, \d+ pages/) });
  });

  test('has nothing against a layout whose scripts and styles are files', () => {
    expect(built.output).not.toContain('The layout has inline');
  });

  test('names pages of the site that an API hides', () => {
    expect(built.output).toContain(
      'Library answers at paths of pages of this site, which readers do not see: /library/book.',
    );
  });

  describeSite(() => server.origin);

  test('has what the layout and the pages need in files', async () => {
    const { body } = await get(server.origin + BOOK);
    const files = [...body.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.some((path) => path.endsWith('.js')) && files.some((path) => path.endsWith('.css'))).toBe(true);
    expect(body).not.toContain('<style');
    for (const path of files) expect((await get(server.origin + path)).status).toBe(200);
  });
});

describe('an Astro site that is developed', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startSiteDevelopment(site, await freePort());
  });
  afterAll(async () => {
    await server?.stop();
  });

  describeSite(() => server.origin);

  test('shows an edit of a descriptor at the next request', async () => {
    const file = join(site, 'api-descriptors/library/v1.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('name: Ping', 'name: Pong'));
    expect((await get(`${server.origin}${LIST}/Library-v1/Pong`)).status).toBe(200);
    writeFileSync(file, text);
    expect((await get(`${server.origin}${LIST}/Library-v1/Ping`)).status).toBe(200);
  });

  test('has the administration pages', async () => {
    expect(await get(`${server.origin}/platform/admin/status`)).toMatchObject({
      status: 200,
      body: expect.stringContaining('pd-inside'),
    });
  });
});

describe('an Astro site without a server', () => {
  const ON_DEMAND = ['now.astro', 'api', 'reports'];
  let built: ReturnType<typeof buildSite>;
  let files: Awaited<ReturnType<typeof serveFiles>>;
  const outputFile = (path: string): string => join(site, 'dist', path);
  beforeAll(async () => {
    for (const page of ON_DEMAND) rmSync(join(site, 'src/pages', page), { recursive: true });
    built = buildSite(site, '--config', 'astro.static.config.mjs');
    files = await serveFiles((path) =>
      statSync(outputFile(path), { throwIfNoEntry: false })?.isFile() ? readFileSync(outputFile(path)) : undefined,
    );
  });
  afterAll(() => files?.stop());

  test('is written with the documentation, and says what it cannot have', () => {
    expect(built).toMatchObject({
      status: 0,
      output: expect.stringMatching(/Wrote 3 API versions and \d+ pages in \d+ files\. Log-ins/),
    });
    expect(existsSync(outputFile('server'))).toBe(false);
    expect(existsSync(outputFile('_platform'))).toBe(false);
    expect(readFileSync(outputFile('404.html'), 'utf8')).toContain('Acme has lost this page');
  });

  test('has no link that leads nowhere', async () => {
    const seen = new Set(['/', `${LIST}/`]);
    for (const path of seen) {
      const { status, body } = await get(files.origin + path);
      expect([path, status]).toEqual([path, 200]);
      const isPage = path.endsWith('/') || path.endsWith('.html');
      const links = isPage ? [...body.matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)] : [];
      for (const [, link = ''] of links) seen.add(link.replaceAll('&amp;', '&'));
    }
    expect(seen.size).toBeGreaterThan(200);
  });

  test.each([
    [`${LIST}/`, '<nav class="acme"'],
    [`${LIST}/Library-v1/Book/`, '<div class="pd-inside">'],
    [`${LIST}/Library/Book/`, `content="0; url=${LIST}/Library-v1/Book/"`],
    [`${LIST}.json`, '[{"name":"Library"'],
    [`${LIST}/Library-v2.openapi.json`, '"openapi":"3.1'],
    [`${LIST}/Library-v1/Book.raml`, '#%RAML 1.0'],
    [`${LIST}/Orders-v1/schemas.md`, '# '],
  ])('has %s', async (path, text) => {
    expect(await get(files.origin + path)).toMatchObject({ status: 200, body: expect.stringContaining(text) });
  });
});
