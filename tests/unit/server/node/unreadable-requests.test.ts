import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { oneAfterTheOther } from '../../../../src/server/node/pipelined-requests.ts';
import { answerUnreadable } from '../../../../src/server/node/refused-requests.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const BROKEN_BODY = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n';

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

/** Text that a client receives after it sends this in one piece. */
async function answersTo(
  sent: string,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const listener = oneAfterTheOther(answer);
  const started = createServer((request, response) => listener(request, response, false));
  server = started.on('clientError', answerUnreadable);
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const socket = connect((started.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  socket.write(sent);
  const received = await text(socket);
  started.close();
  return received
    .replaceAll(/^(?!HTTP|content-length|Content-Length|X-Content-Type-Options)[\w-]+: .*\r\n/gm, '')
    .replaceAll('\r\n', '|');
}

const PROBLEM =
  '{"type":"http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html","title":"Bad Request","status":400,"detail":"The request cannot be read."}';
const REFUSED = `HTTP/1.1 400 Bad Request|Content-Length: ${PROBLEM.length}|X-Content-Type-Options: nosniff||${PROBLEM}`;

describe('what is no request', () => {
  test('is refused at once where nothing came before it', async () => {
    expect(await answersTo('nonsense\r\n\r\n', () => undefined)).toBe(REFUSED);
  });

  test('is refused behind an answer that takes its time', async () => {
    const answer = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
      await pause(50);
      response.writeHead(200, { 'content-length': 2 }).end('ok');
    };
    expect(await answersTo(`${GET}nonsense\r\n\r\n`, answer)).toBe(`HTTP/1.1 200 OK|content-length: 2||ok${REFUSED}`);
  });

  test('is not refused in the middle of an answer', async () => {
    const answer = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.writeHead(200, { 'content-length': 5 }).write('be');
      await pause(50);
      response.end('gun');
    };
    expect(await answersTo(`${GET}nonsense\r\n\r\n`, answer)).toBe(
      `HTTP/1.1 200 OK|content-length: 5||begun${REFUSED}`,
    );
  });

  test('is refused where it is the body of the request that is being answered', async () => {
    expect(await answersTo(BROKEN_BODY, () => undefined)).toBe(REFUSED);
  });

  test.each([
    [
      'has begun',
      BROKEN_BODY,
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(200, { 'content-length': 4 }).write('be'),
    ],
    ['has to wait for another', GET + BROKEN_BODY, () => undefined],
  ])('closes the connection where it is the body of a request whose answer %s', async (_, sent, answer) => {
    expect(await answersTo(sent, answer)).not.toContain('400');
  });
});
