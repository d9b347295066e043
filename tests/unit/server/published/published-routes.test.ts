import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClientOf } from '../../../../src/server/node/client-address.ts';
import { forgetPlatformFields, siteRequestOf } from '../../../../src/server/node/node-request.ts';
import { createPublishedRoutes } from '../../../../src/server/published/published-routes.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Cache-Control and Vary of a page of the site that sets these, behind a protected path. */
async function headersOfPage(own: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const unexpected = (): never => expect.unreachable('No API was expected.');
  const identity = {
    kind: 'authenticated',
    className: 'Platform\\MvcAuth\\Identity\\AuthenticatedIdentity',
    name: 'ada',
    adapter: 'staff',
    scheme: 'Basic',
    realm: 'api',
  } as const;
  const routes = createPublishedRoutes({
    published: {
      handle: async () => ({ kind: 'none' }),
      problems: [],
      close: unexpected,
    },
    access: {
      authorization: {
        access: unexpected,
        adaptersFor: unexpected,
        decide: unexpected,
        callers: unexpected,
        haveSameCallers: unexpected,
      },
      authenticate: unexpected,
      recall: unexpected,
      challenges: unexpected,
      health: unexpected,
      contradictory: [],
    },
    gatekeeper: {
      authenticate: unexpected,
      recall: unexpected,
      admit: async () => ({ kind: 'authenticated', identity, headers: [] }),
    },
    clientOf: createClientOf([]),
    verdictOf: () => ({ kind: 'protected', adapter: 'staff' }),
    isNamed: unexpected,
    closedReason: unexpected,
    needsLogin: unexpected,
    forbade: unexpected,
    site: unexpected,
    own: () => null,
    isMounted: false,
    asset: () => undefined,
  });
  const started = createServer(async (request, response) => {
    const result = await routes({ request, response, asked: siteRequestOf(request), awaitsContinue: false });
    if (result?.kind !== 'pass-on') return expect.unreachable(result?.kind);
    for (let at = 0; at < result.headers.length; at += 2)
      response.appendHeader(result.headers[at] ?? '', result.headers[at + 1] ?? '');
    response.writeHead(200, own).end();
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: false }, ({ headers }) =>
      resolve([headers['cache-control'], headers.vary]),
    ).on('error', reject);
  });
}

test.each([
  ['nothing', {}, 'private, no-cache', 'Authorization'],
  [
    'that all may keep it',
    { 'cache-control': 'public, max-age=9, s-maxage=60', vary: 'Cookie' },
    'private, max-age=9',
    'Authorization, Cookie',
  ],
  ['that no cache may', { 'Cache-Control': 'no-store' }, 'no-store', 'Authorization'],
])(
  'a page behind a protected path that says %s of itself is kept for its reader alone',
  async (_, own, cacheControl, vary) => {
    expect(await headersOfPage(own)).toEqual([cacheControl, vary]);
  },
);

test.each(['X-Platform-Identity', 'x-platform-identity-adapter', 'X_Platform_Identity', 'x-platform_version'])(
  'a route of the site does not see what a client sends as %s',
  (name) => {
    const request = {
      headers: { host: 'a', [name.toLowerCase()]: 'root', accept: '*/*' },
      rawHeaders: ['Host', 'a', name, 'root', 'Accept', '*/*', name, 'again'],
    } as unknown as IncomingMessage;
    forgetPlatformFields(request);
    expect([request.headers, request.rawHeaders]).toEqual([
      { host: 'a', accept: '*/*' },
      ['Host', 'a', 'Accept', '*/*'],
    ]);
  },
);

test('fields whose values alone look so stay', () => {
  const request = {
    headers: { note: 'x-platform-identity' },
    rawHeaders: ['Note', 'x-platform-identity'],
  } as unknown as IncomingMessage;
  forgetPlatformFields(request);
  expect([request.headers, request.rawHeaders]).toEqual([
    { note: 'x-platform-identity' },
    ['Note', 'x-platform-identity'],
  ]);
});
