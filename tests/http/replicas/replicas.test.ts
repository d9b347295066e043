import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Store, storeProgram } from '../../fixtures/shared-store.ts';
import { basicCredentials, challengeOf, DigestClient, digestCredentials, get } from '../clients/log-in.ts';
import {
  ANNA,
  type LocalConfiguration,
  makeProtectedProject,
  OTTO,
  writeConfiguration,
} from '../clients/protected-project.ts';
import { Upstream } from '../clients/upstream.ts';
import { type RunningServer, removeProject, startBuiltServer } from '../servers.ts';

const TARGET = '/partners/notes';
const MOST_FAILURES = 4;
/** How long a request may take no matter what the store does. */
const LONGEST_MILLISECONDS = 30_000;

describe.skipIf(storeProgram === undefined)(
  'replicas that share a store (skipped where none is installed: valkey-server or redis-server)',
  () => {
    let store: Store;
    let upstream: Upstream;
    let folder: string;
    let configuration: LocalConfiguration;
    const servers: RunningServer[] = [];
    let a: RunningServer;
    let b: RunningServer;
    /** Without keys of its own in common. */
    let stranger: RunningServer;

    beforeAll(async () => {
      [store, upstream] = await Promise.all([Store.open(), Upstream.start()]);
      ({ folder, configuration } = await makeProtectedProject(upstream.origin));
      useState('refuse');
      const keys = { PLATFORM_NONCE_KEYS: randomBytes(32).toString('base64') };
      for (const environment of [keys, keys, {}]) servers.push(await startBuiltServer(folder, environment));
      [a, b, stranger] = servers as [RunningServer, RunningServer, RunningServer];
    });
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await store?.remove();
      upstream?.stop();
      if (folder !== undefined) removeProject(folder);
    });

    function useState(whenDown: 'refuse' | 'local'): void {
      const changed = structuredClone(configuration);
      changed['platform-mvc-auth'].state = { driver: 'redis', url: store.url, when_down: whenDown };
      changed['platform-mvc-auth'].throttle = { failures: MOST_FAILURES, per_seconds: 20 };
      writeConfiguration(folder, changed);
    }

    const ask = ({ origin }: RunningServer, authorization?: string): Promise<Response> =>
      get(origin + TARGET, authorization);
    const works = async (server: RunningServer): Promise<void> => {
      await vi.waitFor(async () => expect((await new DigestClient(OTTO).get(server.origin, TARGET)).status).toBe(200));
    };
    const failBasic = ({ origin }: RunningServer, name: string): Promise<Response> =>
      get(`${origin}/staff/notes`, basicCredentials({ name, password: 'guess' }));

    beforeEach(async () => {
      await Promise.all(servers.map(works));
      upstream.take();
    });

    test('take the nonce of another, in any order of counts, and each count once', async () => {
      const challenge = challengeOf(await ask(a));
      for (const [count, server] of [
        [1, b],
        [2, a],
        [5, b],
        [3, a],
        [4, b],
      ] as const) {
        expect((await ask(server, digestCredentials(ANNA, challenge, TARGET, count))).status).toBe(200);
      }
      upstream.take();
      for (const count of [1, 2, 3, 4, 5]) {
        for (const server of [a, b]) {
          const response = await ask(server, digestCredentials(ANNA, challenge, TARGET, count));
          expect([response.status, challengeOf(response).isStale]).toEqual([401, true]);
        }
      }
      expect(upstream.take()).toEqual([]);
      expect((await ask(b, digestCredentials(ANNA, challenge, TARGET, 6))).status).toBe(200);
    });

    test('refuse the same request at the other replica', async () => {
      const recorded = digestCredentials(ANNA, challengeOf(await ask(a)), TARGET, 1);
      expect((await ask(a, recorded)).status).toBe(200);
      upstream.take();
      expect((await ask(b, recorded)).status).toBe(401);
      expect((await ask(a, recorded)).status).toBe(401);
      expect(upstream.take()).toEqual([]);
    });

    test('let the same request in once when it comes to all of them at the same time', async () => {
      const challenge = challengeOf(await ask(a));
      let letIn = 0;
      for (let count = 1; count <= 20; count += 1) {
        const recorded = digestCredentials(ANNA, challenge, TARGET, count);
        const answers = await Promise.all([a, b, a, b].map((server) => ask(server, recorded)));
        const [first, ...others] = answers.map(({ status }) => status).sort();
        // 503 of a busy machine, whose store is too slow, lets nobody in either.
        expect([200, 401]).toContain(first);
        for (const status of others) expect([401, 503]).toContain(status);
        if (first === 200) letIn += 1;
      }
      expect(letIn).toBeGreaterThan(10);
    });

    test('without common keys find the nonces of the others stale, not the password wrong', async () => {
      const foreign = challengeOf(await ask(stranger));
      for (const [server, challenge] of [
        [a, foreign],
        [stranger, challengeOf(await ask(a))],
      ] as const) {
        const response = await ask(server, digestCredentials(ANNA, challenge, TARGET, 1));
        expect([response.status, challengeOf(response).isStale]).toEqual([401, true]);
        const wrong = await ask(server, digestCredentials({ ...ANNA, password: 'guess' }, challenge, TARGET, 2));
        expect([wrong.status, challengeOf(wrong).isStale]).toEqual([401, false]);
      }
      await expect.poll(() => stranger.output()).toContain('PLATFORM_NONCE_KEYS');
      expect(a.output()).not.toContain('PLATFORM_NONCE_KEYS');
    });

    test('count failures together', async () => {
      for (let failures = 0; failures < MOST_FAILURES; failures += 1)
        expect((await failBasic(failures % 2 === 0 ? a : b, `user${failures}`)).status).toBe(401);
      upstream.take();
      for (const server of [a, b, stranger]) {
        const response = await get(`${server.origin}/staff/notes`, basicCredentials(ANNA));
        expect([response.status, response.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]/)]);
      }
      expect(upstream.take()).toEqual([]);
      expect((await get(`${b.origin}/everyone/notes`, basicCredentials(ANNA))).status).toBe(200);
      await vi.waitFor(async () =>
        expect((await get(`${b.origin}/staff/notes`, basicCredentials(ANNA))).status).toBe(200),
      );
    });

    test.each([
      ['is stopped', (): Promise<void> => store.stop(), (): Promise<void> => store.start()],
      ['hangs', async (): Promise<void> => store.freeze(), async (): Promise<void> => store.thaw()],
    ])(
      'admit no client while the store %s, answer everything else, and work again when it is back',
      async (_, lose, bring) => {
        const challenge = challengeOf(await ask(a));
        await lose();
        const started = performance.now();
        for (const server of [a, b]) {
          for (const response of [
            await ask(server, digestCredentials(ANNA, challenge, TARGET, 1)),
            await get(`${server.origin}/staff/notes`, basicCredentials({ ...ANNA, password: 'guess' })),
          ]) {
            expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
            expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
          }
        }
        expect(performance.now() - started).toBeLessThan(LONGEST_MILLISECONDS);
        expect(upstream.take()).toEqual([]);
        for (const { origin } of [a, b]) {
          for (const path of [
            '/partners/open',
            '/staff/open',
            '/platform/documentation',
            '/platform/documentation/Partners.openapi.json',
            '/healthz',
            '/readyz',
          ])
            expect([path, (await get(origin + path)).status]).toEqual([path, 200]);
          expect((await get(origin + TARGET)).status).toBe(401);
        }
        await expect
          .poll(() => a.output())
          .toMatch(/the shared store cannot be asked \([^)]+\); until it is back, log-ins are refused/);
        await bring();
        await Promise.all([a, b].map(works));
      },
    );

    test('where configuration says so let people in by what each of them remembers, and say so', async () => {
      useState('local');
      const logged = a.output().length;
      await vi.waitFor(async () => {
        await works(a);
        expect(a.output().slice(logged)).toContain('the shared store is connected');
      });
      await store.stop();
      const client = new DigestClient(ANNA);
      expect((await client.get(a.origin, TARGET)).status).toBe(200);
      const recorded = digestCredentials(ANNA, challengeOf(await ask(a)), TARGET, 1);
      expect([(await ask(a, recorded)).status, (await ask(a, recorded)).status]).toEqual([200, 401]);
      expect((await get(`${a.origin}/staff/notes`, basicCredentials(ANNA))).status).toBe(200);
      for (let failures = 0; failures < MOST_FAILURES; failures += 1)
        expect((await failBasic(a, 'nobody')).status).toBe(401);
      expect((await failBasic(a, 'nobody')).status).toBe(429);
      await expect
        .poll(() => a.output().slice(logged))
        .toMatch(/the shared store cannot be asked .*this process remembers for itself/);
      await store.start();
      await vi.waitFor(() =>
        expect(
          a
            .output()
            .slice(logged)
            .match(/the shared store is connected/g),
        ).toHaveLength(2),
      );
      upstream.take();
      for (const server of [a, b]) expect((await ask(server, recorded)).status).toBe(401);
      expect(upstream.take()).toEqual([]);
      expect((await client.get(a.origin, TARGET)).status).toBe(200);
    });

    test.each([
      ['is there', async (): Promise<void> => undefined],
      ['is not', (): Promise<void> => store.stop()],
    ])('end when they are stopped, while the store %s', async (_, prepare) => {
      await prepare();
      const server = servers.pop();
      const started = performance.now();
      expect(await server?.stop()).toBe(0);
      expect(performance.now() - started).toBeLessThan(LONGEST_MILLISECONDS);
      await store.stop();
      await store.start();
    });
  },
);
