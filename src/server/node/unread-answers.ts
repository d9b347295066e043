import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.ts';

/** We chose the figure: a limit ends at most a sixth of itself late. */
const LOOKS_WITHIN_THE_LIMIT = 6;

/**
 * Ends connections whose client has read nothing of its answer for so long. Only a connection on which something is
 * unread when it is looked at gets a time limit: `timeout` of the server would set and move one at every request, half
 * a microsecond each. Waiting for anything else has a limit of its own.
 */
export function endUnread(server: Server, milliseconds: number): void {
  server.timeout = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const look = (): void => {
    for (const socket of open) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(milliseconds);
  };
  // Node moves the limit whenever the client reads; it calls here too when a client has asked nothing for long.
  server.on('timeout', (socket) => {
    if (connectionOf(socket).answering === null || socket.writableLength > 0) socket.destroy();
  });
  const looking = setInterval(look, milliseconds / LOOKS_WITHIN_THE_LIMIT).unref();
  server.once('close', () => clearInterval(looking));
}
