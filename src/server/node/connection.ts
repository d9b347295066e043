import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** State that the server keeps of one connection, beside the state that Node keeps. */
interface Connection {
  /** The client, or this server, has ended it. */
  readonly destroyed: boolean;
  /** The request that was read last. */
  request: IncomingMessage | null;
  /** Its answer, which may have to wait for others. */
  response: ServerResponse | null;
  /** The answer that has the connection, from its beginning until it has been handed to the system. */
  answering: ServerResponse | null;
  /** Begin the requests that wait for it, in their order. */
  waiting: (() => void)[];
}

const CONNECTION = Symbol('connection');

/** Made when it is asked for the first time. Kept at the socket: a map of sockets costs every request a microsecond. */
export function connectionOf(socket: Duplex & { [CONNECTION]?: Connection }): Connection {
  socket[CONNECTION] ??= {
    request: null,
    response: null,
    answering: null,
    waiting: [],
    get destroyed() {
      return socket.destroyed;
    },
  };
  return socket[CONNECTION];
}
