import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { send } from './probe-runner.ts';
import { makeSampleProject, provideBuild, type RunningServer, removeProject, startBuiltServer } from './servers.ts';

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
});
afterAll(() => removeProject(folder));

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => ({ method: 'GET', path, headers });

describe('the built server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startBuiltServer(folder, { PLATFORM_ACCESS_LOG: '1' });
  });
  afterAll(() => server?.stop());

  test('reports that it is alive and ready', async () => {
    expect((await send(server.origin, get('/healthz'))).body).toMatch(/^ok\nrelease [0-9a-f]{20}\nversion \S+\n$/);
    expect((await send(server.origin, get('/readyz'))).body).toBe('ready\n');
  });

  test('says what it can as a whole (RFC 9110 §9.3.7), and has nothing else there', async () => {
    const { status, headers, body } = await send(server.origin, { method: 'OPTIONS', path: '*', headers: {} });
    expect([status, headers.get('allow'), headers.get('x-content-type-options'), body]).toEqual([
      204,
      'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'nosniff',
      '',
    ]);
    expect((await send(server.origin, get('*'))).status).toBe(404);
  });

  test('leads from the root to the documentation', async () => {
    const { status, headers } = await send(server.origin, get('/'));
    expect([status, headers.get('location')]).toEqual([307, '/platform/documentation']);
  });

  test.each([
    ['/nope', 404],
    ['/platform', 404],
    ['/_platform/404/page', 404],
    ['/_platform/404/page/', 404],
    ['/dist/documentation/current', 404],
    ['/../package.json', 400],
    ['//evil.example/', 400],
  ])('answers %s with %d, without a stack trace', async (path, expected) => {
    const { status, body } = await send(server.origin, get(path));
    expect(status).toBe(expected);
    expect(body).not.toMatch(/at .*\.m?js|node_modules/);
  });

  test.each([
    ['/nope', 'application/json'],
    ['/nope', 'text/html'],
    ['/_image', 'text/html'],
    ['/', 'text/html'],
  ])('HEAD of %s, which no document is, has the header of GET (Accept: %s)', async (path, accept) => {
    const headerOf = async (method: string): Promise<unknown> => {
      const { status, headers } = await send(server.origin, { method, path, headers: { accept } });
      return [status, Object.fromEntries([...headers].filter(([name]) => name !== 'date'))];
    };
    expect(await headerOf('HEAD')).toEqual(await headerOf('GET'));
  });

  test.each([
    ['GET', '/_platform/404/page', 404],
    ['GET', '/_platform/404/page/', 404],
    ['GET', '/%5fplatform/page', 404],
    ['POST', '/_platform/404/page', 404],
    ['TRACE', '/nope', 404],
    // Invalid paths, which should reach no router
    ['GET', '//_platform/404/page', 400],
    ['GET', '/%255fplatform/page', 400],
    ['GET', '/%', 400],
    ['GET', '/%ff', 400],
    ['GET', '//', 400],
  ])('answers %s %s with %d, in words of its own', async (method, path, expected) => {
    const answer = await send(server.origin, {
      method,
      path,
      headers: { 'Content-Type': 'application/json', 'Content-Length': '0' },
    });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      expected,
      'application/problem+json',
      'nosniff',
    ]);
  });

  test.each(['text/html', 'application/json'])(
    'answers a question in %s with 304 where the client has the answer',
    async (accept) => {
      const path = '/platform/documentation?q=book';
      const { status, headers } = await send(server.origin, get(path, { accept }));
      expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
      const again = await send(server.origin, get(path, { accept, 'if-none-match': headers.get('etag') ?? '' }));
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', headers.get('etag')]);
    },
  );

  test('sends the stylesheet of a page compressed and for ever', async () => {
    const page = await send(server.origin, get('/platform/documentation', { Accept: 'text/html' }));
    const path = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const style = await send(server.origin, get(path, { 'Accept-Encoding': 'br' }));
    expect([style.status, style.headers.get('content-encoding'), style.headers.get('cache-control')]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect(style.body).toContain('--pd-');
  });

  test('writes one JSON line a request when asked to', async () => {
    await send(server.origin, get('/platform/documentation/Library-v1.json?secret=1'));
    const lines = (): readonly unknown[] =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line));
    const target = '/platform/documentation/Library-v1.json?secret=1';
    const line = expect.objectContaining({ method: 'GET', target, status: 200, complete: true });
    // It is written when the answer has been sent, and comes through a pipe.
    await expect.poll(lines).toContainEqual(line);
  });

  test.each([
    ['no request', 'nonsense\r\n\r\n', 400],
    ['a header line without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n', 400],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('answers %s with its status and goes on', async (_name, request, status) => {
    expect(await raw(server.port, request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await send(server.origin, get('/healthz'))).status).toBe(200);
  });
});

describe('a server that is stopped', () => {
  test('finishes the request under way, refuses new connections and ends with 0', async () => {
    const server = await startBuiltServer(folder);
    const socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => (received += text));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // The server has read the half request once it has answered the whole one that came with it.
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /platform/documentation HTTP/1.1\r\nHost: a\r\n');
    await expect.poll(() => received).toMatch(/\nversion \S+\n/);
    const ended = server.stop();
    await vi.waitFor(() => expect(send(server.origin, get('/healthz'))).rejects.toThrow());
    socket.write('Connection: close\r\n\r\n');
    await closed;
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(await ended).toBe(0);
  });
});

describe('a server that cannot start says why in one line', () => {
  test('when its port is taken', async () => {
    const server = await startBuiltServer(folder);
    await expect(startBuiltServer(folder, { PORT: String(server.port) })).rejects.toThrow(
      /^The server ended with 1:\nPort \d+ on 127\.0\.0\.1 is taken\. [^\n]+\n$/,
    );
    await server.stop();
  });

  test.each([
    ['PORT', '99999', /PORT is "99999"/],
    ['PORT', 'abc', /PORT is "abc"/],
    ['HOST', 'no.such.host.invalid', /HOST .*is not an address/],
  ])('when %s is %s', async (name, value, message) => {
    await expect(startBuiltServer(folder, { [name]: value })).rejects.toThrow(message);
  });
});

function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('latin1').on('data', (text) => (received += text));
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
  });
}
