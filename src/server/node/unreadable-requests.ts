import type { Duplex } from 'node:stream';
import { connectionOf } from './connection.ts';

/**
 * Answers on a connection that sends what is no request; for the server's event `clientError`. That is after the
 * requests that came before it on the same connection: sooner, its answer would be taken for one of theirs, or stand in
 * the middle of one (RFC 9112 §9.3.2).
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { request, response } = connectionOf(socket);
  const refuse = (): void => refuseUnreadable(error, socket);
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (request === null || response === null || response.writableFinished) refuse();
  else if (request.complete) response.once('close', refuse);
  // Its own body cannot be read. Without a socket it waits for the answers before its own.
  else if (response.headersSent || response.socket === null) socket.destroy();
  else refuse();
}

function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable)
    socket.end(
      `HTTP/1.1 ${statusFor(code)}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`,
    );
}

function statusFor(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return '408 Request Timeout';
    default:
      return '400 Bad Request';
  }
}
