import type { IncomingMessage, ServerResponse } from 'node:http';
import { visible } from '../../model/visible-text.ts';
import type { ClientOf } from './client-address.ts';
import { notesOf } from './request-notes.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Name and password in front of the host of an absolute target (RFC 9112 §3.2.2). */
const USER_INFORMATION = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/**
 * Runs a listener and prints one JSON line when its answer is sent or the client is gone; bytes are those on the wire,
 * header included, and the user is the one who has logged in. Credentials are never part of it.
 */
export function logAccess(
  request: IncomingMessage,
  response: ServerResponse,
  clientOf: ClientOf,
  listener: Listener,
): void {
  const { address } = clientOf(request);
  const start = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const { id, identity } = notesOf(request);
    const line = {
      time: new Date().toISOString(),
      request: id,
      client: address === '' ? null : address,
      adapter: identity?.adapter ?? null,
      user: identity?.name ?? null,
      method: request.method,
      target: request.url?.replace(USER_INFORMATION, '$1'),
      status: response.statusCode,
      bytes: socket.bytesWritten - sentBefore,
      milliseconds: Math.round((performance.now() - start) * 1000) / 1000,
      complete: response.writableFinished,
    };
    process.stdout.write(`${visible(JSON.stringify(line))}\n`);
  });
  listener(request, response);
}
