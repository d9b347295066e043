import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect } from 'vitest';
import type { OperationRecord } from '../../src/model/records.ts';
import type { ServiceSettings } from '../../src/services/contract.ts';
import { createPublishedApis } from '../../src/services/published-apis.ts';
import { operation, service } from '../fixtures/model/rich-api.ts';
import { apiOf, closeServers, listen, serve } from '../unit/services/site.ts';

const closing: (() => void)[] = [];

/** Logged bugs; no request may cause one. */
export const logged: string[] = [];

/** For a suite that calls {@link proxied} or {@link exampled}. */
export function closeApisAfterwards(): void {
  afterEach(async () => {
    expect(logged.splice(0)).toEqual([]);
    for (const close of closing.splice(0)) close();
    await closeServers();
  });
}

type Settings = Partial<Omit<ServiceSettings, 'backend'>> & {
  readonly timeoutSeconds?: number;
  readonly path?: string;
  /** Further header fields of requests that pass. */
  readonly pass?: readonly string[];
  readonly described?: Partial<OperationRecord>;
  /** Whether an adapter of ours checks log-ins of the API. */
  readonly hasLogin?: boolean;
};

/**
 * A published API of which every request is answered by this upstream; the field `X-Client` is the client's address.
 * @returns its port
 */
export async function proxied(
  upstream: (request: IncomingMessage, response: ServerResponse) => void,
  { timeoutSeconds = 30, path = '', pass = [], described = {}, hasLogin = true, ...settings }: Settings = {},
): Promise<number> {
  const target = `http://127.0.0.1:${await listen(upstream)}${path}`;
  const options = { target, timeout_seconds: timeoutSeconds, pass };
  return publish({ backend: { kind: 'proxy', options }, ...settings }, described, hasLogin);
}

/** The same of an API that its examples answer; `described`: what its operations say. */
export function exampled(described: Partial<OperationRecord>, settings: Settings = {}): Promise<number> {
  return publish({ backend: { kind: 'examples', options: {} }, ...settings }, described);
}

function publish(
  settings: Partial<ServiceSettings> & Pick<ServiceSettings, 'backend'>,
  described = {},
  hasLogin = false,
): Promise<number> {
  const operations = ['GET', 'POST', 'PUT', 'PATCH'].map((method) => operation(method, '/book', described));
  const types = { requestAcceptTypes: [], requestContentTypes: [], responseContentTypes: [] };
  const api = apiOf(
    'Library',
    {},
    { basePath: '/library', services: [service('Book', { kind: 'rpc', ...types, operations })] },
  );
  const published = createPublishedApis({
    apis: [api],
    services: [{ api: 'Library', version: null, maxBodyBytes: 1_048_576, corsOrigins: ['*'], ...settings }],
    hasLogin: () => hasLogin,
    log: (message) => logged.push(message),
  });
  closing.push(() => published.close());
  return serve(published, {}, (request) => String(request.headers['x-client'] ?? '192.0.2.7'));
}
