import { describe, expect, test } from 'vitest';
import type { Access } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { ParameterObject, ResponseObject, ServerObject } from '../../../../src/model/openapi-objects.ts';
import type { ApiRecord, OperationRecord } from '../../../../src/model/records.ts';
import type { SiteTrying } from '../../../../src/presentation/page-data/site.ts';
import { serviceView } from '../../../../src/presentation/services/service-view.ts';
import { calledOrigins } from '../../../../src/presentation/trying/log-ins.ts';
import { offeredBy, type Trial } from '../../../../src/presentation/trying/trial.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { cpuMilliseconds } from '../../../tooling/cpu-time.ts';

const HERE: SiteTrying = { apis: [{ name: 'Shop', version: 1, isHere: true, origins: [] }], words: {} };
const elsewhere = (...origins: readonly string[]): SiteTrying => ({
  apis: [{ name: 'Shop', version: 1, isHere: false, origins }],
  words: {},
});

/** Trial on the page of the one operation of an API. */
function trial(
  record: OperationRecord,
  trying: SiteTrying | undefined = HERE,
  { access = { kind: 'open' }, ...api }: Partial<ApiRecord> & { readonly access?: Access } = {},
): Trial | null {
  const made = new Api(
    apiRecord({ name: 'Shop', isDefault: true, services: [service('Thing', { operations: [record] })], ...api }),
    { accessRule: () => access },
  );
  const [found] = made.getServices();
  if (found === undefined) throw new Error('no service');
  const text = serviceView(found, '', undefined, [], trying).sections[0]?.operations[0]?.trial ?? null;
  return text === null ? null : JSON.parse(text);
}

const GET = operation('GET', '/thing');

describe('an operation is tried', () => {
  test.each<readonly [string, SiteTrying | undefined, OperationRecord, Partial<ApiRecord>, boolean]>([
    ['where configuration allows it', HERE, GET, {}, true],
    ['nowhere by itself', { apis: [], words: {} }, GET, {}, false],
    [
      'in the version that is named',
      { ...HERE, apis: [{ ...(HERE.apis[0] as SiteTrying['apis'][0]), version: 2 }] },
      GET,
      {},
      false,
    ],
    ['with a method that browsers send', HERE, operation('TRACE', '/thing'), {}, false],
    ['at this site only where it answers', HERE, GET, { servers: [{ url: 'https://api.example.com' }] }, false],
    [
      'at an origin that is listed',
      elsewhere('https://api.example.com'),
      GET,
      { servers: [{ url: 'https://api.example.com/v1' }] },
      true,
    ],
    [
      'at no other origin',
      elsewhere('https://api.example.com'),
      GET,
      { servers: [{ url: 'https://api.example.com.evil.example' }] },
      false,
    ],
    [
      'at no other port',
      elsewhere('https://api.example.com'),
      GET,
      { servers: [{ url: 'https://api.example.com:8443' }] },
      false,
    ],
    ...[
      'https://api.example.com\\@evil.example/v1',
      'https://api.example.com/v1\\x',
      'https://api.example.com\n@evil.example',
      'https://ada:secret@api.example.com/v1',
      'https://api.example.com/v1?key=1',
      'https://api.example.com/v1#part',
      'https://api.example.com/a/../b',
    ].map((url): readonly [string, SiteTrying, OperationRecord, Partial<ApiRecord>, boolean] => [
      `at no address that programs read otherwise: ${url}`,
      elsewhere('https://api.example.com'),
      GET,
      { servers: [{ url }] },
      false,
    ]),
  ])('%s', (_, trying, record, api, expected) => expect(trial(record, trying, api) !== null).toBe(expected));
});

describe('the servers', () => {
  test('this site answers with the version and the base path, from examples and behind its own log-in', () => {
    const found = trial(GET, HERE, {
      basePath: '/shop',
      access: { kind: 'login', schemes: [digestLogin('api')], hasExamples: true },
    });
    expect(found?.servers).toEqual([
      {
        url: '',
        path: '/shop/thing',
        hasExamples: true,
        ways: [
          {
            title: 'HTTP Digest, realm “api”',
            credentials: [{ kind: 'user', scheme: 'Digest', curl: '--digest -u USER' }],
          },
        ],
      },
    ]);
  });

  test('example data here stands before the server of the descriptor, which has the log-ins that it names', () => {
    const found = trial(
      operation('GET', '/thing', { security: [{ token: [] }, { key: [] }] }),
      {
        ...HERE,
        apis: [
          { name: 'Shop', version: 1, isHere: true, origins: ['https://eu.example.com', 'https://us.example.com'] },
        ],
      },
      {
        basePath: '/shop',
        access: { kind: 'open', hasExamples: true },
        servers: [
          {
            url: 'https://{region}.example.com/shop/',
            variables: { region: { default: 'eu', enum: ['us', 'eu', 'asia'] } },
          },
        ],
        components: {
          ...apiRecord().components,
          securitySchemes: {
            token: { type: 'http', scheme: 'bearer' },
            key: { type: 'apiKey', in: 'query', name: 'k' },
          },
        },
      },
    );
    expect(found?.servers.map(({ url, path, ways }) => [url, path, ways.map(({ title }) => title)])).toEqual([
      ['', '/shop/thing', []],
      ['https://eu.example.com/shop', '/thing', ['HTTP Bearer', 'API key in query parameter k']],
      ['https://us.example.com/shop', '/thing', ['HTTP Bearer', 'API key in query parameter k']],
    ]);
  });
});

test('the log-in of an API that checks it behind this site is that of its description, unless this site checks one', () => {
  const record = operation('GET', '/thing', { security: [{ token: [] }] });
  const components = {
    ...apiRecord().components,
    securitySchemes: { token: { type: 'oauth2' as const } },
  };
  const behind: SiteTrying = { ...HERE, apis: HERE.apis.map((one) => ({ ...one, hasOwnLogIn: true })) };
  const waysIn = (trying: SiteTrying, access: Access): readonly unknown[] =>
    trial(record, trying, { components, access })?.servers.flatMap(({ ways }) =>
      ways.flatMap((way) => way.credentials),
    ) ?? [];
  expect(waysIn(behind, { kind: 'open' })).toEqual([
    { kind: 'header', name: 'Authorization', scheme: 'Bearer', placeholder: 'TOKEN' },
  ]);
  expect(waysIn(HERE, { kind: 'open' })).toEqual([]);
  expect(waysIn(behind, { kind: 'login', schemes: [digestLogin('api')] })).toMatchObject([{ scheme: 'Digest' }]);
});

test('servers that this site calls for pages are marked, and pages do not call them themselves', () => {
  const [direct] = elsewhere('https://api.example.com').apis;
  if (direct === undefined) throw new Error('no API');
  const tried = { ...direct, isHere: true, isViaServer: true as const };
  const found = trial(
    GET,
    { ...HERE, apis: [tried] },
    { servers: [{ url: '/' }, { url: 'https://api.example.com/v1' }] },
  );
  expect(found?.servers.map(({ url, isViaServer }) => [url, isViaServer])).toEqual([
    ['', undefined],
    ['https://api.example.com/v1', true],
  ]);
  expect([calledOrigins(direct), calledOrigins(tried)]).toEqual([['https://api.example.com'], []]);
});

describe('the answers of example data', () => {
  const examples = { access: { kind: 'open', hasExamples: true } } as const;
  const json = (...names: readonly string[]): ResponseObject => ({
    description: '',
    content: { 'application/json': { examples: Object.fromEntries(names.map((name) => [name, { value: 1 }])) } },
  });
  const choices = (responses: OperationRecord['responses'], more: Parameters<typeof trial>[2] = examples): unknown =>
    trial(operation('GET', '/thing', { responses }), HERE, more)?.choices;

  test('can be chosen by status, and by the names that a header field can carry', () => {
    expect(choices({ 200: json('one', 'two words', 'a"b', 'ä'), 404: json(), default: json('down') })).toEqual([
      [200, 'one'],
      [200, 'two words'],
      [404],
      [500, 'down'],
    ]);
    expect(choices({ '2XX': json(), 400: json(), '4XX': json(), 500: json(), default: json() })).toEqual([
      [200],
      [400],
      [401],
      [500],
      [501],
    ]);
    expect(choices({ 301: json(), default: json('usual') })).toEqual([[301], [200, 'usual']]);
  });

  test('are no choice where there is one, or where another program answers', () => {
    expect(choices({ 200: json('one') })).toBeUndefined();
    expect(choices({ 200: json('one'), 404: json() }, {})).toBeUndefined();
  });

  test('are few', () => {
    expect(choices({ 200: json(...Array.from({ length: 9000 }, (_, index) => `name${index}`)) })).toHaveLength(50);
  });
});

describe('servers with variables', () => {
  type Variables = Readonly<Record<string, { default: string; enum?: string[] }>>;
  const servers = (url: string, variables: Variables): Trial['servers'] =>
    trial(GET, elsewhere(...['api', 'a', 'b', 'x'].map((host) => `https://${host}.example.com`)), {
      servers: [{ url, variables }],
    })?.servers ?? [];
  const addresses = (...given: Parameters<typeof servers>): readonly string[] =>
    servers(...given).map(({ url }) => url);
  const three = { default: 'a', enum: ['b', 'a', 'c'] };

  test('are as many as configured origins can be chosen from, and have controls for the rest of the address', () => {
    expect(
      servers('https://{one}.example.com/{two}/v{four}/{one}/{five}/', {
        one: three,
        two: three,
        four: { default: '2' },
      }),
    ).toEqual(
      ['a', 'b'].map((host) => ({
        url: `https://${host}.example.com/{two}/v{four}/${host}/{five}`,
        variables: [
          { name: 'two', required: true, values: ['a', 'b', 'c'], start: 'a' },
          { name: 'four', required: true, start: '2' },
          { name: 'five', required: true },
        ],
        path: '/thing',
        ways: [],
      })),
    );
    expect(
      addresses('{scheme}://{host}/v1', { scheme: { default: 'https' }, host: { default: 'api.example.com' } }),
    ).toEqual(['https://api.example.com/v1']);
    expect(addresses('https://{host}/v1', { host: { default: 'evil.example', enum: ['api.example.com'] } })).toEqual([
      'https://api.example.com/v1',
    ]);
  });

  test.each<readonly [string, Variables]>([
    ['https://api.example.com{a/b}/x/{a/b}', { 'a/b': { default: '/', enum: ['/', '.evil.example'] } }],
    ['https://{host}.example.com/{host}', {}],
    ['https://api.example.com{tail}/{tail}', { tail: { default: '{end}' } }],
  ])('have no variable left in their host: %s', (url, variables) => {
    expect(addresses(url, variables)).toEqual([]);
  });

  test('make no whole page of addresses', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`v${index}`, three]));
    const start = cpuMilliseconds();
    expect(servers('https://api.example.com/{v19999}', many)[0]?.variables).toHaveLength(1);
    expect(addresses(`https://api.example.com/${Object.keys(many).map((name) => `{${name}}`)}`, many)).toEqual([]);
    expect(cpuMilliseconds() - start).toBeLessThan(1000);
    const long = { default: 'x'.repeat(3000), enum: ['y'] };
    expect(servers('https://api.example.com/{long}', { long })[0]?.variables).toEqual([
      { name: 'long', required: true, start: long.default },
    ]);
  });
});

describe('what is open is what the panel offers', () => {
  const url = (address: string): ServerObject => ({ url: address });
  const choice = { url: 'https://{at}.example/x', variables: { at: { default: 'a', enum: ['a', 'b', 'c'] } } };
  test.each<readonly [method: string, servers: readonly ServerObject[], origins: readonly string[]]>([
    ['GET', [], []],
    ['GET', [url('https://a.example')], ['https://a.example']],
    ['POST', [url('//b.example/v1'), url('/v1'), url('https://c.example')], ['https://b.example']],
    ['GET', [choice], ['https://a.example', 'https://b.example']],
    ['GET', [url('https://a.example/{path}')], ['https://a.example']],
    ['TRACE', [url('https://a.example')], []],
    ['GET', [url('https://u@a.example'), url('https://b.example/?x'), url('https://a.example\\@c.example')], []],
    ['GET', [url('http://a.example'), url('https://a.example:8443'), url('wss://a.example')], []],
  ])('%s %j', (method, servers, origins) => {
    const record = operation(method, '/thing', { servers, security: [{ token: [] }] });
    const trying = elsewhere('https://a.example', 'https://b.example');
    const found = trial(record, trying)?.servers ?? [];
    expect([...new Set(found.map((server) => new URL(server.url).origin))].sort()).toEqual(origins);
    const api = new Api(apiRecord({ name: 'Shop', services: [service('Thing', { operations: [record] })] }));
    const [allowed] = trying.apis;
    const offered = offeredBy(api, allowed ?? { isHere: true, origins: [] });
    expect([...offered.origins].sort()).toEqual(origins);
    expect([...offered.schemes]).toEqual(origins.length > 0 ? ['token'] : []);
  });
});

test('many operations of an API with many schemes are seen through once', () => {
  const names = Array.from({ length: 4000 }, (_, index) => `X-${index}`);
  const schemes = names.map((name) => [name, { type: 'apiKey' as const, in: 'header' as const, name }]);
  const api = new Api(
    apiRecord({
      servers: [{ url: 'https://api.example.com' }],
      services: [service('Thing', { operations: names.map((name) => operation('GET', `/${name}`)) })],
      components: { ...apiRecord().components, securitySchemes: Object.fromEntries(schemes) },
    }),
  );
  const start = cpuMilliseconds();
  const offered = offeredBy(api, { isHere: false, origins: ['https://api.example.com'] });
  expect(cpuMilliseconds() - start).toBeLessThan(1000);
  expect(offered.fields.size).toBe(names.length);
});

describe('a parameter', () => {
  const only = (parameter: ParameterObject): unknown =>
    trial(operation('GET', '/thing', { parameters: [parameter] }))?.parameters[0];

  test.each<readonly [Omit<ParameterObject, 'name'>, unknown]>([
    [{ in: 'query' }, { place: 'query' }],
    [
      { in: 'query', schema: { type: 'integer', default: 0 } },
      { place: 'query', type: 'integer', hint: '0' },
    ],
    [
      { in: 'query', required: true, schema: { type: 'boolean', default: false } },
      { place: 'query', required: true, type: 'boolean', values: ['true', 'false'], start: 'false' },
    ],
    [
      { in: 'query', schema: { type: 'string', enum: ['a', 'b', null] } },
      { place: 'query', values: ['a', 'b'] },
    ],
    [
      { in: 'query', required: true, schema: { enum: ['a', 'b'] } },
      { place: 'query', required: true, values: ['a', 'b'], start: 'a' },
    ],
    [
      { in: 'path', example: 7 },
      { place: 'path', required: true, start: '7' },
    ],
    [
      {
        in: 'query',
        style: 'pipeDelimited',
        explode: false,
        example: ['a', 'b'],
        required: true,
        schema: { type: 'array', items: { enum: ['a', 'b'] } },
      },
      {
        place: 'query',
        required: true,
        kind: 'list',
        type: 'array',
        values: ['a', 'b'],
        start: 'a\nb',
        style: 'pipeDelimited',
        explode: false,
      },
    ],
    [
      { in: 'query', style: 'deepObject', required: true, schema: { type: 'object', examples: [{ R: 100 }] } },
      { place: 'query', required: true, kind: 'object', type: 'object', start: 'R=100', style: 'deepObject' },
    ],
    [
      { in: 'query', content: { 'application/json': {} }, example: { a: 1 }, allowReserved: true },
      { place: 'query', kind: 'json', hint: '{"a":1}', isReserved: true },
    ],
  ])('%j: %j', (parameter, expected) => {
    expect(only({ name: 'p', ...parameter })).toEqual({ name: 'p', ...(expected as object) });
  });

  test.each([
    ['header', 'X-Trace', true],
    ['header', 'Cookie', false],
    ['header', 'sec-fetch-site', false],
    ['header', 'proxy-authorization', false],
    ['header', 'Not a token', false],
    ['cookie', 'session', false],
    ['query', 'Cookie', true],
  ] as const)('of the %s named %s can be sent by a page: %s; else it is for curl alone', (place, name, expected) => {
    const found = trial(
      operation('GET', '/thing', {
        parameters: [
          { name, in: place },
          { name: 'q', in: 'query' },
        ],
      }),
    );
    const own = found?.parameters.find((one) => one.name === name);
    expect([own?.place, own?.isUnsendable]).toEqual([place, expected ? undefined : true]);
    expect(found?.parameters.find((one) => one.name === 'q')).not.toHaveProperty('isUnsendable');
  });

  test('that only the path names is asked for, and header fields that are chosen otherwise are not', () => {
    const parameters: readonly ParameterObject[] = ['Accept', 'authorization', 'X-Own'].map((name) => ({
      name,
      in: 'header',
    }));
    expect(trial(operation('GET', '/thing/{id}', { parameters }))?.parameters).toEqual([
      { name: 'id', required: true, place: 'path' },
      { name: 'X-Own', place: 'header' },
    ]);
  });
});

test('a form begins as its example, as the sample beside it does', () => {
  const schema = {
    type: 'object',
    properties: { to: {}, text: { type: 'string' }, tag: { examples: ['new'] }, other: { type: 'string' } },
  } as const;
  const media = { schema, example: { to: null, text: 'Hello' } };
  const found = trial(operation('POST', '/thing', { requestBody: { content: { 'multipart/form-data': media } } }));
  expect(found?.bodies).toMatchObject([
    { fields: [{ name: 'to' }, { start: 'Hello' }, { hint: 'new' }, { name: 'other' }] },
  ]);
  expect(JSON.stringify(found?.bodies)).not.toContain('string');
});

test('bodies are texts with the examples of the page, files, and fields of forms', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', examples: ['Ada'] },
      photo: { type: 'string', format: 'binary' },
      id: { readOnly: true },
    },
  } as const;
  const found = trial(
    operation('POST', '/thing', {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema, example: { name: 'Ada' } },
          'application/merge-patch+json': {},
          'text/csv': {},
          'image/png': {},
          'multipart/form-data': { schema },
        },
      },
      responses: { 200: { content: { 'application/json': {}, 'text/csv': {} } }, '4XX': {} },
    }),
  );
  expect(found).toMatchObject({
    needsBody: true,
    accepts: ['application/json', 'text/csv'],
    answers: { 200: ['application/json', 'text/csv'], '4XX': [] },
    bodies: [
      { kind: 'text', type: 'application/json', examples: [{ id: 'post.body.example' }] },
      { kind: 'text', type: 'application/merge-patch+json', examples: [{ id: 'post.body.example' }] },
      { kind: 'text', type: 'text/csv', examples: [] },
      { kind: 'file', type: 'image/png' },
      {
        kind: 'fields',
        type: 'multipart/form-data',
        fields: [
          { name: 'name', required: true, start: 'Ada' },
          { name: 'photo', kind: 'file' },
        ],
      },
    ],
  });
});
