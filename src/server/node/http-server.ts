import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { JoinedRequest } from './joined-request.ts';
import { connectionOf } from './node-request.ts';
import { createFloodEnd, oneAfterTheOther } from './pipelined-requests.ts';
import { answerUnreadable } from './refused-requests.ts';
import type { RequestListener } from './request-listener.ts';

/** Longer than the idle time of common load balancers (60 s), so that they close connections first. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** Time limit for the header of a request, which Node checks at intervals. */
const HEADERS_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 1000;
const REQUEST_MILLISECONDS = 120_000;
const UNREAD_MILLISECONDS = 60_000;
/** Time for requests in progress after SIGTERM. */
const STOP_MILLISECONDS = 10_000;

/** Server of Node that can be stopped gracefully. */
export interface HttpServer {
  readonly server: Server;
  /** Finishes the requests in progress, refuses new ones, then closes the server. */
  stop(): Promise<void>;
}

/**
 * @param unreadMilliseconds time that a client may leave an answer unread
 * @param headersMilliseconds time for the header of a request, 2 seconds at least
 */
export function createHttpServer(
  listener: RequestListener,
  unreadMilliseconds: number = UNREAD_MILLISECONDS,
  headersMilliseconds: number = HEADERS_MILLISECONDS,
): HttpServer {
  const answer = oneAfterTheOther(
    (request, response, awaitsContinue) => {
      // Called only at the answer's turn: an earlier call would make the previous answer end the connection.
      lastAnswers.follow(response);
      listener(request, response, awaitsContinue);
    },
    (socket) => endFlood(socket),
  );
  const server = createServer(
    {
      IncomingMessage: JoinedRequest,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      headersTimeout: headersMilliseconds - LOOK_MILLISECONDS,
      connectionsCheckingInterval: LOOK_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
    },
    (request, response) => answer(request, response, false),
  );
  const endFlood = createFloodEnd(server);
  endUnread(server, unreadMilliseconds);
  const lastAnswers = createLastAnswers(server);
  // Without this listener, Node would ask the client for its body before the credentials are checked.
  server.on('checkContinue', (request, response) => answer(request, response, true));
  server.on('clientError', answerUnreadable);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      lastAnswers.begin();
      server.close(() => resolve());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), STOP_MILLISECONDS).unref();
    });
  return { server, stop };
}

/** Resolves when the server listens; rejects with the error of listening, such as EADDRINUSE. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export function portOf(server: Server): number {
  return addressOf(server).port;
}

/** Returns the origin of a listening server, without trailing slash. */
export function originOf(server: Server): string {
  const { address, family, port } = addressOf(server);
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

export function isAddressTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo;
}

/**
 * Marks the last answers of a stopping server: each announces the end of its connection, so that no client sends
 * another request on it (RFC 9112 §9.6).
 */
interface LastAnswers {
  /** Registers an answer; to be called for every answer at its turn on the connection, before it is sent. */
  follow(response: ServerResponse): void;
  /** Makes every answer from now on the last one of its connection, answers in progress included. */
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

/** Number of checks per time limit: connections are closed at most one sixth of the limit too late. Our choice. */
const LOOKS_WITHIN_THE_LIMIT = 6;

/**
 * Closes connections whose client has read nothing of its answer for this time. Only a connection with unread data at a
 * check gets a timeout: the server's own `timeout` would set one at every request, which takes half a microsecond. All
 * other waits have their own limits.
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
  // Node restarts the timeout whenever the client reads. It also emits the event for idle connections.
  server.on('timeout', (socket) => {
    if (connectionOf(socket).answering === null || socket.writableLength > 0) socket.destroy();
  });
  const looking = setInterval(look, milliseconds / LOOKS_WITHIN_THE_LIMIT).unref();
  server.once('close', () => clearInterval(looking));
}
