import { describe, expect, test } from 'vitest';
import { simpleType } from '../../../../src/formats/swagger/parameters.ts';
import { swaggerServers } from '../../../../src/formats/swagger/servers.ts';
import { swagger } from '../../../../src/formats/swagger/swagger.ts';
import { Api } from '../../../../src/model/api.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
function render(record = richApi): any {
  return JSON.parse(
    swagger.render?.({ level: 'api', api: new Api(record) }, { title: '', baseUrl: 'https://api.example.com' }) ??
      'null',
  );
}

test('an operation whose responses have no body has the media types that its native service lists', () => {
  const gone = operation('DELETE', '/seeds', { responses: { 204: { description: 'Gone' } } });
  const seeds = service('seeds', { responseContentTypes: ['text/csv'], operations: [gone] });
  const produced = (format: 'native' | 'swagger-2.0') =>
    render(apiRecord({ services: [seeds], source: { ...richApi.source, format } })).paths['/seeds'].delete.produces;
  expect(produced('native')).toEqual(['text/csv']);
  // Elsewhere these are the media types of other operations.
  expect(produced('swagger-2.0')).toBeUndefined();
});

describe('simpleType', () => {
  const { components } = new Api(richApi);
  test.each<[JsonSchema, unknown]>([
    [
      { type: 'integer', minimum: 0 },
      { type: 'integer', minimum: 0 },
    ],
    [{ type: ['string', 'null'] }, { type: 'string', 'x-nullable': true }],
    [{ enum: ['a'] }, { type: 'string', enum: ['a'] }],
    [
      { enum: [0], 'x-enum-varnames': ['A'] },
      { type: 'number', enum: [0], 'x-enum-varnames': ['A'] },
    ],
    [
      { type: 'array', items: { type: 'integer' } },
      { type: 'array', items: { type: 'integer' } },
    ],
    [{ type: 'object' }, { type: 'string', 'x-schema': { type: 'object' } }],
    [{ $ref: '#/components/schemas/Menu' }, { type: 'string', 'x-schema': { $ref: '#/components/schemas/Menu' } }],
    [
      { type: 'string', title: 'T', externalDocs: { url: 'https://a.example' }, deprecated: true, 'x-a': 1 },
      {
        type: 'string',
        'x-schema': { title: 'T', externalDocs: { url: 'https://a.example' }, deprecated: true, 'x-a': 1 },
      },
    ],
    [true, { type: 'string' }],
  ])('%j is %j', (schema, expected) => {
    expect(simpleType(schema, components)).toEqual(expected);
  });
});

describe('swaggerServers', () => {
  test.each([
    [[{ url: 'https://a.example/v1/' }], { host: 'a.example', basePath: '/v1', schemes: ['https'] }],
    [
      [{ url: 'https://a.example/v1' }, { url: 'http://a.example/v1' }],
      { host: 'a.example', basePath: '/v1', schemes: ['https', 'http'] },
    ],
    [
      [{ url: 'https://a.example' }, { url: 'https://b.example' }],
      { host: 'a.example', basePath: '/', schemes: ['https'], 'x-servers': [{ url: 'https://b.example' }] },
    ],
    [
      [{ url: 'https://a.example' }, { url: 'http://a.example', description: 'Slow' }],
      {
        host: 'a.example',
        basePath: '/',
        schemes: ['https'],
        'x-servers': [{ url: 'http://a.example', description: 'Slow' }],
      },
    ],
    [[{ url: '/library' }], { basePath: '/library' }],
    [
      [{ url: 'https://{r}.example', variables: { r: { default: 'eu' } } }],
      {
        host: 'eu.example',
        basePath: '/',
        schemes: ['https'],
        'x-servers': [{ url: 'https://{r}.example', 'x-variables': { r: { default: 'eu' } } }],
      },
    ],
  ])('%j', (servers, expected) => {
    expect(JSON.parse(JSON.stringify(swaggerServers(servers)))).toEqual(expected);
  });
});

describe('a Swagger document', () => {
  test('keeps the description of a parameter or header and of its schema', () => {
    const schema = { type: 'string', description: 'Of the schema' } as const;
    const parameters = [
      { name: 'q', in: 'query', description: 'Of the parameter', schema },
      { name: 'plain', in: 'query', schema },
    ] as const;
    const responses = { '200': { description: '', headers: { 'X-A': { description: 'Of the header', schema } } } };
    const { get } = render(
      apiRecord({ services: [service('a', { operations: [operation('GET', '/a', { parameters, responses })] })] }),
    ).paths['/a'];
    expect(get.parameters[0]).toMatchObject({
      description: 'Of the parameter',
      'x-schema': { description: 'Of the schema' },
    });
    expect(get.parameters[1].description).toBe('Of the schema');
    expect(get.parameters[1]).not.toHaveProperty('x-schema');
    expect(get.responses['200'].headers['X-A']).toMatchObject({
      description: 'Of the header',
      'x-schema': { description: 'Of the schema' },
    });
  });

  test('has a body parameter with the schema of the first JSON media type, the others beside it', () => {
    const { consumes, parameters } = render().paths['/order'].post;
    expect(consumes).toEqual(['application/json', 'application/xml']);
    expect(parameters).toMatchObject([{ in: 'body', required: true, schema: { $ref: '#/definitions/Order' } }]);
  });

  test.each([
    [{}, { name: 'body' }],
    [{ 'x-name': 'pet' }, { name: 'pet' }],
  ])('names the body parameter as Swagger 2.0 named it, which generated code shows: %j', (extensions, named) => {
    const requestBody = { content: { 'application/json': { schema: {} } }, ...extensions };
    const record = apiRecord({ services: [service('A', { operations: [operation('POST', '/a', { requestBody })] })] });
    expect(render(record).paths['/a'].post.parameters).toEqual([{ ...named, in: 'body', schema: {} }]);
  });

  test('has form fields for a multipart body, files among them', () => {
    const { consumes, parameters } = render().paths['/picture'].post;
    expect(consumes).toEqual(['multipart/form-data']);
    expect(parameters).toMatchObject([
      { name: 'file', in: 'formData', type: 'file', required: true },
      { name: 'caption', in: 'formData', type: 'string' },
    ]);
  });

  test('writes the lists of form fields as its encoding has them', () => {
    const list = { type: 'array', items: { type: 'string' } } as const;
    const schema = { properties: { a: list, b: list, c: list } };
    const encoding = { b: { explode: false }, c: { style: 'pipeDelimited', explode: false } };
    const requestBody = { content: { 'application/x-www-form-urlencoded': { schema, encoding } } };
    const record = apiRecord({ services: [service('A', { operations: [operation('POST', '/a', { requestBody })] })] });
    const { parameters } = render(record).paths['/a'].post;
    expect(parameters.map(({ collectionFormat }: Record<string, string>) => collectionFormat)).toEqual([
      'multi',
      'csv',
      'pipes',
    ]);
  });

  test('writes the formats of lists that OpenAPI 3 has no style for', () => {
    const schema = { type: 'array', items: { type: 'string' } } as const;
    const lists = [
      { name: 'a', in: 'query', 'x-collectionFormat': 'tsv', schema },
      { name: 'B', in: 'header', 'x-collectionFormat': 'pipes', schema },
      { name: 'c', in: 'query', 'x-collectionFormat': 'odd', schema },
    ] as const;
    const record = apiRecord({
      services: [service('A', { operations: [operation('GET', '/a', { parameters: lists })] })],
    });
    const { parameters } = render(record).paths['/a'].get;
    expect(parameters).toMatchObject([
      { name: 'a', collectionFormat: 'tsv' },
      { name: 'B', collectionFormat: 'pipes' },
      { name: 'c', collectionFormat: 'multi', 'x-collectionFormat': 'odd' },
    ]);
    expect(parameters[0]).not.toHaveProperty('x-collectionFormat');
  });

  test.each<[string, JsonSchema, unknown]>([
    ['application/pdf', { type: 'string', format: 'binary', title: 'T' }, { type: 'file', title: 'T' }],
    ['application/pdf', { type: 'string', contentMediaType: 'application/pdf' }, { type: 'file' }],
    ['application/json', { type: 'string', format: 'binary' }, { type: 'string', format: 'binary' }],
    ['text/plain', { type: 'string' }, { type: 'string' }],
  ])('answers %s of %j with the schema %j', (type, schema, written) => {
    const responses = { 200: { description: 'A', content: { [type]: { schema } } } };
    const record = apiRecord({ services: [service('A', { operations: [operation('GET', '/a', { responses })] })] });
    expect(render(record).paths['/a'].get.responses['200'].schema).toEqual(written);
  });

  test('has no file without a multipart body', () => {
    const schema = { properties: { file: { type: 'string', format: 'binary' } } } as const;
    const post = operation('POST', '/f', {
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
    });
    const { parameters } = render(apiRecord({ services: [service('f', { operations: [post] })] })).paths['/f'].post;
    expect(parameters).toEqual([{ name: 'file', in: 'formData', type: 'string', format: 'binary' }]);
  });

  test('has an example for each media type', () => {
    expect(render().paths['/order'].get.responses['200'].examples).toEqual({
      'application/json': { items: [] },
      'text/csv': 'id,state',
    });
  });

  test('splits a log-in with several flows into alternatives, and keeps "no log-in" as one', () => {
    const { paths, securityDefinitions } = render();
    expect(Object.keys(securityDefinitions)).toEqual([
      'staff',
      'partners',
      'token',
      'key',
      'session',
      'login_authorizationCode',
      'login_clientCredentials',
      'people',
    ]);
    expect(paths['/order'].post.security).toEqual([
      { partners: [] },
      { login_authorizationCode: ['orders:write'] },
      { login_clientCredentials: ['orders:write'] },
      {},
    ]);
  });

  test('keeps what 2.0 has no word for', () => {
    const document = render();
    expect(document.paths['/order'].get['x-cookie-parameters']).toMatchObject([{ name: 'sid' }]);
    expect(document.paths['/order'].get['x-responses']).toMatchObject({ '4XX': {} });
    expect(document.paths['/order/{order_id}/line']['x-additionalOperations']).toMatchObject({
      QUERY: { summary: 'Search lines' },
    });
    expect(document['x-webhooks']).toMatchObject({ 'order-paid': {} });
    expect(document.definitions.Payment['x-oneOf']).toHaveLength(2);
    expect(document.definitions.Order.properties.discount['x-nullable']).toBe(true);
  });

  test('keeps the schemas that a discriminator names once, as its own definitions', () => {
    const choices = { oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }] };
    const mapping = { card: '#/components/schemas/Card', bank: 'Bank' };
    const kind = { properties: { kind: { type: 'string' } }, required: ['kind'] } as const;
    const { components } = richApi;
    const { definitions } = render({
      ...richApi,
      components: {
        ...components,
        schemas: {
          ...components.schemas,
          Card: { type: 'object' },
          Bank: { type: 'object' },
          Loose: { ...choices, discriminator: { propertyName: 'kind', mapping } },
          Named: { ...kind, ...choices, discriminator: { propertyName: 'kind', mapping } },
        },
      },
    });
    const written = { card: '#/definitions/Card', bank: '#/definitions/Bank' };
    expect(definitions.Loose['x-discriminator']).toEqual({ propertyName: 'kind', mapping: written });
    expect(definitions.Loose).not.toHaveProperty('x-discriminator-mapping');
    expect(definitions.Named).toMatchObject({ discriminator: 'kind', 'x-discriminator-mapping': written });
    expect(JSON.stringify(definitions)).not.toContain('#/components/');
  });

  test('always has a response', () => {
    const document = render(apiRecord({ services: [service('a', { operations: [operation('GET', '/a')] })] }));
    expect(document.paths['/a'].get.responses).toEqual({ default: { description: 'Not described.' } });
  });
});
