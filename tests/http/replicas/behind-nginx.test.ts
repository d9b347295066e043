import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Store, storeProgram } from '../../fixtures/shared-store.ts';
import { basicCredentials, challengeOf, digestCredentials, get } from '../clients/log-in.ts';
import { isInstalled } from '../clients/programs.ts';
import { ANNA, MAX_BODY_BYTES, makeProtectedProject, writeConfiguration } from '../clients/protected-project.ts';
import { Upstream } from '../clients/upstream.ts';
import type { RunningProgram } from '../running-program.ts';
import { type RunningServer, removeProject, startBuiltServer } from '../servers.ts';
import { startNginx } from './nginx.ts';

const MOST_FAILURES = 4;
const isComplete = isInstalled('nginx') && storeProgram !== undefined;

/** Runs replicas as compose.yaml starts them: its configuration of nginx, its settings of replicas. */
describe.skipIf(!isComplete)(
  'replicas behind nginx (skipped where one is not installed: nginx, and valkey-server or redis-server)',
  () => {
    let store: Store;
    let upstream: Upstream;
    let nginx: RunningProgram;
    let folder: string;
    const servers: RunningServer[] = [];

    beforeAll(async () => {
      [store, upstream] = await Promise.all([Store.open(), Upstream.start()]);
      const project = await makeProtectedProject(upstream.origin);
      ({ folder } = project);
      const { configuration } = project;
      const section = configuration['platform-mvc-auth'];
      section.state = { driver: 'redis', url: store.url, when_down: 'refuse' };
      section.throttle = { failures: MOST_FAILURES, per_seconds: 60 };
      writeConfiguration(folder, {
        ...configuration,
        'platform-mvc-auth': { ...section, trusted_proxies: ['127.0.0.1'] } as typeof section,
      });
      const keys = { PLATFORM_NONCE_KEYS: randomBytes(32).toString('base64'), PLATFORM_ACCESS_LOG: '1' };
      servers.push(await startBuiltServer(folder, keys), await startBuiltServer(folder, keys));
      nginx = await startNginx(servers.map(({ port }) => port));
    });
    afterAll(async () => {
      await nginx?.stop();
      await Promise.all(servers.map((server) => server.stop()));
      await store?.remove();
      upstream?.stop();
      if (folder !== undefined) removeProject(folder);
    });
    beforeEach(() => void upstream.take());

    test.each(['/partners/notes', '/partners/notes?a=%20b&c=d/e&f=%2F%2f&g', '/partners/%6eotes'])(
      'Digest signs %s, which arrives as it was sent',
      async (target) => {
        const challenge = challengeOf(await get(nginx.origin + target));
        for (const count of [1, 2, 3, 4])
          expect((await get(nginx.origin + target, digestCredentials(ANNA, challenge, target, count))).status).toBe(
            200,
          );
        expect(upstream.take().map(({ user }) => user)).toEqual(Array(4).fill(ANNA.name));
        const replayed = await get(nginx.origin + target, digestCredentials(ANNA, challenge, target, 2));
        expect([replayed.status, challengeOf(replayed).isStale]).toEqual([401, true]);
        expect(upstream.take()).toEqual([]);
      },
    );

    test('both replicas answer, and see the client', async () => {
      const targets = Array.from({ length: 8 }, (_, index) => `/healthz?${index}`);
      for (const target of targets) await get(nginx.origin + target);
      for (const server of servers) {
        const lines = server.output().split('\n');
        expect(lines.filter((line) => targets.some((target) => line.includes(`"${target}"`))).length).toBeGreaterThan(
          0,
        );
      }
    });

    test('a client cannot pretend to be another one by what it writes into the header', async () => {
      const guess = (client: string): Promise<Response> =>
        fetch(`${nginx.origin}/staff/notes`, {
          headers: {
            authorization: basicCredentials({ name: 'nobody', password: 'guess' }),
            'x-forwarded-for': client,
            forwarded: `for=${client}`,
          },
        });
      const statuses: number[] = [];
      for (let index = 0; index <= MOST_FAILURES; index += 1) statuses.push((await guess(`192.0.2.${index}`)).status);
      expect(statuses).toEqual([...Array(MOST_FAILURES).fill(401), 429]);
    });

    test('what is too large is refused by the server, in its own words', async () => {
      const body = new Uint8Array(MAX_BODY_BYTES + 1);
      const headers = { authorization: basicCredentials(ANNA), 'content-type': 'application/octet-stream' };
      const response = await fetch(`${nginx.origin}/everyone/notes`, { method: 'POST', headers, body });
      expect([response.status, response.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
    });

    test('documentation keeps its entity tag and what it is encoded in', async () => {
      const url = `${nginx.origin}/platform/documentation/Library`;
      const response = await fetch(url, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
      const tag = response.headers.get('etag') ?? '';
      expect(
        (await fetch(url, { headers: { accept: 'text/html', 'accept-encoding': 'br', 'if-none-match': tag } })).status,
      ).toBe(304);
    });
  },
);
