import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { loadSchemes } from '../auth/schemes/registry.ts';
import { DOCUMENTATION_ROOT, LOG_IN_PATH } from '../model/locations.ts';
import { visible } from '../model/texts.ts';
import { ADMIN_ROOT } from '../presentation/page-data/admin-page.ts';
import { CURRENT_FILE } from '../store/release.ts';
import { shrinkHeap } from '../threads/thread-resources.ts';
import { type AdminServer, createAdminServer } from './administration/admin-server.ts';
import { composeProduction, type ProductionOptions } from './compose-production.ts';
import { log } from './log.ts';
import type { ClientOf } from './node/client-address.ts';
import { createHttpServer, listen, originOf, portOf } from './node/http-server.ts';
import { addressFailure, type ConfiguredAddress, listenAddress, toListenError } from './node/listen-address.ts';
import { arrivedTarget, notesOf } from './node/node-request.ts';
import {
  type AstroHandler,
  createRequestListener,
  ownRoute,
  type RequestListener,
  toAstro,
} from './node/request-listener.ts';
import type { Route, Runtime } from './runtime.ts';

interface ServeOptions extends Omit<ProductionOptions, 'schemes' | 'log' | 'changed'> {
  readonly astro: AstroHandler;
  /** Command as typed, if it takes `--port`; null otherwise. */
  readonly command: string | null;
  readonly listensOn?: ConfiguredAddress;
}

/**
 * Starts the server, prints its URLs and stops it on SIGTERM or SIGINT.
 * @returns the port of the server; null if it cannot start, after printing the reason to standard error
 */
export async function serve(options: ServeOptions): Promise<number | null> {
  const { environment, renderPage } = options;
  const cleanup: (() => unknown)[] = [];
  try {
    const { host, port } = listenAddress(environment, options.listensOn);
    let admin: AdminServer | undefined;
    const schemes = await loadSchemes();
    const production = composeProduction({ ...options, schemes, log, changed: () => void (admin && follow(admin)) });
    cleanup.unshift(() => production.close());
    const { runtime } = production;
    const state = { stopping: false };
    const counted = countedBy(runtime, isOn(environment['PLATFORM_ACCESS_LOG']));
    const own = ownRoute(
      () => state.stopping,
      () => `release ${runtime().release()}\nversion ${options.version}\n`,
    );
    const listener = createRequestListener({
      runtime,
      table: withRoute(own),
      renderPage,
      passOn: toAstro(options.astro),
    });
    const adminListener = createRequestListener({
      runtime,
      table: ({ administrationRoutes }) => administrationRoutes,
      basePathOf: ({ administrationBasePath }) => administrationBasePath,
      renderPage,
    });
    const main = createHttpServer(counted(listener));
    await production.loaded;
    // Before the first request, because it blocks the thread.
    shrinkHeap();
    await listen(main.server, host, port);
    cleanup.unshift(() => main.stop());
    const administration = createAdminServer({
      runtime,
      makeServer: () => createHttpServer(counted(adminListener)),
      publicPort: portOf(main.server),
    });
    admin = administration;
    const adminOrigin = await administration.follow().catch((error: unknown) => {
      throw new Error(adminFailure(error));
    });
    const stop = (): void => {
      if (state.stopping) return;
      state.stopping = true;
      void Promise.all([main.stop(), administration.stop()]).then(() => production.close());
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    const origin = originOf(main.server) + runtime().basePath;
    const lines = [`Documentation: ${origin}${DOCUMENTATION_ROOT}`, `Health:        ${originOf(main.server)}/healthz`];
    if (typeof adminOrigin === 'string') lines.push(`Administration: ${adminOrigin}${ADMIN_ROOT}`);
    console.log(lines.join('\n'));
    return portOf(main.server);
  } catch (error) {
    log(startFailure(error, join(options.documentationFolder, CURRENT_FILE), options.command));
    for (const step of cleanup) step();
    return null;
  }
}

/** Returns a table of routes that begins with one more; the table of the last runtime is kept. */
function withRoute(first: Route): (runtime: Runtime) => readonly Route[] {
  let known: { readonly of: Runtime; readonly table: readonly Route[] } | undefined;
  return (runtime) => {
    if (known?.of !== runtime) known = { of: runtime, table: [first, ...runtime.routes] };
    return known.table;
  };
}

/** Wraps a listener to count requests, and to log them if the access log is on. */
function countedBy(runtime: () => Runtime, isLogging: boolean): (listener: RequestListener) => RequestListener {
  return (listener) => {
    const counting: RequestListener = (request, response, awaitsContinue) => {
      const { countRequest } = runtime();
      if (countRequest !== null) {
        const start = performance.now();
        response.once('close', () =>
          countRequest(notesOf(request).part, response.statusCode, (performance.now() - start) / 1000),
        );
      }
      listener(request, response, awaitsContinue);
    };
    if (!isLogging) return counting;
    return (request, response, awaitsContinue) =>
      logAccess(request, response, runtime().clientOf, () => counting(request, response, awaitsContinue));
  };
}

/** Moves the administration to the address in a changed configuration, and logs it. */
async function follow(administration: AdminServer): Promise<void> {
  try {
    const origin = await administration.follow();
    if (origin === null) log('The administration no longer has an address of its own.');
    else if (origin !== undefined) log(`Administration: ${origin}${ADMIN_ROOT}`);
  } catch (error) {
    log(adminFailure(error));
  }
}

/** Explains why the administration cannot listen on its own address. */
function adminFailure(error: unknown): string {
  const { code, port, address, hostname, message } = toListenError(error);
  const choose = 'in platform-admin.listen';
  if (code === 'EADDRINUSE')
    return `The administration cannot listen: port ${port} on ${address} is taken. Stop the other program, or write another port ${choose}.`;
  if (code === 'EACCES')
    return `The administration cannot listen: port ${port} is not allowed for this user. Write one above 1023 ${choose}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The administration cannot listen: ${address ?? hostname} is not an address of this machine. Write 127.0.0.1 and a port ${choose}.`;
  return `The administration cannot listen: ${message}`;
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'off';
}

/** Explains why the server cannot start. @param currentFile exists once anything has been published */
function startFailure(error: unknown, currentFile: string, command: string | null): string {
  const refused = addressFailure(error, command);
  if (refused !== undefined) return refused;
  const { code, path, message } = toListenError(error);
  if (code === 'ENOENT' && path === currentFile) return 'No documentation is published yet. Run "npm run build" first.';
  if (code === 'ENOENT' && path !== undefined)
    return `The server cannot start: ${path} is missing. Put it back, or run "npm run build".`;
  return `The server cannot start: ${message}`;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** User information in an absolute target (RFC 9112 §3.2.2); some programs accept three slashes, `http:///`. */
const USER_INFORMATION = /^([a-z][a-z0-9+.-]*:\/{2,})[^/?#]*@/i;

/** Target without credentials: providers of tokens send codes in the query of the address to which they lead back. */
function loggedTarget(target: string): string {
  const [path = ''] = target.split('?', 1);
  return (path.endsWith(LOG_IN_PATH) ? path : target).replace(USER_INFORMATION, '$1');
}

/**
 * Runs a listener and prints one JSON line when its answer is sent or the client has disconnected. `bytes` includes the
 * header, `user` is the authenticated name. Credentials are never logged.
 */
export function logAccess(
  request: IncomingMessage,
  response: ServerResponse,
  clientOf: ClientOf,
  listener: Listener,
): void {
  const { address } = clientOf(request);
  const start = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const { id, identity } = notesOf(request);
    const line = {
      time: new Date().toISOString(),
      request: id,
      client: address === '' ? null : address,
      adapter: identity?.adapter ?? null,
      user: identity?.name ?? null,
      method: request.method,
      target: loggedTarget(arrivedTarget(request)),
      status: response.statusCode,
      bytes: socket.bytesWritten - sentBefore,
      milliseconds: Math.round((performance.now() - start) * 1000) / 1000,
      complete: response.writableFinished,
    };
    process.stdout.write(`${visible(JSON.stringify(line))}\n`);
  });
  listener(request, response);
}
