import type { Server } from 'node:http';
import { connectionOf } from './connection.ts';

/**
 * Ends connections whose client has read nothing of its answer for as long as the server's `timeout`, and those on
 * which nothing is asked for as long; waiting for anything else has a limit of its own.
 */
export function endUnread(server: Pick<Server, 'on'>): void {
  server.on('timeout', (socket) => {
    if (connectionOf(socket).answering === null || socket.writableLength > 0) socket.destroy();
  });
}
