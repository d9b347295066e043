import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuthenticationResult } from '../../src/auth/contract.ts';
import type { MemberRecord } from '../../src/options/member.ts';
import { backends } from '../../src/services/backends/registry.ts';
import { createPublishedApis, type HandleOptions, type PublishedApis } from '../../src/services/published-apis.ts';
import { readLocal } from '../unit/config/read.ts';
import { ALICE, apiOf, ask, closeServers, gateOf, listen, serve } from '../unit/services/site.ts';

const API = apiOf('Library', { '/book': 'GET POST' }, { basePath: '/library' });
const LOGGED_IN: AuthenticationResult = {
  kind: 'authenticated',
  identity: ALICE,
  headers: ['Authentication-Info', 'nextnonce="n"'],
};

/** How each backend is configured, and where its answers come from. One of every kind. */
const TRIALS: Readonly<
  Record<string, { readonly configured: string; readonly answersFrom: 'here' | 'upstream' | 'pages' }>
> = {
  examples: { configured: 'backend: examples', answersFrom: 'here' },
  proxy: { configured: 'backend: proxy, target: http://127.0.0.1:9', answersFrom: 'upstream' },
  site: { configured: 'backend: site', answersFrom: 'pages' },
};

test('every backend of the folder has a trial here, and the other way round', () => {
  const rest = ['contract', 'loaded-later', 'registry'];
  const files = readdirSync('src/services/backends').map((file) => file.replace(/\.ts$/, ''));
  expect(
    files.filter((file) => !rest.includes(file)).sort(),
    'Add a row to TRIALS in tests/contracts/service-backend.test.ts.',
  ).toEqual(Object.keys(TRIALS).sort());
  expect(backends.map(({ name }) => name).sort(), 'Add a line to src/services/backends/registry.ts.').toEqual(
    Object.keys(TRIALS).sort(),
  );
});

test('without configuration an API is answered from its examples, and an unknown kind is an error', () => {
  const kindsOf = (text: string) =>
    readLocal(`platform-services: { Library: { ${text} } }`).configuration.services.map(({ backend }) => backend.kind);
  expect(kindsOf('max_body_bytes: 1')).toEqual(['examples']);
  expect(readLocal('platform-services: { Library: { backend: elsewhere } }').problems).toHaveLength(1);
});

describe.each(Object.entries(TRIALS))('%s', (kind, { configured, answersFrom }) => {
  const reached: IncomingMessage[] = [];
  let published: PublishedApis;
  let settings: MemberRecord;

  beforeEach(async () => {
    reached.length = 0;
    const upstream = await listen((request, response) => {
      reached.push(request);
      request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('from upstream'));
    });
    const [entry] = readLocal(`platform-services: { Library: { ${configured} } }`).configuration.services;
    if (entry === undefined) throw new Error(`The configuration of ${kind} has no entry.`);
    const { options } = entry.backend;
    const target = 'target' in options ? { target: `http://127.0.0.1:${upstream}` } : {};
    settings = { ...entry.backend, options: { ...options, ...target } };
    published = createPublishedApis({
      apis: [API],
      hasLogin: () => true,
      services: [{ api: 'Library', version: null, backend: settings, maxBodyBytes: 1000, corsOrigins: ['*'] }],
      log: (message) => expect.unreachable(message),
    });
  });
  afterEach(async () => {
    published.close();
    await closeServers();
  });

  const open = (options: Partial<HandleOptions> = {}): Promise<number> => serve(published, options);

  test('is what the configuration names', () => {
    expect(settings.kind).toBe(kind);
  });

  test('answers what has passed the checks, or leaves it to the pages of this site', async () => {
    const { status, headers } = await ask(await open(), { path: '/library/book' });
    expect([status, headers['x-handled'], reached.length]).toEqual(
      { here: [200, undefined, 0], upstream: [200, undefined, 1], pages: [404, 'pass-on', 0] }[answersFrom],
    );
  });

  test.each([
    ['a path that is not described', '/library/none', 'GET', 404],
    ['a method that is not described', '/library/book', 'DELETE', 405],
  ])('is not asked for %s', async (_, path, method, status) => {
    const answer = await ask(await open(), { path, method });
    expect([answer.status, answer.headers['x-handled'] === 'pass-on', reached.length]).toEqual([status, false, 0]);
  });

  test.each<[string, AuthenticationResult, number]>([
    ['who needs a log-in', { kind: 'guest' }, 401],
    ['whose log-in is wrong', { kind: 'rejected', challenges: ['Basic realm="api"'], cause: 'stale' }, 401],
    ['who has failed too often', { kind: 'throttled', retryAfterSeconds: 5 }, 429],
    ['while no user can log in', { kind: 'unavailable', retryAfterSeconds: 5, reason: 'gone' }, 503],
  ])('is not asked by a client %s', async (_, authentication, status) => {
    const answer = await ask(await open({ gate: gateOf(authentication, { GET: 'any', POST: 'any' }) }), {
      path: '/library/book',
    });
    expect([answer.status, answer.headers['x-handled'], reached.length]).toEqual([status, undefined, 0]);
  });

  test('is not asked by a forbidden client', async () => {
    const answer = await ask(await open({ gate: gateOf(LOGGED_IN, { GET: 'none' }) }), { path: '/library/book' });
    expect([answer.status, answer.headers['x-handled'], reached.length]).toEqual([403, undefined, 0]);
  });

  test('an answer of its own has the fields of the log-in and is for no shared cache', async () => {
    const answer = await ask(await open({ gate: gateOf(LOGGED_IN, { GET: 'any' }) }), {
      path: '/library/book',
      headers: { authorization: 'Basic x' },
    });
    if (answersFrom === 'pages') expect(answer.headers['x-handled']).toBe('pass-on');
    else
      expect(answer.headers).toMatchObject({
        'authentication-info': 'nextnonce="n"',
        vary: expect.stringContaining('Authorization'),
        'cache-control': expect.stringMatching(/private|no-store/),
      });
  });

  test('HEAD is answered as GET is, without content', async () => {
    const { status, body } = await ask(await open(), { path: '/library/book', method: 'HEAD' });
    expect([status, body.byteLength]).toEqual([answersFrom === 'pages' ? 404 : 200, 0]);
  });

  test('closing it twice does no harm', () => {
    published.close();
    expect(() => published.close()).not.toThrow();
  });
});
