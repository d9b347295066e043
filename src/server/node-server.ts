import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { CURRENT_FILE } from '../store/release.ts';
import { logAccess } from './access-log.ts';
import type { Production, ProductionOptions } from './compose.ts';
import { composeProduction } from './compose.ts';
import type { LastAnswers } from './last-answers.ts';
import { createLastAnswers } from './last-answers.ts';
import type { AstroHandler, RequestListener } from './request-listener.ts';
import { createRequestListener } from './request-listener.ts';
import { createUnreadableRequests } from './unreadable-requests.ts';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 4321;
const LAST_PORT = 65_535;
/** Longer than the idle time of common load balancers (60 s), so that they, not we, close a connection. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
const HEADERS_MILLISECONDS = 20_000;
const REQUEST_MILLISECONDS = 120_000;
/** How long requests under way may take after SIGTERM. */
const STOP_MILLISECONDS = 10_000;

interface ServeOptions extends Omit<ProductionOptions, 'log'> {
  readonly astro: AstroHandler;
}

/**
 * Starts the server, prints its URLs and stops it on SIGTERM or SIGINT.
 * @returns the port that it listens on; null when it cannot start, and one line on standard error says why
 */
export async function serve(options: ServeOptions): Promise<number | null> {
  try {
    const { host, port } = addressOf(options.environment);
    const production = composeProduction({ ...options, log: (message) => console.error(message) });
    const { runtime } = production;
    const state = { stopping: false };
    const listener = createRequestListener({ runtime, astro: options.astro, renderPage: options.renderPage, isStopping: () => state.stopping });
    const accessLog = isOn(options.environment['PLATFORM_ACCESS_LOG']);
    const counting: RequestListener = (request, response, awaitsContinue) => {
      const { countRequest } = runtime();
      if (countRequest !== null) response.once('close', () => countRequest(response.statusCode));
      listener(request, response, awaitsContinue);
    };
    const logging: RequestListener = (request, response, awaitsContinue) =>
      logAccess(request, response, runtime().clientOf, () => counting(request, response, awaitsContinue));
    const { server, lastAnswers } = createHttpServer(accessLog ? logging : counting);
    await listen(server, host, port);
    const stop = (): void => {
      if (state.stopping) return;
      state.stopping = true;
      lastAnswers.begin();
      stopGracefully(server, production);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    const { origin, port: givenPort } = addressOfServer(server);
    console.log(`Documentation: ${origin}${DOCUMENTATION_ROOT}\nHealth:        ${origin}/healthz`);
    return givenPort;
  } catch (error) {
    console.error(startFailure(error, join(options.documentationFolder, CURRENT_FILE)));
    return null;
  }
}

function createHttpServer(listener: RequestListener): { readonly server: Server; readonly lastAnswers: LastAnswers } {
  const unreadable = createUnreadableRequests();
  const answer: RequestListener = (request, response, awaitsContinue) => {
    unreadable.follow(request, response);
    lastAnswers.follow(response);
    listener(request, response, awaitsContinue);
  };
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MILLISECONDS, headersTimeout: HEADERS_MILLISECONDS, requestTimeout: REQUEST_MILLISECONDS },
    (request, response) => answer(request, response, false),
  );
  const lastAnswers = createLastAnswers(server);
  // Without a listener of its own Node tells the client to send its body before anybody has looked at the credentials.
  server.on('checkContinue', (request, response) => answer(request, response, true));
  server.on('clientError', unreadable.answer);
  return { server, lastAnswers };
}

/** Answers what is under way, refuses what is new, and ends. */
function stopGracefully(server: Server, production: Production): void {
  server.close(() => void production.close());
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), STOP_MILLISECONDS).unref();
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOfServer(server: Server): { readonly origin: string; readonly port: number } {
  const { address, family, port } = server.address() as AddressInfo;
  return { origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`, port };
}

function addressOf(environment: ServeOptions['environment']): { readonly host: string; readonly port: number } {
  const text = environment['PORT'] ?? '';
  const port = text === '' ? DEFAULT_PORT : Number(text);
  if (!/^\d*$/.test(text) || port > LAST_PORT) throw new Error(`PORT is "${text}". Write a number from 0 to 65535.`);
  return { host: environment['HOST'] || DEFAULT_HOST, port };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'off';
}

/** @param currentFile is there as soon as anything has been published */
function startFailure(error: unknown, currentFile: string): string {
  const { code, port, address, hostname, path, message } = error as NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken. Stop the other program, or choose another port: ${anotherPort(port === undefined || port >= LAST_PORT ? DEFAULT_PORT : port + 1)}.`;
  if (code === 'EACCES' && port !== undefined) return `Port ${port} is not allowed for this user. Choose one above 1023: ${anotherPort(DEFAULT_PORT)}.`;
  // The first of an address that is elsewhere, the others of a name that leads nowhere.
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${address ?? hostname} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`;
  if (code === 'ENOENT' && path === currentFile) return 'No documentation is published yet. Run "npm run build" first.';
  if (code === 'ENOENT' && path !== undefined) return `The server cannot start: ${path} is missing. Put it back, or run "npm run build".`;
  return `The server cannot start: ${message}`;
}

/** For everything that starts a server: npm start, platform-docs serve and the compiled entry. */
function anotherPort(port: number): string {
  return `PORT=${port} before the command, or --port ${port} after "platform-docs serve"`;
}
