import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Ends connections whose client has read nothing of its answer for as long as the server's `timeout`; waiting for
 * anything else has a limit of its own. To be called for every request.
 */
export function endWhenUnread(request: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', () => {
    if (request.socket.writableLength > 0) request.socket.destroy();
  });
}
