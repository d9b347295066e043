import type { IncomingMessage, ServerResponse } from 'node:http';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Runs a listener and prints one JSON line when its answer is sent or the client is gone; bytes are those on the wire, header included. */
export function logAccess(request: IncomingMessage, response: ServerResponse, listener: Listener): void {
  const start = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const line = {
      time: new Date().toISOString(),
      client: socket.remoteAddress ?? null,
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
