import { describe, expect, test } from 'vitest';
import { placesOf, readText } from './read-text.ts';

const service = (rest: string): string =>
  `api: A\nversion: 1\nservices:\n  - name: B\n    route: /b[/:id]\n    route_identifier_name: id\n${rest}`;

describe('a wrong descriptor', () => {
  test.each([
    // what is wrong                     descriptor                                                            place and rule                 part of the message                        part of the remedy
    [
      'a mistyped key',
      service('    descripton: x\n'),
      '7:5 unknown-key',
      '"descripton" is not a key of this service',
      'Write "description".',
    ],
    [
      'an unknown key at the top',
      'api: A\nversion: 1\nservices: []\nhost: x',
      '4:1 unknown-key',
      '"host" is not a key of this API descriptor',
      'x-',
    ],
    [
      'a missing route',
      'api: A\nversion: 1\nservices: [{ name: B }]',
      '3:12 missing-key',
      '"route" is missing in this service',
      'a route match string',
    ],
    ['no services', 'api: A\nversion: 1', '1:1 missing-key', '"services" is missing', 'Add "services"'],
    [
      'text as version',
      'api: A\nversion: one\nservices: []',
      '2:10 wrong-type',
      '"version" is text, but must be a whole number',
      'A whole number from 1'.toLowerCase(),
    ],
    ['version 0', 'api: A\nversion: 0\nservices: []', '2:10 wrong-value', 'must be >= 1', 'whole number from 1'],
    // This version has ten digits: routes have up to nine after their v.
    ['version 1e9', 'api: A\nversion: 1000000000\nservices: []', '2:10 wrong-value', 'must be <= 999999999', 'whole'],
    [
      'version 1.5',
      'api: A\nversion: 1.5\nservices: []',
      '2:10 wrong-type',
      'is a number, but must be a whole number',
      '',
    ],
    [
      'services as a map',
      'api: A\nversion: 1\nservices: {}',
      '3:11 wrong-type',
      '"services" is a map, but must be a list',
      '',
    ],
    [
      'an API name with a slash',
      'api: A/B\nversion: 1\nservices: []',
      '1:6 unsafe-name',
      'a slash would divide it',
      '',
    ],
    ['an API name of dots', 'api: ..\nversion: 1\nservices: []', '1:6 unsafe-name', 'means a folder', ''],
    [
      'a control character',
      'api: "A\\u001b[31m"\nversion: 1\nservices: []',
      '1:6 unsafe-name',
      'control character',
      '',
    ],
    [
      'a method in small letters',
      service('    operations: [{ method: get }]'),
      '7:28 wrong-value',
      '"get" is not a value for "method"',
      'Write GET.',
    ],
    ['an unknown kind', service('    kind: soap\n'), '7:11 wrong-value', '"soap"', 'rest or rpc'],
    [
      'an unknown field type',
      service('    fields: [{ name: f, type: int }]'),
      '7:31 wrong-value',
      '"int" is not a value for "type"',
      'Write',
    ],
    [
      'a media type without a slash',
      service('    request_accept_types: [json]'),
      '7:28 wrong-value',
      '"json"',
      'a media type such as application/json',
    ],
    [
      'a status that is none',
      service("    operations: [{ method: GET, responses: { '2000': {} } }]"),
      '7:46 unknown-key',
      '"2000"',
      'a status code such as 200',
    ],
    [
      'a schema that is none',
      service('    operations: [{ method: GET, request: { schema: objekt } }]'),
      '7:52 wrong-type',
      '"schema" is text, but must be a map or true or false',
      '',
    ],
    [
      'a schema name with a space',
      'api: A\nversion: 1\nservices: []\nschemas:\n  "my schema": {}',
      '5:3 unsafe-name',
      '"my schema" cannot be a schema name',
      'letters, digits',
    ],
    [
      'a base path without a slash',
      'api: A\nversion: 1\nbase_path: library\nservices: []',
      '3:12 wrong-value',
      '"library"',
      'such as /library',
    ],
    [
      'a malformed route',
      service('').replace('/b[/:id]', '/b[/:id'),
      '5:12 route-syntax',
      'a "[" has no "]"',
      '/book[/:book_id]',
    ],
    [
      'an identifier that the route lacks',
      service('').replace('name: id', 'name: key'),
      '6:28 route-identifier',
      'has no segment ":key"',
      '[/:key]',
    ],
    [
      'a collection without a path',
      service('    operations: [{ method: GET }]').replace('/b[/:id]', '/b/:id'),
      '5:12 route-identifier',
      'the collection has no path',
      '[/:id]',
    ],
    [
      'entities without an identifier',
      'api: A\nversion: 1\nservices:\n  - name: B\n    route: /b\n    entity_operations: [{ method: GET }]',
      '6:5 route-identifier',
      'No segment',
      'route_identifier_name',
    ],
    [
      'entities of an RPC service',
      'api: A\nversion: 1\nservices:\n  - name: B\n    kind: rpc\n    route: /b\n    entity_operations: [{ method: GET }]',
      '7:5 route-identifier',
      'no entities',
      'operations',
    ],
    [
      'a method twice',
      service('    operations: [{ method: GET }, { method: GET }]'),
      '7:45 duplicate-operation',
      'two operations GET',
      '',
    ],
    ['a field twice', service('    fields: [{ name: f }, { name: f }]'), '7:35 duplicate-field', 'two fields "f"', ''],
    [
      'a parameter twice',
      service('    operations: [{ method: GET, parameters: [{ name: p }, { name: p, in: query }] }]'),
      '7:67 duplicate-parameter',
      'two query parameters "p"',
      '',
    ],
    [
      'a path parameter that the path lacks',
      service('    operations: [{ method: GET, parameters: [{ name: id, in: path }] }]'),
      '7:54 unknown-segment',
      'no segment ":id"',
      '',
    ],
    [
      'fields inside a text',
      service('    fields: [{ name: f, type: string, fields: [{ name: g }] }]'),
      '7:31 contradiction',
      'string',
      'type: array',
    ],
    [
      'items and fields',
      service('    fields: [{ name: f, type: array, items: {}, fields: [{ name: g }] }]'),
      '7:38 contradiction',
      '"items"',
      '',
    ],
    [
      'type and schema',
      service('    fields: [{ name: f, type: string, schema: {} }]'),
      '7:25 contradiction',
      '"type"',
      '',
    ],
    [
      'a reserved name',
      'api: A\nversion: 1\nservices: [{ name: schemas, route: /s }]',
      '3:20 reserved-name',
      'is the URL of another page',
      'schemas-service',
    ],
    [
      'the name of the page of changes',
      'api: A\nversion: 1\nservices: [{ name: changes, route: /s }]',
      '3:20 reserved-name',
      'is the URL of another page',
      'changes-service',
    ],
    [
      'a service twice',
      'api: A\nversion: 1\nservices: [{ name: B, route: /b }, { name: B, route: /c }]',
      '3:44 duplicate-service',
      'Two services are named "B"',
      '',
    ],
    [
      'names that look the same',
      'api: A\nversion: 1\nservices: [{ name: "\\u00e9", route: /b }, { name: "e\\u0301", route: /c }]',
      '3:51 name-collision',
      'look the same',
      '',
    ],
    [
      'a route twice',
      'api: A\nversion: 1\nservices: [{ name: B, route: "/b/:x", operations: [{ method: GET }] }, { name: C, route: "/b/:y", operations: [{ method: GET }] }]',
      '3:90 duplicate-route',
      'GET /b/{y} is already an operation of the service "B"',
      '',
    ],
  ])('%s', (_, text, place, message, remedy) => {
    const { record, diagnostics } = readText(text);
    expect(placesOf(diagnostics)).toEqual([place]);
    expect(diagnostics[0]?.message).toContain(message);
    expect(diagnostics[0]?.remedy).toContain(remedy);
    expect(diagnostics[0]?.severity).toBe('error');
    expect(record).toBeUndefined();
  });

  test('reports everything at once, errors of other services too', () => {
    const { diagnostics } = readText(
      'api: A/B\nversion: x\nservices:\n  - { name: B, rout: /b }\n  - { name: groups, route: /c, operations: [{ method: GET }, { method: GET }] }\n  - { name: B, route: d }\n',
    );
    expect(placesOf(diagnostics)).toEqual([
      '2:10 wrong-type',
      '4:5 missing-key',
      '4:16 unknown-key',
      '1:6 unsafe-name',
      '5:13 reserved-name',
      '6:13 duplicate-service',
      '5:72 duplicate-operation',
      '6:23 route-syntax',
    ]);
  });

  test('reports errors of shape and meaning of one service at once', () => {
    const { record, diagnostics } = readText(
      service(`    fields:
      - { name: f, type: int, exampel: 1 }
      - { description: no name }
      - { name: f }
    operations:
      - { method: get }
      - { method: GET, responses: { '200': { content_type: 5, schema: { $ref: '#/schemas/None' } } } }
      - { method: GET, parameters: [{ name: p, in: qeury }, { name: q }, { name: q }], request: { schema: { type: objekt } } }
schemas: { Broken: { type: objekt, items: { $ref: '#/schemas/Gone' } } }
`).replace('route_identifier_name: id', 'route_identifier_name: key'),
    );
    expect(record).toBeUndefined();
    expect(placesOf(diagnostics).toSorted()).toEqual(
      [
        '6:28 route-identifier',
        '8:26 wrong-value',
        '8:31 unknown-key',
        '9:9 missing-key',
        '10:17 duplicate-field',
        '12:19 wrong-value',
        '13:60 wrong-type',
        '13:79 ref-not-found',
        '14:19 duplicate-operation',
        '14:52 wrong-value',
        '14:82 duplicate-parameter',
        '14:115 schema-type',
        '15:28 schema-type',
        '15:51 ref-not-found',
      ].toSorted(),
    );
  });

  test.each([
    [
      'which identifier there is',
      service('    kind: soap\n    entity_operations: [{ method: GET }]\n'),
      ['7:11 wrong-value'],
    ],
    [
      'what a misspelt key was to be',
      service('    route_identifer: id\n    entity_operations: [{ method: GET }]\n').replace(
        '    route_identifier_name: id\n',
        '',
      ),
      ['6:5 unknown-key'],
    ],
    [
      'which segments there are',
      service('    operations: [{ method: GET, parameters: [{ name: x, in: path }] }]\n').replace('/b[', '/b[['),
      ['5:12 route-syntax'],
    ],
    [
      'where a parameter stands',
      service('    operations: [{ method: GET, parameters: [{ name: x }, { name: x, inn: header }] }]\n'),
      ['7:70 unknown-key'],
    ],
    [
      'what a schema is',
      service("    fields: [{ name: f, schema: { $ref: '#/schemas/S' } }]\nschemas: { S: 5 }\n"),
      ['8:15 wrong-type', '8:15 wrong-type'],
    ],
  ])('tells nothing that hangs on what is not known: %s', (_, text, places) => {
    expect(placesOf(readText(text).diagnostics)).toEqual(places);
  });

  test.each([
    ['objekt', 'There is no type "objekt"; any type is allowed.'],
    ['{ a: b }', 'There is no type {"a":"b"}; any type is allowed.'],
  ])('warns of a type of a schema that is none: %s', (type, message) => {
    const { record, diagnostics } = readText(`api: A\nversion: 1\nservices: []\nschemas: { S: { type: ${type} } }`);
    expect(record).toBeDefined();
    expect(diagnostics).toMatchObject([{ line: 4, column: 23, severity: 'warning', rule: 'schema-type', message }]);
  });

  test('warns of a tag and of an operation id that are there twice', () => {
    const { record, diagnostics } = readText(
      service(
        '    operations: [{ method: GET, operation_id: o }]\n    entity_operations: [{ method: GET, operation_id: o }]\n' +
          'tags: [{ name: T }, { name: T }]',
      ),
    );
    expect(record).toBeDefined();
    expect(placesOf(diagnostics)).toEqual(['9:21 tag-duplicate', '8:54 operation-id-duplicate']);
  });

  test('reports fields that several operations share once', () => {
    const { diagnostics } = readText(
      service(
        '    fields: [{ name: f }, { name: f }]\n    operations: [{ method: POST }]\n    entity_operations: [{ method: PUT }, { method: PATCH }]\n',
      ),
    );
    expect(placesOf(diagnostics)).toEqual(['7:35 duplicate-field']);
  });

  test('may warn without being refused', () => {
    const { record, diagnostics } = readText(
      'api: A\nversion: 1\nservices: [{ name: Book, route: /b }, { name: book, route: /c }]',
    );
    expect(diagnostics).toMatchObject([{ severity: 'warning', rule: 'name-collision' }]);
    expect(record).toBeDefined();
  });

  test('has messages on one line and of bounded length', () => {
    const { diagnostics } = readText(service(`    kind: "${'x\\n'.repeat(500)}"\n`));
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.message).not.toContain('\n');
    expect(diagnostics[0]?.message.length).toBeLessThan(200);
  });
});
