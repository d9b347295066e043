import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { userSecret } from '../fixtures/auth/digest-client.ts';
import { freePort } from '../fixtures/free-port.ts';
import { challengeOf, digestCredentials } from '../http/clients/log-in.ts';
import { LIMITS } from '../limits.ts';
import { installFromRegistry, installInProject, pack, runIn } from './installed-project.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
/** Versions that the guide names. */
const FRAMEWORKS = [
  'express@5.3.0',
  'fastify@5.12.8',
  'koa@3.3.0',
  'hono@4.13.19',
  '@hono/node-server@2.1.9',
  ...['common', 'core', 'platform-express'].map((name) => `@nestjs/${name}@11.2.10`),
  'reflect-metadata@0.2.2',
  'rxjs@7.8.0',
];
const HEADINGS = ['Express 5', 'Fastify 5', 'Koa 3', 'NestJS 11', 'Hono 4'] as const;
const guide = readFileSync(join(product, 'docs/mounting.md'), 'utf8');

/** Log-in of a host, and a module of NestJS, whose decorators are called by hand. */
const OWN = {
  'log-in.js': `
    export function userOf(cookie) {
      const name = /^user=(.+)$/.exec(cookie ?? '')?.[1];
      return name && { name };
    }
    export function logIn(request, _, next) {
      request.user = userOf(request.headers.cookie);
      return next();
    }`,
  'app.module.js': `
    import 'reflect-metadata';
    import { All, Body, Controller, HttpCode, Module } from '@nestjs/common';
    class Orders {
      list(body) {
        return { orders: [], body };
      }
    }
    const list = Object.getOwnPropertyDescriptor(Orders.prototype, 'list');
    for (const decorate of [All(), HttpCode(200)]) decorate(Orders.prototype, 'list', list);
    Body()(Orders.prototype, 'list', 0);
    Controller('orders')(Orders);
    export class AppModule {}
    Module({ controllers: [Orders] })(AppModule);`,
};

const adapter = (options: object): object => ({ adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options });
const SETTINGS = {
  'platform-documentation': { access: 'readers', base_url: 'http://localhost:3000/docs' },
  'platform-mvc-auth': {
    authentication: {
      adapters: {
        readers: adapter({ accept_schemes: ['digest'], realm: 'Readers', htdigest: 'data/htdigest' }),
        staff: adapter({ accept_schemes: ['basic'], realm: 'Staff', htpasswd: 'data/htpasswd' }),
      },
      map: { Library: 'staff' },
    },
    authorization: { 'Library/Book': { collection: { POST: ['alice'] } } },
  },
};

let folder: string;
let project: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-documentation-packed-'));
  // A folder above the project has what npm gets from the registry.
  writeFileSync(join(folder, 'package.json'), '{ "name": "frameworks", "private": true, "type": "module" }\n');
  const { status: installed, errors: refusal } = installFromRegistry(folder, FRAMEWORKS);
  expect(installed, refusal).toBe(0);
  project = installInProject(pack(folder).file, folder);
  const documented = join(project, 'documentation');
  for (const path of ['config/autoload', 'data', 'api-descriptors'])
    mkdirSync(join(documented, path), { recursive: true });
  cpSync(join(product, 'api-descriptors/library'), join(documented, 'api-descriptors/library'), { recursive: true });
  writeFileSync(join(documented, 'config/autoload/global.yaml'), JSON.stringify(SETTINGS));
  writeFileSync(join(documented, 'data/htpasswd'), 'reader:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n');
  const secret = userSecret('MD5', { user: 'reader', realm: 'Readers', password: 'secret' });
  writeFileSync(join(documented, 'data/htdigest'), `reader:Readers:${secret}\n`);
  const { status, output, errors } = runIn(documented, join(project, 'node_modules/.bin/platform-docs'), ['build']);
  expect(status, output + errors).toBe(0);
  for (const [name, text] of Object.entries(OWN)) writeFileSync(join(project, name), text);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The program below a heading of the guide, at an address of this machine only. */
function programOf(heading: string): string {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [, language, text = ''] = /^```(js|ts)\n([\s\S]*?)^```/m.exec(section) ?? [];
  const local = text
    .replace('listen(process.env.PORT ?? 3000)', "listen(process.env.PORT, '127.0.0.1')")
    .replace(
      'port: process.env.PORT ?? 3000',
      "port: Number(process.env.PORT), host: '127.0.0.1', hostname: '127.0.0.1'",
    );
  const { ESNext } = ts.ModuleKind;
  const compilerOptions = { module: ESNext, target: ts.ScriptTarget.ESNext };
  return language === 'ts' ? ts.transpileModule(local, { compilerOptions }).outputText : local;
}

describe.each(HEADINGS)('%s', (heading) => {
  let program: ChildProcess;
  let output = '';
  let complaints = '';
  let origin = '';
  const ask = (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init });
  const by = (user: string, fields = {}): RequestInit => ({ headers: { cookie: `user=${user}`, ...fields } });

  beforeAll(async () => {
    const file = `${heading.replaceAll(/\W/g, '')}.js`;
    writeFileSync(join(project, file), programOf(heading));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    program = spawn(process.execPath, [file], {
      cwd: project,
      env: { ...cleanEnvironment(), PORT: String(port) },
    });
    for (const stream of [program.stdout, program.stderr]) stream?.on('data', (text) => (output += text));
    program.stderr?.on('data', (text) => (complaints += text));
    await vi.waitFor(
      async () => {
        expect(program.exitCode, output).toBeNull();
        expect((await ask('/orders')).status).toBe(200);
      },
      { timeout: LIMITS.program, interval: 200 },
    );
  });
  afterAll(() => program.kill());

  const BOOKS = '/docs/platform/documentation/Library-v1/Book';

  test('answers its own routes, their bodies and its own 404 beside ours', async () => {
    expect(await (await ask('/orders')).json()).toMatchObject({ orders: [] });
    const headers = { 'content-type': 'application/json' };
    const posted = await ask('/orders', { method: 'POST', body: '{"a":1}', headers });
    if (heading !== 'Koa 3') expect(await posted.text()).toMatch(/"body":.*a.*1/);
    const theirs = await ask('/nothing');
    expect(theirs.status).toBe(404);
    expect(theirs.headers.get('content-type') ?? '').not.toContain('problem');
    const ours = await ask('/docs/platform/documentation/Nothing', by('bob'));
    expect([ours.status, ours.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  test('negotiates pages, JSON, 304 and HEAD, whose links lead on', async () => {
    const page = await ask(BOOKS, by('bob', { accept: 'text/html' }));
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const [, style = ''] = /href="([^"]+\.css)"/.exec(await page.text()) ?? [];
    expect(style).toMatch(/^\/docs\//);
    expect((await ask(style)).headers.get('content-type')).toContain('text/css');
    const json = await ask(BOOKS, by('bob', { accept: 'application/json' }));
    expect(await json.json()).toMatchObject({ name: 'Book' });
    const etag = json.headers.get('etag') ?? '';
    const fields = { accept: 'application/json', 'if-none-match': etag };
    const again = await ask(BOOKS, by('bob', fields));
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await ask(BOOKS, { method: 'HEAD', ...by('bob', { accept: 'application/json' }) });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    expect((await ask('/docs')).headers.get('location')).toBe('/docs/platform/documentation');
    expect((await ask('/platform/documentation', by('bob'))).status).toBe(404);
  });

  test('asks for our log-ins: Digest of the address that the client used, and Basic', async () => {
    const refused = await ask(BOOKS, { headers: { 'x-platform-identity': 'alice' } });
    expect(refused.status).toBe(401);
    const reader = { name: 'reader', password: 'secret' };
    const authorization = digestCredentials(reader, challengeOf(refused), BOOKS, 1);
    expect((await ask(BOOKS, { headers: { authorization } })).status).toBe(200);
    const wrong = digestCredentials({ ...reader, password: 'wrong' }, challengeOf(await ask(BOOKS)), BOOKS, 1);
    expect((await ask(BOOKS, { headers: { authorization: wrong } })).status).toBe(401);
    expect((await ask('/docs/library/author')).headers.get('www-authenticate')).toContain('Basic');
    const basic = { authorization: `Basic ${btoa('reader:secret')}` };
    expect((await ask('/docs/library/author', { headers: basic })).status).toBe(200);
  });

  test('lets its own users in, by the rules for their names, and reads the bodies of calls', async () => {
    expect((await ask('/docs/library/author', by('bob'))).status).toBe(200);
    const types = { 'content-type': 'application/json', accept: 'application/json' };
    const post = async (user: string, body: string) =>
      (await ask('/docs/library/book', { method: 'POST', body, ...by(user, types) })).status;
    expect(await post('bob', '{"title":"A"}')).toBe(403);
    expect(await post('alice', '{"title":"A"}')).toBe(201);
    expect(await post('alice', '{"title":7}')).toBe(422);
    // A test above has asked for it.
    expect(complaints.replace(/^\/platform\/documentation was requested without \/docs\..*\n/, '')).toBe('');
  });
});
