import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHttpServer } from '../../src/server/node/http-server.ts';
import { oneAfterTheOther } from '../../src/server/node/pipelined-requests.ts';
import type { RequestListener } from '../../src/server/node/request-listener.ts';

/** One is answered while the others wait, which are as many as may. */
const REQUESTS = 65;
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

/** Collects received text until `enough` accepts it. */
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

  test('are bounded on one connection: one that sends more at once is closed, and holds nothing', async () => {
    const begun: string[] = [];
    const client = await connectTo((request) => begun.push(request.url ?? ''));
    client.on('error', () => undefined).resume();
    const closed = once(client, 'close');
    client.write(pipeline(REQUESTS + 1));
    await closed;
    expect(begun).toEqual(['/0']);
  });

  test('are bounded on all connections together, and what has ended waits no more', async () => {
    const first = await connectTo((request, response) => {
      if (request.url === '/end') response.end('<end>');
    });
    await once(first, 'connect');
    const port = first.remotePort ?? 0;
    const open = (text: string): Socket => {
      const client = connect(port, '127.0.0.1');
      client.on('error', () => undefined).resume();
      client.write(text);
      return client;
    };
    let closed = 0;
    const others = Array.from({ length: 170 }, () => open(pipeline(REQUESTS)).on('close', () => (closed += 1)));
    // 10,000 wait on 156 connections and a part of the next one.
    await vi.waitFor(() => expect(closed).toBe(170 - 156));
    const late = open('GET /end HTTP/1.1\r\nHost: x\r\n\r\n');
    await received(late, (all) => all.includes('<end>'));
    for (const client of others) client.destroy();
    await vi.waitFor(() => expect(closed).toBe(170));
    const again = open('GET /end HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUESTS));
    await received(again, (all) => all.split('<end>').length > REQUESTS);
    for (const client of [late, again]) client.destroy();
  });

  test('are not begun while the answers before them are unread', async () => {
    const body = Buffer.alloc(1024 * 1024);
    let begun = 0;
    const client = await connectTo((_, response) => {
      begun += 1;
      response.end(body);
    });
    client.pause();
    client.write(pipeline(REQUESTS));
    // Only as many begin as the system's buffers hold.
    expect(await settled(() => begun)).toBeLessThan(50);
    let bytes = 0;
    client.on('data', (chunk) => {
      bytes += chunk.length;
    });
    client.resume();
    while (bytes < REQUESTS * body.length) await pause(10);
    expect(begun).toBe(REQUESTS);
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
    client.write(pipeline(REQUESTS));
    await closed;
    expect(await settled(() => begun.length)).toBe(1);
  });
});

describe('a client that sends more requests at once than any client needs', () => {
  function open(port: number, localAddress: string, text: string): Socket {
    const client = connect({ port, host: '127.0.0.1', localAddress });
    client.on('error', () => undefined).resume();
    client.write(text);
    return client;
  }

  const REFUSED_MILLISECONDS = 1000;

  test('loses the connections of its network that have no answer under way, and gets no other for a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const held: ServerResponse[] = [];
      const http = createHttpServer((request, response) => {
        if (request.url === '/held') held.push(response);
        else response.end('<end>');
      });
      server = http.server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const answered = async (localAddress: string): Promise<Socket> => {
        const client = open(port, localAddress, pipeline(1));
        await received(client, (all) => all.includes('<end>'));
        return client;
      };
      const [idle, other] = [await answered('127.0.0.2'), await answered('127.0.0.3')];
      const waiting = open(port, '127.0.0.2', 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
      await vi.waitFor(() => expect(held.length).toBe(1));

      const flood = open(port, '127.0.0.2', pipeline(500));
      await Promise.all([once(flood, 'close'), once(idle, 'close')]);
      await once(open(port, '127.0.0.2', pipeline(1)), 'close');

      const late = received(waiting, (all) => all.includes('<held>'));
      held[0]?.end('<held>');
      await late;
      other.write(pipeline(1));
      await received(other, (all) => all.includes('<end>'));
      vi.advanceTimersByTime(REFUSED_MILLISECONDS + 1);
      for (const client of [await answered('127.0.0.2'), await answered('127.0.0.3'), waiting, other]) client.destroy();
    } finally {
      vi.useRealTimers();
    }
  });
});
