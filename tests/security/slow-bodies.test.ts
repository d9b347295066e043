import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readForm } from '../../src/server/administration/admin-route.ts';
import { Shares } from '../../src/services/read-body.ts';
import { cpuMilliseconds } from '../tooling/cpu-time.ts';
import { arrival, ask, bytesReadAt, type Received, whileTimeStands } from '../unit/services/site.ts';
import { closeApisAfterwards, exampled, proxied } from './api-server.ts';

closeApisAfterwards();

const READER = { 'x-client': '192.0.2.8' };
const MOST_HELD_BYTES = 65_536;
const SLOTS_OF_ONE_CLIENT = 64;

const opened: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of opened.splice(0)) socket.destroy();
});

interface Attacker {
  readonly socket: Socket;
  received: string;
}

function attack(port: number, text: string): Attacker {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const attacker: Attacker = { socket, received: '' };
  socket.on('data', (chunk) => (attacker.received += chunk.toString('latin1')));
  socket.write(text, 'latin1');
  opened.push(socket);
  return attacker;
}

const post = (fields: string): string =>
  `POST /library/book HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${fields}\r\n`;

/**
 * Milliseconds of processor time of each of many requests, one after another.
 * @param meanwhile done before every tenth of them
 */
async function read(port: number, headers = {}, meanwhile = async () => {}): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    if (at % 10 === 0) await meanwhile();
    const began = cpuMilliseconds();
    expect((await ask(port, { path: '/library/book', headers })).status).toBe(200);
    times.push(cpuMilliseconds() - began);
  }
  return times.toSorted((a, b) => a - b);
}

const quantile = (times: readonly number[], part: number): number =>
  times[Math.ceil(times.length * part) - 1] ?? Number.NaN;

/** Bodies that a client may begin to send, and their continuation. */
const BODIES = [
  ['of known length', post('Content-Length: 1000\r\n'), 'x'],
  ['large', post('Content-Length: 1000000\r\n'), 'x'],
  ['in chunks', post('Transfer-Encoding: chunked\r\n'), '1\r\nx\r\n'],
  ['asked for', post('Content-Length: 1000\r\nExpect: 100-continue\r\n'), 'x'],
] as const;

test('a thousand sockets that trickle bodies never reach the upstream, and other requests of theirs are answered as before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let posts = 0;
  const port = await proxied((request, response) => {
    if (request.method === 'POST') posts += 1;
    request.resume().on('end', () => response.end('ok'));
  });
  const alone = await read(port);
  const before = bytesReadAt(port);
  const attackers = BODIES.flatMap(([, head, piece]) =>
    Array.from({ length: 250 }, () => ({ ...attack(port, head), piece })),
  );
  const written = (): number => attackers.reduce((sum, { socket }) => sum + socket.bytesWritten, 0);
  await whileTimeStands(() => attackers.every(({ socket }) => !socket.connecting));
  await whileTimeStands(() => bytesReadAt(port) - before >= written());
  // A reader that waits for an attacker waits for ever.
  let first: Received | undefined;
  void ask(port, { path: '/library/book' }).then((answer) => (first = answer));
  await whileTimeStands(() => first !== undefined);
  const beside = await read(port, {}, async () => {
    const [sent, arrived] = [written(), bytesReadAt(port)];
    for (const { socket, piece } of attackers) socket.write(piece);
    await whileTimeStands(() => bytesReadAt(port) - arrived >= written() - sent);
    expect(posts).toBe(0);
  });
  console.info(
    `A request: ${quantile(alone, 0.5).toFixed(2)} ms alone, ${quantile(beside, 0.5).toFixed(2)} ms beside them`,
  );
  // Attackers, upstream and reader share a process with the server, which now and then collects garbage: the cheapest
  // are compared.
  expect(quantile(beside, 0.1)).toBeLessThan(10 * quantile(alone, 0.1));
  await wait(300);
  expect(posts).toBe(0);
});

describe('what does hold connections to the upstream', () => {
  const silent = (_request: IncomingMessage, _response: ServerResponse): void => undefined;
  const large = Buffer.alloc(30_000_000);

  test.each<[string, string, boolean]>([
    ['a body that stops after its beginning', post('Content-Length: 1000000\r\n') + 'x'.repeat(MOST_HELD_BYTES), false],
    ['a large body that waits to be asked for', post('Content-Length: 1000000\r\nExpect: 100-continue\r\n'), false],
    ['an answer that takes its time', 'GET /library/book?slow HTTP/1.1\r\nHost: x\r\n\r\n', false],
    ['a large answer that is not read', 'GET /library/book?large HTTP/1.1\r\nHost: x\r\n\r\n', true],
  ])('%s: one client has a share, others are served, and what waits too long is 429', async (_, text, isUnread) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let held = 0;
    let most = 0;
    const port = await proxied(
      (request, response) => {
        if (request.method === 'GET' && request.url === '/library/book') {
          response.end('ok');
          return;
        }
        held += 1;
        most = Math.max(most, held);
        response.on('close', () => (held -= 1));
        if (request.url?.endsWith('large')) response.end(large);
        else silent(request, response);
      },
      { timeoutSeconds: 6 },
    );
    const attackers = Array.from({ length: 80 }, () => attack(port, text));
    if (isUnread) for (const { socket } of attackers) socket.pause();
    await whileTimeStands(() => held === SLOTS_OF_ONE_CLIENT);
    await read(port, READER);
    expect(most).toBe(SLOTS_OF_ONE_CLIENT);
    let late: Received | undefined;
    void ask(port, { path: '/library/book' }).then((answer) => (late = answer));
    while (late === undefined) {
      await wait(20);
      vi.advanceTimersByTime(1000);
    }
    expect([200, 429]).toContain(late.status);
    if (isUnread) expect([late.status, late.headers['retry-after']]).toEqual([429, '1']);
  });
});

describe('a body that comes more slowly than 500 bytes a second', () => {
  test.each([
    ['proxied', () => proxied((request, response) => void request.resume().on('end', () => response.end()))],
    ['answered by examples', () => exampled({})],
  ])('%s: 408, however regularly it comes', async (_, open) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await open();
    const attacker = attack(port, post('Content-Length: 1000\r\n'));
    const { socket } = attacker;
    for (let at = 0; at < 2; at += 1) await trickle({ socket, port }, 'x', 10_000);
    await vi.waitFor(() => expect(attacker.received).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/));
  });

  test('of a form: 408', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const request = Object.assign(new PassThrough(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const form = readForm(request as unknown as IncomingMessage, {
      memory: new Shares({ mostOfOneClient: 1_048_576, mostAltogether: 1_048_576 }),
      client: '192.0.2.1',
      proceed: () => undefined,
    });
    for (let at = 0; at < 2; at += 1) {
      request.write('x');
      await whileTimeStands(() => request.readableLength === 0);
      vi.advanceTimersByTime(10_000);
    }
    expect(await form).toMatchObject({ kind: 'refused', status: 408 });
  });

  test('is refused, one that comes faster is passed on whole', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await proxied((request, response) => {
      let bytes = 0;
      request
        .on('data', (chunk: Buffer) => (bytes += chunk.byteLength))
        .on('end', () => response.end(`${bytes} bytes`));
    });
    const attacker = attack(port, post('Content-Length: 120000\r\nConnection: close\r\n'));
    const { socket } = attacker;
    for (let at = 0; at < 30; at += 1) await trickle({ socket, port }, 'x'.repeat(4000), 5000);
    await vi.waitFor(() => expect(attacker.received).toContain('120000 bytes'));
  });
});

interface Sending {
  readonly socket: Socket;
  readonly port: number;
}

/** Sends a piece; time passes when it has arrived. */
async function trickle({ socket, port }: Sending, piece: string, milliseconds: number): Promise<void> {
  socket.write(piece);
  await arrival(port, socket.bytesWritten);
  vi.advanceTimersByTime(milliseconds);
}

describe('bodies that are held in memory', () => {
  test.each([
    [
      'proxied',
      60_000,
      400,
      () => proxied((request, response) => void request.resume().on('end', () => response.end())),
    ],
    ['answered by examples', 1_000_000, 40, () => exampled({})],
  ])('%s: one client has a share of it, others are served', async (_, bytes, sockets, open) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await open();
    const unfinished = post(`Content-Length: ${bytes + 1}\r\n`) + 'x'.repeat(bytes);
    const attackers = Array.from({ length: sockets }, () => attack(port, unfinished));
    // Time stands still: after a while without anything new those that came first would be gone.
    await whileTimeStands(() => attackers.filter(({ received }) => received.startsWith('HTTP/1.1 503 ')).length > 5);
    expect(
      (await ask(port, { method: 'POST', path: '/library/book', headers: READER, body: 'x'.repeat(bytes) })).status,
    ).toBeLessThan(300);
    vi.useRealTimers();
    for (const { socket } of attackers) socket.destroy();
    await vi.waitFor(async () =>
      expect((await ask(port, { method: 'POST', path: '/library/book', body: 'x'.repeat(bytes) })).status).toBeLessThan(
        300,
      ),
    );
  });
});
