import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { createPublishedApis, type HandleOptions } from '../../../../src/services/published-apis.ts';
import { LIMITS } from '../../../limits.ts';
import { apiOf, closeServers, listen, serve } from '../site.ts';

const API = apiOf('Library', { '/book': 'GET POST PUT HEAD', '/book/{id}': 'GET' }, { basePath: '/library' });
/** Functions that close what a test has opened. */
export const closing: (() => void)[] = [];

/** For a suite that calls {@link proxyTo}. */
export function closeProxiesAfterwards(): void {
  afterEach(async () => {
    for (const close of closing.splice(0)) close();
    await closeServers();
  });
}

interface Setup extends Partial<HandleOptions> {
  readonly path?: string;
  readonly timeoutSeconds?: number;
  readonly pass?: readonly string[];
  readonly maxBodyBytes?: number;
  readonly port?: number;
  readonly unreadMilliseconds?: number;
  /** Whether an adapter of ours checks log-ins of the API. */
  readonly hasLogin?: boolean;
  /** Path below which the site stands. */
  readonly basePath?: string;
}

/** A published API whose requests go to a server of this test. @returns its port */
export async function proxyTo(
  upstream: (request: IncomingMessage, response: ServerResponse) => void,
  {
    path = '',
    timeoutSeconds = 30,
    pass = [],
    maxBodyBytes = 1_000_000,
    port,
    hasLogin = true,
    basePath = '',
    ...options
  }: Setup = {},
): Promise<number> {
  const target = `http://127.0.0.1:${port ?? (await listen(upstream))}${path}`;
  const published = createPublishedApis({
    apis: [API],
    services: [
      {
        api: 'Library',
        version: null,
        backend: { kind: 'proxy', options: { target, timeout_seconds: timeoutSeconds, pass } },
        maxBodyBytes,
        corsOrigins: ['*'],
      },
    ],
    hasLogin: () => hasLogin,
    realms: ['Library staff'],
    basePath,
    log: (message) => expect.unreachable(message),
  });
  closing.push(() => published.close());
  return serve(published, options);
}

/** Answers with what it was asked. */
export function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        raw: request.rawHeaders,
        body: Buffer.concat(chunks).toString(),
        trailers: request.trailers,
      }),
    );
  });
}

interface RawOptions {
  /** Text or event that is waited for. Left out: the end of the connection. */
  readonly until?: RegExp | Promise<unknown>;
  /** How long nothing may come. */
  readonly milliseconds?: number;
}

/** A request in raw text; ends the connection and resolves with everything received. */
export function raw(
  port: number,
  text: string,
  { until, milliseconds = LIMITS.wait }: RawOptions = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const end = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(milliseconds, end);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (until instanceof RegExp && until.test(received)) end();
    });
    if (until instanceof Promise) until.then(end, end);
    socket.on('close', end).on('error', end);
    socket.write(text, 'latin1');
  });
}

/** The first value that a number keeps for a while: what was to flow has flown. Replaced timers stand still. */
export async function settled(value: () => number): Promise<number> {
  const LOOKS = 8;
  let last = Number.NaN;
  for (let alike = 0; alike < LOOKS; ) {
    await wait(50);
    alike = value() === last && last > 0 ? alike + 1 : 0;
    last = value();
  }
  return last;
}
