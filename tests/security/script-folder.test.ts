import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '../../src/http/header-list.ts';
import { ADMIN_POLICY } from '../../src/server/administration/admin-route.ts';
import { pageHeaders } from '../../src/server/answers/headers.ts';
import { launchBrowser } from '../browser/browser.ts';

/** Folders that published APIs could answer for on the origin, beside the files of pages. */
const FOLDERS = ['/_astro/', '/library/', '/library/_astro/', '/_astro-api/', '/'];

let server: Server;
let foreign: Server;
let browser: Browser;

function answering(page: () => string): Server {
  return createServer(({ url = '/' }, response) => {
    if (url === '/page') {
      for (const [name, value] of fieldsOf(pageHeaders())) response.appendHeader(name, value);
      response.end(page());
    } else if (url === '/administration') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': ADMIN_POLICY }).end(page());
    } else if (url.endsWith('.js')) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`document.body.dataset.scripts += ' ${url}'`);
    } else {
      response
        .writeHead(200, { 'content-type': 'text/css' })
        .end(`:root { ${styleOf(url.replace('x.css', ''))}: yes }`);
    }
  }).listen(0, '127.0.0.1');
}

/** The custom property that a style sheet of a folder sets. */
function styleOf(folder: string): string {
  return `--style${folder.replaceAll(/\W/g, '-')}`;
}

function originOf(of: Server): string {
  return `http://127.0.0.1:${(of.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  foreign = answering(() => '');
  server = answering(() => {
    const files = [...FOLDERS, `${originOf(foreign)}/_astro/`];
    const tags = files.map(
      (folder) => `<link rel="stylesheet" href="${folder}x.css"><script src="${folder}x.js"></script>`,
    );
    return `<!doctype html><title>x</title><body data-scripts="">${tags.join('')}<script>document.body.dataset.scripts += ' inline'</script></body>`;
  });
  await Promise.all([once(server, 'listening'), once(foreign, 'listening')]);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  server.close();
  foreign.close();
});

test.each([
  ['pages run scripts', '/page', ' /_astro/x.js'],
  ['pages of the administration run none', '/administration', ''],
])('%s and take styles of their own folder alone', async (_, path, scripts) => {
  const page = await browser.newPage();
  await page.goto(originOf(server) + path);
  const seen = await page.evaluate(
    (names) => ({
      scripts: document.body.dataset['scripts'],
      styles: names.filter((name) => getComputedStyle(document.documentElement).getPropertyValue(name) !== ''),
    }),
    [...FOLDERS.map(styleOf)],
  );
  expect(seen.scripts).toBe(scripts);
  expect(seen.styles).toEqual([styleOf('/_astro/')]);
  await page.close();
});
