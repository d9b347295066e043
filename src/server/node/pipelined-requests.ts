import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.ts';
import type { RequestListener } from './request-listener.ts';

/** Of all connections, some 20 MB; what one connection may have waiting beyond that. We chose the figures. */
const MOST_WAITING = 10_000;
const MOST_WAITING_OF_ONE_BEYOND = 16;

/**
 * Answers the requests of one connection one after the other: the next begins when the answer before it has been
 * handed to the system, in a turn of the event loop of its own, so that other connections are answered in between.
 * Otherwise a client that sends thousands at once (RFC 9112 §9.3.2), or reads no answer, decides how many are under
 * way. Nothing is read from the connection while requests wait, so that those of one read, 64 KiB, wait at most. That
 * can be thousands: where too many wait on all connections together, the connection that adds more is closed.
 */
export function oneAfterTheOther(listener: RequestListener): RequestListener {
  let waitingAltogether = 0;

  const begin = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    connectionOf(request.socket).answering = response;
    response.on('close', ended);
    listener(request, response, awaitsContinue);
  };
  // One function for all answers: a closure for each would be a cost of every request.
  function ended(this: ServerResponse): void {
    next(this.req.socket);
  }
  const next = (socket: Socket): void => {
    const connection = connectionOf(socket);
    const { waiting } = connection;
    if (!socket.writable) {
      // That was the last answer: what the client sends behind it is not read.
      waitingAltogether -= waiting.length;
      waiting.length = 0;
    } else if (waiting.length > 0) {
      setImmediate(() => {
        if (!socket.writable) return next(socket);
        waitingAltogether -= 1;
        waiting.shift()?.();
      });
    } else {
      connection.answering = null;
      if (socket.isPaused()) socket.resume();
    }
  };

  return (request, response, awaitsContinue) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    connection.request = request;
    connection.response = response;
    if (connection.answering === null) {
      begin(request, response, awaitsContinue);
    } else if (!socket.writable) {
      return;
    } else if (waitingAltogether >= MOST_WAITING && connection.waiting.length >= MOST_WAITING_OF_ONE_BEYOND) {
      socket.destroy();
    } else {
      waitingAltogether += 1;
      connection.waiting.push(() => begin(request, response, awaitsContinue));
      socket.pause();
    }
  };
}
