import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import type { AccessRule } from '../../src/model/access.ts';
import { Api } from '../../src/model/api.ts';
import { callAddress } from '../../src/model/call-address.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { curlOf } from '../../src/presentation/samples/curl-sample.ts';
import { createRouter } from '../../src/services/routes.ts';
import { digestLogin } from '../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../fixtures/model/rich-api.ts';

const ORIGIN = 'http://127.0.0.1:4321';
const open: AccessRule = () => ({ kind: 'open' });
const closed: AccessRule = () => ({ kind: 'login', schemes: [digestLogin('api')] });

/** Two versions that this site answers; the default one is the first of the pair. */
const PAIRS: readonly (readonly [string, Partial<ApiRecord>, Partial<ApiRecord>, AccessRule])[] = [
  ['one base path', { basePath: '/library' }, { basePath: '/library' }, open],
  ['no base path', {}, {}, open],
  [
    'base paths that are versions',
    { basePath: '/v2', servers: [{ url: '/v2' }] },
    { basePath: '/v1', servers: [{ url: '/v1/' }] },
    open,
  ],
  ['base paths that are each other’s version', { basePath: '/v1' }, { basePath: '/v2' }, open],
  [
    'relative servers',
    { basePath: '/a', servers: [{ url: '/a' }] },
    { basePath: '/b', servers: [{ url: '/b' }, { url: '/a' }] },
    open,
  ],
  [
    'a server with a variable in its path',
    { servers: [{ url: '/{stage}', variables: { stage: { default: 'live' } } }] },
    {},
    open,
  ],
  [
    'a log-in of this site',
    { basePath: '/base', servers: [{ url: 'https://api.example/base' }] },
    { basePath: '/base', servers: [{ url: 'https://api.example/base' }] },
    closed,
  ],
];

const operations = [
  operation('GET', '/'),
  operation('GET', '/book'),
  operation('GET', '/book/{id}', { servers: [{ url: '/elsewhere' }] }),
];

function versionsOf(
  ofDefault: Partial<ApiRecord>,
  ofOther: Partial<ApiRecord>,
  accessRule: AccessRule,
): readonly Api[] {
  const context = { versions: [1, 2], defaultVersion: 2, accessRule };
  const shared = { name: 'Library', services: [service('Book', { kind: 'rpc', operations })] } as const;
  return [
    new Api(apiRecord({ ...shared, ...ofDefault, version: 2 }), context),
    new Api(apiRecord({ ...shared, ...ofOther, version: 1 }), context),
  ];
}

/** The path of each operation's address, as each output tells it. */
const outputs: Readonly<Record<string, (api: Api) => readonly string[]>> = {
  'the model': (api) =>
    operationsOf(api).flatMap((one) =>
      callAddress(one, ORIGIN).paths.map((path) => callAddress(one, ORIGIN).origin + path),
    ),
  curl: (api) => operationsOf(api).map((one) => /'(http\S*)'$/.exec(curlOf(one, '') ?? '')?.[1] ?? ''),
  openapi: (api) => fromOpenApi(rendered(api, 'openapi')),
  'openapi-yaml': (api) => fromOpenApi(rendered(api, 'openapi-yaml')),
  'openapi-yaml-3.0': (api) => fromOpenApi(rendered(api, 'openapi-yaml-3.0')),
  'openapi-yaml-3.2': (api) => fromOpenApi(rendered(api, 'openapi-yaml-3.2')),
  'openapi-3.0': (api) => fromOpenApi(rendered(api, 'openapi-3.0')),
  'openapi-3.2': (api) => fromOpenApi(rendered(api, 'openapi-3.2')),
  swagger: (api) => {
    const { basePath, host, paths } = rendered(api, 'swagger');
    expect(host).toBeUndefined();
    return Object.entries<Json>(paths).map(([path, item]) => join(item.get['x-servers']?.[0].url ?? basePath, path));
  },
  raml: (api) => {
    const document = rendered(api, 'raml');
    return Object.keys(document)
      .filter((key) => key.startsWith('/'))
      .map((path) => join(document.baseUri ?? '/', path));
  },
  json: (api) => {
    const { services, servers, base_path } = rendered(api, 'json');
    return Object.values<Json>(services[0].operations).map((one) =>
      join((one.servers[0] ?? servers[0]).url, one.paths[0].slice(base_path.length)),
    );
  },
  markdown: (api) => [...text(api, 'markdown').matchAll(/^`GET (\S+)`$/gm)].map(([, path = '']) => path),
};

describe.each(PAIRS)('of two versions with %s', (_name, ofDefault, ofOther, accessRule) => {
  const versions = versionsOf(ofDefault, ofOther, accessRule);
  const router = createRouter(versions);

  test.each(Object.keys(outputs))('every address in %s is answered by its version', (output) => {
    for (const api of versions) {
      const addresses = (outputs[output]?.(api) ?? []).map((address) => new URL(address, ORIGIN));
      expect(addresses).toHaveLength(operations.length);
      expect(addresses.map(({ origin }) => origin)).toEqual(operations.map(() => ORIGIN));
      const answers = addresses.map(({ pathname }) =>
        router.match(decodeURI(pathname).replaceAll(/[{}]/g, ''), { accept: undefined, contentType: undefined }),
      );
      expect(
        answers.map((answer) => (answer.kind === 'match' ? `version ${answer.match.version}` : answer.kind)),
      ).toEqual(operations.map(() => `version ${api.getVersion()}`));
    }
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
type Json = any;

function text(api: Api, name: string): string {
  const format = formats.find((candidate) => candidate.name === name);
  return format?.render?.({ level: 'api', api }, { title: 'APIs', baseUrl: '' }) ?? '';
}

/** JSON is YAML. */
function rendered(api: Api, name: string): Json {
  return load(text(api, name));
}

function fromOpenApi({ servers, paths }: Json): readonly string[] {
  return Object.entries<Json>(paths).map(([path, item]) => join((item.get.servers ?? servers)[0].url, path));
}

/** As clients do it: one slash between them. */
function join(server: string, path: string): string {
  return server.replace(/\/$/, '') + path;
}

function operationsOf(api: Api) {
  return api.getServices().flatMap((one) => one.getAllOperations());
}
