import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LONG_MILLISECONDS } from '../../../../src/services/proxy/relay.ts';
import { arrival, ask, whileTimeStands } from '../site.ts';
import { closeProxiesAfterwards, echo, proxyTo, raw, settled } from './set-up.ts';

closeProxiesAfterwards();

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
    expect(await settled(() => sent)).toBeLessThan(50_000_000);
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
    expect(await settled(() => sent)).toBeLessThan(50_000_000);
    socket.destroy();
  });

  test('a large body arrives whole, both ways', async () => {
    const port = await proxyTo((request, response) => void request.pipe(response), { maxBodyBytes: 1e9 });
    const body = Buffer.alloc(8_000_000, 'abcdefg');
    const received = await ask(port, { method: 'POST', path: '/library/book', body });
    expect(received.body.equals(body)).toBe(true);
  });
});

describe('streams of one client', () => {
  const MOST = 64;
  afterEach(() => vi.useRealTimers());

  test('leave places to its other requests, and end where too many take long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await proxyTo(
      ({ url = '' }, response) => (url.endsWith('stream') ? response.write('data') : response.end('ok')),
      { timeoutSeconds: 1000 },
    );
    const ended: Socket[] = [];
    const stream = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('close', () => ended.push(socket));
      socket.write('GET /library/book?stream HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      return socket;
    };
    const answered = async (): Promise<void> => {
      let status = 0;
      void ask(port, { path: '/library/book' }).then((answer) => {
        status = answer.status;
      });
      await whileTimeStands(() => status === 200);
    };
    const streams = (): Promise<Socket[]> => Promise.all(Array.from({ length: MOST }, stream));
    const first = await streams();
    vi.advanceTimersByTime(LONG_MILLISECONDS);
    await answered();
    const second = await streams();
    vi.advanceTimersByTime(LONG_MILLISECONDS);
    await whileTimeStands(() => ended.length >= MOST);
    expect(new Set(ended)).toEqual(new Set(second));
    for (const socket of first) socket.destroy();
    await whileTimeStands(() => ended.length === 2 * MOST);
    // Their places are free again.
    const third = await streams();
    vi.advanceTimersByTime(LONG_MILLISECONDS);
    await answered();
    expect(ended).toHaveLength(2 * MOST);
    for (const socket of third) socket.destroy();
  });
});

test.each([
  ['GET', 429],
  // Programs repeat a request that got 429, and the service behind may have carried this one out.
  ['POST', 504],
])(
  'late answers to %s of one client leave places to its others, and where there are too many come with %i',
  async (method, status) => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let waiting = 0;
    const port = await proxyTo(
      ({ url = '' }, response) => {
        if (url.endsWith('late')) waiting += 1;
        else response.end('ok');
      },
      { timeoutSeconds: 1000 },
    );
    const sockets: Socket[] = [];
    let answers = '';
    const send = (path: string): void => {
      const socket = connect(port, '127.0.0.1');
      socket.on('data', (chunk) => (answers += chunk.toString()));
      socket.write(`${method} /library/book?${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
      sockets.push(socket);
    };
    for (const total of [64, 128]) {
      answers = '';
      for (let count = 0; count < 64; count += 1) send('late');
      await whileTimeStands(() => waiting === total);
      vi.advanceTimersByTime(LONG_MILLISECONDS);
      send('quick');
      await whileTimeStands(() => answers.endsWith('ok'));
    }
    expect(answers.split(`HTTP/1.1 ${status} `)).toHaveLength(65);
    for (const socket of sockets) socket.destroy();
  },
);

describe('a client that is slow to read', () => {
  const PARTS = 20;
  const PART = Buffer.alloc(1_000_000);
  afterEach(() => vi.useRealTimers());

  /** Makes an upstream with a large answer; notes the bytes sent and whether the connection is open. */
  const largeAnswer = () => {
    const upstream = { isOpen: false, sent: 0 };
    const answer = (_: IncomingMessage, response: ServerResponse): void => {
      upstream.isOpen = true;
      response.on('close', () => (upstream.isOpen = false));
      const more = (): void => {
        while (upstream.sent < PARTS * PART.byteLength) {
          upstream.sent += PART.byteLength;
          if (!response.write(PART)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    return { upstream, answer };
  };
  const get = (port: number): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET /library/book HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return socket.pause();
  };

  test('gets its whole answer however long that takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { upstream, answer } = largeAnswer();
    const socket = get(await proxyTo(answer));
    // Until all that lies between is full.
    await settled(() => upstream.sent);
    vi.advanceTimersByTime(3_600_000);
    let bytes = 0;
    socket.on('data', (chunk) => (bytes += chunk.byteLength)).resume();
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(PARTS * PART.byteLength);
  });

  test('gets it while it reads steadily; one that reads nothing loses it, and the connection to the upstream is free', async () => {
    const [steady, idle] = [largeAnswer(), largeAnswer()];
    const unreadMilliseconds = 3000;
    const [reading, unread] = [
      get(await proxyTo(steady.answer, { unreadMilliseconds })),
      get(await proxyTo(idle.answer, { unreadMilliseconds })),
    ];
    let bytes = 0;
    let read = 0;
    reading.on('data', (chunk) => {
      bytes += chunk.byteLength;
      if (bytes - read < PART.byteLength) return;
      read = bytes;
      reading.pause();
      setTimeout(() => reading.resume(), (3 * unreadMilliseconds) / PARTS);
    });
    reading.resume();
    await once(reading, 'close');
    expect(bytes).toBeGreaterThan(PARTS * PART.byteLength);
    await expect.poll(() => idle.upstream.isOpen).toBe(false);
    expect(idle.upstream.sent).toBeLessThan(PARTS * PART.byteLength);
    unread.destroy();
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
    ['nothing when it is asked to', 'Expect: 100-continue\r\n', ''],
  ])('or %s: 408 after 20 seconds, and the connection is closed', async (_, field, body) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await proxyTo(
      (request, response) => {
        if (request.headers.expect !== undefined) response.writeContinue();
        echo(request, response);
      },
      { timeoutSeconds: 60 },
    );
    const sent = `${head}${field}\r\n${body}`;
    const answer = raw(port, sent);
    await arrival(port, sent.length);
    vi.advanceTimersByTime(19_000);
    await wait(50);
    vi.advanceTimersByTime(1_100);
    expect(await answer).toMatch(
      /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/,
    );
  });

  test('but pauses within is passed on', async () => {
    const port = await proxyTo(echo);
    const socket = connect(port, '127.0.0.1');
    const received = text(socket);
    for (const part of [`${head}Connection: close\r\n\r\n`, '01234', '56789']) {
      socket.write(part);
      await arrival(port, socket.bytesWritten);
      await wait(100);
    }
    expect(await received).toContain('0123456789');
  });
});
