import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { JoinedRequest } from './joined-request.ts';
import { connectionOf, isAnswering } from './node-request.ts';
import { createFloodEnd, oneAfterTheOther } from './pipelined-requests.ts';
import { answerUnreadable } from './refused-requests.ts';
import type { RequestListener } from './request-listener.ts';

/** Idle time that answers announce: longer than that of common load balancers (60 s), which close connections first. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** Time limit for the header of a request, which Node checks at intervals. */
const HEADERS_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 1000;
const REQUEST_MILLISECONDS = 120_000;
const UNREAD_MILLISECONDS = 60_000;
/** Unread and idle connections are closed at most two checks too late. We chose the number. */
const CHECKS_WITHIN_UNREAD_LIMIT = 12;
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
    (request, response: ServerResponse & { _keepAliveTimeout?: number }, awaitsContinue) => {
      // Private to Node, which announces this time in `Keep-Alive`; its own timeout is off (see `endUnused`).
      response._keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
      // Called only at the answer's turn: an earlier call would make the previous answer end the connection.
      lastAnswers.follow(response);
      listener(request, response, awaitsContinue);
    },
    (socket) => endFlood(socket),
  );
  const server = createServer(
    {
      IncomingMessage: JoinedRequest,
      headersTimeout: headersMilliseconds - LOOK_MILLISECONDS,
      connectionsCheckingInterval: LOOK_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
    },
    (request, response) => answer(request, response, false),
  );
  const endFlood = createFloodEnd(server);
  // A second more than announced, for a request that is on its way.
  endUnused(server, unreadMilliseconds, KEEP_ALIVE_MILLISECONDS + 1000);
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

function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo;
}

/** Marks the last answers of a stopping server: each announces the end of its connection (RFC 9112 §9.6). */
export function createLastAnswers(server: Pick<Server, 'on'>) {
  const open = openSockets(server);
  let hasBegun = false;
  return {
    /** Registers an answer; to be called for every answer at its turn on the connection, before it is sent. */
    follow(response: ServerResponse): void {
      if (hasBegun) response.shouldKeepAlive = false;
    },
    /** Makes every answer from now on the last one of its connection, answers in progress included. */
    begin(): void {
      hasBegun = true;
      for (const socket of open) {
        const { answering } = connectionOf(socket);
        if (answering?.headersSent === false) answering.shouldKeepAlive = false;
      }
    },
  };
}

function openSockets(server: Pick<Server, 'on'>): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/**
 * Closes connections whose client has read nothing of its answer, or whose client and server have sent nothing, for
 * these times. All other waits have limits of their own. Connections are checked at intervals, and get a timer only
 * for unread data: Node's timeouts would set one at every request, which takes a tenth of the time of a small answer.
 */
export function endUnused(server: Server, unreadMilliseconds: number, idleMilliseconds: number): void {
  server.timeout = 0;
  server.keepAliveTimeout = 0;
  const open = openSockets(server);
  const check = (): void => {
    const now = performance.now();
    for (const socket of open) {
      const timeout = socket.writableLength > 0 ? unreadMilliseconds : 0;
      if (timeout !== (socket.timeout ?? 0)) socket.setTimeout(timeout);
      const connection = connectionOf(socket);
      // An answer ends after the check that finds it, so the check after that begins to count.
      const bytesRead = isAnswering(connection) ? -1 : socket.bytesRead;
      if (bytesRead === -1 || bytesRead !== connection.quiet.bytesRead) connection.quiet = { bytesRead, since: now };
      else if (now - connection.quiet.since >= idleMilliseconds) socket.destroy();
    }
  };
  // Node restarts the timer whenever the client reads.
  server.on('timeout', (socket) => void (socket.writableLength > 0 && socket.destroy()));
  const checking = setInterval(check, unreadMilliseconds / CHECKS_WITHIN_UNREAD_LIMIT).unref();
  server.once('close', () => clearInterval(checking));
}
