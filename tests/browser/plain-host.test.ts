import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { commandIn } from '../commands/commands.ts';
import { buildProject, makeSampleProject, removeProject } from '../http/servers.ts';
import { whileTesting } from '../while-testing.ts';
import { launchBrowser } from './browser.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
const BASE = '/project';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** Serves a project as GitHub Pages does: files below its name, `index.html` of folders, 404.html, no more. */
async function servePlainly(files: string) {
  const outside: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.replace(/[?#].*/, ''));
    if (!path.startsWith(`${BASE}/`)) outside.push(path);
    const named = join(files, path.slice(BASE.length));
    const file = existsSync(named) && statSync(named).isDirectory() ? join(named, 'index.html') : named;
    const isThere = path.startsWith(`${BASE}/`) && existsSync(file);
    response.writeHead(isThere ? 200 : 404, {
      'Content-Type': TYPES[extname(isThere ? file : '.html')] ?? 'text/plain',
    });
    response.end(readFileSync(isThere ? file : join(files, '404.html')));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, outside, close: () => server.close() };
}

const made = whileTesting(async () => {
  const folder = makeSampleProject();
  mkdirSync(join(folder, 'config/theme'), { recursive: true });
  writeFileSync(join(folder, 'config/theme/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"/>');
  const site = { base_url: `https://name.example${BASE}/`, theme: { logo: 'logo.svg' } };
  writeFileSync(join(folder, 'config/autoload/site.local.yaml'), JSON.stringify({ 'platform-documentation': site }));
  await buildProject(folder, '--plain');
  const host = await servePlainly(join(folder, 'dist/static'));
  const browser = await launchBrowser();
  return {
    folder,
    ...host,
    browser,
    async close() {
      await browser.close();
      host.close();
      removeProject(folder);
    },
  };
});

test('every link of every page leads to a file below the path of the host', async () => {
  const { origin } = made;
  // No page links to an API without its version.
  const queue = new Set([`${BASE}/`, `${BASE}/platform/documentation/Library/`]);
  const broken: string[] = [];
  for (const path of queue) {
    const answer = await fetch(origin + path);
    const text = await answer.text();
    if (answer.status !== 200 || !path.startsWith(`${BASE}/`)) broken.push(path);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, , link = ''] of text.matchAll(/\s(href|src|action|data-palette)="(\/[^"#?]*)/g)) queue.add(link);
    for (const [, link = ''] of text.matchAll(/http-equiv="refresh" content="0; url=([^"]+)"/g)) queue.add(link);
  }
  expect(broken).toEqual([]);
  expect(queue.size).toBeGreaterThan(300);
});

test('its pages are styled, searched and closed as those of our server, without a header field of it', async () => {
  const { origin, outside, browser } = made;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(`${origin}${BASE}/`);
  await page.waitForURL('**/project/platform/documentation/');
  expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true);
  await page.keyboard.press('/');
  await page.keyboard.type('author');
  await page.locator('dialog.pd-palette[open] [role=option]').first().click();
  await page.waitForURL('**/project/platform/documentation/Library-v1/**');
  expect(wrong).toEqual([]);
  expect(outside.filter((path) => path !== '/favicon.ico')).toEqual([]);
  // Nothing else runs: the policy is in the page.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "changed"';
    document.body.append(script);
  });
  expect(await page.title()).not.toBe('changed');
  expect(wrong.join()).toContain('Content Security Policy');
  await context.close();
});

/** Vite and Astro know some of them; the names of others occur in what is compiled. */
const VARIABLES = {
  DEV: '1',
  PROD: '',
  MODE: 'development',
  SSR: '',
  BASE_URL: '/elsewhere/',
  SITE: 'https://elsewhere.example',
  CI: 'a secret',
  URL: 'a secret',
  Response: 'a secret',
  _: 'a secret',
  // A user of a container has no home, and no name that says where it is.
  HOME: undefined,
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    const { homedir } = os;
    os.homedir = () => {
      if (process.env.HOME === undefined) throw new Error('No home');
      return homedir();
    };
    syncBuiltinESMExports();`)}`,
};

test('there are no copies, and verify knows that, whose compiler no variable changes', () => {
  const { folder } = made;
  const files = join(folder, 'dist/static');
  expect([existsSync(join(files, 'index.html.br')), existsSync(join(files, '.nojekyll'))]).toEqual([false, true]);
  // It compiles anew; what was published is compiled without these.
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'verify'], {
    cwd: folder,
    env: { ...cleanEnvironment(), ...VARIABLES },
    encoding: 'utf8',
  });
  expect([status, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^\d+ files of dist match a new build/)]);
});

test('files for a configured server may be below a path, too, with their copies', async () => {
  const { code } = await commandIn(made.folder, ['build', '--static']);
  const files = join(made.folder, 'dist/static');
  expect([code, existsSync(join(files, 'index.html.br'))]).toEqual([0, true]);
  expect(readFileSync(join(files, 'index.html'), 'utf8')).toContain('url=/project/platform/documentation/');
});
