import { beforeEach, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { isInstalled } from '../clients/programs.ts';
import { ProtectedSite } from '../clients/protected-site.ts';
import type { Probe } from '../probe.ts';
import { answerTo, type ProbeResponse, send } from '../probe-runner.ts';
import { discoveryProbes } from '../probes/discovery-probes.ts';
import { hostilePathProbes } from '../probes/hostile-path-probes.ts';
import { probes } from '../probes.ts';
import { startProxies } from './nginx.ts';

const HOST = 'https://example.org';
const PATH = '/docs';

const root = whileTesting(() => ProtectedSite.open({ base_url: HOST }));
const below = whileTesting(() => ProtectedSite.open({ base_url: HOST + PATH }));

beforeEach(() => void below.upstream.take());

const get = (path: string, accept?: string): Probe['request'] => ({
  method: 'GET',
  path,
  headers: accept === undefined ? {} : { Accept: accept },
});
/** Requests that are in no table of the documentation: published APIs, searches, the root, what is missing. */
const others: readonly Probe['request'][] = [
  get('/library/book'),
  get('/v1/library/book?page=2', 'application/hal+json'),
  get('/library/book', 'image/png'),
  { ...get('/library/book'), method: 'DELETE' },
  { ...get('/library/book'), method: 'OPTIONS' },
  get('/partners/notes'),
  get('/staff/open'),
  get('/staff/moved'),
  get('/'),
  get('/?a'),
  get('/nothing'),
  get('/nothing', 'text/html'),
  get('/platform/documentation?q=book', 'text/html'),
  get('/platform/documentation?q=book', 'application/json'),
  get('/platform/documentation.json?q=book&kind=none'),
  get('/platform/documentation/Librari', 'text/html'),
  get('/platform/documentation/Librari', 'application/json'),
  get('/platform/documentation.mcp'),
  get('/_astro/nothing.js'),
];
const named = [...new Map([...probes, ...discoveryProbes].map((probe) => [probe.name, probe])).values()];
const table = [
  ...named.map((probe) => [`${probe.name} (${probe.source})`, probe.request] as const),
  ...others.map(
    (request) => [`${request.method} ${request.path} for ${request.headers['Accept'] ?? 'all'}`, request] as const,
  ),
];

/** Fields of the connection, of the moment, and of the exact bytes. */
const CHANGING = /^(?:date|etag|content-length|transfer-encoding|connection|keep-alive|server)$/;

function ask(origin: string, request: Probe['request'], path: string): Promise<ProbeResponse> {
  const probe = { name: '', source: '', request, expected: { status: 200 } };
  return answerTo(probe, (one) => send(origin, { ...one, path }));
}

/** @param target of a request at the root of a host */
function moved(target: string): string {
  return target.startsWith('/') ? PATH + target : target.replace(/^https?:\/\/[^/?#]*/i, `$&${PATH}`);
}

/** An answer without the path, and without what no two answers have in common. */
function withoutPath({ status, headers, body }: ProbeResponse): object {
  const plain = (text: string): string =>
    text
      .replaceAll(`${HOST}${PATH}`, HOST)
      .replaceAll('<wbr>docs/', '')
      .replaceAll(`${PATH}/`, '/')
      .replaceAll(/nonce="[^"]*"|-- [0-9a-f]+/g, '');
  const fields = [...headers].filter(([name]) => !CHANGING.test(name)).map(([name, value]) => [name, plain(value)]);
  return { status, fields, body: plain(body) };
}

describe('a server below a path answers as one at the root, but for the path', () => {
  test.each(table)('%s', async (_, request) => {
    const expected = withoutPath(await ask(root.origin, request, request.path));
    const kept = await ask(below.server.origin, request, moved(request.path));
    expect(withoutPath(kept)).toEqual(expected);
    // The same where a proxy has stripped the path.
    expect(withoutPath(await ask(below.server.origin, request, request.path))).toEqual(expected);
  });

  test('every address of a page and of a problem is below the path', async () => {
    for (const [target, accept] of [
      ['/platform/documentation', 'text/html'],
      ['/platform/documentation/Library/Book', 'text/html'],
      ['/platform/documentation/Librari', 'text/html'],
      ['/platform/documentation/Librari', 'application/json'],
      ['/platform/documentation.json', ''],
      ['/llms.txt', ''],
      ['/sitemap.xml', ''],
    ] as const) {
      const { body, headers } = await ask(below.server.origin, get(PATH + target, accept), PATH + target);
      const text = `${body}\n${[...headers.values()].join('\n')}`;
      expect(text).toContain(`${PATH}/platform/documentation`);
      expect(text.match(/["'(<:*]\/(?:platform|_astro|\.well-known)\//g) ?? []).toEqual([]);
      expect(text).not.toMatch(/example\.org\/(?!docs)/);
    }
  });
});

describe('a path that only begins like it, or is written otherwise, is another path', () => {
  test.each([
    '/docsx/platform/documentation',
    '/docs.json',
    '/DOCS/platform/documentation',
    '/%64ocs/platform/documentation',
    '/docs%2Fplatform/documentation',
    '/docs/docs/platform/documentation',
    '/docs//library/book',
    '/docs/%2e%2e/docs/library/book',
  ])('%s', async (target) => {
    const { status, headers } = await ask(below.server.origin, get(target), target);
    expect([400, 404]).toContain(status);
    expect(headers.get('location')).toBeUndefined();
  });

  test.each([
    '/docs//evil.example/',
    '/docs/\\evil.example/',
    '/docs///evil.example',
    '//evil.example/docs/',
    '/docs/%5C%5Cevil.example/',
  ])('%s leads to no other host', async (target) => {
    const { headers } = await ask(below.server.origin, get(target), target);
    expect(headers.get('location')).toBeUndefined();
  });

  test.each([
    '/docs//partners/notes',
    '/docs/%70artners/notes',
    '/docs/partners%2fnotes',
    '/partners/notes',
    '/docs/v1/partners/notes',
  ])('%s is not open', async (target) => {
    const { status } = await ask(below.server.origin, get(target), target);
    expect([400, 401, 404]).toContain(status);
    expect(below.upstream.take()).toEqual([]);
  });
});

describe.skipIf(!isInstalled('nginx'))('behind nginx (skipped where it is not installed: nginx)', () => {
  const proxies = whileTesting(() => startProxies(root.server.port, below.server.port));
  // nginx reads hostile paths itself.
  const hostile = new Set(hostilePathProbes.map(({ request }) => request));
  const passed = table.filter(([, request]) => !hostile.has(request) && /^\/(?!\/)/.test(request.path));

  test.each(passed)('%s', async (_, request) => {
    const expected = withoutPath(await ask(proxies.root, request, request.path));
    for (const origin of [proxies.keeping, proxies.stripping])
      expect(withoutPath(await ask(origin, request, PATH + request.path))).toEqual(expected);
  });

  test('programs find the catalog of APIs at the root of the host', async () => {
    const { status, body } = await ask(proxies.keeping, get('/.well-known/api-catalog'), '/.well-known/api-catalog');
    expect([status, body]).toEqual([200, expect.stringContaining(`"${HOST}${PATH}/.well-known/api-catalog"`)]);
  });
});
