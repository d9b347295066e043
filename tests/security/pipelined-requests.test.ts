import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { oneAfterTheOther } from '../../src/server/node/pipelined-requests.ts';
import type { RequestListener } from '../../src/server/node/request-listener.ts';

const REQUESTS = 2000;
const QUIET_MILLISECONDS = 200;

let server: Server | undefined;
let socket: Socket | undefined;
afterEach(async () => {
  socket?.destroy();
  server?.closeAllConnections();
  server?.close();
});

async function connectTo(listener: RequestListener): Promise<Socket> {
  const inTurn = oneAfterTheOther(listener);
  server = createServer((request, response) => inTurn(request, response, false)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  socket = connect(port, '127.0.0.1');
  return socket;
}

function pipeline(count: number): string {
  return Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
}

/** What came, until `enough` says so. */
function received(from: Socket, enough: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    from.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
      if (enough(text)) resolve(text);
    });
  });
}

/** Waits until a count stays as it is. */
async function settled(count: () => number): Promise<number> {
  for (let before = -1; before !== count(); await pause(QUIET_MILLISECONDS)) before = count();
  return count();
}

describe('requests that a client sends without waiting for answers', () => {
  test('are answered one after the other, all of them, in their order', async () => {
    let active = 0;
    let most = 0;
    const client = await connectTo(async (request, response) => {
      active += 1;
      most = Math.max(most, active);
      response.once('finish', () => {
        active -= 1;
      });
      await immediate();
      response.end(`<${request.url}>`);
    });
    client.write(pipeline(REQUESTS));
    const text = await received(client, (all) => all.includes(`</${REQUESTS - 1}>`));
    expect([...text.matchAll(/<\/(\d+)>/g)].map(([, index]) => Number(index))).toEqual(
      Array.from({ length: REQUESTS }, (_, index) => index),
    );
    expect(most).toBe(1);
  });

  test('are each begun in a turn of the event loop of their own', async () => {
    let turn = 0;
    let isCounting = true;
    const count = (): void => {
      turn += 1;
      if (isCounting) setImmediate(count);
    };
    count();
    const turns = new Set<number>();
    const client = await connectTo((request, response) => {
      turns.add(turn);
      response.end(`<${request.url}>`);
    });
    client.write(pipeline(REQUESTS));
    await received(client, (all) => all.includes(`</${REQUESTS - 1}>`));
    isCounting = false;
    expect(turns.size).toBe(REQUESTS);
  });

  test('are bounded on all connections together: one that adds thousands is closed, others are answered', async () => {
    const begun: string[] = [];
    const first = await connectTo((request, response) => {
      begun.push(request.url ?? '');
      if (request.url === '/end') response.end('<end>');
    });
    await once(first, 'connect');
    const port = first.remotePort ?? 0;
    const others = Array.from({ length: 9 }, () => connect(port, '127.0.0.1'));
    const closed = new Set<Socket>();
    for (const client of [first, ...others]) {
      client
        .on('error', () => undefined)
        .on('close', () => closed.add(client))
        .resume();
      client.write(pipeline(REQUESTS));
    }
    await vi.waitFor(() => expect(closed.size).toBeGreaterThan(0));
    await settled(() => closed.size);
    expect(closed.size).toBeLessThan(10);
    const late = connect(port, '127.0.0.1');
    late.write('GET /end HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    await received(late, (all) => all.split('<end>').length > 10);
    for (const client of [...others, late]) client.destroy();
    // What has ended waits no more.
    await settled(() => begun.length);
    const again = connect(port, '127.0.0.1');
    again.write('GET /end HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
    await received(again, (all) => all.split('<end>').length > 1000);
    again.destroy();
  });

  test('are not begun while the answers before them are unread', async () => {
    const body = Buffer.alloc(1024 * 1024);
    let begun = 0;
    const client = await connectTo((_, response) => {
      begun += 1;
      response.end(body);
    });
    client.pause();
    client.write(pipeline(200));
    // What the system's buffers hold of them.
    expect(await settled(() => begun)).toBeLessThan(50);
    let bytes = 0;
    client.on('data', (chunk) => {
      bytes += chunk.length;
    });
    client.resume();
    while (bytes < 200 * body.length) await pause(10);
    expect(begun).toBe(200);
  });

  test('wait unread: the client cannot send on and on', async () => {
    let begun = 0;
    const client = await connectTo(() => {
      begun += 1;
    });
    const block = pipeline(10_000);
    let blocks = 0;
    while (blocks < 200 && client.write(block)) blocks += 1;
    const sent = await settled(() => client.bytesWritten - client.writableLength);
    expect(begun).toBe(1);
    // Both systems' buffers, and one read.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    expect(server?.listening).toBe(true);
  });

  test('may have bodies, behind others and before others', async () => {
    const bodies: string[] = [];
    const client = await connectTo(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      bodies.push(text);
      response.end(`<${bodies.length}>`);
    });
    const large = 'x'.repeat(300_000);
    client.write(`${pipeline(3)}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length}\r\n\r\n`);
    await pause(50);
    client.write(`${large}${pipeline(3)}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok`);
    await received(client, (all) => all.includes('<8>'));
    expect(bodies).toEqual(['', '', '', large, '', '', '', 'ok']);
  });

  test('are not begun when the connection has ended', async () => {
    const begun: string[] = [];
    const client = await connectTo((request, response) => {
      begun.push(request.url ?? '');
      response.shouldKeepAlive = false;
      response.end();
    });
    const closed = once(client, 'close');
    client.resume();
    client.write(pipeline(100));
    await closed;
    expect(await settled(() => begun.length)).toBe(1);
  });
});
