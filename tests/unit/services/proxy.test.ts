import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KnownIdentity, Peer } from '../../../src/services/contract.ts';
import type { HandleOptions } from '../../../src/services/published-apis.ts';
import { createPublishedApis } from '../../../src/services/published-apis.ts';
import { ALICE, apiOf, ask, closeServers, gateOf, listen, serve } from './site.ts';

const API = apiOf('Library', { '/book': 'GET POST PUT HEAD', '/book/{id}': 'GET' }, { basePath: '/library' });
const closing: (() => void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await closeServers();
});

interface Setup extends Partial<HandleOptions<KnownIdentity>> {
  readonly path?: string;
  readonly timeoutSeconds?: number;
  readonly maxBodyBytes?: number;
  readonly port?: number;
}

async function proxyTo(
  upstream: (request: IncomingMessage, response: ServerResponse) => void,
  { path = '', timeoutSeconds = 5, maxBodyBytes = 1_000_000, port, ...options }: Setup = {},
): Promise<number> {
  const target = `http://127.0.0.1:${port ?? (await listen(upstream))}${path}`;
  const published = createPublishedApis({
    apis: [API],
    services: [{ api: 'Library', version: null, backend: { kind: 'proxy', target, timeoutSeconds }, maxBodyBytes, corsOrigins: ['*'] }],
    log: (message) => expect.unreachable(message),
  });
  closing.push(() => published.close());
  return serve(published, options);
}

/** Answers with what it was asked. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        raw: request.rawHeaders,
        body: Buffer.concat(chunks).toString(),
        trailers: request.trailers,
      }),
    );
  });
}

/** A request in raw text; resolves with everything received until the connection ends or nothing comes for a while. */
function raw(port: number, text: string, { milliseconds = 300 } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const end = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(milliseconds, end);
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', end).on('error', end);
    socket.write(text, 'latin1');
  });
}

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
    expect(JSON.parse(body.toString())).toMatchObject({ method: 'POST', url: '/app/library/%62ook?q=%20/..&x', body: 'hällo' });
  });

  test('to the host of the target, with who asked for what', async () => {
    const port = await proxyTo(echo);
    const { body } = await ask(port, {
      path: '/library/book',
      headers: { host: 'api.example.com', 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https', forwarded: 'for=1.2.3.4', 'x-real-ip': '1.1.1.1' },
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

  test('a trusted proxy is believed and its list continued', async () => {
    const peer: Peer = { address: '10.0.0.1', isTrusted: true, isSecure: false };
    const port = await proxyTo(echo, { peer });
    const { body } = await ask(port, {
      path: '/library/book',
      headers: { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'www.example.com' },
    });
    expect(JSON.parse(body.toString()).headers).toMatchObject({
      'x-forwarded-for': '203.0.113.1, 10.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'www.example.com',
    });
  });

  test.each(['Proxy', 'Remote-User', 'X-Remote-User', 'X-Authenticated-User', 'X-Auth-Request-Email', 'X_WebAuth_User', 'X-Platform-Identity'])(
    'without %s, whoever sends it',
    async (name) => {
      for (const isTrusted of [false, true]) {
        const port = await proxyTo(echo, { peer: { address: '10.0.0.1', isTrusted, isSecure: false } });
        const { body } = await ask(port, { path: '/library/book', headers: { [name]: 'http://evil.example' } });
        expect(body.toString()).not.toContain('evil.example');
      }
    },
  );

  test.each(['X-Client-Cert', 'SSL-Client-Verify', 'X-SSL-Client-DN'])('with %s of trusted proxies alone', async (name) => {
    for (const isTrusted of [false, true]) {
      const port = await proxyTo(echo, { peer: { address: '10.0.0.1', isTrusted, isSecure: false } });
      const { body } = await ask(port, { path: '/library/book', headers: { [name]: 'CN=somebody' } });
      expect(body.toString().includes('CN=somebody')).toBe(isTrusted);
    }
  });

  test('a chunked body stays chunked, and what stands behind it is passed on but for credentials', async () => {
    const port = await proxyTo(echo);
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

describe('a client cannot tell the upstream', () => {
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
  ])('%s', async (name) => {
    const port = await proxyTo(echo);
    const { body } = await ask(port, { path: '/library/book', headers: { [name]: ['forged', 'twice'], connection: 'close, X-Listed', 'X-Other': 'kept' } });
    const { raw: fields } = JSON.parse(body.toString());
    expect(fields).toContain('X-Other');
    expect(JSON.stringify(fields)).not.toMatch(/forged|twice/);
  });

  test('that Connection drops what we say', async () => {
    const port = await proxyTo(echo, { gate: gateOf({ kind: 'authenticated', identity: ALICE, headers: [] }) });
    const { body } = await ask(port, { path: '/library/book', headers: { connection: 'close, X-Platform-Identity, X-Forwarded-For, Host' } });
    expect(JSON.parse(body.toString()).headers).toMatchObject({ 'x-platform-identity': 'alice', 'x-forwarded-for': '192.0.2.7' });
  });

  test.each([
    ['alice', 'alice'],
    ['Zoë, "q"', 'Zo%C3%AB%2C%20%22q%22'],
    ['a\r\nX-Admin: 1', 'a%0D%0AX-Admin%3A%201'],
    ['\ud800', '%EF%BF%BD'],
    ['100%', '100%25'],
  ])('who it is: %j is told as %s', async (name, told) => {
    const port = await proxyTo(echo, { gate: gateOf({ kind: 'authenticated', identity: { ...ALICE, name }, headers: [] }) });
    const { body } = await ask(port, { path: '/library/book', headers: { 'x-platform-identity': 'root' } });
    expect(JSON.parse(body.toString()).headers).toMatchObject({ 'x-platform-identity': told, 'x-platform-identity-adapter': 'staff' });
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
    ['wrong credentials', gateOf({ kind: 'rejected', challenges: ['Basic x'] }), 401],
    ['somebody else', gateOf({ kind: 'authenticated', identity: ALICE, headers: [] }, { POST: 'nobody' }), 403],
  ])('%s is refused before the body is read, and the upstream hears nothing', async (_, gate, status) => {
    let asked = 0;
    const port = await proxyTo(() => (asked += 1), { gate });
    const head = 'POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n';
    expect(await raw(port, `${head}Expect: 100-continue\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(await raw(port, `${head}\r\n`)).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*Connection: close`));
    expect(asked).toBe(0);
  });
});

describe('an answer is passed back', () => {
  test('with status, reason, repeated fields and trailers, but without what is about the connection', async () => {
    const port = await proxyTo(
      (_, response) => {
        response.writeHead(299, 'Quite Fine', [
          'Set-Cookie',
          'a=1',
          'Set-Cookie',
          'b=2',
          'Connection',
          'close, X-Hop',
          'X-Hop',
          '1',
          'Keep-Alive',
          'timeout=1',
          'Trailer',
          'X-Sum',
          'Access-Control-Allow-Origin',
          'https://evil.example',
          'Authentication-Info',
          'theirs',
          'WWW-Authenticate',
          'Basic realm="theirs"',
        ]);
        response.write('abc');
        response.addTrailers({ 'X-Sum': '3' });
        response.end();
      },
      { gate: gateOf({ kind: 'authenticated', identity: ALICE, headers: ['Authentication-Info', 'ours'] }) },
    );
    const { status, headers, body, trailers } = await ask(port, { path: '/library/book' });
    expect([status, body.toString(), headers['set-cookie'], trailers]).toEqual([299, 'abc', ['a=1', 'b=2'], { 'x-sum': '3' }]);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'authentication-info': 'ours', 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('x-hop');
    // A browser would ask for a log-in that is never passed on.
    expect(headers).not.toHaveProperty('www-authenticate');
    expect(headers).not.toHaveProperty('keep-alive', 'timeout=1');
  });

  test.each([
    ['http://127.0.0.1:PORT/app/library/book/1', '/library/book/1'],
    ['/app/library/book/1', '/library/book/1'],
    ['/elsewhere', '/elsewhere'],
    ['https://example.com/app/x', 'https://example.com/app/x'],
    ['http://127.0.0.1:PORT.evil.example/app/x', 'http://127.0.0.1:PORT.evil.example/app/x'],
    ['http://127.0.0.1:PORT//evil.example/', 'http://127.0.0.1:PORT//evil.example/'],
  ])('a redirection is not followed; to %s it leads to %s', async (location, expected) => {
    let upstreamPort = '';
    const port = await proxyTo(
      (request, response) => {
        upstreamPort = String(request.socket.localPort);
        response.writeHead(302, { location: location.replace('PORT', upstreamPort) }).end();
      },
      { path: '/app' },
    );
    const { status, headers } = await ask(port, { path: '/library/book' });
    expect([status, headers.location]).toEqual([302, expected.replace('PORT', upstreamPort)]);
  });

  test('HEAD has the length and no content', async () => {
    const port = await proxyTo((_, response) => response.writeHead(200, { 'content-length': 5 }).end());
    const { status, headers, body } = await ask(port, { method: 'HEAD', path: '/library/book' });
    expect([status, headers['content-length'], body.length]).toEqual([200, '5', 0]);
  });

  test('an upgrade is ignored', async () => {
    const port = await proxyTo(echo);
    const received = await raw(port, 'GET /library/book HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 200/);
    expect(received.toLowerCase()).not.toContain('upgrade');
  });

  test('its beginning comes before its end', async () => {
    const port = await proxyTo((_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders());
    expect(await raw(port, 'GET /library/book HTTP/1.1\r\nHost: x\r\n\r\n', { milliseconds: 150 })).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('a body is sent when it is asked for', () => {
  const HEAD = 'POST /library/book HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n';

  test('the upstream says when', async () => {
    const target = await listen(echo, (request, response) => {
      expect(request.headers.expect).toBe('100-continue');
      response.writeContinue();
      echo(request, response);
    });
    const port = await proxyTo(echo, { port: target });
    expect(await raw(port, HEAD)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await raw(port, `${HEAD}hello`)).toContain('"body":"hello"');
  });

  test('or refuses it', async () => {
    const target = await listen(echo, (_, response) => response.writeHead(417, { 'content-length': 0 }).end());
    const port = await proxyTo(echo, { port: target });
    expect(await raw(port, HEAD)).toMatch(/^HTTP\/1\.1 417 /);
  });
});

describe('when something breaks', () => {
  test('nobody listens: 502', async () => {
    const port = await proxyTo(echo, { port: 9 });
    const { status, headers, body } = await ask(port, { path: '/library/book' });
    expect([status, headers['content-type'], JSON.parse(body.toString()).title]).toEqual([502, 'application/problem+json', 'Bad Gateway']);
  });

  test.each([
    ['hangs up', (request: IncomingMessage) => request.socket.destroy()],
    ['speaks no HTTP', (request: IncomingMessage) => request.socket.end('hello\r\n\r\n')],
    ['switches protocols', (request: IncomingMessage) => request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')],
    ['sends two lengths', (request: IncomingMessage) => request.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab')],
    ['sends a header without end', (request: IncomingMessage) => request.socket.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`)],
  ])('the upstream %s: 502', async (_, misbehave) => {
    const port = await proxyTo(misbehave);
    expect((await ask(port, { path: '/library/book' })).status).toBe(502);
    expect((await ask(port, { method: 'POST', path: '/library/book', body: 'x' })).status).toBe(502);
  });

  test('the upstream is silent: 504', async () => {
    let left = 0;
    const port = await proxyTo((request) => request.socket.on('close', () => (left += 1)), { timeoutSeconds: 0.1 });
    expect((await ask(port, { path: '/library/book' })).status).toBe(504);
    expect((await ask(port, { method: 'POST', path: '/library/book', body: 'x' })).status).toBe(504);
    await wait(50);
    expect(left).toBe(2);
  });

  test('the upstream reads no further: 504', async () => {
    const port = await proxyTo((request) => request.pause(), { timeoutSeconds: 0.2, maxBodyBytes: 1e9 });
    expect((await ask(port, { method: 'POST', path: '/library/book', body: Buffer.alloc(20_000_000) }).catch(() => ({ status: 504 }))).status).toBe(504);
  });

  test('a slow client is not a slow upstream', async () => {
    const port = await proxyTo(echo, { timeoutSeconds: 0.1 });
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write('POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
    await wait(300);
    socket.write('cd');
    await wait(100);
    socket.destroy();
    expect(received).toContain('"body":"abcd"');
  });

  test.each([
    ['dies', (response: ServerResponse) => response.destroy()],
    ['falls silent', () => undefined],
  ])('the upstream %s in the middle: the connection breaks, the answer does not end', async (_, misbehave) => {
    const port = await proxyTo(
      (_request, response) => {
        response.write('half');
        setTimeout(() => misbehave(response), 20);
      },
      { timeoutSeconds: 0.1 },
    );
    await expect(ask(port, { path: '/library/book' })).rejects.toThrow();
    const received = await raw(port, 'GET /library/book HTTP/1.1\r\nHost: x\r\n\r\n', { milliseconds: 1000 });
    expect(received).toContain('half');
    expect(received).not.toContain('\r\n0\r\n');
  });

  test('the client leaves: the upstream hears of it, whether it has answered or not', async () => {
    let left = 0;
    const port = await proxyTo((request, response) => {
      response.on('close', () => (left += response.writableFinished ? 0 : 1));
      if (request.method === 'GET') response.write('half');
    });
    await raw(port, 'GET /library/book HTTP/1.1\r\nHost: x\r\n\r\n', { milliseconds: 100 });
    await raw(port, 'PUT /library/book HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf', { milliseconds: 100 });
    await wait(100);
    expect(left).toBe(2);
  });

  test.each([
    ['at once where the length is told', 'Content-Length: 2000\r\n\r\n'],
    ['while it streams where it is not', `Transfer-Encoding: chunked\r\n\r\n7d0\r\n${'x'.repeat(2000)}\r\n`],
  ])('a body is too large: 413, %s', async (_, rest) => {
    const port = await proxyTo(echo, { maxBodyBytes: 1000 });
    expect(await raw(port, `POST /library/book HTTP/1.1\r\nHost: x\r\n${rest}`)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a kept connection that was closed meanwhile is replaced without the client hearing of it', async () => {
    let asked = 0;
    const port = await proxyTo((request, response) => {
      asked += 1;
      if (asked === 2) request.socket.destroy();
      else response.end('ok');
    });
    expect((await ask(port, { path: '/library/book' })).body.toString()).toBe('ok');
    expect((await ask(port, { path: '/library/book' })).body.toString()).toBe('ok');
    expect(asked).toBe(3);
  });
});

describe('when another configuration takes over', () => {
  test('requests under way are answered, and no connection is kept', async () => {
    const sockets = new Set<IncomingMessage['socket']>();
    const ended = new Set<IncomingMessage['socket']>();
    const { promise: asked, resolve: tell } = Promise.withResolvers<void>();
    const { promise: told, resolve: answer } = Promise.withResolvers<void>();
    const port = await proxyTo(async ({ url, socket }, response) => {
      sockets.add(socket);
      socket.on('close', () => ended.add(socket));
      if (url?.includes('slow')) {
        tell();
        await told;
      }
      response.end('ok');
    });
    const slow = ask(port, { path: '/library/book?slow' });
    await asked;
    expect((await ask(port, { path: '/library/book' })).body.toString()).toBe('ok');
    for (const close of closing.splice(0)) close();
    answer();
    expect((await slow).body.toString()).toBe('ok');
    await expect.poll(() => [sockets.size, ended.size]).toEqual([2, 2]);
  });
});

describe('neither side is faster than the other reads', () => {
  test('a client that does not read holds the upstream back', async () => {
    let sent = 0;
    const port = await proxyTo((_, response) => {
      const more = (): void => {
        while (sent < 200_000_000) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.write('GET /library/book HTTP/1.1\r\nHost: x\r\n\r\n');
    await wait(400);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(50_000_000);
    socket.destroy();
  });

  test('an upstream that does not read holds the client back', async () => {
    const port = await proxyTo((request) => request.pause(), { maxBodyBytes: 1e9 });
    const socket = connect(port, '127.0.0.1');
    let sent = 0;
    const more = (): void => {
      while (sent < 200_000_000) {
        sent += 65_536;
        if (!socket.write(Buffer.alloc(65_536))) return;
      }
    };
    socket.on('drain', more);
    socket.write('POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Length: 200000000\r\n\r\n', more);
    await wait(600);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(50_000_000);
    socket.destroy();
  });

  test('a large body arrives whole, both ways', async () => {
    const port = await proxyTo((request, response) => void request.pipe(response), { maxBodyBytes: 1e9 });
    const body = Buffer.alloc(8_000_000, 'abcdefg');
    const received = await ask(port, { method: 'POST', path: '/library/book', body });
    expect(received.body.equals(body)).toBe(true);
  });
});

describe('a client that announces a body and sends none', () => {
  const head = 'POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n';
  afterEach(() => vi.useRealTimers());

  test('holds no connection to the upstream, however many there are', async () => {
    let asked = 0;
    const port = await proxyTo((request, response) => {
      asked += 1;
      echo(request, response);
    });
    const waiting = Array.from({ length: 300 }, () => raw(port, `${head}\r\n`, { milliseconds: 1500 }));
    await wait(300);
    expect(asked).toBe(0);
    expect((await ask(port, { path: '/library/book' })).status).toBe(200);
    expect(asked).toBe(1);
    await Promise.all(waiting);
  });

  test.each([
    ['nothing', '', ''],
    ['the beginning', '', 'x'],
    ['nothing when it is told to', 'Expect: 100-continue\r\n', ''],
  ])('or %s: 408 after 20 seconds, and the connection is closed', async (_, field, body) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await proxyTo(
      (request, response) => {
        if (request.headers.expect !== undefined) response.writeContinue();
        echo(request, response);
      },
      { timeoutSeconds: 60 },
    );
    const answer = raw(port, `${head}${field}\r\n${body}`, { milliseconds: 3000 });
    await wait(200);
    vi.advanceTimersByTime(19_000);
    await wait(50);
    vi.advanceTimersByTime(1_100);
    expect(await answer).toMatch(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/);
  });

  test('but pauses within is passed on', async () => {
    const port = await proxyTo(echo);
    const socket = connect(port, '127.0.0.1');
    const received = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
    for (const part of [`${head}Connection: close\r\n\r\n`, '01234', '56789']) {
      socket.write(part);
      await wait(100);
    }
    expect(await received).toContain('0123456789');
    socket.destroy();
  });
});

describe('an upstream reads only what was decided by', () => {
  test.each([
    'X.Platform.Identity',
    'X~Platform!Identity',
    'x_platform_identity',
    'X-Platform-Identity-Adapter',
    'X.HTTP.Method.Override',
    'X-Original-Method',
    'X-Original-URI',
    'X_Original_URL',
    'X-Rewrite-URL',
    'True-Client-IP',
    'Client-IP',
    'Client.IP',
    'X-Cluster-Client-IP',
    'CF-Connecting-IP',
    'Forwarded',
    'X-Forwarded',
    'X.Forwarded.For',
    'Remote-User',
  ])('no %s, in the header or behind the body', async (name) => {
    const port = await proxyTo(echo);
    const sent = await raw(
      port,
      `POST /library/book HTTP/1.1\r\nHost: x\r\n${name}: forged\r\nTransfer-Encoding: chunked\r\nTrailer: ${name}\r\nConnection: close\r\n\r\n1\r\nx\r\n0\r\n${name}: forged\r\n\r\n`,
    );
    expect(sent).toMatch(/^HTTP\/1\.1 200 /);
    expect(sent).not.toContain('forged');
  });

  test('no media type of another version', async () => {
    const port = await proxyTo(echo);
    const asked = async (headers: Readonly<Record<string, string | readonly string[]>>): Promise<unknown> =>
      JSON.parse((await ask(port, { path: '/library/book', headers })).body.toString()).headers.accept;
    expect(await asked({ accept: 'application/vnd.library.v1+json, application/vnd.LIBRARY.v02;q=0.1, */*;q=0.1' })).toBe(
      'application/vnd.library.v1+json, */*;q=0.1',
    );
    expect(await asked({ accept: 'application/vnd.library.v9+json' })).toBeUndefined();
    expect(await asked({ accept: 'application/vnd.other.v9+json;a=","' })).toBe('application/vnd.other.v9+json;a=","');
    expect((await ask(port, { path: '/v1/library/book', headers: { accept: 'application/vnd.library.v2+json' } })).status).toBe(400);
    const twice = 'Content-Type: application/vnd.library.v1+json\r\nContent-Type: application/vnd.library.v2+json\r\n';
    const sent = await raw(port, `POST /library/book HTTP/1.1\r\nHost: x\r\n${twice}Content-Length: 1\r\nConnection: close\r\n\r\nx`);
    expect(sent).not.toContain('v2+json');
  });
});
