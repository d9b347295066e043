import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { unfitness } from '../../../../src/server/node/refused-requests.ts';
import { createRequestListener } from '../../../../src/server/node/request-listener.ts';

const unreached = (): never => expect.unreachable('No route is asked.');

/** The status line and the body that a request gets from a server whose handlers must not be reached. */
async function answerTo(fields: string, body = ''): Promise<string> {
  const listener = createRequestListener({
    runtime: unreached,
    table: unreached,
    renderPage: unreached,
    passOn: unreached,
  });
  const server = createServer((request, response) => listener(request, response, false));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST /library/book HTTP/1.1\r\n${fields}\r\n\r\n${body}`);
  const received = await text(socket);
  server.close();
  return received;
}

test.each([
  ['two hosts', 'Host: a\r\nHost: b', 400],
  ['the same host twice', 'Host: a\r\nhost: a', 400],
  ['a coding that cannot be decoded', 'Host: a\r\nTransfer-Encoding: gzip, chunked', 501],
  ['the same in two lines', 'Host: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked', 501],
])('%s: refused, and the connection is closed', async (_, fields, status) => {
  const received = await answerTo(fields, fields.includes('Transfer') ? '0\r\n\r\n' : '');
  expect(received).toMatch(
    new RegExp(
      `^HTTP/1\\.1 ${status} [\\s\\S]*application/problem\\+json[\\s\\S]*\r\nConnection: close\r\n[\\s\\S]*"status":${status}`,
      'i',
    ),
  );
});

test.each([
  [['Host', 'a'], { host: 'a' }],
  [['Host', 'a', 'Transfer-Encoding', 'Chunked'], { host: 'a', 'transfer-encoding': 'Chunked' }],
  [['X', 'host', 'Host', 'a'], { x: 'host', host: 'a' }],
])('%j is fit', (rawHeaders, headers) => {
  expect(unfitness({ rawHeaders, headers })).toBeNull();
});
