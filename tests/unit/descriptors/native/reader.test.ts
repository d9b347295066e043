import { describe, expect, test } from 'vitest';
import { nativeReader } from '../../../../src/descriptors/native/reader.ts';
import { Api } from '../../../../src/model/api.ts';
import type { Service } from '../../../../src/model/service.ts';
import { readText, recordOf } from './read-text.ts';

function apiOf(text: string, path?: string): Api {
  return new Api(recordOf(text, path === undefined ? {} : { path }));
}

function onlyService(text: string): Service {
  const [service] = apiOf(text).getServices();
  if (service === undefined) throw new Error('no service');
  return service;
}

const SHOP = `
api: Shop
version: 3
default: true
title: The shop
description: Sells things.
base_path: /shop/
x-team: blue
tags:
  - { name: Goods, description: What there is. }
services:
  - name: Item
    route: /item[/:item_id]
    route_identifier_name: item_id
    tags: [Goods, Fresh]
    request_accept_types: [application/hal+json, application/json]
    request_content_types: [application/json, application/xml]
    response_status_codes: [{ code: 503 }]
    fields:
      - { name: label, type: string, required: true, description: Its label, example: Tea }
      - name: maker
        fields: [{ name: first, type: string }, { name: last, type: string, required: true }]
      - { name: sizes, type: array, items: { type: integer } }
      - { name: parts, type: array, fields: [{ name: heading, type: string }] }
      - { name: form, type: string, enum: [leaf, bag], default: leaf }
    operations:
      - { method: GET, description: List, response_status_codes: [{ code: 200, message: Fine }] }
      - { method: POST, description: Add, fields: [{ name: label, type: string }], request_description: ask, response_description: answer }
    entity_operations:
      - { method: GET }
      - { method: PUT }
      - { method: DELETE }
`;

describe('the native reader', () => {
  test.each([
    [{ api: 'A', services: [] }, true],
    [{ api: 'A' }, true],
    [{ services: [] }, false],
    [{ api: 'A', openapi: '3.1.0' }, false],
    [{ api: 'A', swagger: '2.0' }, false],
    [['api'], false],
    [null, false],
    [Object.create({ api: 'A' }), false],
  ])('of %j, recognises: %s', (value, expected) => {
    expect(nativeReader.recognises(value)).toBe(expected);
  });

  test('reads what the top of a descriptor says', () => {
    const { services: _, components: __, ...top } = recordOf(SHOP);
    expect(top).toEqual({
      name: 'Shop',
      version: 3,
      isDefault: true,
      info: { title: 'The shop', description: 'Sells things.', version: '3' },
      basePath: '/shop',
      servers: [],
      tags: [{ name: 'Goods', description: 'What there is.' }, { name: 'Fresh' }],
      externalDocs: null,
      security: null,
      extensions: { 'x-team': 'blue' },
      source: { format: 'native', file: 'api-descriptors/shop/v1.yaml', warningCount: 0 },
    });
  });

  test('gives a record that survives JSON unchanged', () => {
    const record = recordOf(SHOP);
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });

  test.each([
    ['api-descriptors/shop/v7.yaml', 7],
    ['api-descriptors/shop-v12.yml', 12],
    ['api-descriptors/shop.v2.json', 2],
  ])('takes the version of %s from its name: %d', (path, version) => {
    expect(apiOf('api: Shop\nservices: []', path).getVersion()).toBe(version);
  });

  test.each([
    'api-descriptors/shop.yaml',
    'api-descriptors/v0.yaml',
    'api-descriptors/rev2.yaml',
    'api-descriptors/v2/shop.yaml',
  ])('finds no version in %s', (path) => {
    const { record, diagnostics } = readText('api: Shop\nservices: []', { path });
    expect(record).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { rule: 'version-missing', line: 1, column: 1, remedy: expect.stringContaining('version: 1') },
    ]);
  });

  test('accept types are the response types unless others are given', () => {
    expect(onlyService(SHOP).getResponseContentTypes()).toEqual(['application/hal+json', 'application/json']);
    const own = SHOP.replace(
      '    request_content_types',
      '    response_content_types: [text/csv]\n    request_content_types',
    );
    expect(onlyService(own).getResponseContentTypes()).toEqual(['text/csv']);
  });

  test('a REST service has a collection without and an entity with the identifier in its path', () => {
    const service = onlyService(SHOP);
    expect(
      service
        .getOperations()
        .map((operation) => [operation.getHttpMethod(), operation.getPath(), operation.getParameters()]),
    ).toEqual([
      ['GET', '/shop/item', []],
      ['POST', '/shop/item', []],
    ]);
    const parameter = { name: 'item_id', in: 'path', required: true, schema: { type: 'string' } };
    expect(
      service
        .getEntityOperations()
        .map((operation) => [operation.getHttpMethod(), operation.getPath(), operation.getParameters()]),
    ).toEqual([
      ['GET', '/shop/item/{item_id}', [parameter]],
      ['PUT', '/shop/item/{item_id}', [parameter]],
      ['DELETE', '/shop/item/{item_id}', [parameter]],
    ]);
  });

  test('an RPC service has a path for each optional part', () => {
    const service = onlyService(
      'api: A\nversion: 1\nservices: [{ name: Ping, kind: rpc, route: "/ping[/:name]", operations: [{ method: GET }] }]',
    );
    const [ping] = service.getOperations();
    expect(ping?.getPaths()).toEqual(['/ping/{name}', '/ping']);
    expect(ping?.getResponseStatusCodes().map(({ code }) => code)).toEqual([200, 404, 406, 415]);
  });

  test('fields nest, repeat, and keep what JSON Schema says about them', () => {
    expect(onlyService(SHOP).record.fields).toEqual({
      type: 'object',
      properties: {
        label: { type: 'string', description: 'Its label', examples: ['Tea'] },
        maker: {
          type: 'object',
          properties: { first: { type: 'string' }, last: { type: 'string' } },
          required: ['last'],
        },
        sizes: { type: 'array', items: { type: 'integer' } },
        parts: { type: 'array', items: { type: 'object', properties: { heading: { type: 'string' } } } },
        form: { type: 'string', enum: ['leaf', 'bag'], default: 'leaf' },
      },
      required: ['label'],
    });
  });

  test('a body is taken where there are fields, in every media type; those of a method replace those of the service', () => {
    const service = onlyService(SHOP);
    const bodies = service
      .getAllOperations()
      .map((operation) => [operation.getHttpMethod(), operation.getRequestBody()?.value ?? null]);
    const own = { type: 'object', properties: { label: { type: 'string' } } };
    const shared = { schema: service.record.fields };
    expect(bodies).toEqual([
      ['GET', null],
      ['POST', { content: { 'application/json': { schema: own }, 'application/xml': { schema: own } } }],
      ['GET', null],
      ['PUT', { content: { 'application/json': shared, 'application/xml': shared }, required: true }],
      ['DELETE', null],
    ]);
  });

  test('status codes are the documented ones, else derived, and those of the service', () => {
    const codes = onlyService(SHOP)
      .getAllOperations()
      .map((operation) => operation.getResponseStatusCodes().map(({ code, message }) => `${code} ${message}`));
    expect(codes[0]).toEqual(['200 Fine', '503 Service Unavailable']);
    expect(codes[1]).toEqual([
      '201 Created',
      '400 Bad Request',
      '406 Not Acceptable',
      '415 Unsupported Media Type',
      '422 Unprocessable Content',
      '503 Service Unavailable',
    ]);
    expect(codes[4]).toEqual([
      '204 No Content',
      '404 Not Found',
      '406 Not Acceptable',
      '415 Unsupported Media Type',
      '503 Service Unavailable',
    ]);
  });

  test('a reason of its own is kept, a registered one is not repeated', () => {
    const [list] = onlyService(SHOP).record.operations;
    expect(list?.responses['200']).toMatchObject({ description: 'Fine', 'x-platform-reason': 'Fine' });
    expect(list?.responses['503']).toEqual({});
  });

  test('successful answers have the response types; errors have their descriptions', () => {
    const [list] = onlyService(SHOP).record.operations;
    expect(list?.responses['200']).toMatchObject({ content: { 'application/hal+json': {}, 'application/json': {} } });
    expect(list?.responses['503']).not.toHaveProperty('content');
  });

  test.each([
    ['GET', '200', true],
    ['GET', '206', true],
    ['GET', '404', false],
    ['GET', '304', false],
    ['DELETE', '204', false],
    ['POST', '205', false],
    ['HEAD', '200', false],
  ])('%s %s has the response types without being told: %s', (method, status, expected) => {
    const [operation] = onlyService(
      `api: A\nversion: 1\nservices: [{ name: B, route: /b, request_accept_types: [text/csv], operations: [{ method: ${method}, response_status_codes: [{ code: ${status} }] }] }]`,
    ).record.operations;
    expect(operation?.responses[status]).toEqual(expected ? { content: { 'text/csv': {} } } : {});
  });

  test('request and response are texts of the operation', () => {
    const add = onlyService(SHOP).getOperations()[1];
    expect([add?.getRequestDescription(), add?.getResponseDescription()]).toEqual(['ask', 'answer']);
    const list = onlyService(SHOP).getEntityOperations()[0];
    expect([list?.getRequestDescription(), list?.getResponseDescription()]).toEqual([null, null]);
  });

  test('documented bodies, examples and headers come beside the fields', () => {
    const service = onlyService(`
api: A
version: 1
services:
  - name: B
    route: /b
    deprecated: true
    request_content_types: [application/json, text/csv]
    fields: [{ name: a, type: integer }]
    operations:
      - method: POST
        request: { description: Send it, content_type: application/json, example: { a: 1 } }
        responses:
          '201':
            description: Made.
            content_type: [application/json, application/xml]
            schema: { type: object }
            examples: { one: { summary: One, value: { a: 1 } } }
            headers: { Location: { type: string, description: Where. } }
          4XX: { description: Wrong. }
          default: { description: Anything else. }
`);
    const [post] = service.record.operations;
    expect(post?.deprecated).toBe(true);
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    expect(post?.requestBody).toEqual({
      description: 'Send it',
      content: { 'application/json': { schema, example: { a: 1 } }, 'text/csv': { schema } },
    });
    const content = { schema: { type: 'object' }, examples: { one: { summary: 'One', value: { a: 1 } } } };
    expect(post?.responses).toEqual({
      '201': {
        description: 'Made.',
        headers: { Location: { description: 'Where.', schema: { type: 'string' } } },
        content: { 'application/json': content, 'application/xml': content },
      },
      '4XX': { description: 'Wrong.' },
      default: { description: 'Anything else.' },
    });
  });

  test('an operation replaces a parameter of its service', () => {
    const service = onlyService(`
api: A
version: 1
services:
  - name: B
    route: /b[/:id]
    route_identifier_name: id
    parameters:
      - { name: id, in: path, type: integer, description: Its number., example: 3 }
      - { name: lang, type: string, deprecated: true }
    operations:
      - { method: GET, parameters: [{ name: lang, type: string, enum: [en, fr], required: true }] }
    entity_operations: [{ method: GET }]
`);
    expect(service.record.operations[0]?.parameters).toEqual([
      { name: 'lang', in: 'query', required: true, schema: { type: 'string', enum: ['en', 'fr'] } },
    ]);
    expect(service.record.entityOperations[0]?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, description: 'Its number.', schema: { type: 'integer' }, example: 3 },
      { name: 'lang', in: 'query', deprecated: true, schema: { type: 'string' } },
    ]);
  });

  test('names such as __proto__ and constructor are data', () => {
    const service = onlyService(
      '{"api":"A","version":1,"services":[{"name":"constructor","route":"/c","fields":[{"name":"__proto__","type":"string"}],"operations":[{"method":"POST"}]}],"schemas":{"__proto__":{"type":"string"}}}',
    );
    expect(service.getFields('POST').map((field) => field.getName())).toEqual(['__proto__']);
    expect(service.api.getSchemaNames()).toEqual(['__proto__']);
    expect(Object.prototype).not.toHaveProperty('type');
  });
});
