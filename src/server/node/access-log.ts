import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientOf } from './client-address.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Runs a listener and prints one JSON line when its answer is sent or the client is gone; bytes are those on the wire,
 * header included.
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
    const line = {
      time: new Date().toISOString(),
      client: address === '' ? null : address,
      method: request.method,
      target: request.url,
      status: response.statusCode,
      bytes: socket.bytesWritten - sentBefore,
      milliseconds: Math.round((performance.now() - start) * 1000) / 1000,
      complete: response.writableFinished,
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
  listener(request, response);
}
