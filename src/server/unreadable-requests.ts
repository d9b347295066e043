import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers on connections that send what is no request. */
interface UnreadableRequests {
  /** Of every request, before it is answered. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  /** For the server's event `clientError`. */
  answer(error: NodeJS.ErrnoException, socket: Duplex): void;
}

/**
 * What cannot be read is answered after the requests that came before it on the same connection: sooner, its answer would be taken for
 * one of theirs, or stand in the middle of one (RFC 9112 §9.3.2).
 */
export function createUnreadableRequests(): UnreadableRequests {
  const last = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>();

  return {
    follow(request, response) {
      last.set(request.socket, { request, response });
    },
    answer(error, socket) {
      const { request, response } = last.get(socket) ?? {};
      const refuse = (): void => refuseUnreadable(error, socket);
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else if (request === undefined || response === undefined || response.writableFinished) refuse();
      else if (request.complete) response.once('close', refuse);
      // Its own body cannot be read. Without a socket it waits for the answers before its own.
      else if (response.headersSent || response.socket === null) socket.destroy();
      else refuse();
    },
  };
}

function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${statusFor(code)}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`);
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
