import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../fixtures/free-port.ts';
import { type RunningServer, startBuiltServer, startSiteDevelopment } from '../servers.ts';
import { buildSite, makeSite, PASSWORD, serveFiles } from './site.ts';

const BASE = '/docs';
const BOOK = '/platform/documentation/Library/Book';
const ALICE = `Basic ${btoa(`alice:${PASSWORD}`)}`;

let site: string;

function change(file: string, from: string | RegExp, to: string): void {
  const path = join(site, file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, changed);
}

beforeAll(async () => {
  site = await makeSite();
  change('src/middleware.ts', '/^\\/($|404', '/^\\/docs\\/($|404');
  for (const file of ['astro.config.mjs', 'astro.static.config.mjs'])
    change(file, 'defineConfig({', `defineConfig({ base: '${BASE}',`);
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

test('a site with a base says where it is in the address of the documentation, too', () => {
  const { status, output } = buildSite(site);
  expect([status, output]).toEqual([
    1,
    expect.stringContaining('astro.config: base: The site is below "/docs/", but its documentation below "/"'),
  ]);
  change(
    'config/autoload/global.yaml',
    'title: Acme APIs',
    `title: Acme APIs\n  base_url: https://acme.example${BASE}`,
  );
});

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function describeSite(origin: () => string): void {
  // A proxy may strip the path.
  describe.each([BASE, ''])('asked below %j', (path) => {
    test.each([
      ['/', 200, "<h1>Acme's own home</h1>"],
      ['/now/', 200, 'Rendered for guest, greeted by middleware'],
      ['/api/hello/', 200, '{"hello":"world"}'],
      ['/missing/', 404, 'Acme has lost this page'],
      ['/platform/documentation', 200, `href="${BASE}/platform/documentation/Library`],
      [BOOK, 200, `https://acme.example${BASE}/library/book`],
      ['/platform/documentation/Libary', 404, `href="${BASE}/platform/documentation/Library`],
      ['/platform/nothing/', 404, 'There is nothing at this path'],
      ['/library/book', 200, '"total_items"'],
      ['/reports/', 401, ''],
      ['/reports/annual/', 401, ''],
    ])('%s: %i', async (target, status, text) => {
      const answer = await get(origin() + path + target, target === '/library/book' ? { accept: '*/*' } : {});
      expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(text)]);
    });

    test('a protected page lets in who has logged in', async () => {
      const { status, body } = await get(`${origin()}${path}/reports/`, { authorization: ALICE });
      expect([status, body]).toEqual([200, expect.stringContaining('Reports for alice')]);
    });
  });

  test.each([
    '/%64ocs/reports/',
    '/docs//reports/',
    '/docs/%72eports/',
    '/docs/docs/reports/',
    '/docsx/reports/',
    '/docs%2freports/',
    '/DOCS/reports/',
    '//docs/reports/',
    '/docs/./reports/',
  ])('%s opens nothing that is protected', async (target) => {
    const { status, body } = await get(origin() + target);
    // The middleware of the site refuses what is no path of it.
    expect([301, 308, 400, 401, 403, 404]).toContain(status);
    expect(body).not.toContain('Reports for');
  });

  test('files of the pages are there', async () => {
    const { body } = await get(`${origin()}${BASE}${BOOK}`);
    const files = [...body.matchAll(/<(?:link rel="stylesheet"|script)[^>]*(?:href|src)="(\/[^"]+)"/g)];
    const paths = files.map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths)
      expect([path, (await get(origin() + path, { accept: '*/*' })).status]).toEqual([path, 200]);
  });
}

describe('built', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const { status, output } = buildSite(site);
    if (status !== 0) throw new Error(output);
    server = await startBuiltServer(site);
  });
  afterAll(() => server?.stop());

  describeSite(() => new URL(server.origin).origin);

  test('says where it is', () => {
    expect(server.output()).toMatch(/Documentation: http:\/\/127\.0\.0\.1:\d+\/docs\/platform\/documentation\n/);
  });
});

describe('while it is developed', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startSiteDevelopment(site, await freePort());
  });
  afterAll(() => server?.stop());

  describeSite(() => new URL(server.origin).origin);
});

describe('as files', () => {
  beforeAll(() => {
    // Pages on demand need a server.
    for (const page of ['now.astro', 'api', 'reports/index.astro', 'library'])
      rmSync(join(site, 'src/pages', page), { recursive: true });
    const { status, output } = buildSite(site, '--config', 'astro.static.config.mjs');
    if (status !== 0) throw new Error(output);
  });

  test('links begin with the path', async () => {
    const page = readFileSync(join(site, 'dist/platform/documentation/Library-v1/Book/index.html'), 'utf8');
    const links = [...page.matchAll(/\s(?:href|src|action)="(\/[^"#?]*)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(20);
    // The layout of the site has one of its own.
    expect(links.filter((path) => !path.startsWith(`${BASE}/`))).toEqual(['/']);
    const served = await serveFiles((path) => {
      if (!path.startsWith(`${BASE}/`)) return undefined;
      try {
        return readFileSync(join(site, 'dist', path.slice(BASE.length)));
      } catch {
        return undefined;
      }
    });
    for (const path of new Set(links.filter((link) => link.startsWith(BASE))))
      expect([path, (await get(served.origin + path)).status]).toEqual([path, 200]);
    served.stop();
  });
});
