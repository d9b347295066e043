import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDocumentation, type Documentation } from '../../src/mount/public.ts';
import { type Exchange, exchange, type OnPart, type Tools } from '../../src/trying/exchange.ts';
import { forwardingTools } from '../../src/trying/forward.ts';
import type { TriedRequest } from '../../src/trying/request.ts';
import { listening } from './listening.ts';

const SITE = 'https://docs.example';
const PATH = '/platform/documentation.try';
const OWN = { origin: SITE, 'sec-fetch-site': 'same-origin' };

const running: (() => unknown)[] = [];
afterAll(() => Promise.all(running.map((stop) => stop())));

/** Requests that the API has got. */
const asked: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
/** Streams that the API has begun. */
const streams: ServerResponse[] = [];
let api = '';
let elsewhere = '';
beforeAll(async () => {
  const note = async (request: IncomingMessage): Promise<void> => {
    const { method, url, headers } = request;
    asked.push({ line: `${method} ${url}`, headers, body: await text(request) });
  };
  elsewhere = await listening(running, async (request, response) => {
    await note(request);
    response.end();
  });
  api = await listening(running, async (request, response) => {
    await note(request);
    switch (request.url) {
      case '/moved':
        return response.writeHead(302, { Location: `${elsewhere}/stolen` }).end();
      case '/page':
        return response
          .writeHead(401, 'No Way', {
            'Content-Type': 'text/html',
            'Set-Cookie': 'a=b',
            'WWW-Authenticate': 'Basic realm="x"',
          })
          .end('<script>');
      case '/none':
        return response.writeHead(204).end();
      case '/broken':
        return response.destroy();
      case '/events':
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
        return streams.push(response);
      default:
        return response.writeHead(200, { 'Content-Type': 'text/plain' }).end('fine');
    }
  });
});
beforeEach(() => {
  asked.length = 0;
});

const ANSWERED = { responses: { 200: { description: 'Fine' } } };
/** Fields that the operation describes. */
const FIELDS = ['X-Trace', 'X-User-Info', 'X-Platform-Identity'].map((name) => ({
  name,
  in: 'header',
  schema: { type: 'string' },
}));

async function documented(
  tryIt: object,
  baseUrl = SITE,
  { info = {}, operation = {}, server = {}, descriptor = {} } = {},
): Promise<Documentation> {
  const documentation = await createDocumentation({
    log: () => undefined,
    descriptors: {
      Shop: {
        openapi: '3.1.0',
        info: { title: 'Shop', version: '1', ...info },
        servers: [{ url: 'https://shop.example' }, { url: api, ...server }],
        paths: { '/orders': { get: { ...ANSWERED, parameters: FIELDS, ...operation } } },
        ...descriptor,
      },
    },
    configuration: { 'platform-documentation': { base_url: baseUrl, try_it: { Shop: tryIt } } },
  });
  running.push(() => documentation.close());
  return documentation;
}

let shop: Documentation;
beforeAll(async () => {
  shop = await documented({ origins: api, via: 'server' });
});

async function ask({ fetch }: Documentation, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new Request(SITE + PATH, { method: 'POST', headers: OWN, ...init }));
  if (response === undefined) throw new Error('It was passed on.');
  return response;
}

function described(url: string, more: object = {}): Readonly<Record<string, string>> {
  return { ...OWN, 'try-request': encodeURIComponent(JSON.stringify({ method: 'GET', url, headers: [], ...more })) };
}

describe('a request of the page', () => {
  /** Sends as the panel does. */
  function send(request: Partial<TriedRequest>, onPart?: OnPart, cookies: readonly string[] = []): Promise<Exchange> {
    const fetch: Tools['fetch'] = (_, { signal: _signal, ...init } = {}) =>
      ask(shop, {
        ...init,
        headers: {
          ...OWN,
          cookie: 'session=ours',
          authorization: 'Basic b3Vycw==',
          ...Object.fromEntries(new Headers(init.headers)),
        },
      });
    const tools: Tools = {
      fetch,
      now: () => 0,
      nonce: () => 'nonce',
      digest: () => import('../../src/trying/digest.ts'),
      isOnline: () => true,
      isRefused: () => false,
      origin: SITE,
      limitMilliseconds: 60_000,
    };
    return exchange(
      { method: 'GET', url: `${api}/orders`, headers: [], body: null, ...request },
      null,
      new Map(),
      forwardingTools(tools, SITE, cookies),
      new AbortController().signal,
      onPart,
    );
  }

  test('arrives with what the page sends, and nothing of the reader', async () => {
    const { outcome } = await send(
      {
        method: 'PATCH',
        url: `${api}/orders?a=b%20c`,
        headers: [
          ['Authorization', 'Bearer typed'],
          ['X-Trace', 'é'],
          ['X-Forwarded-For', '10.0.0.1'],
          ['WL-Proxy-Client-IP', '10.0.0.1'],
          ['X-Platform-Identity', 'root'],
          ['GAP-Auth', 'root'],
          ['X-Hasura-Role', 'admin'],
          ['X-User-Id', '1'],
          ['X-User-Info', 'root'],
          ['X_Trace', 'forged'],
          ['Connection', 'close, x-trace'],
        ],
        body: {
          kind: 'form',
          isMultipart: true,
          fields: [['scan', null, { file: new File(['PDF'], 'a.pdf', { type: 'application/pdf' }) }]],
        },
      },
      undefined,
      ['typed=1', 'theme=dark'],
    );
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, reason: 'OK' });
    expect(outcome.kind === 'answer' && new TextDecoder().decode(outcome.bytes)).toBe('fine');
    expect(asked).toMatchObject([
      {
        line: 'PATCH /orders?a=b%20c',
        headers: {
          host: new URL(api).host,
          authorization: 'Bearer typed',
          cookie: 'typed=1; theme=dark',
          'x-trace': 'é',
          via: '1.1 platform-documentation',
          'content-type': 'multipart/form-data; boundary=nonce',
        },
        body: expect.stringContaining('filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\nPDF\r\n--nonce--'),
      },
    ]);
    const names = Object.keys(asked[0]?.headers ?? {});
    expect(
      names.filter((name) => /forwarded|wl-|gap-|platform|origin|referer|sec-|try-request|hasura|user|_/.test(name)),
    ).toEqual([]);
  });

  test('learns status, reason and header fields of the answer, which have no effect on this site', async () => {
    const { outcome } = await send({ url: `${api}/page` });
    expect(outcome).toMatchObject({ status: 401, reason: 'No Way', logIn: 'none' });
    expect(outcome.kind === 'answer' && new Map(outcome.headers).get('www-authenticate')).toBe('Basic realm="x"');
    const response = await ask(shop, { headers: described(`${api}/page`) });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    for (const name of ['set-cookie', 'www-authenticate', 'access-control-allow-origin'])
      expect(response.headers.has(name)).toBe(false);
    expect((await response.text()).split('\n')[1]).toBe('<script>');
  });

  test.each([
    ['/none', { kind: 'answer', status: 204 }],
    ['/moved', { kind: 'answer', status: 302, redirectedTo: null }],
    ['/broken', { kind: 'failure', cause: 'unreachable' }],
  ])('to %s ends as %j, and follows no redirection', async (path, expected) => {
    expect((await send({ url: api + path })).outcome).toMatchObject(expected);
    expect(asked.map(({ line, headers }) => [line, headers['transfer-encoding']])).toEqual([
      [`GET ${path}`, undefined],
    ]);
  });

  test('sees a stream as it arrives', async () => {
    const seen: string[] = [];
    const sent = send({ url: `${api}/events` }, (_, part) => {
      if (part.byteLength === 0) streams.at(-1)?.write('data: 1\n\n');
      else seen.push(new TextDecoder().decode(part));
      if (seen.length === 1) streams.at(-1)?.end('data: 2\n\n');
    });
    expect((await sent).outcome).toMatchObject({ status: 200, cut: null });
    expect(seen.join('')).toBe('data: 1\n\ndata: 2\n\n');
  });
});

describe('nothing is sent', () => {
  test.each<readonly [string, () => Readonly<Record<string, string>>, number]>([
    [
      'for another site',
      () => ({ ...described(api), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      403,
    ],
    ['for another origin of the site', () => ({ ...described(api), 'sec-fetch-site': 'same-site' }), 403],
    ['for this host under another name', () => ({ ...described(api), origin: 'https://rebound.example' }), 403],
    ['for no page', () => ({ 'try-request': described(api)['try-request'] ?? '' }), 403],
    ['without a description', () => OWN, 400],
    ['for a description that is no JSON', () => ({ ...OWN, 'try-request': '%7B' }), 400],
    ['for one that cannot be decoded', () => ({ ...OWN, 'try-request': '%' }), 400],
    ['to another origin', () => described(elsewhere), 400],
    [
      'to another port by a trick',
      () => described(api.replace('http://', `http://${new URL(api).host}@`).replace(/:\d+$/, ':1')),
      400,
    ],
    ['to an address with a user', () => described(api.replace('http://', 'http://a:b@')), 400],
    ['to a file', () => described('file:///etc/passwd'), 400],
    ['to a blob', () => described(`blob:${api}/x`), 400],
    ['to no address', () => described('', { url: 7 }), 400],
    ['with TRACE', () => described(api, { method: 'TRACE' }), 400],
    ['with CONNECT', () => described(api, { method: 'connect' }), 400],
    ['with a method that is none', () => described(api, { method: 'GET / HTTP/1.1\r\nX: y' }), 400],
    ['with a value that ends its line', () => described(api, { headers: [['x', 'a\r\nb: c']] }), 400],
    ['with a name that is none', () => described(api, { headers: [['x y', 'a']] }), 400],
    ['with fields that are none', () => described(api, { headers: { x: 'y' } }), 400],
  ])('%s', async (_, headers, status) => {
    const response = await ask(shop, { headers: headers() });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(asked).toEqual([]);
  });

  test('by other methods than POST, and pages of other sites get no permission', async () => {
    expect((await ask(shop, { method: 'GET', headers: described(api) })).status).toBe(405);
    const preflight = await ask(shop, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('where no origin is called by the server', async () => {
    const direct = await documented([api]);
    expect((await ask(direct, { headers: described(api) })).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test.each<readonly [string, () => Parameters<typeof documented>[2]]>([
    ['API', () => ({ info: { 'x-internal': true } })],
    ['API of another audience', () => ({ info: { 'x-audience': 'partners' } })],
    ['operation', () => ({ operation: { 'x-internal': true } })],
    ['server', () => ({ server: { 'x-internal': true } })],
    [
      'server of an operation',
      () => ({ operation: { servers: [{ url: 'https://shop.example' }, { url: api, 'x-internal': true }] } }),
    ],
    [
      'choice of a server',
      () => ({
        descriptor: {
          servers: [
            { url: `${api.slice(0, -1)}{end}`, variables: { end: { default: api.slice(-1), 'x-internal': true } } },
          ],
        },
      }),
    ],
  ])('to an origin of a hidden %s', async (_, hiding) => {
    const hidden = await documented({ origins: api, via: 'server' }, SITE, hiding());
    expect((await ask(hidden, { headers: described(api) })).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test.each<readonly [string, () => object]>([
    [
      'that calls it itself',
      () => ({ servers: [], webhooks: { placed: { post: { ...ANSWERED, servers: [{ url: api }] } } } }),
    ],
    [
      'that no page can send',
      () => ({ servers: [], paths: { '/orders': { trace: { ...ANSWERED, servers: [{ url: api }] } } } }),
    ],
  ])('to an origin of an operation %s', async (_, descriptor) => {
    const uncalled = await documented({ origins: ['self', api], via: 'server' }, SITE, { descriptor: descriptor() });
    expect((await ask(uncalled, { headers: described(api) })).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test('to a client that asks too often', async () => {
    const busy = await documented({ origins: api, via: 'server' });
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1)
      statuses.push((await ask(busy, { headers: described(`${api}/x`) })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    expect(asked.length).toBeLessThan(70);
  });

  test('of a body that is too large', async () => {
    const response = await ask(shop, {
      headers: described(api, { method: 'POST', hasBody: true }),
      body: new Uint8Array(17 * 1024 * 1024),
    });
    expect(response.status).toBe(413);
  });
});
