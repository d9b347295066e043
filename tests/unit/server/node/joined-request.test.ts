import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer, listen, portOf } from '../../../../src/server/node/http-server.ts';
import { JoinedRequest } from '../../../../src/server/node/joined-request.ts';

/** Sizes of the pieces in which the last request came. */
let pieces: number[] = [];
const { server } = createHttpServer((request, response) => {
  pieces = [];
  const parts: Buffer[] = [];
  const read = (from: IncomingMessage): unknown =>
    from
      .on('data', (piece: Buffer) => {
        pieces.push(piece.byteLength);
        parts.push(piece);
        if (request.url === '/at-once') response.write(piece);
      })
      .on('end', () => response.end(request.url === '/at-once' ? '' : Buffer.concat(parts)));
  // Late, as after a log-in, or at once.
  if (request.url === '/late') setTimeout(() => read(request), 20);
  else read(request);
});
beforeAll(() => listen(server, '127.0.0.1', 0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Answer to a body in these chunks, until it ends or `enough` says so. */
function answerTo(
  path: string,
  chunks: readonly Uint8Array[],
  enough = (_: string): boolean => false,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(portOf(server), '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (enough(received)) socket.destroy();
    });
    socket.on('error', () => undefined).on('close', () => resolve(received));
    const end = path === '/at-once' ? [] : ['0\r\n\r\n'];
    const parts = chunks.flatMap((chunk) => [`${chunk.byteLength.toString(16)}\r\n`, chunk, '\r\n']);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    socket.write(Buffer.concat([head, ...parts, ...end].map((part) => Buffer.from(part))));
  });
}

describe('a body in chunks', () => {
  test.each(['/', '/late'])('arrives as it was sent, whatever their sizes (%s)', async (path) => {
    const chunk = fc.oneof({ arbitrary: fc.uint8Array({ minLength: 1, maxLength: 60 }), weight: 5 }, large());
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 40 }), async (chunks) => {
        const received = await answerTo(path, chunks);
        const length = Number(/^content-length: (\d+)/im.exec(received)?.[1]);
        expect(received.slice(-length)).toBe(Buffer.concat(chunks).toString('latin1'));
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  test('is not waited for to its end', async () => {
    expect(await answerTo('/at-once', [Buffer.from('abc')], (text) => text.includes('abc'))).toContain('200 OK');
  });

  test.each([
    [1000, 1, 200],
    [1001, 1, 400],
    [5000, 31, 400],
    [5000, 40, 200],
  ])('%d of %d bytes: %d', async (count, bytes, status) => {
    const received = await answerTo(
      '/',
      Array.from({ length: count }, () => new Uint8Array(bytes)),
      (text) => text.endsWith('}'),
    );
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 400) expect(received).toContain('"detail":"The body has too many tiny chunks.');
    // Not an object for each of them.
    else expect(pieces.length).toBeLessThan(count / 10);
  });
});

describe('an answered request', () => {
  const seen: IncomingMessage[] = [];
  const events: string[] = [];
  const { server: answering } = createHttpServer((request, response) => {
    seen.push(request);
    const event = request.url?.slice(1) ?? '';
    if (event !== '') request.once(event, () => events.push(event));
    response.end('answer');
  });
  beforeAll(() => listen(answering, '127.0.0.1', 0));
  afterAll(() => {
    answering.closeAllConnections();
    answering.close();
  });

  /** Sends requests on one connection, each after the answer to the one before; the last closes it. */
  async function ask(...requests: readonly string[]): Promise<void> {
    const socket = connect(portOf(answering), '127.0.0.1').setEncoding('latin1');
    for (const request of requests) {
      const answered = once(socket, 'data');
      socket.write(request);
      expect((await answered)[0]).toContain('200 OK');
    }
    socket.end();
    await once(socket, 'close');
  }

  test('without a body has no end, unless that is awaited', async () => {
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    await ask(get('/'), get('/end'), get('/close'), get('/'));
    expect(seen.splice(0).map(({ readableEnded }) => readableEnded)).toEqual([false, true, true, false]);
    expect(events.splice(0)).toEqual(['end', 'close']);
  });

  test('with a body is read to its end, and the next one is answered', async () => {
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc';
    await ask(post, post);
    expect(seen.splice(0).map(({ readableEnded }) => readableEnded)).toEqual([true, true]);
  });
});

function large(): fc.Arbitrary<Uint8Array> {
  return fc.integer({ min: 3000, max: 9000 }).map((length) => new Uint8Array(length).map((_, at) => at % 251));
}

test.each([[['a']], [['a', 'b']], [['abc', 'd', 'e']]])(
  'small bodies in chunks %j, of which thousands may wait on one connection, take little memory each',
  (chunks) => {
    const COUNT = 5000;
    const socket = new Socket();
    const before = process.memoryUsage().arrayBuffers;
    const waiting = Array.from({ length: COUNT }, () => {
      const request = new JoinedRequest(socket);
      for (const chunk of chunks) request.push(Buffer.from(chunk));
      return request;
    });
    const bytesEach = (process.memoryUsage().arrayBuffers - before) / waiting.length;
    expect(bytesEach).toBeLessThan(256);
  },
);
