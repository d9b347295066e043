import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestListener } from './request-listener.ts';

/** Of all connections, some 20 MB; what one connection may have waiting beyond that. We chose the figures. */
const MOST_WAITING = 10_000;
const MOST_WAITING_OF_ONE_BEYOND = 16;

/**
 * Answers the requests of one connection one after the other: the next begins when the answer before it has been handed to the system,
 * in a turn of the event loop of its own, so that other connections are answered in between. Otherwise a client that sends thousands at
 * once (RFC 9112 §9.3.2), or reads no answer, decides how many are under way. Nothing is read from the connection while requests wait,
 * so that those of one read, 64 KiB, wait at most. That can be thousands: where too many wait on all connections together, the
 * connection that adds more is closed.
 */
export function oneAfterTheOther(listener: RequestListener): RequestListener {
  /** Of connections with a request under way: what waits behind it. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  let waitingAltogether = 0;

  const begin = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    response.once('close', () => next(request.socket));
    listener(request, response, awaitsContinue);
  };
  const next = (socket: Socket): void => {
    const queue = waiting.get(socket) ?? [];
    if (!socket.writable) {
      // That was the last answer: what the client sends behind it is not read.
      waitingAltogether -= queue.length;
      queue.length = 0;
    } else if (queue.length > 0) {
      setImmediate(() => {
        if (!socket.writable) return next(socket);
        waitingAltogether -= 1;
        queue.shift()?.();
      });
    } else {
      waiting.delete(socket);
      socket.resume();
    }
  };

  return (request, response, awaitsContinue) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      begin(request, response, awaitsContinue);
    } else if (!socket.writable) {
      return;
    } else if (waitingAltogether >= MOST_WAITING && queue.length >= MOST_WAITING_OF_ONE_BEYOND) {
      socket.destroy();
    } else {
      waitingAltogether += 1;
      queue.push(() => begin(request, response, awaitsContinue));
      socket.pause();
    }
  };
}
