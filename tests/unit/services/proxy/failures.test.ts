import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { arrival, ask } from '../site.ts';
import { closeProxiesAfterwards, closing, echo, proxyTo, raw } from './set-up.ts';

closeProxiesAfterwards();

describe('when something breaks', () => {
  const SILENT_SECONDS = 10;
  afterEach(() => vi.useRealTimers());

  test('no server listens: 502', async () => {
    const port = await proxyTo(echo, { port: 9 });
    const { status, headers, body } = await ask(port, { path: '/library/book' });
    expect([status, headers['content-type'], JSON.parse(body.toString()).title]).toEqual([
      502,
      'application/problem+json',
      'Bad Gateway',
    ]);
  });

  test.each([
    ['hangs up', (request: IncomingMessage) => request.socket.destroy()],
    ['speaks no HTTP', (request: IncomingMessage) => request.socket.end('hello\r\n\r\n')],
    [
      'switches protocols',
      (request: IncomingMessage) =>
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
    [
      'sends two lengths',
      (request: IncomingMessage) =>
        request.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    ],
    [
      'sends a header without end',
      (request: IncomingMessage) => request.socket.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`),
    ],
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
    await vi.waitFor(() => expect(left).toBe(2));
  });

  test('the upstream reads no further: 504', async () => {
    const port = await proxyTo((request) => request.pause(), { timeoutSeconds: 0.2, maxBodyBytes: 1e9 });
    expect(
      (
        await ask(port, { method: 'POST', path: '/library/book', body: Buffer.alloc(20_000_000) }).catch(() => ({
          status: 504,
        }))
      ).status,
    ).toBe(504);
  });

  test('a slow client is not a slow upstream', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await proxyTo(echo, { timeoutSeconds: SILENT_SECONDS });
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write('POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
    await arrival(port, socket.bytesWritten);
    vi.advanceTimersByTime(1.5 * SILENT_SECONDS * 1000);
    socket.write('cd');
    await arrival(port, socket.bytesWritten);
    vi.useRealTimers();
    await vi.waitFor(() => expect(received).toContain('"body":"abcd"'));
    socket.destroy();
  });

  test.each([
    ['dies', (response: ServerResponse) => response.destroy()],
    ['falls silent', () => vi.advanceTimersByTime(SILENT_SECONDS * 1000)],
  ])('the upstream %s in the middle: the connection breaks, the answer does not end', async (_, misbehave) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: ServerResponse[] = [];
    const port = await proxyTo(
      (_request, response) => {
        response.write('half');
        answers.push(response);
      },
      { timeoutSeconds: SILENT_SECONDS },
    );
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get({ host: '127.0.0.1', port, path: '/library/book', agent: false }, resolve);
    });
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const half = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (received.includes('half')) resolve();
      });
    });
    const closed = once(socket, 'close');
    socket.write('GET /library/book HTTP/1.1\r\nHost: x\r\n\r\n');
    await half;
    for (const response of answers) misbehave(response);
    await expect(text(answer)).rejects.toThrow();
    await closed;
    expect(received).not.toContain('\r\n0\r\n');
  });

  test('the client leaves: the upstream hears of it, whether it has answered or not', async () => {
    let left = 0;
    const { promise: asked, resolve: tell } = Promise.withResolvers<void>();
    const port = await proxyTo((request, response) => {
      response.on('close', () => (left += response.writableFinished ? 0 : 1));
      request.resume();
      if (request.method === 'GET') response.write('half');
      else tell();
    });
    await raw(port, 'GET /library/book HTTP/1.1\r\nHost: x\r\n\r\n', { until: /half/ });
    await raw(port, `PUT /library/book HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n${'half'.repeat(20_000)}`, {
      until: asked,
    });
    await vi.waitFor(() => expect(left).toBe(2));
  });

  test.each([
    ['at once where the length is sent', 'Content-Length: 2000\r\n\r\n'],
    ['while it streams where it is not', `Transfer-Encoding: chunked\r\n\r\n7d0\r\n${'x'.repeat(2000)}\r\n`],
  ])('a body is too large: 413, %s', async (_, rest) => {
    const port = await proxyTo(echo, { maxBodyBytes: 1000 });
    const received = await raw(port, `POST /library/book HTTP/1.1\r\nHost: x\r\n${rest}`, { until: /\r\n\r\n/ });
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
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
