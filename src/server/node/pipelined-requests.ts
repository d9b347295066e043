import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../../http/client-network.ts';
import { connectionOf, isAnswering } from './node-request.ts';
import type { RequestListener } from './request-listener.ts';

/** Maximum waiting requests, on one connection and on all; a request takes about 2 kB. We chose the values. */
const MOST_WAITING_OF_ONE = 64;
const MOST_WAITING = 10_000;
/** Time for which new connections of a network are refused after one of its connections exceeded the limit. */
const REFUSED_MILLISECONDS = 1000;
/** Maximum refused networks to remember. */
const MOST_REFUSED = 1000;

/**
 * Processes the requests of one connection one after the other. The next one starts when the previous answer has been
 * handed to the operating system, in a separate turn of the event loop, so that other connections are served in
 * between. Otherwise a client that sends thousands of requests at once (RFC 9112 §9.3.2), or reads no answer, could
 * decide how many are in progress. Nothing is read from a connection while its requests wait. One read (64 KiB) can
 * contain hundreds of requests: if too many wait on a connection, or on all connections, it is closed.
 *
 * @param endFlood closes a connection on which too many requests wait
 */
export function oneAfterTheOther(
  listener: RequestListener,
  endFlood: (socket: Socket) => void = (socket) => void socket.destroy(),
): RequestListener {
  let waitingAltogether = 0;

  // Only answers that a request waits for, or waited for, get a listener, which costs time; most answers need none.
  const follow = (response: ServerResponse | null): void => void response?.off('close', ended).on('close', ended);
  function ended(this: ServerResponse): void {
    const { socket } = this.req;
    const { waiting } = connectionOf(socket);
    if (!socket.writable) {
      // The last answer has been sent: further data from the client is ignored.
      waitingAltogether -= waiting.length;
      waiting.length = 0;
    } else if (waiting.length > 0) {
      setImmediate(() => {
        if (!socket.writable) return ended.call(this);
        waitingAltogether -= 1;
        waiting.shift()?.();
      });
    } else if (socket.isPaused()) {
      socket.resume();
    }
  }

  // Apart from the listener below, where a closure would take time in every request.
  const wait: RequestListener = (request, response, awaitsContinue) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    if (!socket.writable) {
      return;
    } else if (connection.waiting.length >= MOST_WAITING_OF_ONE) {
      endFlood(socket);
    } else if (waitingAltogether >= MOST_WAITING) {
      socket.destroy();
    } else {
      if (connection.waiting.length === 0) follow(connection.answering);
      waitingAltogether += 1;
      connection.waiting.push(() => {
        follow(response);
        connection.answering = response;
        listener(request, response, awaitsContinue);
      });
      socket.pause();
    }
  };

  return (request, response, awaitsContinue) => {
    const connection = connectionOf(request.socket);
    connection.response = response;
    if (isAnswering(connection)) return wait(request, response, awaitsContinue);
    connection.answering = response;
    listener(request, response, awaitsContinue);
  };
}

/**
 * Creates a function that closes a connection, and those of its network without an answer in progress, and refuses new
 * ones of the network for a second. Node accepts one connection per turn of the event loop, and parses a whole read at
 * once: 400 connections with 700 requests each would delay the next client by seconds. Connections are indexed by
 * network, so that a flood requires no loop over all connections.
 */
export function createFloodEnd(server: Server): (socket: Socket) => void {
  const open = new Map<string, Set<Socket>>();
  const refusedUntil = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '');
    if ((refusedUntil.get(network) ?? 0) > performance.now()) {
      socket.destroy();
      return;
    }
    refusedUntil.delete(network);
    const own = open.get(network) ?? new Set();
    open.set(network, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0 && open.get(network) === own) open.delete(network);
    });
  });

  return (socket) => {
    const { remoteAddress } = socket;
    socket.destroy();
    // Clients without an address have no network in common.
    if (remoteAddress === undefined) return;
    const network = clientNetwork(remoteAddress);
    if (refusedUntil.size >= MOST_REFUSED) refusedUntil.clear();
    refusedUntil.set(network, performance.now() + REFUSED_MILLISECONDS);
    for (const other of open.get(network) ?? []) if (!isAnswering(connectionOf(other))) other.destroy();
  };
}
