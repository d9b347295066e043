import { describe, expect, test } from 'vitest';
import type { Peer } from '../../../../src/services/contract.ts';
import { ALICE, ask, gateOf } from '../site.ts';
import { closeProxiesAfterwards, echo, proxyTo, raw } from './set-up.ts';

closeProxiesAfterwards();

describe('a request is passed on', () => {
  test('with its method, body, query and spelling, under the path of the target', async () => {
    const port = await proxyTo(echo, { path: '/app/' });
    const { status, body } = await ask(port, {
      method: 'POST',
      path: '/v1/library/%62ook?q=%20/..&x',
      headers: { 'content-type': 'text/plain' },
      body: 'hällo',
    });
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toMatchObject({
      method: 'POST',
      url: '/app/library/%62ook?q=%20/..&x',
      body: 'hällo',
    });
  });

  test('to the host of the target, with who asked for what', async () => {
    const port = await proxyTo(echo);
    const { body } = await ask(port, {
      path: '/library/book',
      headers: {
        host: 'api.example.com',
        'x-forwarded-for': '203.0.113.1',
        'x-forwarded-proto': 'https',
        forwarded: 'for=1.2.3.4',
        'x-real-ip': '1.1.1.1',
      },
    });
    const { headers } = JSON.parse(body.toString());
    expect(headers).toMatchObject({
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-host': 'api.example.com',
      'x-forwarded-proto': 'http',
      via: '1.1 platform-documentation',
      'x-platform-version': '1',
    });
    expect(headers.host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(headers).not.toHaveProperty('forwarded');
    expect(headers).not.toHaveProperty('x-real-ip');
  });

  test.each([
    // Path of the site, prefix that was sent, by a trusted proxy    passed
    ['/docs', undefined, false, '/docs'],
    ['/docs', '/forged', false, '/docs'],
    ['/docs', '/inner', true, '/docs'],
    ['', '/forged', false, undefined],
    ['', '/app', true, '/app'],
    ['', undefined, false, undefined],
  ] as const)('of a site at %j, with the prefix %j, trusted %s: X-Forwarded-Prefix is %j', async (...row) => {
    const [basePath, sent, isTrusted, passed] = row;
    const peer: Peer = { address: '10.0.0.1', isTrusted, isSecure: false };
    const port = await proxyTo(echo, { basePath, peer });
    const headers = sent === undefined ? {} : { 'X-Forwarded-Prefix': sent, X_Forwarded_Prefix: '/other' };
    const { body } = await ask(port, { path: '/library/book', headers });
    const { headers: got, raw: fields } = JSON.parse(body.toString());
    expect(got['x-forwarded-prefix']).toBe(passed);
    expect(fields).not.toContain('/other');
  });

  test('a trusted proxy is believed and its list continued', async () => {
    const peer: Peer = { address: '10.0.0.1', isTrusted: true, isSecure: false };
    const port = await proxyTo(echo, { peer });
    const { body } = await ask(port, {
      path: '/library/book',
      headers: {
        'x-forwarded-for': '203.0.113.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'www.example.com',
      },
    });
    expect(JSON.parse(body.toString()).headers).toMatchObject({
      'x-forwarded-for': '203.0.113.1, 10.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'www.example.com',
    });
  });

  test.each([
    'Proxy',
    'Remote-User',
    'X-Remote-User',
    'X-Authenticated-User',
    'X-Auth-Request-Email',
    'X_WebAuth_User',
    'X-Platform-Identity',
  ])('without %s, whichever client sends it', async (name) => {
    for (const isTrusted of [false, true]) {
      const port = await proxyTo(echo, { peer: { address: '10.0.0.1', isTrusted, isSecure: false } });
      const { body } = await ask(port, { path: '/library/book', headers: { [name]: 'http://evil.example' } });
      expect(body.toString()).not.toContain('evil.example');
    }
  });

  test.each(['X-Client-Cert', 'SSL-Client-Verify', 'X-SSL-Client-DN'])(
    'with %s of trusted proxies alone',
    async (name) => {
      for (const isTrusted of [false, true]) {
        const port = await proxyTo(echo, { peer: { address: '10.0.0.1', isTrusted, isSecure: false } });
        const { body } = await ask(port, { path: '/library/book', headers: { [name]: 'CN=somebody' } });
        expect(body.toString().includes('CN=somebody')).toBe(isTrusted);
      }
    },
  );

  test('a chunked body stays chunked, and what stands behind it is passed on but for credentials', async () => {
    const port = await proxyTo(echo, { pass: ['X-Sum'] });
    const received = await raw(
      port,
      'POST /library/book HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\nX-Platform-Identity: root\r\nAuthorization: y\r\n\r\n',
    );
    expect(received).toMatch(/^HTTP\/1\.1 200/);
    const echoed = JSON.parse(received.slice(received.indexOf('{"method"'), received.lastIndexOf('}') + 1));
    expect(echoed).toMatchObject({ body: 'abc', trailers: { 'x-sum': '1' } });
    expect(Object.keys(echoed.trailers)).toEqual(['x-sum']);
    expect(echoed.headers['transfer-encoding']).toBe('chunked');
  });
});

describe('a client cannot send to the upstream', () => {
  test.each([
    'Authorization',
    'authorization',
    'Proxy-Authorization',
    'X-Platform-Identity',
    'x-PLATFORM-identity',
    'X_Platform_Identity',
    'X-Platform_Identity',
    'X-Platform-Identity-Adapter',
    'X-Platform-Version',
    'X-HTTP-Method-Override',
    'X_HTTP_METHOD_OVERRIDE',
    'X-Original-URL',
    'Keep-Alive',
    'TE',
    'Upgrade',
    'X-Listed',
    'X_Listed',
    'X-Hasura-Role',
    'X-User-Id',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-User',
    'Forwarded',
  ])('%s', async (name) => {
    const port = await proxyTo(echo, { pass: ['X-Other', 'X-Listed'] });
    const { body } = await ask(port, {
      path: '/library/book',
      headers: { [name]: ['forged', 'twice'], connection: 'close, X-Listed', 'X-Other': 'kept' },
    });
    const { raw: fields } = JSON.parse(body.toString());
    expect(fields).toContain('X-Other');
    expect(JSON.stringify(fields)).not.toMatch(/forged|twice/);
  });

  test.each([
    // An adapter here, pass                    passed
    [false, [], true],
    [true, ['Authorization'], true],
    [true, [], false],
  ] as const)('credentials that we check: adapter %s, pass %j, passed %s', async (hasLogin, pass, isPassed) => {
    const port = await proxyTo(echo, { hasLogin, pass });
    const headers = { Authorization: 'Bearer abc', X_Authorization: 'Bearer def' };
    const { body } = await ask(port, { path: '/library/book', headers });
    const { raw: fields } = JSON.parse(body.toString());
    expect(fields.includes('Bearer abc')).toBe(isPassed);
    expect(fields).not.toContain('Bearer def');
  });

  test.each([
    [[], []],
    [['Cookie'], ['Cookie']],
    [
      ['authorization', 'Cookie'],
      ['Authorization', 'Cookie'],
    ],
  ])('the log-in of a host around the documentation: pass %j, passed %j', async (pass, passed) => {
    const port = await proxyTo(echo, { hasLogin: false, hasHostLogin: true, pass });
    const headers = { Authorization: 'Bearer abc', Cookie: 'session=1', Cookie2: 'a', 'X-API-Key': 'key' };
    const { body } = await ask(port, { path: '/library/book', headers });
    const { raw: fields } = JSON.parse(body.toString());
    expect(fields.filter((name: string) => /^(?:authorization|cookie.?)$/i.test(name))).toEqual(passed);
    expect(fields).toContain('X-API-Key');
  });

  test.each([
    ['X-CSRF-Token', [], true, false],
    ['X-XSRF-TOKEN', [], true, false],
    ['X_CSRF_Token', [], true, false],
    ['X-CSRFToken', [], true, false],
    ['X-Csrf-Token', ['x-csrf-token'], true, true],
    ['X-CSRF-Token', [], false, true],
  ] as const)('%s of a page of the host: pass %j, host %s, passed %s', async (name, pass, hasHostLogin, isPassed) => {
    const port = await proxyTo(echo, { hasHostLogin, pass });
    const { body } = await ask(port, { path: '/library/book', headers: { [name]: 'token-of-the-host' } });
    expect(body.toString().includes('token-of-the-host')).toBe(isPassed);
  });

  test('that Connection drops what we say', async () => {
    const port = await proxyTo(echo, { gate: gateOf({ kind: 'authenticated', identity: ALICE, headers: [] }) });
    const { body } = await ask(port, {
      path: '/library/book',
      headers: { connection: 'close, X-Platform-Identity, X-Forwarded-For, Host' },
    });
    expect(JSON.parse(body.toString()).headers).toMatchObject({
      'x-platform-identity': 'alice',
      'x-forwarded-for': '192.0.2.7',
    });
  });

  test.each([
    ['alice', 'alice'],
    ['Zoë, "q"', 'Zo%C3%AB%2C%20%22q%22'],
    ['a\r\nX-Admin: 1', 'a%0D%0AX-Admin%3A%201'],
    ['\ud800', '%EF%BF%BD'],
    ['100%', '100%25'],
  ])('who it is: %j is sent as %s', async (name, told) => {
    const port = await proxyTo(echo, {
      gate: gateOf({ kind: 'authenticated', identity: { ...ALICE, name }, headers: [] }),
    });
    const { body } = await ask(port, { path: '/library/book', headers: { 'x-platform-identity': 'root' } });
    expect(JSON.parse(body.toString()).headers).toMatchObject({
      'x-platform-identity': told,
      'x-platform-identity-adapter': 'staff',
    });
  });

  test('a guest has no name', async () => {
    const port = await proxyTo(echo);
    const { body } = await ask(port, { path: '/library/book' });
    expect(JSON.parse(body.toString()).headers).not.toHaveProperty('x-platform-identity');
  });

  test.each([
    [{ method: 'DELETE' }, 405],
    [{ path: '/library/book/a%2Fb' }, 404],
    [{ path: '/library/book/../x' }, 400],
    [{ path: '/library/BOOK' }, 404],
  ])('%j: %d, and the upstream hears nothing', async (sent, status) => {
    let asked = 0;
    const port = await proxyTo((request, response) => {
      asked += 1;
      echo(request, response);
    });
    expect((await ask(port, { path: '/library/book', ...sent })).status).toBe(status);
    expect(asked).toBe(0);
  });

  test.each([
    ['a guest', gateOf({ kind: 'guest' }, { POST: 'any' }), 401],
    ['wrong credentials', gateOf({ kind: 'rejected', challenges: ['Basic x'], cause: 'stale' }), 401],
    ['another user', gateOf({ kind: 'authenticated', identity: ALICE, headers: [] }, { POST: 'none' }), 403],
  ])('%s is refused before the body is read, and the upstream hears nothing', async (_, gate, status) => {
    let asked = 0;
    const port = await proxyTo(() => (asked += 1), { gate });
    const head = 'POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n';
    const until = /\r\n\r\n/;
    expect(await raw(port, `${head}Expect: 100-continue\r\n\r\n`, { until })).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
    expect(await raw(port, `${head}\r\n`, { until })).toMatch(
      new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*Connection: close`),
    );
    expect(asked).toBe(0);
  });
});

test.each([
  ['Bearer t0ken', 'Bearer t0ken'],
  ['Basic YTpi', 'Basic YTpi'],
  // These would log in a connection, over which the requests of others are sent.
  ['Negotiate YII', undefined],
  ['ntlm TlRM', undefined],
])('of credentials that the upstream checks, %s arrives as %s', async (sent, expected) => {
  const port = await proxyTo(echo, { hasLogin: false, pass: ['authorization'] });
  const { body } = await ask(port, { path: '/library/book', headers: { authorization: sent } });
  expect(JSON.parse(body.toString()).headers.authorization).toBe(expected);
});
