import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDocumentation, type Documentation, type DocumentationOptions } from '../../src/mount/public.ts';
import { LIMITS } from '../limits.ts';
import { listening } from './listening.ts';

const PATH = '/platform/documentation.log-in';
const OWN = { origin: 'https://docs.example', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const FORM = 'grant_type=client_credentials';

const running: (() => unknown)[] = [];
afterAll(() => Promise.all(running.map((stop) => stop())));

/** Requests that a provider got, and its answers by path. */
const asked: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
let provider = '';
let elsewhere = '';
const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/token': (response) => response.end('{"access_token":"issued","token_type":"Bearer"}'),
  '/ended': (response) => response.end(),
  '/refused': (response) => response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end('{"error":"invalid_client"}'),
  '/moved': (response) => response.writeHead(307, { Location: `${elsewhere}/stolen` }).end(),
  '/page': (response) => response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' }).end('<script>'),
  '/large': (response) => response.end(JSON.stringify({ access_token: 'x'.repeat(70_000) })),
  '/broken': (response) => response.destroy(),
  '/silent': (response) => response.on('close', () => asked.push({ line: 'left', headers: {}, body: '' })),
  '/failed': (response) => response.writeHead(500).end('{}'),
  '/.well-known/openid-configuration': (response) =>
    response.end(
      JSON.stringify({ issuer: provider, token_endpoint: `${provider}/known`, userinfo_endpoint: `${provider}/me` }),
    ),
  '/known': (response) => response.end('{"access_token":"known","token_type":"Bearer"}'),
};
beforeAll(async () => {
  const note = async (request: IncomingMessage): Promise<void> => {
    const { method, url, headers } = request;
    asked.push({ line: `${method} ${url}`, headers, body: await text(request) });
  };
  provider = await listening(running, async (request, response) => {
    await note(request);
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end('{"error":"none"}');
    else answer(response);
  });
  elsewhere = await listening(running, async (request, response) => {
    await note(request);
    response.end('{}');
  });
});
beforeEach(() => {
  asked.length = 0;
});

/**
 * Describes an API with a scheme for each address of the provider.
 * @param needed names of the schemes that the operation needs; left out: each of them
 */
function description(info = {}, needed?: readonly string[], more = {}): object {
  const flow = (path: string): object => ({ flows: { clientCredentials: { tokenUrl: provider + path, scopes: {} } } });
  const paths = ['token', 'refused', 'moved', 'page', 'large', 'broken', 'failed', 'direct', 'silent'];
  const securitySchemes = {
    ...Object.fromEntries(paths.map((path) => [path, { type: 'oauth2', ...flow(`/${path}`) }])),
    known: { type: 'openIdConnect', openIdConnectUrl: `${provider}/.well-known/openid-configuration` },
    unread: { type: 'openIdConnect', openIdConnectUrl: `${provider}/unread/.well-known/openid-configuration` },
    ended: {
      type: 'oauth2',
      flows: { deviceAuthorization: { deviceAuthorizationUrl: `${provider}/ended`, tokenUrl: '', scopes: {} } },
    },
    other: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: `${elsewhere}/token`, scopes: {} } } },
  };
  const security = (needed ?? Object.keys(securitySchemes)).map((name) => ({ [name]: [] }));
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1', ...info },
    servers: [{ url: 'https://shop.example' }],
    paths: { '/orders': { get: { security, responses: { 200: { description: 'Fine' } } } } },
    components: { securitySchemes },
    ...more,
  };
}

async function documented(
  options: DocumentationOptions = {},
  more: object = {},
  via = 'server',
): Promise<Documentation & { log: string[] }> {
  const log: string[] = [];
  const names = [
    'token',
    'refused',
    'moved',
    'page',
    'large',
    'broken',
    'failed',
    'known',
    'unread',
    'ended',
    'silent',
  ];
  const served = names.map((name) => [name, { origins: provider, via }]);
  const documentation = await createDocumentation({
    log: (message) => log.push(message),
    descriptors: { Shop: description() },
    ...options,
    configuration: {
      'platform-documentation': {
        base_url: 'https://docs.example',
        locales: ['en', 'de'],
        try_it: {
          Shop: {
            origins: 'https://shop.example',
            log_ins: { ...Object.fromEntries(served), direct: { origins: provider, client_id: 'console' } },
          },
        },
        ...more,
      },
      ...options.configuration,
    },
  });
  running.push(() => documentation.close());
  return { ...documentation, log };
}

const OPERATION = { security: [{ token: [] }], responses: { 200: { description: 'Fine' } } };
const ELSEWHERE = [{ url: 'https://other.example' }];

let shop: Documentation & { log: string[] };
beforeAll(async () => {
  shop = await documented();
});

type Sent = Omit<RequestInit, 'body'> & { readonly body?: unknown };

async function ask({ fetch }: Documentation, { body, ...sent }: Sent, path = PATH): Promise<Response> {
  const init = {
    method: 'POST',
    headers: OWN,
    ...sent,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
  const response = await fetch(new Request(`https://docs.example${path}`, init));
  if (response === undefined) throw new Error('It was passed on.');
  return response;
}

const detailOf = async (response: Response): Promise<unknown> => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const { detail }: { detail?: unknown } = JSON.parse(await response.text());
  return detail;
};

describe('the page to which providers lead back', () => {
  test('runs one script, is kept nowhere and tells no site where it is', async () => {
    const response = await ask(shop, { method: 'GET', headers: {} }, `${PATH}?code=secret&state=x`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const html = await response.text();
    expect(html).not.toContain('secret');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.indexOf('replaceState')).toBeLessThan(html.indexOf('BroadcastChannel'));
    expect(shop.log.join()).not.toContain('secret');
  });

  test('is in the language of the reader', async () => {
    const response = await ask(shop, { method: 'GET', headers: { 'accept-language': 'de' } });
    expect(await response.text()).toMatch(/^<!doctype html>\n<html lang="de" dir="ltr">[\s\S]*Die Anmeldung geht/);
  });

  test('is not there where the API of the log-in is hidden, nor is what it asks the provider', async () => {
    const hidden = await documented({ descriptors: { Shop: description({ 'x-internal': true }) } });
    expect((await ask(hidden, { method: 'GET', headers: {} })).status).toBe(404);
    expect((await ask(hidden, { body: { url: `${provider}/token`, form: FORM } })).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test('asks no provider of a scheme that no visible operation needs', async () => {
    const unused = await documented({ descriptors: { Shop: description({}, ['known']) } });
    expect((await ask(unused, { body: { url: `${provider}/refused`, form: FORM } })).status).toBe(403);
    expect(asked.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  });

  test.each([
    ['an operation that this site calls itself', { paths: {}, webhooks: { placed: { post: OPERATION } } }],
    ['an operation that no page can send', { paths: { '/orders': { trace: OPERATION } } }],
    ['an operation at another origin', { paths: { '/orders': { get: { ...OPERATION, servers: ELSEWHERE } } } }],
  ])('is not there for a scheme of %s', async (_, more) => {
    const unused = await documented({ descriptors: { Shop: description({}, [], more) } });
    expect((await ask(unused, { body: { url: `${provider}/token`, form: FORM } })).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test('is not there where no log-in is configured', async () => {
    const without = await documented({}, { try_it: { Shop: 'self' } });
    expect((await ask(without, { method: 'GET', headers: {} })).status).toBe(404);
    expect((await ask(without, { body: { url: `${provider}/token`, form: FORM } })).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('a request through the server', () => {
  test('has what the page sends, and nothing of the reader', async () => {
    const response = await ask(shop, {
      headers: { ...OWN, cookie: 'session=1', authorization: 'Basic cmVhZGVyOng=', 'x-forwarded-for': '1.2.3.4' },
      body: { url: `${provider}/token`, form: `${FORM}&scope=a`, authorization: 'Basic bWFjaGluZTpz' },
    });
    expect([response.status, await response.json()]).toEqual([200, { access_token: 'issued', token_type: 'Bearer' }]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(asked).toMatchObject([
      { line: 'POST /token', body: `${FORM}&scope=a`, headers: { authorization: 'Basic bWFjaGluZTpz' } },
    ]);
    expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => /cookie|forwarded|origin|referer/.test(name))).toEqual(
      [],
    );
  });

  test('reads metadata, and asks at the addresses in it', async () => {
    const metadata = `${provider}/.well-known/openid-configuration`;
    const known = await ask(shop, { body: { url: `${provider}/known`, form: FORM } });
    expect(await known.json()).toMatchObject({ access_token: 'known' });
    expect(await (await ask(shop, { body: { url: metadata } })).json()).toMatchObject({ issuer: provider });
    const lines = asked.map(({ line }) => line).filter((line) => !line.includes('unread'));
    expect(lines).toEqual(['GET /.well-known/openid-configuration', 'POST /known']);
  });

  test('is written anew, so that the provider reads what was checked', async () => {
    const form = `${FORM}&scope=a;grant_type=password%26grant_type=password`;
    expect((await ask(shop, { body: { url: `${provider}/token`, form } })).status).toBe(200);
    expect(asked.map(({ body }) => body)).toEqual([`${FORM}&scope=a%3Bgrant_type%3Dpassword%26grant_type%3Dpassword`]);
  });

  test('from a page on this machine is passed on where it has come to this machine', async () => {
    const sent = { host: 'localhost:3000', 'content-type': 'application/json' };
    const body = { url: `${provider}/token`, form: FORM };
    const proxied = { ...sent, origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' };
    for (const headers of [proxied, { ...sent, origin: 'http://localhost:3000' }])
      expect((await ask(shop, { headers, body })).status).toBe(200);
  });

  test('asks for metadata that cannot be read once in a while', async () => {
    const body = { url: `${provider}/unknown`, form: FORM };
    for (const _ of [1, 2, 3]) expect((await ask(shop, { body })).status).toBe(403);
    const unread = asked.filter(({ line }) => line.includes('unread'));
    expect(unread.length).toBeLessThanOrEqual(1);
  });

  test('gets an empty object for an answer without a body', async () => {
    const response = await ask(shop, { body: { url: `${provider}/ended`, form: 'token=x' } });
    expect([response.status, await response.json()]).toEqual([200, {}]);
  });

  test('gets a refusal of the provider without its challenge', async () => {
    const response = await ask(shop, { body: { url: `${provider}/refused`, form: FORM } });
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_client' }]);
    expect(response.headers.get('www-authenticate')).toBeNull();
  });

  test.each<readonly [string, string, number, string]>([
    ['redirects', '/moved', 502, 'The provider redirects'],
    ['answers with a page', '/page', 502, 'its answer cannot be read'],
    ['answers with too much', '/large', 502, 'its answer cannot be read'],
    ['ends the connection', '/broken', 502, 'cannot be reached'],
    ['fails', '/failed', 502, 'cannot be read'],
  ])('to a provider that %s gets a problem', async (_, path, status, detail) => {
    const response = await ask(shop, { body: { url: provider + path, form: FORM } });
    expect([response.status, await detailOf(response)]).toEqual([status, expect.stringContaining(detail)]);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(asked.map(({ line }) => line)).toEqual([`POST ${path}`]);
  });

  test.each<readonly [string, () => Sent, number]>([
    [
      'another site',
      () => ({ headers: { ...OWN, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }),
      403,
    ],
    ['another origin of the site', () => ({ headers: { ...OWN, 'sec-fetch-site': 'same-site' } }), 403],
    [
      'an address of this host under another name',
      () => ({ headers: { ...OWN, origin: 'https://rebound.example' } }),
      403,
    ],
    ['a sandbox', () => ({ headers: { ...OWN, origin: 'null' } }), 403],
    [
      'a program of this machine, for which there is another origin',
      () => ({ headers: { origin: 'http://localhost:666', 'content-type': 'application/json' } }),
      403,
    ],
    [
      'a page of the visitor’s machine, through a proxy that writes Host',
      () => ({
        headers: { host: '127.0.0.1:3000', origin: 'http://localhost:666', 'content-type': 'application/json' },
      }),
      403,
    ],
    ['no page', () => ({ headers: { 'content-type': 'application/json' } }), 403],
    ['a form', () => ({ headers: { ...OWN, 'content-type': 'application/x-www-form-urlencoded' } }), 415],
    ['plain text', () => ({ headers: { ...OWN, 'content-type': 'text/plain' } }), 415],
    ['too much', () => ({ body: ' '.repeat(20_000) }), 413],
    ['no JSON', () => ({ body: '{' }), 400],
    ['no object', () => ({ body: [`${provider}/token`] }), 400],
    ['a number as form', () => ({ body: { url: `${provider}/token`, form: 1 } }), 400],
    [
      'a token in place of Basic',
      () => ({ body: { url: `${provider}/token`, form: FORM, authorization: 'Bearer x' } }),
      400,
    ],
    [
      'a field with a line end',
      () => ({ body: { url: `${provider}/token`, form: FORM, authorization: 'Basic eA==\r\nX: y' } }),
      400,
    ],
    [
      'a password of a user',
      () => ({ body: { url: `${provider}/token`, form: 'grant_type=password&username=a&password=b' } }),
      403,
    ],
    ...[
      'grant_type=client_credentials&grant_type=password&scope=a',
      'grant.type=password&username=a&password=b',
      'grant_type=client_credentials&grant[type=password',
      'grant_type=client_credentials&Grant_Type=password',
      'scope=a;grant_type=password&grant_type=client_credentials;x=y',
      'grant_type=client_credentials&=password',
    ].map((form) => [form, () => ({ body: { url: `${provider}/token`, form } }), 403] as const),
    ['no grant at a token address', () => ({ body: { url: `${provider}/token`, form: 'scope=a' } }), 403],
    ['a grant at an address for devices', () => ({ body: { url: `${provider}/ended`, form: FORM } }), 403],
    [
      'Basic without a grant, where the descriptor chose the address',
      () => ({ body: { url: `${provider}/ended`, form: 'token=x', authorization: 'Basic eA==' } }),
      403,
    ],
    ['a secret without a grant there', () => ({ body: { url: `${provider}/ended`, form: 'client_secret=x' } }), 403],
    ['another path of the provider', () => ({ body: { url: `${provider}/admin`, form: FORM } }), 403],
    ['an address with a query', () => ({ body: { url: `${provider}/token?x=1`, form: FORM } }), 403],
    ['an address of metadata for other things', () => ({ body: { url: `${provider}/me`, form: FORM } }), 403],
    ['an address in another spelling', () => ({ body: { url: `${provider}/x/../token`, form: FORM } }), 403],
    ['an address with a user', () => ({ body: { url: `${provider.replace('//', '//a:b@')}/token`, form: FORM } }), 403],
    ['a scheme that the page asks itself', () => ({ body: { url: `${provider}/direct`, form: FORM } }), 403],
    ['an origin that is not configured', () => ({ body: { url: `${elsewhere}/token`, form: FORM } }), 403],
    ['a file', () => ({ body: { url: 'file:///etc/passwd' } }), 403],
    ['a token address to be read', () => ({ body: { url: `${provider}/token` } }), 403],
    ['a method', () => ({ method: 'PUT' }), 405],
  ])('from %s, or with it, is refused', async (_, sent, status) => {
    const response = await ask(shop, { body: { url: `${provider}/token`, form: FORM }, ...sent() });
    expect([response.status, await detailOf(response)]).toEqual([status, expect.stringMatching(/\w/)]);
    expect(asked.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  });

  test('says why in the language of the page', async () => {
    const response = await ask(shop, {
      headers: { ...OWN, 'accept-language': 'de' },
      body: { url: `${elsewhere}/`, form: FORM },
    });
    expect(await detailOf(response)).toBe('Die Konfiguration erlaubt keine solche Anfrage an diese Adresse.');
  });
});

test('one client may ask so often, and others as before', async () => {
  let client = '192.0.2.1';
  const limited = await documented({ clientAddress: () => client });
  const body = { url: `${provider}/token`, form: FORM };
  const statuses: number[] = [];
  for (let sent = 0; sent < 61; sent += 1) statuses.push((await ask(limited, { body })).status);
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  const last = await ask(limited, { body });
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await detailOf(last)).toContain('has asked too often');
  client = '198.51.100.1';
  expect((await ask(limited, { body })).status).toBe(200);
});

test('a client that leaves frees its place, and ends the request to the provider', async () => {
  const own = await documented();
  // Requests that are too late do not end by themselves.
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const leaving = new AbortController();
  const waiting = Array.from({ length: 4 }, () =>
    ask(own, { body: { url: `${provider}/silent`, form: FORM }, signal: leaving.signal }),
  );
  await vi.waitUntil(() => asked.length === 4, LIMITS.wait);
  const body = { url: `${provider}/token`, form: FORM };
  expect((await ask(own, { body })).status).toBe(429);
  leaving.abort();
  await Promise.allSettled(waiting);
  await vi.waitUntil(() => asked.length === 8, LIMITS.wait);
  limit.mockRestore();
  expect((await ask(own, { body })).status).toBe(200);
});

test('below a path, with and without it', async () => {
  const below = await documented({}, { base_url: 'https://docs.example/api' });
  const body = { url: `${provider}/token`, form: FORM };
  expect((await ask(below, { body }, `/api${PATH}`)).status).toBe(200);
  expect((await ask(below, { method: 'GET', headers: {} }, `/api${PATH}?code=x&state=y`)).status).toBe(200);
});

test('where the documentation needs a log-in, this does as well', async () => {
  const options = { accept_schemes: ['basic'], realm: 'Readers', htpasswd: '/nowhere/htpasswd' };
  const adapters = { readers: { adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options } };
  let user: { readonly name: string } | null = null;
  const guarded = await documented(
    { identify: () => user, configuration: { 'platform-mvc-auth': { authentication: { adapters } } } },
    { access: 'readers' },
  );
  const body = { url: `${provider}/token`, form: FORM };
  for (const sent of [{ body }, { method: 'GET', headers: {} }])
    expect((await ask(guarded, sent, `${PATH}?code=x`)).status).not.toBe(200);
  expect(asked).toEqual([]);
  user = { name: 'ada' };
  expect((await ask(guarded, { body })).status).toBe(200);
  expect((await ask(guarded, { method: 'GET', headers: {} })).headers.get('cache-control')).toContain('no-store');
});
