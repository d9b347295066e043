import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Of a server that stops: answers say that their connection ends, so that nobody sends another request on it (RFC 9112 §9.6). */
interface LastAnswers {
  /** Of every answer, when it is its turn on its connection, before it is given. */
  follow(response: ServerResponse): void;
  /** From now on every answer is the last one of its connection, those under way as well. */
  begin(): void;
}

export function createLastAnswers(server: Pick<Server, 'on'>): LastAnswers {
  const latest = new Map<Duplex, ServerResponse | null>();
  let hasBegun = false;
  server.on('connection', (socket) => {
    latest.set(socket, null);
    socket.once('close', () => latest.delete(socket));
  });
  return {
    follow(response) {
      if (hasBegun) response.shouldKeepAlive = false;
      else if (response.socket !== null) latest.set(response.socket, response);
    },
    begin() {
      hasBegun = true;
      for (const response of latest.values()) if (response?.headersSent === false) response.shouldKeepAlive = false;
    },
  };
}
