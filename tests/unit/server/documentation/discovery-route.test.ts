import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { identityOf } from '../../../../src/auth/contract.ts';
import { formats } from '../../../../src/formats/registry.ts';
import type { Gatekeeper } from '../../../../src/server/access/gatekeeper.ts';
import { createPathGuard } from '../../../../src/server/access/path-guard.ts';
import { createDiscovery, discoveryRoute } from '../../../../src/server/documentation/discovery.ts';
import { createLiveStore } from '../../../../src/store/live-store.ts';
import { SiteDocuments } from '../../../../src/store/site-documents.ts';
import { richApi } from '../../../fixtures/model/rich-api.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const store = createLiveStore(new SiteDocuments([richApi], { site, formats, development: false }), formats);
const identity = identityOf({ name: 'staff', realm: 'docs' }, 'Basic', 'ada');

interface Rules {
  /** Adapter of all documentation. */
  readonly adapter?: string;
  readonly paths?: Readonly<Record<string, string>>;
}

/** @param user whether the request has a log-in that every adapter takes */
async function ask(target: string, { adapter, paths = {} }: Rules = {}, user = false, ifNoneMatch?: string) {
  const asked: string[] = [];
  const gatekeeper: Gatekeeper = {
    authenticate: async () => ({ kind: 'guest' }),
    recall: () => undefined,
    async admit(adapters) {
      asked.push(...adapters);
      return user
        ? { kind: 'authenticated', identity, headers: [] }
        : { kind: 'rejected', challenges: ['Basic realm="docs"'], cause: 'no-credentials' };
    },
  };
  const route = discoveryRoute({
    discover: createDiscovery({ store: () => store, formats }),
    site: () => site,
    gatekeeper,
    adapter: adapter ?? null,
    verdictOf: createPathGuard(Object.entries(paths).map(([pattern, name]) => ({ pattern, adapter: name }))),
    credentialsOf: () => ({ method: 'GET', target, authorization: [], client: '::1' }),
  });
  const routed = await route({
    request: {} as IncomingMessage,
    response: {} as ServerResponse,
    asked: { method: 'GET', target, accept: undefined, acceptEncoding: undefined, ifNoneMatch },
    awaitsContinue: false,
  });
  if (routed === null) return null;
  if (routed.kind !== 'bytes') throw new Error(`${target} is not answered.`);
  const { status, headers } = routed;
  return { status, asked, headerOf: (name: string) => headers[headers.indexOf(name) + 1 || -1] };
}

describe('files of discovery', () => {
  test('are made of search data and Markdown for the client that asks, which has a share of what derives them', async () => {
    const clients = new Set<string | undefined>();
    const recorded: typeof store = {
      ...store,
      searchShard(api, version, client) {
        clients.add(client?.());
        return store.searchShard(api, version);
      },
      representation(document, format, client, language) {
        clients.add(client?.());
        return store.representation(document, format, undefined, language);
      },
    };
    const discover = createDiscovery({ store: () => recorded, formats });
    for (const target of ['/llms.txt', '/llms-full.txt', '/sitemap.xml']) {
      const request = { method: 'GET', target, accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };
      await discover(request, () => ({ client: '192.0.2.1' }));
    }
    expect([...clients]).toEqual(['192.0.2.1']);
  });

  test.each<[name: string, rules: Rules, adapters: readonly string[]]>([
    ['of public documentation are public', {}, []],
    ['need what the documentation needs', { adapter: 'readers' }, ['readers']],
    ['need what a path over them names', { paths: { '/llms.txt': 'staff' } }, ['staff']],
    ['need what a path over files beside them names', { paths: { '/*': 'staff' } }, ['staff']],
    ['are not kept by paths over others', { paths: { '/reports/**': 'staff' } }, []],
    ['need what the documentation needs first', { adapter: 'readers', paths: { '/*': 'staff' } }, ['readers']],
  ])('%s', async (_name, rules, adapters) => {
    expect(await ask('/llms.txt', rules)).toMatchObject({ status: adapters.length === 0 ? 200 : 401, asked: adapters });
    const answer = await ask('/llms.txt?x', rules, true);
    expect(answer?.status).toBe(200);
    expect(answer?.headerOf('Cache-Control')).toBe(adapters.length === 0 ? 'no-cache' : 'private, no-cache');
    expect(answer?.headerOf('Access-Control-Allow-Origin')).toBe(adapters.length === 0 ? '*' : undefined);
  });

  test('can be read by scripts of other origins, with their validators', async () => {
    const request = { method: 'OPTIONS', target: '/llms.txt', accept: undefined, acceptEncoding: undefined };
    const answer = await createDiscovery({ store: () => store, formats })({ ...request, ifNoneMatch: undefined });
    expect(answer?.status).toBe(204);
    expect(answer?.headers).toContain('Access-Control-Allow-Origin');
    expect(answer?.headers).toContain('Accept, If-Match, If-None-Match');
  });

  test('have validators, which hold for their bytes', async () => {
    const tag = (await ask('/sitemap.xml'))?.headerOf('ETag');
    expect(await ask('/sitemap.xml', {}, false, tag)).toMatchObject({ status: 304 });
    expect((await ask('/llms.txt', {}, false, tag))?.status).toBe(200);
  });

  test.each(['/', '/llms', '/llms.txt.md', '/llms%2Etxt', '//llms.txt', '/.well-known/api-catalog/', '/toString'])(
    'are not at %s',
    async (path) => {
      expect(await ask(path)).toBeNull();
    },
  );
});
