import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { provideBuild, type RunningServer, removeProject, startBuiltServer } from '../http/servers.ts';

const MEGABYTE = 1_048_576;
/** Most bytes that are held of bodies of one client, and of all together. */
const SHARE_OF_ONE = 16 * MEGABYTE;
const SHARE_OF_ALL = 128 * MEGABYTE;
/** Small heap of JavaScript objects, so that the process grows by bodies alone. */
const SMALL_HEAP = '--max-old-space-size=96 --max-semi-space-size=2';
const ONE_BYTE = '1\r\nx\r\n';
const MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PAUSE_MILLISECONDS = 20;

let folder: string;
let upstream: Server;
let server: RunningServer;
const opened: Socket[] = [];

beforeAll(async () => {
  // It reads nothing and answers nothing.
  upstream = createServer(() => undefined);
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const address = upstream.address();
  const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  folder = mkdtempSync(join(tmpdir(), 'tiny-chunks-'));
  for (const path of ['api-descriptors', 'config/autoload']) mkdirSync(join(folder, path), { recursive: true });
  for (const api of ['Sampled', 'Passed'])
    writeFileSync(
      join(folder, `api-descriptors/${api}.yaml`),
      `{ api: ${api}, version: 1, base_path: /${api}, services: [{ name: Book, kind: rpc, route: /book,
        operations: [{ method: POST, response_status_codes: [{ code: 200, message: OK }] }] }] }`,
    );
  const configuration = {
    'platform-services': { Passed: { backend: 'proxy', target } },
    'platform-mvc-auth': { trusted_proxies: ['127.0.0.1'] },
  };
  await provideBuild(folder);
  // The port is another one each time, which no build depends on.
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(configuration));
  server = await startBuiltServer(folder, { NODE_OPTIONS: SMALL_HEAP });
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server?.stop();
  upstream.closeAllConnections();
  upstream.close();
  removeProject(folder);
});

/** Bytes that the server's process has in memory. */
function resident(): number {
  const [, kilobytes = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Routes that take bodies: name, path, and how many connections of a client are tried. */
const WAYS = [
  ['answered by examples', '/Sampled/book', 16],
  ['proxied', '/Passed/book', 20],
  ['of a program of a language model', '/platform/documentation.mcp', 5],
] as const;

interface Attacker {
  readonly socket: Socket;
  received: string;
}

/** @param client its address, as a trusted proxy names it */
function attack(path: string, client: string, fields: string, body: string | Uint8Array = ''): Attacker {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  const attacker: Attacker = { socket, received: '' };
  socket.on('data', (chunk) => (attacker.received += chunk.toString('latin1')));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n` +
      `Content-Type: application/json\r\n${fields}\r\n\r\n`,
  );
  socket.write(body);
  opened.push(socket);
  return attacker;
}

/** Sends on, as fast as it is read, as long as the connection lives. */
async function sendOn({ socket }: Attacker, piece: Buffer, times: number): Promise<void> {
  for (let at = 0; at < times && socket.writable; at += 1)
    if (!socket.write(piece))
      await Promise.race(['drain', 'close'].map((event) => new Promise((done) => socket.once(event, done))));
}

/** The most that the process has in memory until all of this has ended, above what it had before. */
async function growthDuring(work: Promise<unknown>, before: number): Promise<number> {
  let most = 0;
  let isDone = false;
  void work.finally(() => (isDone = true));
  while (!isDone) {
    await wait(PAUSE_MILLISECONDS);
    most = Math.max(most, resident() - before);
  }
  return most;
}

const statusOf = ({ received }: Attacker): string => received.slice(0, 'HTTP/1.1 400'.length);
const alive = async (): Promise<number> => (await fetch(`${server.origin}/healthz`)).status;

describe.runIf(process.platform === 'linux')('a body in chunks of one byte', () => {
  test.each(WAYS)('%s is refused, and takes no more memory than its bytes', async (_, path) => {
    const before = resident();
    const attackers = Array.from({ length: 5 }, () => attack(path, '192.0.2.1', 'Transfer-Encoding: chunked'));
    // Most of it is never read: 1 MiB in 6 MiB, of each.
    const piece = Buffer.from(ONE_BYTE.repeat(10_000));
    const sent = Promise.all(attackers.map((attacker) => sendOn(attacker, piece, 104)));
    const growth = await growthDuring(sent, before);
    console.info(`${path}: ${Math.round(growth / MEGABYTE)} MiB more, ${attackers.map(statusOf)}`);
    expect(await alive()).toBe(200);
    expect(attackers.map(statusOf)).toEqual(attackers.map(() => 'HTTP/1.1 400'));
    for (const { received } of attackers) expect(received).toContain('Content-Type: application/problem+json');
    expect(growth).toBeLessThan(1.2 * SHARE_OF_ONE + 32 * MEGABYTE);
  });
});

describe.runIf(process.platform === 'linux')('bodies of all clients and kinds', () => {
  test('take at most 1.2 times their shares of memory together, and are refused beyond', async () => {
    const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
    // As small as chunks may be on the whole, and what comes while nothing is read.
    const small = Buffer.from(chunk(40).repeat(1500));
    const large = Buffer.from(chunk(60_000));
    const attackers = WAYS.flatMap(([, path, bodies]) =>
      Array.from({ length: 12 * bodies }, (_, at) => attack(path, `192.0.2.${at % 12}`, 'Transfer-Encoding: chunked')),
    );
    await wait(2000);
    // A connection has its price whatever it sends.
    const before = resident();
    for (const [at, attacker] of attackers.entries())
      void sendOn(attacker, at % 4 === 0 ? small : large, at < 12 * 16 ? 16 : 1).then(() => sendOn(attacker, small, 1));
    const refused = (): number => attackers.filter((attacker) => statusOf(attacker) === 'HTTP/1.1 503').length;
    const growth = await growthDuring(
      vi.waitFor(() => expect(refused()).toBeGreaterThan(50)).then(() => wait(2000)),
      before,
    );
    const counts = Object.groupBy(attackers, statusOf);
    const told = Object.entries(counts).map(([status, all]) => `${status}: ${all?.length}`);
    console.info(`${attackers.length} bodies: ${Math.round(growth / MEGABYTE)} MiB more; ${told.join(', ')}`);
    expect(await alive()).toBe(200);
    expect(growth).toBeLessThan(1.2 * SHARE_OF_ALL);
  });

  test('share the memory of one client, and leave that of others', async () => {
    const held = Array.from({ length: 17 }, () =>
      attack('/Sampled/book', '198.51.100.1', 'Content-Length: 1000001', Buffer.alloc(1_000_000, 'x')),
    );
    await vi.waitFor(() => expect(held.some(({ received }) => received.startsWith('HTTP/1.1 503'))).toBe(true));
    const post = (path: string, client: string): Promise<Response> =>
      fetch(server.origin + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
        body: MESSAGE.padEnd(60_000),
      });
    for (const [, path] of WAYS) {
      if (path.startsWith('/Passed')) continue;
      const refused = await post(path, '198.51.100.1');
      expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect([path, (await post(path, '198.51.100.2')).status]).toEqual([path, 200]);
    }
    for (const { socket } of held) socket.destroy();
    await vi.waitFor(async () => expect((await post(WAYS[2][1], '198.51.100.1')).status).toBe(200));
  });
});
