import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { LineProgram } from '../clients/line-program.ts';
import { challengeOf, digestCredentials, get } from '../clients/log-in.ts';
import { isInstalled, runProgram } from '../clients/programs.ts';
import { ANNA } from '../clients/protected-project.ts';
import { ProtectedSite } from '../clients/protected-site.ts';
import { startProxies } from './nginx.ts';

const site = whileTesting(() => ProtectedSite.open({ base_url: 'https://example.org/docs' }));
beforeEach(() => void site.upstream.take());

/** Queries as clients send them, which nginx would change if it wrote the address again. */
const QUERIES = ['', '?q=a+b', '?q=%22a%20b%22&c=%25', '?q=%2f%2F&d=%c3%a4', '?p=/docs/notes'];

describe('credentials of Digest', () => {
  const { from } = { from: (path: string) => `${new URL(site.origin).origin}${path}` };

  test.each([
    // sent to                signed
    ['/docs/partners/notes', '/docs/partners/notes', 200],
    // As a proxy passes it on that has stripped the path
    ['/partners/notes', '/docs/partners/notes', 200],
    ['/partners/notes', '/partners/notes', 200],
    ['/docs/partners/notes', '/partners/notes', 401],
    ['/docs/partners/notes', '/docs/docs/partners/notes', 401],
    ['/partners/notes', '/docs/partners/notes?a', 401],
    ['/partners/notes', '/docs/strong/notes', 401],
    ['/partners/notes', '/docsx/partners/notes', 401],
    ['/partners/notes', '/docs//partners/notes', 401],
  ])('for a request to %s, signed as %s: %i', async (target, signed, status) => {
    const challenge = challengeOf(await get(from('/docs/partners/notes')));
    const { status: answered } = await get(from(target), digestCredentials(ANNA, challenge, signed, 1));
    expect([answered, site.upstream.take().length]).toEqual([status, status === 200 ? 1 : 0]);
  });

  test('are used up, however the request is written the second time', async () => {
    const challenge = challengeOf(await get(from('/docs/partners/notes')));
    const credentials = digestCredentials(ANNA, challenge, '/docs/partners/notes', 1);
    const statuses = ['/partners/notes', '/docs/partners/notes', '/partners/notes'].map((target) => from(target));
    const answered: number[] = [];
    for (const url of statuses) answered.push((await get(url, credentials)).status);
    expect(answered).toEqual([200, 401, 401]);
  });
});

describe.skipIf(!isInstalled('nginx'))('behind nginx (skipped where it is not installed: nginx)', () => {
  const proxies = whileTesting(() => startProxies(site.server.port, site.server.port));
  const logIns = [
    ['keeping', 'partners'],
    ['keeping', 'strong'],
    ['stripping', 'partners'],
    ['stripping', 'strong'],
  ] as const;
  const urls = (proxy: 'keeping' | 'stripping', api: string): readonly string[] =>
    QUERIES.map((query) => `${proxies[proxy]}/docs/${api}/notes${query}`);

  test.skipIf(!isInstalled('curl')).each(logIns)('curl --digest, the path %s: %s', async (proxy, api) => {
    const given = ['-q', '-sS', '--digest', '-u', `${ANNA.name}:${ANNA.password}`, '-w', '%{http_code} '];
    const { output } = await runProgram('curl', [
      ...given,
      ...urls(proxy, api).flatMap((url) => ['-o', '/dev/null', url]),
    ]);
    expect(output.trim().split(' ')).toEqual(QUERIES.map(() => '200'));
    expect(site.upstream.take().map(({ path, user }) => [path, user])).toEqual(
      QUERIES.map((query) => [`/${api}/notes${query}`, ANNA.name]),
    );
  });

  const python = ['python3', '/usr/bin/python3'].find((candidate) => isInstalled(candidate, '-c', 'import requests'));
  describe.skipIf(python === undefined)('Python requests (skipped where it is not installed: python3-requests)', () => {
    let client: LineProgram;
    beforeAll(() => {
      client = new LineProgram(python ?? '', [
        fileURLToPath(new URL('../clients/requests-client.py', import.meta.url)),
      ]);
    });
    afterAll(async () => expect(await client.close()).toEqual([0, '']));

    test.each(logIns)('the path %s: %s', async (proxy, api) => {
      const requests = urls(proxy, api).map((url) => ({ method: 'GET', url, query: null, body: null }));
      const answers: readonly { readonly status: number }[] = JSON.parse(
        await client.ask(JSON.stringify({ scheme: 'digest', user: ANNA.name, password: ANNA.password, requests })),
      );
      expect(answers.map(({ status }) => status)).toEqual(QUERIES.map(() => 200));
      expect(site.upstream.take().map(({ user }) => user)).toEqual(QUERIES.map(() => ANNA.name));
    });
  });
});
