import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
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
const NO_TIME_LIMITS = new URL('no-time-limits.mjs', import.meta.url);
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
  server = await startBuiltServer(folder, { NODE_OPTIONS: `${SMALL_HEAP} --import=${NO_TIME_LIMITS}` });
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

/** Connections that the server's process has, and the one at which it listens. */
function openSockets(): number {
  const files = `/proc/${server.process.pid}/fd`;
  return readdirSync(files).filter((file) => readlinkSync(join(files, file)).startsWith('socket:')).length;
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

/**
 * The most that the process has in memory until all of this has ended, above what it had before.
 * @throws the error of the work
 */
async function growthDuring(work: Promise<unknown>, before: number): Promise<number> {
  let most = 0;
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    await wait(PAUSE_MILLISECONDS);
    most = Math.max(most, resident() - before);
  }
  await work;
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
    const refused = attackers.map(() => 'HTTP/1.1 400');
    const growth = await growthDuring(
      sent.then(() => vi.waitFor(() => expect(attackers.map(statusOf)).toEqual(refused))),
      before,
    );
    console.info(`${path}: ${Math.round(growth / MEGABYTE)} MiB more, ${attackers.map(statusOf)}`);
    expect(await alive()).toBe(200);
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
    await vi.waitFor(() => expect(openSockets()).toBeGreaterThan(attackers.length));
    expect(await alive()).toBe(200);
    // A connection has its price whatever it sends.
    const before = resident();
    const sent = attackers.map(async (attacker, at) => {
      await sendOn(attacker, at % 4 === 0 ? small : large, at < 12 * 16 ? 16 : 1);
      await sendOn(attacker, small, 1);
    });
    const refused = (): number => attackers.filter((attacker) => statusOf(attacker) === 'HTTP/1.1 503').length;
    const languageModels = attackers.slice(-12 * WAYS[2][2]);
    const held = async (): Promise<void> => {
      await Promise.all(sent);
      // The bodies that examples answer, 1,020,000 bytes each, exceed the share of all by those of 60 connections.
      await vi.waitFor(() => expect(refused()).toBeGreaterThan(50));
      // Those of programs of language models are too large, if there is memory.
      await vi.waitFor(() => expect(languageModels.map(statusOf)).not.toContain(''));
      await wait(2000);
    };
    const growth = await growthDuring(held(), before);
    const counts = Object.groupBy(attackers, statusOf);
    const told = Object.entries(counts).map(([status, all]) => `${status}: ${all?.length}`);
    console.info(`${attackers.length} bodies: ${Math.round(growth / MEGABYTE)} MiB more; ${told.join(', ')}`);
    expect(await alive()).toBe(200);
    expect(growth).toBeLessThan(1.2 * SHARE_OF_ALL);
  });

  const [[, SAMPLED], , [, MCP]] = WAYS;
  test.each<[string, readonly [string, ...string[]]]>([
    ['those that examples answer', [SAMPLED]],
    ['those of programs of language models', [MCP]],
    ['the two together', [SAMPLED, MCP]],
  ])('%s share the memory of one client, and leave that of others', async (_, paths) => {
    const BYTES = 60_000;
    // None of them ends, so that they exceed the share however they arrive; those of one of two routes take half of it.
    const bodies = Math.ceil((1.02 * SHARE_OF_ONE) / BYTES);
    const fields = `Content-Length: ${BYTES + 1}`;
    const held = Array.from({ length: bodies }, (_unused, at) =>
      attack(paths[at % paths.length] ?? paths[0], '198.51.100.1', fields, MESSAGE.padEnd(BYTES)),
    );
    const refused = held.map(() => expect.stringMatching(/^(?:$|HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 5\r\n)/));
    await vi.waitFor(() => {
      expect(held.map(statusOf)).toContain('HTTP/1.1 503');
      expect(held.map(({ received }) => received)).toEqual(refused);
    });
    const post = async (path: string, client: string): Promise<number> => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': client };
      return (await fetch(server.origin + path, { method: 'POST', headers, body: MESSAGE.padEnd(BYTES) })).status;
    };
    for (const path of paths) expect([path, await post(path, '198.51.100.2')]).toEqual([path, 200]);
    for (const { socket } of held) socket.destroy();
    for (const path of paths) await vi.waitFor(async () => expect(await post(path, '198.51.100.1')).toBe(200));
  });
});
