import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ALICE, arrival, ask, gateOf, listen } from '../site.ts';
import { closeProxiesAfterwards, echo, proxyTo, raw } from './set-up.ts';

closeProxiesAfterwards();

describe('an answer is passed back', () => {
  test('with status, reason, repeated fields and trailers, but without what is about the connection', async () => {
    const port = await proxyTo(
      (_, response) => {
        response.writeHead(299, 'Quite Fine', [
          'Link',
          '</a>; rel=next',
          'Link',
          '</b>; rel=prev',
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
    expect([status, body.toString(), headers.link, trailers]).toEqual([
      299,
      'abc',
      '</a>; rel=next, </b>; rel=prev',
      { 'x-sum': '3' },
    ]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'authentication-info': 'ours',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('x-hop');
    // A browser would ask for a log-in that is never passed on.
    expect(headers).not.toHaveProperty('www-authenticate');
    expect(headers).not.toHaveProperty('keep-alive', 'timeout=1');
  });

  test.each<readonly [string, boolean, 'hasLogin' | 'hasHostLogin' | null]>([
    ['Bearer realm="Library staff", error="invalid_token"', true, null],
    ['DPoP algs="ES256"', true, null],
    ['Basic realm="Orders", charset="UTF-8"', true, null],
    ['Digest realm="Orders", nonce="n", qop="auth"', true, null],
    // Browsers would send what they know for the realm of this site.
    ['Basic realm="Library staff"', false, null],
    ['Digest realm=" library STAFF", nonce="n"', false, null],
    ['Bearer, Basic realm="Library staff"', false, null],
    ['Basic title="x", realm = "Library staff"', false, null],
    ['Basic realm="Library\\ staff"', false, null],
    ['Basic realm=Orders', false, null],
    ['Basic realm="Orders", realm="Library staff"', false, null],
    // Joined with another line, each would give that one a realm of this site.
    ['realm="Library staff"', false, null],
    [', realm="Library staff"', false, null],
    ['realm = "Library staff"', false, null],
    ['Bearer title="', false, null],
    ['Bearer title="\\"', false, null],
    // The connection is shared with other clients.
    ['Negotiate', false, null],
    ['Bearer, NTLM', false, null],
    ['Bearer realm="Orders"', false, 'hasLogin'],
    ['Bearer realm="Orders"', false, 'hasHostLogin'],
  ])('the challenge %s passes: %j, where a log-in is checked: %s', async (challenge, passes, checked) => {
    const answer = ['WWW-Authenticate', challenge, 'Authentication-Info', 'rspauth="1"'];
    const checks = { hasLogin: checked === 'hasLogin', hasHostLogin: checked === 'hasHostLogin' };
    const port = await proxyTo((_, response) => response.writeHead(401, answer).end(), checks);
    const { headers } = await ask(port, { path: '/library/book' });
    expect(headers['www-authenticate']).toBe(passes ? challenge : undefined);
    expect(headers['authentication-info']).toBe(checked === null ? 'rspauth="1"' : undefined);
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

  test('the place of its content is what the client can ask for', async () => {
    const port = await proxyTo(
      (_, response) => response.writeHead(200, { 'content-location': '/app/library/book/1' }).end(),
      { path: '/app' },
    );
    expect((await ask(port, { path: '/v1/library/book' })).headers['content-location']).toBe('/v1/library/book/1');
  });

  test('HEAD has the length and no content', async () => {
    const port = await proxyTo((_, response) => response.writeHead(200, { 'content-length': 5 }).end());
    const { status, headers, body } = await ask(port, { method: 'HEAD', path: '/library/book' });
    expect([status, headers['content-length'], body.length]).toEqual([200, '5', 0]);
  });

  test('an upgrade is ignored', async () => {
    const port = await proxyTo(echo);
    const received = await raw(
      port,
      'GET /library/book HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      { until: /"trailers":\{\}\}/ },
    );
    expect(received).toMatch(/^HTTP\/1\.1 200/);
    expect(received.toLowerCase()).not.toContain('upgrade');
  });

  test('its beginning comes before its end', async () => {
    const port = await proxyTo((_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    );
    const received = await raw(port, 'GET /library/book HTTP/1.1\r\nHost: x\r\n\r\n', { until: /\r\n\r\n/ });
    expect(received).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('a body is sent when it is asked for', () => {
  const LARGE = 'hello'.repeat(20_000);
  const headOf = (length: number): string =>
    `POST /library/book HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
  const HEAD = headOf(LARGE.length);
  const HEADER = { until: /\r\n\r\n/ };
  afterEach(() => vi.useRealTimers());

  test('a small one at once: it is read before the upstream is asked', async () => {
    const target = await listen(echo, () => expect.unreachable('The upstream need not say when.'));
    const port = await proxyTo(echo, { port: target });
    expect(await raw(port, headOf(5), HEADER)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await raw(port, `${headOf(5)}hello`)).toContain('"body":"hello"');
  });

  test('of a large one the upstream says when', async () => {
    const target = await listen(echo, (request, response) => {
      expect(request.headers.expect).toBe('100-continue');
      response.writeContinue();
      echo(request, response);
    });
    const port = await proxyTo(echo, { port: target });
    expect(await raw(port, HEAD, HEADER)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await raw(port, `${HEAD}${LARGE}`)).toContain(LARGE);
  });

  test('or reads what the client sends unasked, however slowly it comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const TIMEOUT_SECONDS = 0.3;
    const target = await listen(echo, echo);
    const port = await proxyTo(echo, { port: target, timeoutSeconds: TIMEOUT_SECONDS });
    const pieces = [HEAD, ...Array<string>(5).fill('hello'.repeat(4000))];
    expect(await slowly({ port, target }, pieces, (TIMEOUT_SECONDS * 1000) / 2)).toContain(LARGE);
  });

  test('or refuses it', async () => {
    const target = await listen(echo, (_, response) => response.writeHead(417, { 'content-length': 0 }).end());
    const port = await proxyTo(echo, { port: target });
    expect(await raw(port, HEAD, HEADER)).toMatch(/^HTTP\/1\.1 417 /);
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
    expect(
      await asked({ accept: 'application/vnd.library.v1+json, application/vnd.LIBRARY.v02;q=0.1, */*;q=0.1' }),
    ).toBe('application/vnd.library.v1+json, */*;q=0.1');
    expect(await asked({ accept: 'application/vnd.library.v9+json' })).toBeUndefined();
    expect(await asked({ accept: 'application/vnd.other.v9+json;a=","' })).toBe('application/vnd.other.v9+json;a=","');
    expect(
      (await ask(port, { path: '/v1/library/book', headers: { accept: 'application/vnd.library.v2+json' } })).status,
    ).toBe(400);
    const twice = 'Content-Type: application/vnd.library.v1+json\r\nContent-Type: application/vnd.library.v2+json\r\n';
    const sent = await raw(
      port,
      `POST /library/book HTTP/1.1\r\nHost: x\r\n${twice}Content-Length: 1\r\nConnection: close\r\n\r\nx`,
    );
    expect(sent).not.toContain('v2+json');
  });
});

/** Sends one piece after another; time passes behind each, when it has arrived. @returns all that came back */
async function slowly(
  { port, target }: { readonly port: number; readonly target: number },
  pieces: readonly string[],
  milliseconds: number,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  const closed = once(socket, 'close');
  for (const [at, piece] of pieces.entries()) {
    socket.write(piece);
    await arrival(port, socket.bytesWritten);
    // The upstream has all of the body so far, and a header.
    await arrival(target, at * (pieces[1]?.length ?? 0) + 1);
    vi.advanceTimersByTime(milliseconds);
  }
  await closed;
  return received;
}
