import { describe, expect, test } from 'vitest';
import { describeFact } from './facts.ts';
import { RawDocument } from './raw-document.ts';
import { rawFacts } from './raw-facts.ts';

const factsOf = (value: unknown): readonly string[] =>
  [...rawFacts(new RawDocument('/descriptor.json', value))].map(describeFact).sort();

describe('the facts of a raw descriptor', () => {
  test.each([
    ['3.0.3', ['operation "POST webhook paid"']],
    ['3.1.0', ['extension "x-webhooks"']],
  ])('x-webhooks of OpenAPI %s are %j', (openapi, facts) => {
    expect(factsOf({ openapi, 'x-webhooks': { paid: { post: {} } } })).toEqual(facts);
  });

  test('OpenAPI 3: parameters of the path, a body, references, cycles and callbacks are all found', () => {
    const node = {
      type: 'object',
      properties: { name: { enum: ['leaf'] }, children: { items: { $ref: '#/components/schemas/Node' } } },
      'x-order': 1,
    };
    const document = {
      openapi: '3.1.0',
      servers: [{ url: 'https://example.com' }],
      security: [{ key: [] }],
      paths: {
        '/nodes/{id}': {
          parameters: [{ $ref: '#/components/parameters/Id' }],
          servers: [{ url: 'https://nodes.example.com' }],
          put: {
            operationId: 'put',
            tags: ['nodes'],
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' }, examples: { one: {} } } },
            },
            responses: { 200: { description: 'Done', headers: { 'X-Rate': {} }, content: { 'text/plain': {} } } },
            callbacks: {
              changed: { '{$request.query.url}': { post: { responses: { default: { description: 'Heard' } } } } },
            },
          },
        },
      },
      components: {
        schemas: { Node: node },
        parameters: { Id: { in: 'path', name: 'id' } },
        securitySchemes: { key: { type: 'apiKey' } },
      },
    };
    const put = 'PUT /nodes/{id}';
    const called = `${put} > changed {$request.query.url} POST`;
    expect(factsOf(document)).toEqual(
      [
        `operation "${put}"`,
        `operation-id "put" of ${put}`,
        `server "https://nodes.example.com" of ${put}`,
        `operation-tag "nodes" of ${put}`,
        'tag "nodes"',
        `security "key" of ${put}`,
        `parameter "path id" of ${put}`,
        `body-type "application/json" of ${put} request`,
        `field "name" of ${put} request`,
        `field "children" of ${put} request`,
        `enum-value "\\"leaf\\"" of ${put} request`,
        `example "one" of ${put} request`,
        `status "200" of ${put}`,
        `description "Done" of ${put} 200`,
        `header "X-Rate" of ${put} 200`,
        `response-type "text/plain" of ${put} 200`,
        `callback "changed" of ${put}`,
        `operation "${called}" of ${put}`,
        `status "default" of ${called}`,
        `description "Heard" of ${called} default`,
        'server "https://example.com"',
        'security-scheme "key"',
        'schema "Node"',
        'property "name" of schema Node',
        'property "children" of schema Node',
        'enum-value "\\"leaf\\"" of schema Node',
        'extension "x-order"',
      ].sort(),
    );
  });

  test('Swagger 2.0: form fields are fields of the body, media types come from consumes and produces', () => {
    const document = {
      swagger: '2.0',
      consumes: ['application/json'],
      produces: ['application/json', 'text/csv'],
      paths: {
        '/nodes': {
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { in: 'formData', name: 'file' },
              { in: 'query', name: 'dry', enum: [true] },
            ],
            responses: { 201: { schema: { properties: { id: {} } } }, 204: {} },
          },
        },
      },
    };
    expect(factsOf(document)).toEqual(
      [
        'operation "POST /nodes"',
        'body-type "multipart/form-data" of POST /nodes request',
        'field "file" of POST /nodes request',
        'parameter "query dry" of POST /nodes',
        'enum-value "true" of POST /nodes query dry',
        'status "201" of POST /nodes',
        'status "204" of POST /nodes',
        'response-type "application/json" of POST /nodes 201',
        'response-type "text/csv" of POST /nodes 201',
        'field "id" of POST /nodes 201',
      ].sort(),
    );
  });
});
