import { describe, expect, test } from 'vitest';
import { blueprintReader } from '../../../src/descriptors/blueprint/reader.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { projectWith } from '../config/project.ts';
import { parseText, readText, recordOf } from '../descriptors/read-text.ts';
import { checkRecord } from '../descriptors/record-invariants.ts';

type Json = Record<string, never>;

/** The OpenAPI document that a blueprint is read as, and the places of the warnings. */
function read(text: string): { readonly document: Json; readonly warnings: readonly string[] } {
  const { value } = parseText(text, 'd/a.apib');
  const result = readText(text, {}, blueprintReader);
  checkRecord(recordOf(result));
  const warnings = result.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
  return { document: Object(value), warnings };
}

const LIBRARY = `FORMAT: 1A
HOST: https://library.example/v2
VERSION: 2.1

# City Library
Lends books.

## Rules
- Be quiet.

# Group Shelf
All about shelves.

## Volume [/volumes/{isbn}{?fields*,lang}]
One volume.

+ Parameters
    + isbn: \`978-0\` (string) - Number on the back
    + fields (array[string], optional) - What is asked for
    + lang: en (enum[string], optional)

        The language.

        + Default: \`de\`

        + Members
            + \`de\` - German
            + \`en\`

+ Attributes
    + isbn: \`978-0\` (string, required) - Number
    + pages: 12 (number)
    + lent: false (boolean, nullable)
    + tags: a, b (array[string])

### Fetch a volume [GET]
Gives *one* volume.

+ Relation: self
+ Request plain (text/plain)
    + Headers

            Accept-Language: de
            Accept: text/plain

+ Response 200 (text/plain)

        Dune

+ Request json

+ Response 200 (application/json)
    + Headers

            ETag: "1"

    + Attributes (Volume)

    + Body

            { "isbn": "978-0", "pages": 123 }

+ Response 404

    Not there.

### Lend [LOCK /volumes/{isbn}/lent]
+ Response 204

## Volumes [/volumes]

+ Model (application/json)

        [{ "isbn": "1" }]

### Add a volume [POST]

+ Attributes (Volume)

+ Request (application/json)

+ Response 201 (application/json)

    [Volumes][]

# Data Structures

## Paper (object)
+ weight: 3 (number, required)

## Bound (Paper)
Has covers.

### Properties
+ colour: red (enum, default)
    + red
    + green (string) - Fresh
+ Include Measures
+ One Of
    + cloth (boolean)
    + Properties
        + leather: calf
        + age (number, optional)
+ *other* (string)

## Measures
+ height (number)
+ parts (array)
    + (Paper)
    + (object)
        + name
`;

describe('API Blueprint', () => {
  const { document, warnings } = read(LIBRARY);
  const { paths, components } = document as Record<string, Record<string, Json>>;
  const volume = paths?.['/volumes/{isbn}'] as Record<string, Json> | undefined;
  const schemas = components?.['schemas'] as Record<string, Json> | undefined;

  test('has nothing to report of a right one', () => expect(warnings).toEqual([]));

  test('names the API, with its version, host and text', () => {
    expect(document).toMatchObject({
      info: { title: 'City Library', version: '2.1', description: 'Lends books.\n\n## Rules\n\n- Be quiet.' },
      servers: [{ url: 'https://library.example/v2' }],
      tags: [{ name: 'Shelf', description: 'All about shelves.' }],
    });
  });

  test('has resources with URI templates, and parameters in the words of 1A', () => {
    expect(volume?.['summary']).toBe('Volume');
    expect(volume?.['get']).toMatchObject({
      summary: 'Fetch a volume',
      description: 'Gives *one* volume.',
      tags: ['Shelf'],
      'x-relation': 'self',
    });
    expect(Object(volume?.['get'])['parameters']).toMatchObject([
      { name: 'isbn', in: 'path', required: true, description: 'Number on the back', example: '978-0' },
      { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      {
        name: 'lang',
        in: 'query',
        description: 'The language.',
        example: 'en',
        schema: { type: 'string', enum: ['de', 'en'], default: 'de' },
      },
      { name: 'Accept-Language', in: 'header', example: 'de' },
    ]);
  });

  test('has several requests and responses, named, with media types', () => {
    expect(volume?.['get']?.['responses']).toMatchObject({
      200: {
        headers: { ETag: { example: '"1"' } },
        content: {
          'text/plain': { examples: { plain: { value: 'Dune' } } },
          'application/json': { schema: { $ref: '#/components/schemas/Volume' } },
        },
      },
      404: { description: 'Not there.' },
    });
    expect(JSON.stringify(volume)).toContain('json');
    expect(paths?.['/volumes']?.['post']).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Volume' } } } },
      responses: { 201: { content: { 'application/json': { example: [{ isbn: '1' }] } } } },
    });
  });

  test('has data structures of all kinds', () => {
    expect(schemas?.['Volume']).toMatchObject({
      type: 'object',
      required: ['isbn'],
      properties: {
        isbn: { type: 'string', description: 'Number', examples: ['978-0'] },
        pages: { type: 'number', examples: [12] },
        lent: { type: ['boolean', 'null'], examples: [false] },
        tags: { type: 'array', items: { type: 'string' }, examples: [['a', 'b']] },
      },
    });
    expect(schemas?.['Bound']).toEqual({
      type: 'object',
      description: 'Has covers.',
      allOf: [
        { $ref: '#/components/schemas/Paper' },
        { $ref: '#/components/schemas/Measures' },
        {
          oneOf: [
            { type: 'object', properties: { cloth: { type: 'boolean' } }, required: ['cloth'] },
            {
              type: 'object',
              properties: { leather: { type: 'string', examples: ['calf'] }, age: { type: 'number' } },
              required: ['leather'],
            },
          ],
        },
      ],
      properties: {
        colour: { type: 'string', enum: ['red', 'green'], default: 'red', 'x-enum-descriptions': { green: 'Fresh' } },
      },
      additionalProperties: { type: 'string' },
    });
    expect(schemas?.['Measures']).toMatchObject({
      properties: {
        parts: {
          items: {
            anyOf: [
              { $ref: '#/components/schemas/Paper' },
              { type: 'object', properties: { name: { type: 'string' } } },
            ],
          },
        },
      },
    });
  });
});

test.each([
  ['GET /a', '/a', ['get']],
  ['A [GET /a]', '/a', ['get']],
  ['A [PURGE /a]', '/a', ['additionalOperations']],
  ['A [GET /a/{b}{/c,d}]', '/a/{b}/{c}/{d}', ['get']],
  ['A [GET /a?page={page}]', '/a', ['get']],
  ['A [GET /a{?b , c}]', '/a', ['get']],
  ['A [GET /a?{b}]', '/a', ['get']],
  ['A [/a] [GET]', '/a', ['get']],
])('a heading %s is a call of %s', (heading, path, keys) => {
  const { document } = read(`# T\n\n# ${heading}\n\n+ Response 204\n`);
  const paths = Object.entries(document['paths'] ?? {}).map(([name, item]) => [name, Object.keys(Object(item))]);
  expect(paths).toEqual([[path, keys]]);
});

test.each([
  [
    'a parameter that no template has',
    '# A [/a]\n\n## B [GET]\n\n+ Parameters\n    + x (string)\n',
    '8:5 The parameter “x”',
  ],
  ['a model that no resource has', '# A [/a]\n\n## B [GET]\n\n+ Response 200\n\n    [C][]\n', '7:1 No resource “C”'],
  ['a body that is no code', '# A [/a]\n\n## B [GET]\n\n+ Response 200 (a/b)\n\n    {"a": 1}\n', '7:1 The body'],
  [
    'a type that is not declared',
    '# A [/a]\n\n+ Attributes\n    + x (Nothing)\n\n## B [GET]\n\n+ Response 204\n',
    '6:5',
  ],
  [
    'a schema that is no JSON',
    '# A [/a]\n\n## B [GET]\n\n+ Response 200\n    + Schema\n\n            {a}\n',
    '8:5 The schema',
  ],
  [
    'a response below a request',
    '# A [/a]\n\n## B [POST]\n\n+ Request (a/b)\n\n        x\n\n    + Response 204\n\n            y\n',
    '11:5 “Response 204” stands inside of',
  ],
  [
    'a second body',
    '# A [/a]\n\n## B [GET]\n\n+ Response 200\n    + Body\n\n            1\n\n    + Body\n\n            2\n',
    '12:5 A second “Body”',
  ],
  ['two actions of one method', '# A [/a]\n\n## B [GET]\n\n## C [GET]\n', '7:1 GET /a is described a second time'],
])('the place of %s is named', (_, text, expected) => {
  const { warnings } = read(`FORMAT: 1A\n\n${text}`);
  expect(warnings.join('\n')).toContain(expected);
});

test.each([
  ['# A [/a]\n\n## B [GETT /x]\n', ['/a'], '“GETT /x” is neither'],
  [
    '# A [/a]\n\n## B [GET]\n\n# C [/c d]\n\n## D [DELETE]\n',
    ['/a'],
    '9:1 Neither the action nor the heading above it has a path',
  ],
  ['# A [https://h.example/a]\n\n## B [GET]\n', ['/a'], '3:1 “https://h.example/a” was read as the path “/a”'],
  ['# A [/a]\n\n## B [GET]\n\n# C [c/{id}]\n\n## D [DELETE]\n', ['/a', '/c/{id}'], '“c/{id}” was read as the path'],
  ['# A [/a]\n\n# B [GET]\n\n# C [/c d]\n\n# D [DELETE]\n', ['/a'], '9:1 Neither the action'],
  ['# A [GET]\n', [], '3:1 Neither the action'],
  ['Hello world\n', [], '1:1 The file has no resource and no action'],
  ['', [], '1:1 The file has no resource and no action'],
])('what is wrong with %j is reported, and other paths have none of it', (text, paths, expected) => {
  const { document, warnings } = read(text === '' ? '' : `FORMAT: 1A\n\n${text}`);
  expect([Object.keys(document['paths'] ?? {}), warnings.join('\n')]).toEqual([
    paths,
    expect.stringContaining(expected),
  ]);
});

test.each([
  ['+ Resquest\n    + Headers\n\n            Authorization: Bearer s3cr3t\n', '5:1 “Resquest” is no section'],
  ['+ Body\n\n        {"password": "s3cr3t"}\n', '5:1 “Body” is no section'],
  ['+ Response 204\n    + Headers\n\n            {{s3cr3t}}\n', '6:5 A line of “Headers” is no header field'],
  ['<!-- include(other.md) -->\n', '5:1 The file “other.md” is not included'],
  [':[Title](other.md name:"x")\n', '5:1 The file “other.md” is not included'],
])('%j below an action is left out with a warning', (text, expected) => {
  const { document, warnings } = read(`FORMAT: 1A\n\n# A [GET /a]\n\n${text}`);
  expect(warnings.join('\n')).toContain(expected);
  expect(JSON.stringify(document)).not.toContain('s3cr3t');
});

test.each([
  ['text in a message that is text', '+ Response 200 (text/plain)\n\n    All sown.\n', 'All sown.', 1],
  ['fenced code', '+ Response 200 (application/json)\n\n```json\n{"beds": 3}\n```\n', { beds: 3 }, 0],
  ['JSON', '+ Response 200 (application/json)\n\n{"beds": 3}\n', { beds: 3 }, 1],
])('%s that is not indented as code is the body of the response before it', (_, text, example, warned) => {
  const { document, warnings } = read(`FORMAT: 1A\n\n# Beds [GET /beds]\n\nAll of them.\n\n${text}`);
  expect(warnings).toHaveLength(warned);
  const [media] = Object.values(Object(Object(document['paths'])['/beds'].get.responses[200].content));
  expect([media, Object(document['paths'])['/beds'].get.description]).toEqual([{ example }, 'All of them.']);
});

test('a text after a request without a body is a text, and a method is no name', () => {
  const text = '# Beds [/beds]\n\n## GET [GET /beds{?page}]\n\n+ Request\n\nAs it is.\n\n+ Response 204\n';
  const { get } = Object(Object(read(`FORMAT: 1A\n\n${text}`).document['paths'])['/beds']);
  expect([get.summary, get.description]).toEqual([undefined, 'As it is.']);
});

test('a query of names in brackets has their parameters', () => {
  const { document } = read('FORMAT: 1A\n\n# A [GET /a?{b,c}&d={d}]\n\n+ Response 204\n');
  const operation = Object(Object(document['paths'])['/a'])['get'];
  expect(Object(operation)['parameters']).toMatchObject([{ name: 'b' }, { name: 'c' }, { name: 'd' }]);
});

test('code in descriptions is text, whatever it says', () => {
  const { document } = read(
    '# A [/a{?filter}]\n\n## B [GET]\n\n+ Parameters\n    + filter - Such as `{"status": "open"}`\n    + other - `{"type": "integer"}`\n\n+ Response 204\n',
  );
  expect(document).toMatchObject({
    paths: {
      '/a': {
        get: {
          parameters: [
            { description: 'Such as `{"status": "open"}`', schema: { type: 'string' } },
            { description: '`{"type": "integer"}`', schema: { type: 'string' } },
          ],
        },
      },
    },
  });
});

test('an item of a description may begin with the word of a section', () => {
  const { document, warnings } = read(
    'FORMAT: 1A\n\n# A [/a]\n\n## B [GET]\n\n+ Response 200\n\n    Then:\n\n    - Request the next page\n\n    + Body\n\n            1\n',
  );
  expect(warnings).toEqual([]);
  expect(JSON.stringify(document)).toContain('- Request the next page');
});

test('texts of models, before references to them, and of variants are kept; samples have members of their own', () => {
  const { document, warnings } = read(`FORMAT: 1A

# Book [/book]

+ Model (application/json)

    About a book.

    + Body

            {"a": 1}

## Get [GET]

+ Response 200

    [Book][]

+ Response 404

    Not here.

    [Book][]

# Data Structures

## Place
+ One Of

    One of these.

    + city
    + *name*
+ Sample
    + city: Here
    + address
        + street: Main
        + lines (array)
            + one
`);
  expect(warnings).toEqual([]);
  expect(document).toMatchObject({
    paths: {
      '/book': {
        get: {
          responses: {
            200: { description: 'About a book.', content: { 'application/json': { example: { a: 1 } } } },
            404: { description: 'Not here.', content: { 'application/json': { example: { a: 1 } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Place: {
          allOf: [
            {
              description: 'One of these.',
              oneOf: [{ required: ['city'] }, { additionalProperties: {} }],
            },
          ],
          examples: [{ city: 'Here', address: { street: 'Main', lines: ['one'] } }],
        },
      },
    },
  });
  expect(JSON.stringify(document)).not.toContain('"required":["name"]');
});

test('brackets in texts are text', () => {
  const text =
    'FORMAT: 1A\n\n# A [v2]\n\n# B [/b]\n\n## Notes [see below]\n\n## JSON [application/json]\n\n## C [GET]\n\n+ Response 204\n';
  const { document, warnings } = read(text);
  expect([Object.keys(document['paths'] ?? {}), warnings]).toEqual([['/b'], []]);
});

test('metadata says what x- keys of OpenAPI say', () => {
  const { document } = read('FORMAT: 1A\nPLATFORM-API: Lending\nPLATFORM-DEFAULT: true\n\n# A [GET /a]\n');
  expect(document).toMatchObject({ info: { 'x-platform-api': 'Lending', 'x-platform-default': true } });
});

test('an unknown format is reported', () => {
  expect(read('FORMAT: 1B\n\n# A [GET /a]\n').warnings.join('\n')).toContain('1:1 The format 1B is not known');
});

test('values that log in are not published', () => {
  const fields = [
    'Authorization: Basic dXNlcjpwYXNz',
    'Cookie: sid=s3cr3t',
    'X-Api-Key: k3y',
    'X-Trace: t1',
    'X-Token: <yours>',
  ];
  const list = (kind: string) =>
    `+ ${kind}\n    + Headers\n\n${fields.map((field) => `            ${field}\n`).join('')}\n`;
  const { document, warnings } = read(`FORMAT: 1A\n\n# A [GET /a]\n\n${list('Request')}${list('Response 204')}`);
  const json = JSON.stringify(document);
  expect(json).not.toMatch(/dXNl|s3cr3t|k3y/);
  for (const kept of ['Basic <secret>', '"X-Api-Key"', 't1', '<yours>']) expect(json).toContain(kept);
  expect(warnings.filter((warning) => warning.includes('may log in'))).toHaveLength(6);
});

test('header fields of requests that log in are security schemes, each request an alternative', () => {
  const request = (field: string) => `+ Request\n    + Headers\n\n            ${field}\n\n+ Response 204\n\n`;
  const text = `FORMAT: 1A\n\n# A [GET /a]\n\n${request('Authorization: Bearer {t}')}${request('X-Api-Key: {k}')}`;
  const { document } = read(text);
  expect(document).toMatchObject({
    paths: { '/a': { get: { security: [{ bearer: [] }, { 'X-Api-Key': [] }] } } },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        'X-Api-Key': { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
  });
  expect(JSON.stringify(document)).not.toContain('"in":"header","schema"');
});

test('what is repeated without end is left out, which is reported', () => {
  const items = (length: number, text: (index: number) => string): string =>
    Array.from({ length }, (_, at) => text(at)).join('');
  const model = `# M [/m]\n\n+ Model (text/plain)\n\n        ${'a'.repeat(275_000)}\n\n`;
  const texts = [
    `${model}# A [GET /a]\n\n${items(1500, (at) => `+ Response 2${at % 100} (a/b)\n\n    [M][]\n\n`)}`,
    `# A [POST /a]\n\n+ Attributes\n${items(2000, (at) => `    + a${at}: 1 (number)\n`)}\n${items(2000, (at) => `+ Request (a/t${at})\n\n`)}`,
  ];
  for (const text of texts)
    expect(read(`FORMAT: 1A\n\n${text}`).warnings.join('\n')).toContain('are repeated too often');
});

test('a JSON Schema has references of its own', () => {
  const schema = JSON.stringify({
    definitions: { D: { type: 'integer' } },
    properties: { d: { $ref: '#/definitions/D' } },
  });
  const text = `# A [GET /a]\n\n+ Response 200\n    + Schema\n\n            ${schema}\n`;
  const { warnings } = read(text);
  expect(warnings).toEqual([]);
  expect(JSON.stringify(recordOf(readText(text, {}, blueprintReader)))).toContain('"type":"integer"');
});

test('a Markdown file with FORMAT: 1A is a blueprint, a guide beside it is a guide', () => {
  const text = 'FORMAT: 1A\n\n# Notes\n\n# GET /notes\n\n+ Response 204\n';
  const projectRoot = projectWith({ 'd/notes.md': text, 'd/guides/a.md': '# A guide\n', 'd/README.md': 'A text\n' });
  const { apis, diagnostics } = readFolder({ projectRoot, folder: 'd' });
  expect(apis.map(({ name, source, guides }) => [name, source.format, guides?.length])).toEqual([
    ['notes', 'api-blueprint-1a', 1],
  ]);
  expect(diagnostics).toEqual([]);
});

/** Texts on which other readers of blueprints or of Markdown take time that grows with the square of the length. */
const HOSTILE: readonly (readonly [name: string, part: (index: number) => string])[] = [
  ['lists inside each other', (index) => `${' '.repeat(4 * (index % 200))}+ a\n`],
  ['brackets', () => '+ a: ((((((((((((((((((((((((((((((((((((((((((((((((((\n'],
  ['types in brackets', () => `+ a (${'array['.repeat(30)}\n`],
  ['one line of brackets', () => '(([[{{``'],
  ['emphasis', () => '*_'.repeat(20)],
  ['headings', () => '# a [GET /{a\n'],
  ['spaces', () => `# a${' '.repeat(900)}b\n`],
  ['number signs', () => `# ${'#'.repeat(900)}b\n`],
  ['open code', () => '```\n'],
  ['blank lines', () => '\n\n\n'],
  ['commas in the URI of a heading', () => `## X [/${'a,'.repeat(400)}\n`],
  ['requests with spaces', () => `+ Request${' '.repeat(480)}(\n`],
  ['words that may be models', () => `+ ${'Model '.repeat(80)}(\n`],
  ['marks of emphasis around names', () => `    + ${'*'.repeat(3900)}x\n`],
  ['samples with spaces', () => `        + Sample:${' '.repeat(3000)}x\u2028y\n`],
  ['types with half of a character', () => `    + Include ${'a'.repeat(3999)}😀\n    + a (constructor)\n`],
  ['data structures', (index) => `## T${index} (T${index + 1})\n+ a (T${index})\n`],
];

test.each([
  ['a fence', (spaces: string) => `~~~${spaces}\``],
  ['marks', (spaces: string) => `+ Response 200\n    + Headers\n\n            ${spaces.replaceAll(' ', '-')}x`],
])('a line of %s and a megabyte of spaces is read', (_, line) => {
  const text = `FORMAT: 1A\n\n# A [GET /a]\n\n${line(' '.repeat(1_000_000))}\n`;
  expect(blueprintReader.parse?.({ path: 'd/a.apib', text }, () => undefined)).toBeDefined();
});

test.each([
  [
    'actions that are repeated',
    `# A [/a]\n\n+ Parameters\n${'    + p\n'.repeat(5000)}\n${'## B [GET]\n\n'.repeat(5000)}`,
  ],
  ['requests', `# A [GET /a]\n\n${'+ Request r\n'.repeat(20_000)}${'+ Response 200 (a/b)\n'.repeat(20_000)}`],
])('many %s are read', (_, text) => {
  expect(blueprintReader.parse?.({ path: 'd/a.apib', text }, () => undefined)).toBeDefined();
});

test.each(HOSTILE)('a megabyte of %s is read', (_, part) => {
  let text = 'FORMAT: 1A\n\n# T\n\n# A [GET /a]\n\n+ Response 200\n    + Attributes\n\n# Data Structures\n\n';
  for (let index = 0; text.length < 1_000_000; index++) text += part(index);
  const file = blueprintReader.parse?.({ path: 'd/a.apib', text }, () => undefined);
  expect(blueprintReader.recognises(file?.value)).toBe(true);
});

test('a second section of an action adds its attributes, its relation and the parameters of its template', () => {
  const second = '# GET /a{?page,size}\n\n+ Relation: list\n+ Attributes\n    + b\n\n+ Request\n\n+ Response 204\n';
  const { document } = read(`FORMAT: 1A\n\n# GET /a{?page}\n\n+ Response 200\n\n${second}`);
  const operation: Json = document['paths']?.['/a']?.['get'] ?? {};
  expect(Object.entries(operation).map(([key]) => key)).toContain('x-relation');
  expect(JSON.stringify(operation['requestBody'])).toContain('"b"');
  expect(JSON.stringify(operation['parameters']).match(/"name":"\w+"/g)).toEqual(['"name":"page"', '"name":"size"']);
});
