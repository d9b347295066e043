import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endUnused } from '../../../../src/server/node/http-server.ts';
import { oneAfterTheOther } from '../../../../src/server/node/pipelined-requests.ts';

/** Longer than a busy machine leaves a process waiting. */
const TIMEOUT_MILLISECONDS = 500;
const LARGE = Buffer.alloc(50_000_000);

const listener = oneAfterTheOther((request, response) => {
  if (request.url === '/late') setTimeout(() => response.end('late'), 3 * TIMEOUT_MILLISECONDS);
  else response.end(request.url === '/large' ? LARGE : 'small');
});
const server = createServer((request, response) => listener(request, response, false));
endUnused(server, TIMEOUT_MILLISECONDS, 2 * TIMEOUT_MILLISECONDS);
afterEach(() => server.close());

test('a client that reads nothing of its answer is not waited for, one that waits for its answer is; idle connections end', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = (path: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return socket.on('error', () => undefined);
  };
  const unread = open('/large').pause();
  const idle = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  idle.resume().write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
  // Never quiet for as long as an idle connection may be.
  const busy = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  let busyAnswers = 0;
  busy.on('data', (chunk) => (busyAnswers += chunk.toString().split('small').length - 1));
  const asking = setInterval(() => busy.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n'), TIMEOUT_MILLISECONDS / 5);
  const late = open('/late');
  let received = '';
  late.on('data', (chunk) => (received += chunk.toString()));
  const read = open('/large');
  let bytes = 0;
  read.on('data', (chunk) => (bytes += chunk.byteLength));
  await Promise.all([late, read].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  expect(received).toContain('late');
  expect(bytes).toBeGreaterThan(LARGE.byteLength);
  await expect.poll(() => idle.destroyed).toBe(true);
  expect(busy.destroyed).toBe(false);
  expect(busyAnswers).toBeGreaterThan(2);
  clearInterval(asking);
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  unread.destroy();
  await wait(0);
});

test('an idle connection is kept for its whole time after a long answer', async () => {
  const idleMilliseconds = 950;
  const answerLate = oneAfterTheOther(
    (request, response) => void setTimeout(() => response.end('late'), Number(request.url?.slice(1))),
  );
  const slow = createServer((request, response) => answerLate(request, response, false));
  // A check every 500 ms, so that most of these answers end between two checks.
  endUnused(slow, 6000, idleMilliseconds);
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const times = await Promise.all(
    [500, 600, 700, 800, 900].map(async (duration) => {
      const socket = connect((slow.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`GET /${duration} HTTP/1.1\r\nHost: x\r\n\r\n`);
      const answered = new Promise<number>((resolve) => socket.once('data', () => resolve(performance.now())));
      const ended = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now())));
      return (await ended) - (await answered);
    }),
  );
  slow.close();
  // The client may see the answer a little later than the server has sent it.
  expect(Math.min(...times)).toBeGreaterThan(idleMilliseconds - 100);
});
