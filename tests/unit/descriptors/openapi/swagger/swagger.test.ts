import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseText, readParsed, readText, recordOf } from '../../read-text.ts';
import { checkRecord } from '../../record-invariants.ts';

const result = readParsed(
  parseText(readFileSync('tests/fixtures/descriptors/openapi/swagger.yaml', 'utf8'), 'd/shop.yaml'),
);
const record = recordOf(result);
const [items, picture] = record.services;
const ITEM = { $ref: '#/components/schemas/Item' };

describe('Swagger 2.0', () => {
  test('is read without warnings into a right record', () => {
    expect(result.diagnostics).toEqual([]);
    checkRecord(record);
  });

  test('host, base path and schemes become servers', () => {
    expect(record.servers).toEqual([{ url: 'https://shop.example/api/' }, { url: 'http://shop.example/api/' }]);
    expect(record.basePath).toBe('/api');
    expect(picture?.operations.find(({ method }) => method === 'PUT')?.servers).toEqual([
      { url: 'wss://shop.example/api/' },
    ]);
  });

  test.each([
    // host               schemes    server                         place
    ['https://shop.example', '[https]', 'https://shop.example/api', 3],
    ['http://shop.example', '[https]', 'https://shop.example/api', 3],
    ['http://localhost:8080', '[]', 'http://localhost:8080/api', 3],
    ['//shop.example/v1', '[https]', 'https://shop.example/v1/api', 3],
    ['https://shop.example/', '[https]', 'https://shop.example/api', 3],
    ['https://', '[https]', '/api', 3],
    ['shop.example/', '[https]', 'https://shop.example/api', undefined],
    ['shop.example:80', '[https]', 'https://shop.example:80/api', undefined],
    ['shop.example', '[]', '//shop.example/api', undefined],
  ])('the host %s with the schemes %s is read as %s', (host, schemes, url, line) => {
    const text = `swagger: '2.0'
info: { title: Shop, version: '1' }
host: ${host}
basePath: /api
schemes: ${schemes}
paths: {}
`;
    const read = readParsed(parseText(text, 'd/shop.yaml'));
    expect(recordOf(read).servers).toEqual([{ url }]);
    expect(read.diagnostics.map((found) => [found.rule, found.line])).toEqual(
      line === undefined ? [] : [['wrong-value', line]],
    );
  });

  test.each([
    ["swagger: '2.0'", 'servers: [{ url: /api }]', 'Write host, basePath, schemes in its place.', {}],
    ["openapi: '3.1.0'", 'host: shop.example', 'Write servers in its place.', {}],
    ["openapi: '3.1.0'", 'tag: []', 'Did you mean “tags”? Keys of your own begin with x-.', { 'x-tag': [] }],
  ])('%s does not know %s', (version, more, remedy, kept) => {
    const read = readParsed(
      parseText(`${version}\ninfo: { title: Shop, version: '1' }\npaths: {}\n${more}\n`, 'd/shop.yaml'),
    );
    expect(read.diagnostics).toMatchObject([{ rule: 'unknown-key', remedy }]);
    expect(recordOf(read)).toMatchObject({ servers: [] });
    expect(recordOf(read).extensions).toEqual(kept);
  });

  test('security definitions become security schemes', () => {
    expect(record.components.securitySchemes).toEqual({
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://shop.example/authorize',
            tokenUrl: 'https://shop.example/token',
            scopes: { read: 'Read items' },
          },
        },
      },
    });
  });

  test('the type of a parameter becomes its schema, its collection format a style', () => {
    expect(record.components.parameters).toEqual({
      Limit: {
        name: 'limit',
        in: 'query',
        schema: { type: 'integer', format: 'int32', exclusiveMaximum: 100, default: 10 },
      },
    });
    const schema = { type: 'array', items: { type: 'string' } };
    expect(items?.operations[0]?.parameters).toEqual([
      { $ref: '#/components/parameters/Limit' },
      { name: 'ids', in: 'query', style: 'pipeDelimited', explode: false, schema },
      { name: 'tags', in: 'query', style: 'form', explode: false, schema },
      { name: 'odd', in: 'query', 'x-collectionFormat': 'tsv', schema },
    ]);
  });

  test.each([
    ['x-example: 5', { examples: [5] }],
    ['x-example: 5, example: 6', { examples: [6] }],
    ['x-enum-varnames: [Small]', { 'x-enum-varnames': ['Small'] }],
  ])('%s of a parameter is said of its schema', (text, schema) => {
    const parameter = `{name: a, in: query, type: integer, ${text}}`;
    const { services } = recordOf(
      readText(
        `swagger: '2.0'\ninfo: {title: T, version: '1'}\n` +
          `paths: {/a: {get: {parameters: [${parameter}], responses: {}}}}`,
      ),
    );
    expect(services[0]?.operations[0]?.parameters).toEqual([
      { name: 'a', in: 'query', schema: { type: 'integer', ...schema } },
    ]);
  });

  test('bodies get the media types that the operation or the descriptor consumes', () => {
    expect(items?.operations[1]?.requestBody).toEqual({
      description: 'The item',
      required: true,
      'x-name': 'item',
      content: { 'application/json': { schema: ITEM }, 'text/yaml': { schema: ITEM } },
    });
    expect(Object.keys(record.components.requestBodies)).toEqual(['NewItem']);
  });

  test('form fields become one object, with a file as multipart', () => {
    expect(picture?.operations.find(({ method }) => method === 'PUT')?.requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: {
              file: { type: 'string', format: 'binary', description: 'The picture' },
              sizes: { type: 'array', items: { type: 'integer' } },
            },
          },
          encoding: { sizes: { style: 'form', explode: true } },
        },
      },
    });
  });

  test('responses get the media types that are produced, examples theirs', () => {
    const schema = { type: 'array', items: ITEM };
    expect(items?.operations[0]?.responses).toEqual({
      '200': {
        description: 'Items',
        headers: { 'X-Total': { description: 'How many', schema: { type: 'integer' } } },
        content: {
          'application/json': { schema, example: [{ kind: 'Book', name: 'Dune' }] },
          'application/xml': { schema },
        },
      },
      default: { $ref: '#/components/responses/Problem' },
    });
    // Other media types than the named response has.
    expect(items?.operations[1]?.responses['400']).toHaveProperty('content', {
      'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
    expect(picture?.responseContentTypes).toEqual(['image/png']);
  });

  test('schemas are modern', () => {
    expect(record.components.schemas['Item']).toEqual({
      type: 'object',
      discriminator: { propertyName: 'kind' },
      required: ['kind'],
      properties: { kind: { type: 'string' }, name: { type: ['string', 'null'], examples: ['Dune'] } },
    });
  });
});

describe('parameters of a list that is a reference', () => {
  const bodyOf = (list: string) => {
    const result = readText(
      `swagger: '2.0'\ninfo: {title: T, version: '1'}\npaths: {/a: {post: {parameters: ${list}, responses: {}}}}`,
      {
        'd/list.yaml': '[{name: b, in: body, schema: {type: string}}, {name: q, in: query, type: string}]',
        'd/form.yaml': '[{name: f, in: formData, type: string}]',
        'd/staff.yaml': '{x-internal: true, body: {name: b, in: body, schema: {type: string}}}',
      },
    );
    return { diagnostics: result.diagnostics, operation: recordOf(result).services[0]?.operations[0] };
  };

  test.each(['list', 'form'])('are a body as well: %s', (name) => {
    const { diagnostics, operation } = bodyOf(`{$ref: '${name}.yaml'}`);
    expect(diagnostics).toEqual([]);
    expect(operation?.requestBody).toMatchObject({ content: {} });
  });

  test('a body in what is marked has the mark', () => {
    expect(bodyOf("[{$ref: 'staff.yaml#/body'}]").operation?.requestBody).toMatchObject({ 'x-internal': true });
  });
});

describe('a mistake of Swagger 2.0 is a finding at its place', () => {
  const whole = (more: string, operation: string): string =>
    `swagger: '2.0'\ninfo: {title: T, version: '1'}\n${more}\npaths:\n  /a:\n    post: { ${operation} }`;
  const OK = "responses: { '200': { description: x } }";
  const operationWith = (parameter: string): string => `${OK}, parameters: [{ ${parameter} }]`;
  const query = 'name: a, in: query, type: array, items: { type: string }';

  test.each<[top: string, operation: string, rule: string, line: number, message: string, remedy: string]>([
    [
      '#',
      operationWith(`${query}, collectionFormat: multy`),
      'wrong-value',
      6,
      '“multy” is not a value for “collectionFormat”.',
      'Write csv, ssv, tsv, pipes or multi.',
    ],
    [
      '#',
      "responses: { '200': { description: x, headers: { A: { type: array, items: {}, collectionFormat: multi } } } }",
      'wrong-value',
      6,
      '“multi” is not a value for “collectionFormat”.',
      'Write csv, ssv, tsv or pipes.',
    ],
    [
      '#',
      operationWith("name: a, in: query, type: string, pattern: '['"),
      'wrong-value',
      6,
      '“[” is not a value for “pattern”: it is not a regular expression of ECMAScript.',
      'Correct it; (?i) and other flags are not known there.',
    ],
    ['#', operationWith('in: body, schema: {}'), 'missing-key', 6, 'A body parameter needs a “name”.', 'Add it.'],
    [
      '#',
      operationWith('in: formData, type: string'),
      'parameter-shape',
      6,
      'A parameter needs a “name”, and “in” with path, query, header, body or formData; it was left out.',
      'Add what is missing.',
    ],
    [
      '#',
      "responses: { '201': {} }",
      'response-description-missing',
      6,
      'The response has no “description”.',
      'Say in a sentence when it comes.',
    ],
    [
      '#',
      "responses: { '4xx': { description: x } }",
      'status-code',
      6,
      '“4xx” was read as 4XX.',
      'Write single codes, or default: Swagger 2.0 has no ranges.',
    ],
    [
      '#',
      'responses: { Default: { description: x } }',
      'status-code',
      6,
      '“Default” was read as default.',
      'Write default.',
    ],
    [
      'schemes: https',
      OK,
      'wrong-type',
      3,
      '“schemes” is text, but must be a list; it was read as one.',
      'Write [https].',
    ],
    [
      'schemes: [https, htps]',
      OK,
      'wrong-value',
      3,
      '“htps” is not a value for “schemes”; it was left out.',
      'Write http, https, ws or wss.',
    ],
    [
      'consumes: application/json',
      OK,
      'wrong-type',
      3,
      '“consumes” is text, but must be a list; it was read as one.',
      'Write [application/json].',
    ],
    ['produces: [json]', OK, 'wrong-value', 3, '“json” is not a media type.', 'Write one such as application/json.'],
    [
      '#',
      `${OK} }\n    pots: { ${OK}`,
      'unknown-key',
      7,
      'The key “pots” has no meaning in a path item; it was kept as “x-pots”.',
      'Did you mean “post”? Keys of your own begin with x-.',
    ],
  ])('%s, %s', (top, operation, rule, line, message, remedy) => {
    const { diagnostics } = readText(whole(top, operation));
    expect(diagnostics).toMatchObject([{ rule, line, severity: 'warning', message, remedy }]);
  });

  test('a second body is an error, and not one of a path that the operation replaces', () => {
    const body = (name: string): string => `{ name: ${name}, in: body, schema: {} }`;
    const two = readText(whole('#', `${OK}, parameters: [${body('a')}, ${body('b')}]`));
    expect(two.diagnostics).toMatchObject([
      {
        rule: 'parameter-body',
        severity: 'error',
        line: 6,
        message: 'An operation has one body, and “b” is a second one.',
        remedy: 'Unite their schemas in one, or write both as form fields with “in: formData”.',
      },
    ]);
    const replaced = `${OK}, parameters: [${body('a')}] }\n    parameters: [${body('b')}`.replace(/$/, ']\n    x-a: {');
    expect(readText(whole('#', replaced)).diagnostics).toEqual([]);
  });
});

test.each([
  ["responses: { '4xx': { description: x } }", '“4xx” was read as 4XX.', 'Write 4XX.'],
  ["responses: { '200': {} }", 'The response has no “description”.', 'Say in a sentence when it comes.'],
  [
    "responses: { '200': { description: x, content: { json: {} } } }",
    '“json” is not a media type.',
    'Write one such as application/json.',
  ],
  [
    "parameters: [{ name: a, in: query, schmea: {} }], responses: { '200': { description: x } }",
    'The key “schmea” has no meaning in a parameter; it was kept as “x-schmea”.',
    'Did you mean “schema”? Keys of your own begin with x-.',
  ],
])('in OpenAPI as well: %s', (operation, message, remedy) => {
  const text = `openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: { /a: { get: { ${operation} } } }`;
  expect(readText(text).diagnostics).toMatchObject([{ severity: 'warning', message, remedy }]);
});
