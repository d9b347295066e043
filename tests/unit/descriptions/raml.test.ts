import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ramlReader } from '../../../src/descriptors/raml/reader.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { raml } from '../../../src/formats/raml/raml.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { projectWith } from '../config/project.ts';
import { readText, readValue, recordOf } from '../descriptors/read-text.ts';
import { checkRecord } from '../descriptors/record-invariants.ts';
import { factsOf, generatedApi } from '../formats/generated-api.ts';

const FILES = {
  'd/zoo.raml': `#%RAML 1.0
title: Zoo
version: v3
baseUri: https://{area}.zoo.example/{version}
baseUriParameters: { area: { enum: [north, south] } }
mediaType: [application/json, application/xml]
uses: { animals: libraries/animals.raml }
documentation:
  - { title: Opening, content: !include texts/opening.md }
securedBy: [login]
securitySchemes:
  login:
    type: OAuth 2.0
    describedBy: { responses: { 401: { description: No token. } } }
    settings:
      accessTokenUri: https://zoo.example/token
      authorizationGrants: [client_credentials]
      scopes: [feed]
  key:
    type: Pass Through
    describedBy: { queryParameters: { api_key: string } }
annotationTypes: { owner: string }
(owner): keepers
types:
  Keeper:
    type: animals.Named
    properties:
      age?: { type: integer, minimum: 18 }
      nicknames: string[]
      boss: Keeper | nil
      //: string
    example: { name: Ada, nicknames: [], boss: null }
  Feeder: [Keeper, animals.Named]
traits:
  paged:
    queryParameters:
      <<name>>: { type: integer, default: 1, description: Page of <<resourcePathName|!singularize|!uppercamelcase>> }
resourceTypes:
  collection:
    usage: Lists.
    get:
      is: [{ paged: { name: page } }]
      responses: { 200: { body: { type: "<<item>>[]" } } }
    post?:
      body: <<item>>
/keepers:
  displayName: Keepers
  type: { collection: { item: Keeper } }
  get:
    description: All of them.
    responses: { 200: { headers: { X-Count: integer } } }
  /{name}:
    uriParameters: { name: { description: Its name, minLength: 2 } }
    delete:
      securedBy: [null, { login: { scopes: [feed] } }]
/animals:
  type: animals.readOnly
  is: [animals.traced]
/legacy:
  post:
    body:
      application/json: { type: !include schemas/legacy.json, examples: { one: { a: 1 }, two: { value: { a: 2 } } } }
      text/xml: { type: '<xs:schema/>' }
`,
  'd/libraries/animals.raml': `#%RAML 1.0 Library
types:
  Named: { properties: { name: string } }
  Animal: { type: Named, discriminator: name, properties: { legs?: { type: integer, enum: [2, 4] } } }
traits:
  traced: { headers: { X-Trace?: string } }
resourceTypes:
  readOnly: { get: { responses: { 200: { body: Animal } } } }
`,
  'd/texts/opening.md': 'Always.\n',
  'd/schemas/legacy.json':
    '{"type": "object", "definitions": {"A": {"type": "integer"}}, "properties": {"a": {"$ref": "#/definitions/A"}}}',
};

function operationsOf(record: ApiRecord | undefined): Record<string, object> {
  const all = (record?.services ?? []).flatMap((service) => [...service.operations, ...service.entityOperations]);
  return Object.fromEntries(all.map((operation) => [`${operation.method} ${operation.paths[0]}`, operation]));
}

describe('RAML 1.0', () => {
  let read: ReturnType<typeof readFolder> | undefined;
  let zoo: ApiRecord | undefined;
  let operations: Record<string, object> = {};
  beforeEach(() => {
    read ??= readFolder({ projectRoot: projectWith(FILES), folder: 'd' });
    zoo = read.apis[0];
    operations = operationsOf(zoo);
  });

  test('with libraries, includes, traits and resource types has nothing to report', () => {
    expect(read?.diagnostics).toEqual([]);
    expect(read?.apis.map(({ name, version, source }) => [name, version, source.format])).toEqual([
      ['zoo', 3, 'raml-1.0'],
    ]);
    if (zoo !== undefined) checkRecord(zoo);
    expect(Object.keys(operations)).toEqual(['GET /keepers', 'DELETE /keepers/{name}', 'GET /animals', 'POST /legacy']);
  });

  test('has a base URI with parameters, chapters, annotations and log-ins', () => {
    expect(zoo).toMatchObject({
      info: { title: 'Zoo', version: 'v3', description: '# Opening\n\nAlways.\n' },
      servers: [
        {
          url: 'https://{area}.zoo.example/{version}',
          variables: { area: { default: 'north', enum: ['north', 'south'] }, version: { default: 'v3' } },
        },
      ],
      extensions: { 'x-owner': 'keepers' },
      security: [{ login: [] }],
    });
    expect(zoo?.components.securitySchemes).toMatchObject({
      login: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://zoo.example/token', scopes: { feed: '' } } },
      },
      key: { type: 'apiKey', in: 'query', name: 'api_key' },
    });
    expect(operations['DELETE /keepers/{name}']).toMatchObject({ security: [{}, { login: ['feed'] }] });
  });

  test('has what resource types and traits give, with their parameters and functions', () => {
    expect(operations['GET /keepers']).toMatchObject({
      description: 'All of them.',
      parameters: [
        { name: 'page', in: 'query', required: true, description: 'Page of Keeper', schema: { default: 1 } },
      ],
      responses: {
        200: {
          headers: { 'X-Count': { schema: { type: 'integer' } } },
          content: {
            'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Keeper' } } },
            'application/xml': {},
          },
        },
        401: { description: 'No token.' },
      },
    });
    expect(operations['GET /animals']).toMatchObject({
      parameters: [{ name: 'X-Trace', in: 'header' }],
      responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Animal' } } } } },
    });
  });

  test('has types with inheritance, unions, lists and facets, and schemas in JSON', () => {
    const schemas: Record<string, unknown> = zoo?.components.schemas ?? {};
    expect(schemas['Keeper']).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/Named' }],
      required: ['nicknames', 'boss'],
      properties: {
        age: { type: 'integer', minimum: 18 },
        nicknames: { type: 'array', items: { type: 'string' } },
        boss: { anyOf: [{ $ref: '#/components/schemas/Keeper' }, { type: 'null' }] },
      },
      additionalProperties: { type: 'string' },
    });
    expect(schemas['Feeder']).toMatchObject({ allOf: [{}, {}] });
    expect(schemas['Animal']).toMatchObject({ discriminator: { propertyName: 'name' } });
    expect(operations['POST /legacy']).toMatchObject({
      requestBody: {
        content: {
          'application/json': { examples: { one: { value: { a: 1 } }, two: { value: { a: 2 } } } },
          'text/xml': { schema: { 'x-xsd': '<xs:schema/>' } },
        },
      },
    });
  });
});

test('an overlay adds to what it extends', () => {
  const files = {
    'd/a.raml':
      '#%RAML 1.0\ntitle: A\ntypes: { T: string }\n/a: { get: { description: Old, responses: { 200: { body: T } } } }\n',
    'd/b.raml': '#%RAML 1.0 Overlay\nextends: a.raml\ntitle: B\n/a: { get: { description: New } }\n',
  };
  const { apis } = readFolder({ projectRoot: projectWith(files), folder: 'd' });
  const overlay = apis.find(({ name }) => name === 'b');
  expect(overlay?.info.title).toBe('B');
  expect(operationsOf(overlay)['GET /a']).toMatchObject({
    description: 'New',
    responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/T' } } } } },
  });
});

test.each([
  ['a trait that is not declared', '/a:\n  get:\n    is: [nothing]\n', {}, '5:5 The trait “nothing”'],
  ['a type that is not declared', '/a:\n  get:\n    body: Nothing\n', {}, 'The reference'],
  ['a library that does not exist', 'uses: { a: none.raml }\n', {}, '1:1 none.raml'],
  [
    'a key that RAML does not have',
    '/a:\n  example: x\n  get:\n    tags: [x]\n    responses: { 200: { schema: x } }\n',
    {},
    '4:3 RAML has no key “example” here; it was left out.',
  ],
  ['a log-in that is not declared', '/a:\n  get:\n    securedBy: [none]\n', {}, '“none”'],
  [
    'a file that includes itself',
    'types: { A: !include b.raml }\n',
    { 'd/b.raml': 'properties: { b: !include b.raml }' },
    'included in itself',
  ],
])('the place of %s is named', (_, text, others, expected) => {
  const { diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}`, others, ramlReader);
  expect(diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n')).toContain(expected);
});

test.each([
  ['#%RAML 0.8\ntitle: A\n', 'The file is RAML 0.8, which is not read; it was left out.'],
  ['#%RAML 1.0 Library\ntypes: {}\n', undefined],
])('%j alone is no API', (text, message) => {
  const { apis, diagnostics } = readFolder({ projectRoot: projectWith({ 'd/a.raml': text }), folder: 'd' });
  expect([apis.length, diagnostics.find(({ rule }) => rule === 'descriptor-unknown')?.message]).toEqual([0, message]);
});

test('a body without a type may be anything, a parameter without one is a text', () => {
  const text = '/a: { post: { queryParameters: { q: { example: x } }, body: { a/b: { example: { n: 1 } } } } }\n';
  const { record, diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}`, {}, ramlReader);
  expect(diagnostics).toEqual([]);
  expect(operationsOf(record)['POST /a']).toMatchObject({
    parameters: [{ name: 'q', schema: { type: 'string' } }],
    requestBody: { content: { 'a/b': { example: { n: 1 } } } },
  });
});

test.each([
  ['protocols of a method', '/a: { get: { protocols: [HTTPS] } }', '"x-protocols":["HTTPS"]'],
  [
    'responses that RAML has no key for',
    '/a: { get: { (x-responses): { default: { description: Else } } } }',
    '"default"',
  ],
  [
    'texts of examples',
    '/a: { post: { body: { a/b: { type: any, examples: { one: { displayName: One, value: 1 } } } } } }',
    '"summary":"One"',
  ],
  [
    'header fields of a log-in',
    'securitySchemes: { k: { type: Basic Authentication, describedBy: { headers: { A: string, B: string } } } }',
    '"x-headers":{"A":"string","B":"string"}',
  ],
  ['a resource without methods', '/a: { description: About, /b: { get: {} } }', '3:5 The resource “/a” has no method'],
  ['a parameter without a value', 'traits: { t: { description: "<<x>>" } }\n/a: { is: [t], get: {} }', '“t” needs'],
])('%s are a fact or a finding', (_, text, expected) => {
  const { record, diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}\n`, {}, ramlReader);
  const findings = diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
  expect(JSON.stringify(record) + findings.join('\n')).toContain(expected);
});

test('types that are expressions are types of their own wherever a resource type uses them', () => {
  const text = `types: { Dogs: "string[]", Cats: "number[]" }
resourceTypes: { listed: { get: { responses: { 200: { body: { a/json: { type: <<item>> } } } } } } }
/dogs: { type: { listed: { item: Dogs } } }
/cats: { type: { listed: { item: Cats } } }
`;
  const { record, diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}`, {}, ramlReader);
  const answer = (name: string) => ({ responses: { 200: { content: { 'a/json': { schema: { $ref: name } } } } } });
  expect(diagnostics).toEqual([]);
  expect(operationsOf(record)).toMatchObject({
    'GET /dogs': answer('#/components/schemas/Dogs'),
    'GET /cats': answer('#/components/schemas/Cats'),
  });
});

test('a key beside media types is reported, and the media types are read', () => {
  const text = '/a: { post: { body: { a/json: { properties: { size: integer } }, example: "{}" } } }\n';
  const { record, diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}`, {}, ramlReader);
  expect(diagnostics.map(({ message }) => message)).toEqual(['RAML has no key “example” here; it was left out.']);
  expect(operationsOf(record)['POST /a']).toMatchObject({
    requestBody: { content: { 'a/json': { schema: { properties: { size: { type: 'integer' } } } } } },
  });
});

test('a missing file gives no example, and its media type stays', () => {
  const text =
    '/a: { post: { body: { a/b: { example: !include no.json }, a/c: { examples: { one: !include no.json } } } } }\n';
  const { record, diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}`, {}, ramlReader);
  expect(diagnostics).toHaveLength(2);
  expect(Object(operationsOf(record)['POST /a'])['requestBody']).toEqual({ content: { 'a/b': {}, 'a/c': {} } });
});

test('findings in included files name those files, and chapters without a title are their content', () => {
  const { record, diagnostics } = readText(
    '#%RAML 1.0\ntitle: T\ndocumentation: [{ content: Hello }]\n/a: !include a.raml\n',
    { 'd/a.raml': '\nget:\n  nothing: x\n' },
    ramlReader,
  );
  expect(diagnostics).toMatchObject([{ file: 'd/a.raml', line: 3, column: 3 }]);
  expect(record?.info.description).toBe('Hello');
});

test('a schema that many bodies include has a bounded size', () => {
  const schema = JSON.stringify({ type: 'object', description: 'x'.repeat(150_000) });
  const text = Array.from({ length: 300 }, (_, at) => `/r${at}: { post: { body: { a/json: !include s.json } } }`);
  const { record, diagnostics } = readText(
    `#%RAML 1.0\ntitle: T\n${text.join('\n')}\n`,
    { 'd/s.json': schema },
    ramlReader,
  );
  expect(JSON.stringify(record).length).toBeLessThan(15_000_000);
  expect(diagnostics.map(({ message }) => message).join('\n')).toContain('give too much');
});

test('an overlay may extend an overlay, but not itself', () => {
  const files = {
    'd/a.raml': '#%RAML 1.0\ntitle: A\n/a: { get: { description: First } }\n',
    'd/b.raml': '#%RAML 1.0 Overlay\nextends: a.raml\ntitle: B\n',
    'd/c.raml': '#%RAML 1.0 Overlay\nextends: b.raml\ntitle: C\n',
    'd/e.raml': '#%RAML 1.0 Overlay\nextends: e.raml\ntitle: E\n',
  };
  const { apis, diagnostics } = readFolder({ projectRoot: projectWith(files), folder: 'd' });
  expect(operationsOf(apis.find(({ name }) => name === 'c'))).toMatchObject({ 'GET /a': { description: 'First' } });
  expect(diagnostics).toMatchObject([{ file: 'd/e.raml', line: 2, message: 'The overlay extends itself.' }]);
});

test('log-ins of libraries are those of what they secure', () => {
  const files = {
    'd/lib.raml': '#%RAML 1.0 Library\nsecuritySchemes: { cert: { type: x-cert }, other: { type: x-o } }\n',
  };
  const text = 'uses: { lib: lib.raml }\nsecuredBy: [lib.cert]\n/a: { get: {} }\n';
  const { record, diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}`, files, ramlReader);
  expect([diagnostics, record?.security]).toEqual([[], [{ 'lib.cert': [] }]]);
  expect(Object.keys(record?.components.securitySchemes ?? {})).toEqual(['lib.cert']);
});

test('names of functions that every object has are names like others', () => {
  const text = `traits: { t: { description: "<<toString>> <<name>>" } }
/a/{constructor}: { get: { is: [t: { name: N }], constructor: x, body: constructor } }
`;
  const json = JSON.stringify(recordOf(readText(`#%RAML 1.0\ntitle: T\n${text}`, {}, ramlReader)));
  expect(json).toContain('"<<toString>> N"');
  expect(json).not.toContain('native code');
});

test('traits give a bounded number of characters, and the rest is reported', () => {
  const text = `traits: { t: { description: "${'<<x>>'.repeat(20_000)}" } }\n/a: { is: [t: { x: ${'y'.repeat(100_000)} }], get: {} }\n`;
  const { diagnostics } = readText(`#%RAML 1.0\ntitle: T\n${text}`, {}, ramlReader);
  expect(diagnostics.map(({ message }) => message).join('\n')).toContain('give too much');
});

test('generated APIs that our RAML says are read back equal', () => {
  fc.assert(
    fc.property(generatedApi, (document) => {
      const record = recordOf(readValue(document));
      const text = String(
        raml.render?.({ level: 'api', api: new Api(record) }, { title: 'APIs', baseUrl: 'https://docs.example.com' }),
      );
      expect(factsOf(recordOf(readText(text, {}, ramlReader)))).toEqual(factsOf(record));
    }),
    { seed: 4, numRuns: caseCount(80) },
  );
});

test.each([
  [
    'resources that use a large trait',
    () =>
      `traits: { t: { headers: { ${'a: string, '.repeat(1)}${Array.from({ length: 20_000 }, (_, i) => `h${i}: string`).join(', ')} } } }\n${Array.from({ length: 5000 }, (_, i) => `/r${i}: { is: [t], get: {} }`).join('\n')}`,
  ],
  [
    'spaces in parameters',
    () => `traits: { t: { description: "<<${' '.repeat(3000)}x${'|'.repeat(300)}" } }\n/a: { is: [t], get: {} }`,
  ],
  ['types of types', () => `types:\n  A: ${'('.repeat(400)}string${')'.repeat(400)}\n  B: string${'[]'.repeat(400)}\n`],
  [
    'resource types that extend each other',
    () => 'resourceTypes: { a: { type: b }, b: { type: a } }\n/a: { type: a, get: {} }',
  ],
])('%s do not take long', (_, text) => {
  const file = ramlReader.parse?.({ path: 'd/a.raml', text: `#%RAML 1.0\ntitle: T\n${text()}\n` }, () => undefined);
  expect(ramlReader.recognises(file?.value)).toBe(true);
  if (file !== undefined) readText(file.text, {}, ramlReader);
});
