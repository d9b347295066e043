import { describe, expect, test } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import type { AccessRule } from '../../src/model/access.ts';
import { Api } from '../../src/model/api.ts';
import { callAddress } from '../../src/model/call-address.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { curlOf } from '../../src/presentation/samples/operation-request.ts';
import { createRouter } from '../../src/services/routes.ts';
import { digestLogin } from '../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../fixtures/model/rich-api.ts';
import type { Call } from '../readers/calls.ts';
import { callOfCurl } from '../readers/html.ts';
import { callsInJson } from '../readers/json.ts';
import { callsInMarkdown } from '../readers/markdown.ts';
import { callsInOpenApi } from '../readers/openapi.ts';
import { callsInPostman } from '../readers/postman.ts';
import { callsInRaml } from '../readers/raml.ts';
import { callsInSwagger } from '../readers/swagger.ts';

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
    'a server whose base path is a variable',
    { basePath: '/live', servers: [{ url: '/{stage}', variables: { stage: { default: 'live' } } }] },
    { basePath: '/v1', servers: [{ url: '/v{number}/', variables: { number: { default: '1' } } }] },
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

type Read = (text: string) => readonly Call[];
const readers: Readonly<Record<string, Read>> = {
  openapi: callsInOpenApi,
  'openapi-yaml': callsInOpenApi,
  'openapi-yaml-3.0': callsInOpenApi,
  'openapi-yaml-3.2': callsInOpenApi,
  'openapi-3.0': callsInOpenApi,
  'openapi-3.2': callsInOpenApi,
  swagger: callsInSwagger,
  raml: callsInRaml,
  postman: callsInPostman,
  json: callsInJson,
  markdown: callsInMarkdown,
};

/** The address of each operation, as each output tells it. */
const outputs: Readonly<Record<string, (api: Api) => readonly string[]>> = {
  'the model': (api) =>
    operationsOf(api).flatMap((one) =>
      callAddress(one, ORIGIN).paths.map((path) => callAddress(one, ORIGIN).origin + path),
    ),
  curl: (api) => operationsOf(api).map((one) => callOfCurl(curlOf(one, '') ?? '').url),
  ...Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [name, (api: Api) => read(text(api, name)).map(({ url }) => url)]),
  ),
};

describe.each(PAIRS)('of two versions with %s', (_name, ofDefault, ofOther, accessRule) => {
  const versions = versionsOf(ofDefault, ofOther, accessRule);
  // One of them is at the root, which no descriptor gives by itself.
  const router = createRouter(versions, { services: [{ api: 'Library', version: null, basePath: '/' }] });

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

function text(api: Api, name: string): string {
  const format = formats.find((candidate) => candidate.name === name);
  return format?.render?.({ level: 'api', api }, { title: 'APIs', baseUrl: '' }) ?? '';
}

function operationsOf(api: Api) {
  return api.getServices().flatMap((one) => one.getAllOperations());
}
