import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { duplexPair, pipeline, Readable } from 'node:stream';
import { fieldsOf } from '../../http/header-list.ts';
import { JoinedRequest } from '../node/joined-request.ts';
import type { FetchHandler, HostOptions } from './contract.ts';

/** Request of a host, with the request of Node that was made of it. */
interface BridgedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly hostRequest: Request;
  readonly context: unknown;
  /** Leaves the request to the host. */
  readonly leave: () => void;
}

interface BridgeOptions {
  readonly answer: (bridged: BridgedRequest) => void;
  readonly clientAddress: HostOptions['clientAddress'];
}

type Crossing = Omit<BridgedRequest, 'request' | 'response'>;

/**
 * Answers requests of the Fetch standard by Node's own HTTP server and client, joined in memory, so that streams,
 * header fields and aborted requests are what they are on a network. A body is read only when a route reads it: a
 * request that is left to the host still has its own.
 */
export function createFetchBridge({ answer, clientAddress }: BridgeOptions): {
  readonly fetch: FetchHandler;
  close(): void;
} {
  /** Requests by the server's end of their connection. */
  const crossings = new WeakMap<object, Crossing>();
  const arrive = (request: IncomingMessage, response: ServerResponse): void => {
    const crossing = crossings.get(request.socket);
    if (crossing === undefined) request.socket.destroy();
    else answer({ request, response, ...crossing });
  };
  // It never listens, so that it has neither a port nor timers.
  const server = createServer({ IncomingMessage: JoinedRequest }, arrive);
  server.on('checkContinue', (request, response) => {
    request.on('newListener', (event) => {
      if (
        /^(?:data|readable)$/.test(String(event)) &&
        !request.readableDidRead &&
        !response.headersSent &&
        !response.destroyed
      )
        response.writeContinue();
    });
    arrive(request, response);
  });

  const fetch: FetchHandler = (hostRequest, context) =>
    new Promise((resolve, reject) => {
      const { signal } = hostRequest;
      signal.throwIfAborted();
      const url = new URL(hostRequest.url);
      const [near, far] = duplexPair();
      const end = (): void => {
        near.destroy();
        far.destroy();
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        reject(signal.reason);
        end();
      };
      const leave = (): void => {
        resolve(undefined);
        end();
      };
      signal.addEventListener('abort', abort);
      near.once('close', end);
      far.once('close', end);
      const remoteAddress = clientAddress?.(hostRequest, context);
      crossings.set(Object.assign(far, { remoteAddress, encrypted: url.protocol === 'https:' }), {
        hostRequest,
        context,
        leave,
      });
      const sent = openRequest({
        method: hostRequest.method,
        path: url.pathname + url.search,
        headers: requestFields(hostRequest, url),
        setHost: false,
        createConnection: () => near,
      });
      sent.on('error', reject);
      sent.once('response', (message) => {
        message.once('close', end);
        // Ends a body that no route reads: the answer would wait for its end.
        if (lengthOf(hostRequest) === null) sent.end();
        resolve(responseOf(message, hostRequest.method));
      });
      sent.once('continue', () => {
        const { body, bodyUsed } = hostRequest;
        if (body === null || bodyUsed) {
          resolve(new Response('The body was read before the documentation got the request.', { status: 500 }));
          end();
        } else pipeline(Readable.from(wholeBody(body, lengthOf(hostRequest))), sent, (error) => error && end());
      });
      if (!hasBody(hostRequest)) sent.end();
      server.emit('connection', far);
    });
  return { fetch, close: () => void server.close() };
}

function hasBody(request: Request): boolean {
  return request.body !== null && lengthOf(request) !== 0;
}

/** Declared length of a body; null: the request declares none. */
function lengthOf({ headers }: Request): number | null {
  const length = headers.get('content-length');
  return length !== null && /^\d+$/.test(length) ? Number(length) : null;
}

/** Header fields about one connection, and those that the bridge writes itself. */
const OF_THE_CONNECTION =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|host|content-length)$/;

function requestFields(request: Request, url: URL): string[] {
  const length = lengthOf(request);
  const size = length === null ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(length)];
  const passed = [...request.headers].filter(([name]) => !OF_THE_CONNECTION.test(name));
  return [
    ...['Host', request.headers.get('host') ?? url.host],
    ...['Connection', 'close'],
    ...(hasBody(request) ? [...size, 'Expect', '100-continue'] : []),
    ...passed.flat(),
  ];
}

/** Yields a body. @throws if it does not have its declared length, which would shift what follows it */
async function* wholeBody(body: ReadableStream<Uint8Array>, length: number | null): AsyncGenerator<Uint8Array> {
  let rest = length ?? 0;
  for await (const chunk of body) {
    rest -= chunk.byteLength;
    if (length !== null && rest < 0) throw new Error('The body is longer than its Content-Length.');
    yield chunk;
  }
  if (length !== null && rest > 0) throw new Error('The body is shorter than its Content-Length.');
}

const OF_THE_ANSWER: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);
const BAD_GATEWAY = 502;

/** Converts an answer; one with a status that the Fetch standard does not know becomes 502. */
function responseOf(message: IncomingMessage, method: string): Response {
  const { statusCode: status = 0, rawHeaders } = message;
  if (status < 200 || status > 599) {
    message.destroy();
    return new Response(null, { status: BAD_GATEWAY });
  }
  const headers = new Headers();
  for (const [name, value] of fieldsOf(rawHeaders))
    if (!OF_THE_ANSWER.has(name.toLowerCase())) headers.append(name, value);
  if (method === 'HEAD' || WITHOUT_CONTENT.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers });
}
