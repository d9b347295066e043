import { describe, expect, test } from 'vitest';
import type { AccessRule } from '../../../src/model/access.ts';
import { Api } from '../../../src/model/api.ts';
import { callAddress, operationServers, serversOf } from '../../../src/model/call-address.ts';
import type { Operation } from '../../../src/model/operation.ts';
import type { ApiRecord, OperationRecord } from '../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const SITE = 'https://docs.example';
const closed: AccessRule = () => ({ kind: 'login', schemes: [{ scheme: 'Basic', realm: 'api' }] });
/** Only what changes something. */
const halfClosed: AccessRule = (asked) => (asked.method === 'GET' ? { kind: 'open' } : closed(asked));

/** Version 2 of an API with GET and POST of `/book`. */
function apiOf(
  rest: Partial<ApiRecord>,
  defaultVersion: number,
  accessRule?: AccessRule,
  own: Partial<OperationRecord> = {},
): Api {
  const operations = [operation('GET', '/book', own), operation('POST', '/book')];
  const record = apiRecord({ name: 'Library', version: 2, services: [service('Book', { operations })], ...rest });
  return new Api(record, { versions: [1, 2], defaultVersion, ...(accessRule === undefined ? {} : { accessRule }) });
}

function firstOf(api: Api): Operation {
  const [found] = api.getService('Book')?.getOperations() ?? [];
  if (found === undefined) throw new Error('No operation.');
  return found;
}

const called = (api: Api): readonly string[] => {
  const { origin, paths } = callAddress(firstOf(api), SITE);
  return paths.map((path) => origin + path);
};
const urls = (servers: readonly { readonly url: string }[]): readonly string[] => servers.map(({ url }) => url);

const native = { basePath: '/library' };
const relative = { basePath: '/library', servers: [{ url: '/library/' }, { url: '/old' }] };
const elsewhere = { basePath: '/base', servers: [{ url: 'https://api.example/base/', description: 'The real one' }] };

describe('an operation is called, and its API has the servers', () => {
  test.each<[string, Api, called: string, servers: readonly string[]]>([
    ['at the base path of the default version', apiOf(native, 2), `${SITE}/library/book`, [`${SITE}/library`]],
    ['below the number of another version', apiOf(native, 1), `${SITE}/v2/library/book`, [`${SITE}/v2/library`]],
    ['without a base path', apiOf({}, 2), `${SITE}/book`, [SITE]],
    ['without a base path, in another version', apiOf({}, 1), `${SITE}/v2/book`, [`${SITE}/v2`]],
    ['at a server without a host', apiOf(relative, 2), `${SITE}/library/book`, ['/library/', '/old']],
    [
      'at a server without a host, in another version',
      apiOf(relative, 1),
      `${SITE}/v2/library/book`,
      ['/v2/library', '/v2/old'],
    ],
    [
      'where this site answers, with any base of a relative path',
      apiOf({ servers: [{ url: 'api' }] }, 2),
      `${SITE}/book`,
      [SITE, 'api'],
    ],
    [
      'at the host that the descriptor names, in any version',
      apiOf(elsewhere, 1),
      'https://api.example/base/book',
      ['https://api.example/base/'],
    ],
    [
      'at a host without a scheme',
      apiOf({ servers: [{ url: '//api.example' }] }, 1),
      'https://api.example/book',
      ['//api.example'],
    ],
    [
      'here, where a log-in of this site is asked',
      apiOf(elsewhere, 2, closed),
      `${SITE}/base/book`,
      [`${SITE}/base`, 'https://api.example/base/'],
    ],
    [
      'here in another version',
      apiOf(elsewhere, 1, closed),
      `${SITE}/v2/base/book`,
      [`${SITE}/v2/base`, 'https://api.example/base/'],
    ],
    [
      'here, where one is asked at other operations',
      apiOf(elsewhere, 1, halfClosed),
      `${SITE}/v2/base/book`,
      [`${SITE}/v2/base`, 'https://api.example/base/'],
    ],
  ])('%s', (_, api, address, servers) => {
    expect(called(api)).toEqual([address]);
    expect(urls(serversOf(api, SITE))).toEqual(servers);
    expect(operationServers(firstOf(api), SITE)).toEqual([]);
  });

  test('relative to this site where its address is not known', () => {
    expect(urls(serversOf(apiOf(native, 1), ''))).toEqual(['/v2/library']);
    expect(urls(serversOf(apiOf({}, 2), ''))).toEqual(['/']);
  });

  test('servers keep what the descriptor says of them', () => {
    expect(
      serversOf(
        apiOf({ servers: [{ url: '/{stage}', description: 'Stages', variables: { stage: { default: 'live' } } }] }, 1),
        '',
      ),
    ).toContainEqual({
      url: '/v2/{stage}',
      description: 'Stages',
      variables: { stage: { default: 'live' } },
    });
    expect(serversOf(apiOf(elsewhere, 1), SITE)).toEqual(elsewhere.servers);
  });
});

describe('an operation with servers of its own', () => {
  const upload = { servers: [{ url: 'https://upload.example/' }] };
  const own = { servers: [{ url: '/upload' }] };
  test.each<[string, Api, called: string, servers: readonly string[]]>([
    [
      'has nothing of the API’s base path',
      apiOf(elsewhere, 2, undefined, upload),
      'https://upload.example/book',
      ['https://upload.example/'],
    ],
    [
      'is called there in any version',
      apiOf(native, 1, undefined, upload),
      'https://upload.example/book',
      ['https://upload.example/'],
    ],
    [
      'is called there where others need a log-in',
      apiOf(elsewhere, 1, halfClosed, upload),
      'https://upload.example/book',
      ['https://upload.example/'],
    ],
    [
      'is called here where it needs one itself',
      apiOf(native, 1, closed, upload),
      `${SITE}/v2/library/book`,
      [`${SITE}/v2/library`, 'https://upload.example/'],
    ],
    [
      'is called where this site answers',
      apiOf(native, 1, undefined, own),
      `${SITE}/v2/library/book`,
      [`${SITE}/v2/library`, '/v2/upload'],
    ],
  ])('%s', (_, api, address, servers) => {
    expect(called(api)).toEqual([address]);
    expect(urls(operationServers(firstOf(api), SITE))).toEqual(servers);
  });
});
