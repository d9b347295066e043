import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { LineProgram } from './line-program.ts';
import { isInstalled } from './programs.ts';
import { type AdapterName, ANNA, JULES, OTTO, type User } from './protected-project.ts';
import { ProtectedSite } from './protected-site.ts';

const program = fileURLToPath(new URL('requests-client.py', import.meta.url));
/**
 * The distribution's own Python has the library where its package is installed, whichever Python comes first in the
 * path.
 */
const python = ['python3', '/usr/bin/python3'].find((candidate) => isInstalled(candidate, '-c', 'import requests'));

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Answered {
  readonly status: number;
  readonly json: { readonly path: string; readonly user: string; readonly bytes: number } | null;
}

const LOG_INS: readonly (readonly ['basic' | 'digest', AdapterName])[] = [
  ['basic', 'staff'],
  ['basic', 'everyone'],
  ['digest', 'partners'],
  ['digest', 'everyone'],
  ['digest', 'strong'],
];

describe.skipIf(python === undefined)('Python requests (skipped where it is not installed: python3-requests)', () => {
  const site = whileTesting(() => ProtectedSite.open());
  let client: LineProgram;
  beforeAll(() => {
    client = new LineProgram(python ?? '', [program]);
  });
  // Its warnings.
  afterAll(async () => expect(await client.close()).toEqual([0, '']));
  beforeEach(() => void site.upstream.take());

  async function ask(
    scheme: string,
    { name, password }: User,
    ...asked: readonly Asked[]
  ): Promise<readonly Answered[]> {
    const requests = asked.map(({ method, path, query = null, body = null }) => ({
      method,
      url: site.origin + path,
      query,
      body,
    }));
    return JSON.parse(await client.ask(JSON.stringify({ scheme, user: name, password, requests })));
  }

  describe.each(LOG_INS)('%s to adapter %s', (scheme, adapter) => {
    test('several requests in one session, with any query', async () => {
      const path = `/${adapter}/notes`;
      const queries = [
        { q: 'a b' },
        { q: '"quoted" \'too\'' },
        { q: '100 % & more = ä' },
        { 'k y': 'x\\y+z' },
        {},
        { q: ',;/?:@' },
      ];
      const answers = await ask(scheme, ANNA, ...queries.map((query) => ({ method: 'GET', path, query })));
      expect(answers.map(({ status, json }) => [status, json?.user])).toEqual(queries.map(() => [200, 'anna']));
      const received = answers.map(({ json }) =>
        Object.fromEntries(new URL(json?.path ?? '', site.origin).searchParams),
      );
      expect(received).toEqual(queries);
    });

    test('bodies arrive whole and once', async () => {
      const asked = { method: 'POST', path: `/${adapter}/notes`, body: { note: 'a'.repeat(100_000) } };
      const answers = await ask(scheme, ANNA, asked, { method: 'GET', path: `/${adapter}/notes` }, asked);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(site.upstream.take().map(({ method, user, bytes }) => [method, user, bytes])).toEqual([
        ['POST', 'anna', 100_012],
        ['GET', 'anna', 0],
        ['POST', 'anna', 100_012],
      ]);
    });

    // In Digest the library hashes a name as UTF-8 and sends it as Latin-1.
    test.each(scheme === 'basic' ? [OTTO, JULES] : [OTTO])('credentials beyond ASCII: $name', async (user) => {
      expect(await ask(scheme, user, { method: 'GET', path: `/${adapter}/notes` })).toMatchObject([
        { status: 200, json: { user: user.name } },
      ]);
    });

    test.each([
      ['a wrong password', { name: 'anna', password: 'wrong' }],
      ['an unknown user', { name: 'nobody', password: ANNA.password }],
    ])('%s is refused, and the service is not asked', async (_, user) => {
      const asked = { method: 'GET', path: `/${adapter}/notes`, query: { q: 'a b' } };
      expect(await ask(scheme, user, asked, asked)).toMatchObject([{ status: 401 }, { status: 401 }]);
      expect(site.upstream.take()).toEqual([]);
    });
  });
});
