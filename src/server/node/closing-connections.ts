import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.ts';

/**
 * Last answers of a server that stops: they say that their connection ends, so that no client sends another request on
 * it (RFC 9112 §9.6).
 */
interface LastAnswers {
  /** Called for every answer when it is its turn on its connection, before it is given. */
  follow(response: ServerResponse): void;
  /** From now on every answer is the last one of its connection, those under way as well. */
  begin(): void;
}

export function createLastAnswers(server: Pick<Server, 'on'>): LastAnswers {
  const open = new Set<Socket>();
  let hasBegun = false;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    follow(response) {
      if (hasBegun) response.shouldKeepAlive = false;
    },
    begin() {
      hasBegun = true;
      for (const socket of open) {
        const { answering } = connectionOf(socket);
        if (answering?.headersSent === false) answering.shouldKeepAlive = false;
      }
    },
  };
}
