import type { OutgoingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createPublishedApis } from '../../../src/services/published-apis.ts';
import { keepFromSharedCaches } from '../../../src/services/shared-caches.ts';
import { ALICE, apiOf, ask, closeServers, gateOf, listen, serve } from './site.ts';

afterEach(closeServers);

const LOGGED_IN = { kind: 'authenticated', identity: ALICE, headers: [] } as const;

describe('shared caches', () => {
  test.each<[string, OutgoingHttpHeaders | string[], OutgoingHttpHeaders, boolean, string | undefined, string]>([
    // what is written                    given                                               set before                   logged in
    [
      'an answer for all to keep',
      { 'cache-control': 'public, max-age=60' },
      {},
      true,
      'private, max-age=60',
      'Authorization',
    ],
    [
      'a time for shared caches',
      { 'Cache-Control': 'S-MaxAge=9, max-age=60, must-revalidate' },
      {},
      true,
      'private, max-age=60, must-revalidate',
      'Authorization',
    ],
    [
      'private for some fields',
      ['cache-control', 'private="a, b", no-cache'],
      {},
      true,
      'private, no-cache',
      'Authorization',
    ],
    [
      'two lines',
      ['Cache-Control', 'public', 'Cache-Control', 'max-age=1'],
      {},
      true,
      'private, max-age=1',
      'Authorization',
    ],
    ['nothing of caches', {}, {}, true, 'private', 'Authorization'],
    ['an answer that no cache keeps', { 'cache-control': 'no-store' }, {}, true, 'no-store', 'Authorization'],
    [
      'fields that were set before',
      {},
      { 'cache-control': 'public', vary: 'Origin' },
      true,
      'private',
      'Origin, Authorization',
    ],
    [
      'a guest’s answer',
      { 'cache-control': 'public, max-age=60', vary: 'Accept' },
      {},
      false,
      'public, max-age=60',
      'Accept, Authorization',
    ],
    ['Vary twice', { vary: 'Accept' }, { vary: 'Origin' }, false, undefined, 'Origin, Accept, Authorization'],
    ['Vary that says it', { vary: 'authorization' }, {}, false, undefined, 'authorization'],
    ['Vary of everything', { vary: '*' }, {}, false, undefined, '*'],
  ])('%s', async (_, given, before, isAuthenticated, cacheControl, vary) => {
    const port = await listen((_request, response) => {
      for (const [name, value] of Object.entries(before)) response.setHeader(name, value ?? '');
      keepFromSharedCaches(response, isAuthenticated);
      response.writeHead(203, 'Mine', given);
      response.end('x');
    });
    const { status, headers } = await ask(port, { path: '/' });
    expect([status, headers['cache-control'], headers.vary]).toEqual([203, cacheControl, vary]);
  });

  test.each([
    // logged in, given                                      cached
    [true, 'public, max-age=600, immutable', 'private, no-cache'],
    [true, 'Max-Age=9, stale-while-revalidate=9, no-transform', 'private, no-cache, no-transform'],
    [true, 'no-store', 'no-store'],
    [false, 'public, max-age=600', 'public, max-age=600'],
  ])('a host with cookies of its own: logged in %s, %s is %s', async (isAuthenticated, given, cacheControl) => {
    const port = await listen((_request, response) => {
      keepFromSharedCaches(response, isAuthenticated, true);
      response.writeHead(200, { 'cache-control': given, vary: 'Accept' }).end('x');
    });
    const { headers } = await ask(port, { path: '/' });
    expect([headers['cache-control'], headers.vary]).toEqual([cacheControl, 'Accept, Authorization, Cookie']);
  });

  test('orders for them alone are dropped, other fields are not, and an implicit header is guarded too', async () => {
    const port = await listen((_request, response) => {
      response.setHeader('CDN-Cache-Control', 'max-age=9');
      response.setHeader('surrogate-control', 'max-age=9');
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      keepFromSharedCaches(response, true);
      response.end('x');
    });
    const { headers } = await ask(port, { path: '/' });
    expect(headers).toMatchObject({ 'cache-control': 'private', vary: 'Authorization', 'set-cookie': ['a=1', 'b=2'] });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cdn-cache-control']));
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['surrogate-control']));
  });

  const api = apiOf('Library', { '/book': 'GET POST' });

  test.each([
    ['proxy', true, LOGGED_IN, 'private, max-age=60', 'Authorization'],
    ['proxy', true, { kind: 'guest' } as const, 'public, max-age=60', 'Authorization'],
    ['proxy', false, { kind: 'guest' } as const, 'public, max-age=60', undefined],
    ['examples', true, LOGGED_IN, 'no-store', 'Accept, Authorization'],
    ['examples', true, { kind: 'guest' } as const, 'no-store', 'Accept, Authorization'],
  ] as const)('%s, log-in: %s, %j', async (kind, hasLogin, authentication, cacheControl, vary) => {
    const upstream = await listen(
      (_request, response) => void response.writeHead(200, { 'cache-control': 'public, max-age=60' }).end('{}'),
    );
    const backend =
      kind === 'proxy'
        ? { kind, options: { target: `http://127.0.0.1:${upstream}`, timeout_seconds: 5 } }
        : { kind, options: {} };
    const services = [{ api: 'Library', version: null, backend, maxBodyBytes: 10, corsOrigins: null }];
    const published = createPublishedApis({
      apis: [api],
      services,
      hasLogin: () => hasLogin,
      log: (message) => expect.unreachable(message),
    });
    const port = await serve(published, { gate: gateOf(authentication) });
    const { status, headers } = await ask(port, { path: '/book' });
    expect([status, headers['cache-control'], headers.vary]).toEqual([200, cacheControl, vary]);
    published.close();
  });

  test('a refusal distinguishes guests from others too', async () => {
    const published = createPublishedApis({
      apis: [api],
      hasLogin: () => true,
      log: (message) => expect.unreachable(message),
    });
    const port = await serve(published, { gate: gateOf({ kind: 'guest' }, { GET: 'any' }) });
    expect((await ask(port, { path: '/book' })).headers).toMatchObject({
      vary: 'Authorization',
      'cache-control': 'no-store',
    });
  });
});
