import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isRepeated } from '../../http/header-list.ts';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { connectionOf } from './node-request.ts';

/** Answers with a problem and closes the connection. @param detail one sentence */
export function refuseRequest(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, {
    'content-type': PROBLEM_MEDIA_TYPE,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(writeProblem({ status, title: reasonPhrase(status), detail }));
}

interface Unfit {
  readonly status: number;
  readonly detail: string;
}

/**
 * Detects requests that Node accepts but other programs could interpret differently: with two Host lines (RFC 9112
 * §3.2), or with transfer codings that this server cannot decode (§6.1). Their connection must not be reused.
 */
export function unfitness({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): Unfit | null {
  if (isRepeated(rawHeaders, 'host')) return { status: 400, detail: 'The request names several hosts.' };
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? null
    : { status: 501, detail: 'The only transfer coding that is supported is chunked.' };
}

/** Error of a body with too many tiny chunks, for {@link answerUnreadable}. */
export const TINY_CHUNKS: NodeJS.ErrnoException = Object.assign(new Error('Too many tiny chunks'), {
  code: 'TINY_CHUNKS',
});

/**
 * Answers data that Node cannot parse as a request; for the server's event `clientError`. The answer waits for the
 * answers to earlier requests on the connection: otherwise, the client would take it for one of them, or receive it in
 * the middle of one (RFC 9112 §9.3.2).
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { response } = connectionOf(socket);
  const refuse = (): void => refuseUnreadable(error, socket);
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (response === null || response.writableFinished) refuse();
  else if (response.req.complete) response.once('close', refuse);
  // The body of the last request is unreadable. A response without a socket waits for earlier responses.
  else if (response.headersSent || response.socket === null) socket.destroy();
  else refuse();
}

function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return;
  const [status, detail] = refusalFor(code);
  const title = reasonPhrase(status);
  const body = writeProblem({ status, title, detail });
  const fields = `Content-Type: ${PROBLEM_MEDIA_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nConnection: close\r\n${fields}\r\nX-Content-Type-Options: nosniff\r\n\r\n${body}`,
  );
}

function refusalFor(code: string | undefined): readonly [status: number, detail: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'The header of the request is too large.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request did not arrive in time.'];
    case TINY_CHUNKS.code:
      return [400, 'The body has too many tiny chunks. Send it in larger ones, or with Content-Length.'];
    default:
      return [400, 'The request cannot be read.'];
  }
}
