import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { commandIn } from '../commands/commands.ts';
import {
  buildProject,
  makeSampleProject,
  type RunningServer,
  removeProject,
  startBuiltServer,
} from '../http/servers.ts';

const PAYMENTS = 'api-descriptors/payments/v1.yaml';
const TEAM_B = 'api-descriptors/team-b/rewards.yaml';
const LOGIN = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` };

/** Every answer of team B says so. */
const operation = (more = ''): string =>
  `{ ${more} responses: { '200': { description: OK, content: { application/json: { example: { from: team-b } } } } } }`;
const described = (name: string, paths: Readonly<Record<string, string>>, { base = '', info = '' } = {}): string =>
  `openapi: 3.1.0
info: { title: ${name}, version: 1.0.0, x-platform-api: ${name}${info} }
servers: [{ url: 'https://api.example.com${base}' }]
paths:
${Object.entries(paths)
  .map(([path, item]) => `  '${path}': ${item}\n`)
  .join('')}`;
const parametersOf = (path: string): string =>
  [...path.matchAll(/{(\w+)}/g)]
    .map(([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`)
    .join(', ');
const get = (...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, `{ parameters: [${parametersOf(path)}], get: ${operation()} }`]));

const OWN = get('/rewards');
const payments = (version: number): string =>
  described('Payments', get('/payments/charge', '/payments/charge/{id}'), { info: `, x-platform-version: ${version}` });

let folder: string;
let upstream: Server;
let server: RunningServer | undefined;
/** Paths that the upstream of team A was asked for. */
let asked: string[] = [];

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const configure = (more: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {}): void => {
  const adapter = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
  const options = { accept_schemes: ['basic'], realm: 'staff', htpasswd: 'data/htpasswd' };
  const { port } = upstream.address() as AddressInfo;
  write(
    'config/autoload/local.yaml',
    JSON.stringify({
      'platform-mvc-auth': {
        authentication: { adapters: { staff: { adapter, options } }, map: { 'Payments-v1': 'staff' } },
      },
      'platform-services': {
        ...more,
        Payments: { backend: 'proxy', target: `http://127.0.0.1:${port}`, ...more['Payments'] },
      },
    }),
  );
};
const run = (...args: readonly string[]) => commandIn(folder, args);

beforeAll(async () => {
  folder = makeSampleProject();
  rmSync(join(folder, 'api-descriptors'), { recursive: true });
  upstream = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('Content-Type', 'application/json').end('{"from":"upstream"}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  write('data/htpasswd', `anna:${hashPassword('secret', 'sha1')}\n`);
  write(PAYMENTS, payments(1));
  write(TEAM_B, described('Rewards', OWN));
  write('api-descriptors/orders/v1.yaml', described('Orders', get('/orders')));
  configure();
});
afterAll(async () => {
  await server?.stop();
  upstream.close();
  removeProject(folder);
});

async function serve(): Promise<void> {
  await server?.stop();
  await buildProject(folder, '--keep-going');
  server = await startBuiltServer(folder);
  asked = [];
}

async function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<readonly [number, string]> {
  const response = await fetch((server?.origin ?? '') + path, { method, headers, redirect: 'manual' });
  const text = await response.text();
  return [response.status, text.includes('team-b') ? 'team-b' : text.includes('upstream') ? 'upstream' : ''];
}

test('the portal itself has nothing to complain about', async () => {
  expect((await run('check')).stdout).toMatch(/, 0 errors, 0 warnings\./);
});

describe('a descriptor of another team', () => {
  afterEach(() => {
    rmSync(join(folder, 'incoming.yaml'), { force: true });
    write(TEAM_B, described('Rewards', OWN));
  });

  const TAKEN = described('Payments', get('/payments/charge', '/internal/debug'), {
    info: ', x-platform-version: 99',
  });

  test('that calls itself a version of the API is stopped by the gate of docs/portals.md', async () => {
    write('incoming.yaml', TAKEN);
    const { code, stdout } = await run('diff', TEAM_B, 'incoming.yaml', '--fail-on', 'breaking');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/api-renamed[\s\S]*version-changed/)]);
  });

  test('and by the check, which names both files; with --keep-going neither is published', async () => {
    write(TEAM_B, TAKEN);
    const { code, stdout } = await run('check');
    expect(code).toBe(1);
    for (const [file, other] of [
      [PAYMENTS, TEAM_B],
      [TEAM_B, PAYMENTS],
    ])
      expect(stdout).toMatch(new RegExp(`${file}:\\d+:\\d+: error api-folder .* in another folder too: ${other}\\.`));
    await serve();
    for (const path of ['/payments/charge', '/internal/debug', '/v99/payments/charge'])
      expect([path, ...(await ask(path, LOGIN))]).toEqual([path, 404, '']);
    expect(asked).toEqual([]);
  });

  test.each([
    ['another case', described('payments', OWN), 'api-name-case'],
    [
      'a former name that the API has',
      described('Rewards', OWN, { info: ', x-platform-former-names: Pay' }),
      'api-former-name',
    ],
    [
      'a former name in another case',
      described('Rewards', OWN, { info: ', x-platform-former-names: payments' }),
      'api-former-name',
    ],
  ])('under %s is an error', async (_, text, rule) => {
    write(TEAM_B, text);
    write(PAYMENTS, payments(1).replace('x-platform-api', 'x-platform-former-names: Pay, x-platform-api'));
    const { code, stdout } = await run('check');
    expect([code, stdout]).toEqual([1, expect.stringContaining(`error ${rule} `)]);
    write(PAYMENTS, payments(1));
  });
});

describe('paths of a descriptor of another team', () => {
  const ROOT = ['/', '/robots.txt', '/favicon.ico', '/.well-known/acme-challenge/{token}', '/.well-known/security.txt'];
  afterAll(() => {
    write(TEAM_B, described('Rewards', OWN));
    configure();
  });

  test.each([
    [
      'a literal path in a template',
      ['/payments/charge/42'],
      'GET /payments/charge/42 of Rewards-v1 is also /payments/charge/{id}',
    ],
    ['a template around all paths', ['/{any}/{thing}'], 'GET /{any}/{thing} of Rewards-v1 is also /payments/charge'],
    ['the same path', ['/payments/charge'], 'GET /payments/charge of Rewards-v1 is also a path'],
  ])('%s of another API is an error that names both', async (_, paths, message) => {
    write(TEAM_B, described('Rewards', get(...paths)));
    const { code, stdout } = await run('check');
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${TEAM_B}: error route-claimed-twice ${message}`)]);
    expect(stdout).toContain(`of Payments-v1 (${PAYMENTS})`);
  });

  test('are warned of where they are those of the site', async () => {
    const elsewhere = described('Rewards', get(...ROOT));
    write(TEAM_B, elsewhere);
    expect((await run('check')).stdout).toMatch(/, 0 errors, 0 warnings\./);
    write(TEAM_B, elsewhere.replace('https://api.example.com', '/'));
    const { code, stdout } = await run('check');
    expect([code, stdout.match(/warning route-reserved/g)?.length]).toEqual([0, ROOT.length]);
    configure({ Rewards: { base_path: '/' } });
    expect((await run('check')).stdout).toMatch(/, 0 errors, 0 warnings\./);
    configure();
  });

  test('below a base path that configuration gives to another are an error', async () => {
    write(TEAM_B, described('Rewards', get('/payments/zzz')));
    configure({ Payments: { base_path: '/payments' } });
    const { code, stdout } = await run('check');
    const message = 'The path /payments/zzz lies below /payments, which platform-services gives to Payments.';
    expect([code, stdout]).toEqual([1, expect.stringContaining(message)]);
    configure();
  });

  test('close a path of an API that configuration names, whatever methods they add to it', async () => {
    write(TEAM_B, described('Aaa', { '/payments/charge': `{ post: ${operation()} }` }));
    await serve();
    expect(await ask('/payments/charge', {}, 'POST')).toEqual([503, '']);
    expect(await ask('/payments/charge', LOGIN)).toEqual([503, '']);
    expect(await ask('/payments/charge/1', LOGIN)).toEqual([200, 'upstream']);
  });

  test('take none of the site, none that nothing describes, and none that needs a log-in', async () => {
    write(TEAM_B, described('Rewards', get(...ROOT, '/payments/charge/42', '/{any}', '/{any}/{thing}', '/rewards')));
    await serve();
    for (const path of ['/robots.txt', '/favicon.ico', '/.well-known/acme-challenge/x', '/.well-known/security.txt'])
      expect([path, ...(await ask(path))]).toEqual([path, expect.not.stringMatching('200'), '']);
    expect(await ask('/')).toEqual([307, '']);
    for (const path of ['/payments/zzz', '/v1/payments/zzz', '/orders/zzz', '/healthz/x'])
      expect([path, ...(await ask(path))]).toEqual([path, 404, '']);
    expect(await ask('/payments/charge/42')).toEqual([503, '']);
    expect(await ask('/payments/charge/41')).toEqual([401, '']);
    expect(await ask('/payments/charge/41', LOGIN)).toEqual([200, 'upstream']);
    expect(await ask('/anything/else')).toEqual([200, 'team-b']);
    expect(asked).toEqual(['/payments/charge/41']);
  });
});

describe('a version beside one that has an adapter', () => {
  beforeAll(async () => {
    write('api-descriptors/payments/v2.yaml', payments(2));
    await serve();
  });
  afterAll(() => {
    rmSync(join(folder, 'api-descriptors/payments/v2.yaml'));
    configure();
  });

  test('is an error of the check and closed to everyone', async () => {
    const { code, stdout } = await run('check');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        'authentication.map: Payments-v2 is closed: it has no entry, but another version of Payments has an adapter.',
      ),
    ]);
    for (const headers of [{}, LOGIN])
      for (const path of ['/payments/charge', '/v2/payments/charge', '/payments/charge/7'])
        expect([path, ...(await ask(path, headers))]).toEqual([path, 503, '']);
    expect(asked).toEqual([]);
    expect(await ask('/v1/payments/charge')).toEqual([401, '']);
    expect(await ask('/v1/payments/charge', LOGIN)).toEqual([200, 'upstream']);
  });
});
