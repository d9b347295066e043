import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createHttpServer, listen, portOf } from '../../../../src/server/node/http-server.ts';

/** Responses that the test ends; keys are URLs. */
const begun = new Map<string, ServerResponse>();
const { server, stop } = createHttpServer((request, response) => {
  begun.set(request.url ?? '', response);
  if (request.url === '/streamed') response.writeHead(200, ['Content-Length', '1']).flushHeaders();
});
afterEach(() => {
  begun.clear();
  server.closeAllConnections();
});

test('a server that stops says so in the first answer of a connection that has not begun, after any others', async () => {
  await listen(server, '127.0.0.1', 0);
  const open = (...paths: readonly string[]) => {
    const socket = connect(portOf(server), '127.0.0.1');
    const client = { received: '', closed: new Promise((resolve) => socket.once('close', resolve)) };
    socket.setEncoding('utf8').on('data', (text: string) => (client.received += text));
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    return client;
  };
  const response = (path: string) =>
    vi.waitFor(() => begun.get(path) ?? Promise.reject(new Error(`${path} has not begun.`)));
  const second = open('/first', '/second', '/third');
  const waiting = open('/streamed', '/behind');
  (await response('/first')).end('1');
  const underWay = await response('/second');
  const streamed = await response('/streamed');

  const stopped = stop();
  underWay.end('2');
  streamed.end('3');
  (await response('/behind')).end('4');
  await Promise.all([stopped, second.closed, waiting.closed]);

  const connections = (text: string) => [...text.matchAll(/^connection: ([\w-]+)/gim)].map(([, value]) => value);
  expect(connections(second.received)).toEqual(['keep-alive', 'close']);
  expect(connections(waiting.received)).toEqual(['keep-alive', 'close']);
  expect(begun.has('/third')).toBe(false);
  // Load balancers close idle connections earlier.
  expect(second.received).toMatch(/^Keep-Alive: timeout=65\r$/m);
});

test('a header that does not end is waited for no longer than the limit says', async () => {
  const LIMIT_MILLISECONDS = 3000;
  const limited = createHttpServer(() => undefined, 60_000, LIMIT_MILLISECONDS);
  await listen(limited.server, '127.0.0.1', 0);
  const began = performance.now();
  const socket = connect(portOf(limited.server), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Part');
  await new Promise((resolve) => socket.once('close', resolve));
  await limited.stop();
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  // Node itself looks every 30 seconds.
  expect(performance.now() - began).toBeLessThan(5 * LIMIT_MILLISECONDS);
});
