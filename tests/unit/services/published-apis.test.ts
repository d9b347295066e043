import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AuthenticationResult } from '../../../src/auth/contract.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { Api } from '../../../src/model/api.ts';
import type { RenderProblem } from '../../../src/services/answers.ts';
import { createPublishedApis, type PublishedApisOptions } from '../../../src/services/published-apis.ts';
import { ALICE, apiOf, ask, closeServers, gateOf, serve } from './site.ts';

afterEach(closeServers);

const LIBRARY = readFolder({ projectRoot: '.', folder: 'api-descriptors' })
  .apis.filter(({ name }) => name === 'Library')
  .map((record) => new Api(record, { versions: [1, 2], defaultVersion: 1 }));

const published = (options: Partial<PublishedApisOptions> = {}): ReturnType<typeof createPublishedApis> =>
  createPublishedApis({ apis: LIBRARY, log: (message) => expect.unreachable(message), ...options });

const GOOD_BOOK = { title: 'Dune', author: { last: 'Herbert' } };

describe('examples over HTTP', () => {
  test.each([
    ['GET', '/library/book', {}, undefined, 200, 'application/hal+json'],
    ['GET', '/library/book', { accept: 'application/json' }, undefined, 200, 'application/json'],
    [
      'GET',
      '/library/book',
      { accept: 'application/vnd.library.v1+json' },
      undefined,
      200,
      'application/vnd.library.v1+json',
    ],
    ['HEAD', '/library/book', {}, undefined, 200, 'application/hal+json'],
    [
      'POST',
      '/library/book',
      { 'content-type': 'application/json' },
      JSON.stringify(GOOD_BOOK),
      201,
      'application/hal+json',
    ],
    ['POST', '/library/book', { 'content-type': 'application/json' }, '{"title":5}', 422, 'application/problem+json'],
    ['POST', '/library/book', { 'content-type': 'application/json' }, '{', 400, 'application/problem+json'],
    ['POST', '/library/book', { 'content-type': 'text/plain' }, '{}', 415, 'application/problem+json'],
    ['POST', '/library/book', {}, undefined, 422, 'application/problem+json'],
    ['GET', '/library/book', { accept: 'text/html' }, undefined, 406, 'application/problem+json'],
    ['PUT', '/library/book', {}, undefined, 405, 'application/problem+json'],
    ['GET', '/library/book/', {}, undefined, 404, 'application/problem+json'],
    ['GET', '/library/%2e%2e/x', {}, undefined, 400, 'application/problem+json'],
  ])('%s %s %j %s: %d %s', async (method, path, headers, body, status, mediaType) => {
    const port = await serve(published());
    const received = await ask(port, { method, path, headers, ...(body !== undefined && { body }) });
    expect([received.status, received.headers['content-type']]).toEqual([status, mediaType]);
    expect(received.headers['x-content-type-options']).toBe('nosniff');
    expect(received.body.length > 0).toBe(method !== 'HEAD');
  });

  test.each([
    ['gzip', 415],
    ['identity, br', 415],
    ['Identity', 201],
  ])('a body with the coding %s: %i, with the codings there are', async (coding, status) => {
    const port = await serve(published());
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    const received = await ask(port, {
      method: 'POST',
      path: '/library/book',
      headers,
      body: JSON.stringify(GOOD_BOOK),
    });
    expect([received.status, received.headers['accept-encoding']]).toEqual([
      status,
      status === 415 ? 'identity' : undefined,
    ]);
  });

  test('wrong fields are reported by name', async () => {
    const port = await serve(published());
    const { body } = await ask(port, {
      method: 'POST',
      path: '/library/book',
      headers: { 'content-type': 'application/json' },
      body: '{"author":{"first":"Frank"}}',
    });
    expect(JSON.parse(body.toString())).toEqual({
      type: expect.any(String),
      title: 'Unprocessable Content',
      status: 422,
      detail: 'Failed validation',
      validation_messages: {
        title: { isEmpty: 'A value is required.' },
        author: { last: { isEmpty: 'A value is required.' } },
      },
    });
  });

  test('405 names the methods, 406 the media types', async () => {
    const port = await serve(published());
    expect((await ask(port, { method: 'PUT', path: '/library/book' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    const { body } = await ask(port, { path: '/library/book', headers: { accept: 'text/html' } });
    expect(JSON.parse(body.toString()).available).toContainEqual({
      type: 'application/hal+json',
      url: '/library/book',
    });
  });

  test('406 names the URL that was asked for, with its version and query', async () => {
    const port = await serve(published());
    const { body } = await ask(port, { path: '/v1/library/book?page=2', headers: { accept: 'text/html' } });
    expect(JSON.parse(body.toString()).available).toContainEqual({
      type: 'application/hal+json',
      url: '/v1/library/book?page=2',
    });
  });

  test('a body is asked for when it is wanted, and limited while it comes', async () => {
    const port = await serve(
      published({
        services: [
          {
            api: 'Library',
            version: 1,
            backend: { kind: 'examples', options: {} },
            maxBodyBytes: 100,
            corsOrigins: ['*'],
          },
        ],
      }),
    );
    const raw = (text: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('close', () => resolve(received)).setTimeout(1000, () => socket.destroy());
        socket.write(text);
      });
    const head = 'POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    expect(await raw(`${head}Content-Length: 50\r\nExpect: 100-continue\r\n\r\n`)).toBe(
      'HTTP/1.1 100 Continue\r\n\r\n',
    );
    expect(await raw(`${head}Content-Length: 101\r\nExpect: 100-continue\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await raw(`${head}Transfer-Encoding: chunked\r\n\r\n65\r\n${'x'.repeat(101)}\r\n`)).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*Connection: close/,
    );
  });

  test('every path of the sample site has an answer that is no error of ours', async () => {
    const port = await serve(published());
    const calls = LIBRARY.flatMap((api) =>
      api.getServices().flatMap((service) =>
        service.getAllOperations().map((operation) => ({
          api,
          method: operation.getHttpMethod(),
          path: operation.getPath().replaceAll(/\{[^}]+\}/g, '1'),
        })),
      ),
    );
    for (const { api, method, path } of calls) {
      const { status } = await ask(port, { method, path: `/v${api.getVersion()}${path}` });
      expect([method, path, [200, 201, 202, 204, 422].includes(status)]).toEqual([method, path, true]);
    }
    expect(calls.length).toBeGreaterThan(10);
  });
});

describe('a refused request', () => {
  test('is 401 with every challenge, the same body for every cause, and as a problem even for a browser', async () => {
    const renderProblem = (): never => expect.unreachable('asked for a page');
    for (const gate of [
      gateOf({ kind: 'rejected', challenges: ['Digest a', 'Basic b'], cause: 'stale' }),
      gateOf({ kind: 'guest' }, { GET: 'any' }),
    ]) {
      const port = await serve(published({ renderProblem }), {
        gate: { ...gate, challenges: () => ['Digest a', 'Basic b'] },
      });
      const { status, headers, rawHeaders, body } = await ask(port, {
        path: '/library/book',
        headers: { accept: 'text/html' },
      });
      expect([
        status,
        headers['content-type'],
        rawHeaders.filter((_, index) => rawHeaders[index - 1] === 'WWW-Authenticate'),
      ]).toEqual([401, 'application/problem+json', ['Digest a', 'Basic b']]);
      expect(body.toString()).toBe(
        '{"type":"http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html","title":"Unauthorized","status":401,"detail":"Unauthorized"}',
      );
    }
  });

  test.each([
    [{ kind: 'throttled', retryAfterSeconds: 30 } as const, 429, '30'],
    [{ kind: 'unavailable', retryAfterSeconds: 5, reason: 'gone' } as const, 503, '5'],
  ])('%j: %d', async (authentication, status, retryAfter) => {
    const port = await serve(published(), { gate: gateOf(authentication) });
    const received = await ask(port, { path: '/library/book' });
    expect([received.status, received.headers['retry-after']]).toEqual([status, retryAfter]);
  });

  test('is a page where a renderer is configured', async () => {
    const renderProblem = ({ status }: { status: number }): { headers: string[]; body: Buffer } => ({
      headers: ['Content-Type', 'text/html'],
      body: Buffer.from(`<h1>${status}</h1>`),
    });
    const port = await serve(published({ renderProblem }));
    const { status, body } = await ask(port, { path: '/library/book', headers: { accept: 'text/html' } });
    expect([status, body.toString()]).toEqual([406, '<h1>406</h1>']);
  });

  test('the page of 405 gets the methods of the resource', async () => {
    const renderProblem = vi.fn<RenderProblem>(() => null);
    const port = await serve(published({ renderProblem }));
    await ask(port, { method: 'PUT', path: '/library/book', headers: { accept: 'text/html' } });
    expect(renderProblem.mock.calls).toEqual([
      [
        expect.objectContaining({ status: 405, allow: ['GET', 'HEAD', 'POST', 'OPTIONS'] }),
        expect.objectContaining({ headers: expect.objectContaining({ accept: 'text/html' }) }),
      ],
    ]);
  });

  test('a bug is in the log alone', async () => {
    const logged: string[] = [];
    const gate = { ...gateOf({ kind: 'guest' }), authenticate: () => Promise.reject(new Error('secret')) };
    const port = await serve(published({ log: (message) => logged.push(message) }), { gate });
    const { status, body } = await ask(port, { path: '/library/book' });
    expect([status, body.toString().includes('secret'), logged.length]).toEqual([500, false, 1]);
  });
});

describe('this site answers', () => {
  const services = [
    { api: 'Library', version: null, backend: { kind: 'site', options: {} }, maxBodyBytes: 10, corsOrigins: ['*'] },
  ] as const;

  test.each([
    ['/library/book', 'pass-on', 404],
    ['/elsewhere', 'none', 404],
    ['/library/book/', undefined, 404],
    ['/LIBRARY/book', undefined, 404],
    ['/library/../library/book', undefined, 400],
    ['//library/book', undefined, 400],
  ])('%s: %s', async (path, kind, status) => {
    const port = await serve(published({ services }));
    const received = await ask(port, { path });
    expect([received.status, received.headers['x-handled']]).toEqual([status, kind]);
  });

  test('after all checks, with the identity', async () => {
    const site = published({ services });
    let handled: unknown;
    const gate = gateOf({ kind: 'authenticated', identity: ALICE, headers: ['Authentication-Info', 'x'] });
    const handle: typeof site.handle = async (...args) => {
      const result = await site.handle(...args);
      handled = result;
      return result;
    };
    const port = await serve({ ...site, handle }, { gate });
    await ask(port, { path: '/v2/library/book' });
    expect(handled).toMatchObject({
      kind: 'pass-on',
      identity: ALICE,
      match: { version: 2 },
      headers: expect.arrayContaining(['Authentication-Info', 'x']),
    });
  });

  test('not what is refused', async () => {
    const port = await serve(published({ services }), { gate: gateOf({ kind: 'guest' }, { GET: 'any' }) });
    expect((await ask(port, { path: '/library/book' })).status).toBe(401);
    expect(
      (
        await ask(port, {
          method: 'POST',
          path: '/library/book',
          headers: { 'content-type': 'application/json' },
          body: ' '.repeat(11),
        })
      ).status,
    ).toBe(413);
  });
});

describe('scripts of other sites', () => {
  const preflight = {
    method: 'OPTIONS',
    path: '/library/book',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  };
  const LIST = ['https://app.example'];

  test('ask first, and are never asked who they are', async () => {
    const port = await serve(published(), {
      gate: gateOf({ kind: 'unavailable', retryAfterSeconds: 1, reason: 'gone' }),
    });
    const { status, headers, body } = await ask(port, preflight);
    expect([status, body.length]).toEqual([204, 0]);
    expect(headers).toMatchObject({
      allow: 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    });
    expect(headers['access-control-allow-headers']).toContain('Authorization');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('www-authenticate');
  });

  test('none by default where there is a log-in, so that no page can fail it from the address of its visitor', async () => {
    for (const services of [
      [],
      [
        {
          api: 'Library',
          version: null,
          backend: { kind: 'examples', options: {} },
          maxBodyBytes: 1000,
          corsOrigins: null,
        },
      ] as const,
    ]) {
      const port = await serve(published({ services, hasLogin: () => true }));
      const { headers, status } = await ask(port, {
        ...preflight,
        headers: { ...preflight.headers, origin: 'https://any.example' },
      });
      expect([status, Object.keys(headers).filter((name) => name.startsWith('access-control'))]).toEqual([204, []]);
    }
  });

  test.each([
    ['every site by default, without what the browser remembers', undefined, 'https://any.example', '*'],
    ['a site of the list', LIST, 'https://app.example', 'https://app.example'],
    ['not another', LIST, 'https://app.example.evil', undefined],
    ['not null', LIST, 'null', undefined],
    ['no site where the list is empty', [], 'https://app.example', undefined],
    ['every site where the list says so', ['https://app.example', '*'], 'https://any.example', '*'],
  ])('may read: %s', async (_, corsOrigins, origin, allowed) => {
    const services = [
      {
        api: 'Library',
        version: null,
        backend: { kind: 'examples', options: {} },
        maxBodyBytes: 1000,
        corsOrigins: corsOrigins ?? [],
      },
    ] as const;
    const port = await serve(published(corsOrigins === undefined ? {} : { services }), {
      gate: gateOf({ kind: 'guest' }, { POST: 'any' }),
    });
    for (const sent of [{ path: '/library/book' }, { path: '/library/book', method: 'POST' }, preflight]) {
      const { headers } = await ask(port, { ...sent, headers: { ...preflight.headers, origin } });
      expect([headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([
        allowed,
        undefined,
      ]);
      if (allowed !== '*' && corsOrigins?.length !== 0) expect(headers.vary).toContain('Origin');
    }
  });
});

describe('what a page of another site sends with what the browser remembers', () => {
  const forged = { path: '/library/book', method: 'POST', headers: { origin: 'https://evil.example' } } as const;
  const settings = (corsOrigins: readonly string[] | null) =>
    ({
      api: 'Library',
      version: null,
      backend: { kind: 'examples', options: {} },
      maxBodyBytes: 1000,
      corsOrigins,
    }) as const;

  test.each<[string, readonly string[] | null, AuthenticationResult, number]>([
    ['is refused where it would be a user’s', null, { kind: 'authenticated', identity: ALICE, headers: [] }, 403],
    ['is of no user where none has logged in', null, { kind: 'guest' }, 422],
    [
      'is let through where configuration names every site',
      ['*'],
      { kind: 'authenticated', identity: ALICE, headers: [] },
      422,
    ],
  ])('%s', async (_, corsOrigins, authentication, expected) => {
    const isForged = vi.fn(() => true);
    const port = await serve(published({ services: [settings(corsOrigins)], isForged }), {
      gate: gateOf(authentication),
    });
    const { status } = await ask(port, forged);
    // An empty body is no book.
    expect([status, isForged.mock.calls.length]).toEqual([expected, expected === 403 ? 1 : 0]);
  });
});

test('settings for a version count before those for the API', async () => {
  const apis = [
    apiOf('A', { '/x': 'GET' }, {}, { versions: [1, 2] }),
    apiOf('A', { '/x': 'GET' }, { version: 2 }, { versions: [1, 2], defaultVersion: 1 }),
  ];
  const services = [
    { api: 'A', version: null, backend: { kind: 'site', options: {} }, maxBodyBytes: 10, corsOrigins: ['*'] },
    { api: 'A', version: 2, backend: { kind: 'examples', options: {} }, maxBodyBytes: 10, corsOrigins: ['*'] },
  ] as const;
  const port = await serve(published({ apis, services }));
  expect((await ask(port, { path: '/x' })).headers['x-handled']).toBe('pass-on');
  expect((await ask(port, { path: '/v2/x' })).status).toBe(200);
});
