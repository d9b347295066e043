import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestListener } from './request-listener.ts';

/**
 * Answers the requests of one connection one after the other: the next begins when the answer before it has been handed to the system.
 * Otherwise a client that sends thousands at once (RFC 9112 §9.3.2), or reads no answer, decides how many are under way. Nothing is read
 * from the connection while requests wait, so that those of one read, 64 KiB, wait at most.
 */
export function oneAfterTheOther(listener: RequestListener): RequestListener {
  /** Of connections with a request under way: what waits behind it. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  const begin = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    response.once('close', () => next(request.socket));
    listener(request, response, awaitsContinue);
  };
  const next = (socket: Socket): void => {
    // That was the last answer: what the client sends behind it is not read.
    if (!socket.writable) return;
    const following = waiting.get(socket)?.shift();
    if (following !== undefined) {
      following();
      return;
    }
    waiting.delete(socket);
    socket.resume();
  };

  return (request, response, awaitsContinue) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      begin(request, response, awaitsContinue);
    } else {
      queue.push(() => begin(request, response, awaitsContinue));
      socket.pause();
    }
  };
}
