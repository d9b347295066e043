import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type AuthenticatedIdentity, type AuthenticationResult, identityOf } from '../../../src/auth/contract.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { createHttpServer } from '../../../src/server/node/http-server.ts';
import type { Gate } from '../../../src/services/contract.ts';
import type { HandleOptions, PublishedApis } from '../../../src/services/published-apis.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { LIMITS } from '../../limits.ts';

const NO_TYPES = { requestAcceptTypes: [], requestContentTypes: [], responseContentTypes: [] } as const;

/** One service a path, named like it; methods separated by blanks. */
export function apiOf(
  name: string,
  paths: Readonly<Record<string, string>>,
  more: Partial<ApiRecord> = {},
  context: ConstructorParameters<typeof Api>[1] = {},
): Api {
  const services = Object.entries(paths).map(([path, methods]) =>
    service(path, {
      kind: 'rpc',
      ...NO_TYPES,
      operations: methods.split(' ').map((method) => operation(method, path)),
    }),
  );
  const source = { format: 'native', file: `api-descriptors/${name}.yaml`, warningCount: 0 } as const;
  return new Api(apiRecord({ name, services, source, ...more }), context);
}

export const ALICE: AuthenticatedIdentity = identityOf({ name: 'staff', realm: 'api' }, 'Basic', 'alice');

export interface FakeGate extends Gate {
  readonly asked: string[];
}

/** @param verdicts method → for whom it is open: guests, any user who has logged in, none */
export function gateOf(
  authentication: AuthenticationResult,
  verdicts: Readonly<Record<string, 'guests' | 'any' | 'none'>> = {},
): FakeGate {
  const asked: string[] = [];
  return {
    asked,
    authenticate: async () => {
      asked.push('authenticate');
      return authentication;
    },
    authorize: ({ method }, identity) => {
      asked.push(`authorize ${method}`);
      const open = verdicts[method] ?? 'guests';
      if (open === 'guests') return 'allowed';
      if (identity === null) return 'login-needed';
      return open === 'any' ? 'allowed' : 'forbidden';
    },
    challenges: () => ['Basic realm="api"'],
  };
}

export const OPEN = (): FakeGate => gateOf({ kind: 'guest' });

const LOOK_MILLISECONDS = 5;
const running: Server[] = [];
const accepted: { readonly port: number | undefined; readonly socket: Socket }[] = [];

/** Waits for something while replaced timers stand still, which they do not in Vitest's own waits. */
export async function whileTimeStands(isReached: () => boolean): Promise<void> {
  const end = performance.now() + LIMITS.wait;
  while (!isReached()) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${isReached}.`);
    await wait(LOOK_MILLISECONDS);
  }
}

/**
 * Waits until a server has read what was sent to it, while replaced timers stand still.
 * @param sent bytes, over all of its connections
 */
export function arrival(port: number, sent: number): Promise<void> {
  return whileTimeStands(() => bytesReadAt(port) >= sent);
}

/** Bytes that a server has read, over all of its connections. */
export function bytesReadAt(port: number): number {
  return accepted.reduce((sum, { port: at, socket }) => (at === port ? sum + socket.bytesRead : sum), 0);
}

export async function closeServers(): Promise<void> {
  accepted.length = 0;
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** @returns the port on 127.0.0.1 */
export function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  onContinue = listener,
): Promise<number> {
  return start(createServer(listener).on('checkContinue', onContinue));
}

async function start(server: Server): Promise<number> {
  running.push(server.on('connection', (socket) => accepted.push({ port: socket.localPort, socket })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface ServeOptions extends Partial<HandleOptions> {
  /** How long a client may leave its answer unread. */
  readonly unreadMilliseconds?: number;
}

/** A server as the composition root makes it; what is not ours is 404 without content. */
export function serve(
  published: PublishedApis,
  { unreadMilliseconds, ...options }: ServeOptions = {},
  addressOf: (request: IncomingMessage) => string = () => '192.0.2.7',
): Promise<number> {
  const handle = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    const peer = { address: addressOf(request), isTrusted: false, isSecure: false };
    void published.handle(request, response, { gate: OPEN(), peer, awaitsContinue, ...options }).then((handled) => {
      if (handled.kind === 'answered') return;
      response.writeHead(404, { 'x-handled': handled.kind }).end();
    });
  };
  const { server } = createHttpServer(handle, unreadMilliseconds);
  // Node's limit of a whole request passes by a clock that tests cannot stop.
  server.requestTimeout = 0;
  return start(server);
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly trailers: IncomingMessage['trailers'];
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** @throws when the connection breaks before the answer ends */
export function ask(port: number, { method = 'GET', path, headers = {}, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    );
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = openRequest(
      { host: '127.0.0.1', port, method, path, headers: { ...length, ...own }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode = 0, rawHeaders, trailers } = response;
          resolve({ status: statusCode, headers: response.headers, rawHeaders, trailers, body: Buffer.concat(chunks) });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
