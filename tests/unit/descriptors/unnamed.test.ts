import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDescriptor, readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { readText } from './read-text.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'descriptors-'));
  mkdirSync(join(root, 'd'));
});
afterEach(() => rmSync(root, { recursive: true }));

const OPENAPI = (title = 'My shop', more = ''): string =>
  `openapi: 3.1.0\ninfo: {title: ${title}, version: 1.0.0${more}}\npaths: {/a: {get: {}}}\n`;

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'd', path)), { recursive: true });
    writeFileSync(join(root, 'd', path), text);
  }
}

describe('APIs that do not name themselves', () => {
  test.each<[files: Readonly<Record<string, string>>, names: readonly string[]]>([
    [{ 'openapi.yaml': OPENAPI() }, ['My-shop 1']],
    [{ 'openapi-v2.yaml': OPENAPI() }, ['My-shop 2']],
    [{ 'swagger.json': OPENAPI('Pets v3') }, ['Pets 1']],
    [{ 'api.yaml': OPENAPI('"..."') }, ['api 1']],
    [{ 'pets.openapi.yaml': OPENAPI() }, ['pets 1']],
    [{ 'pets.yaml': OPENAPI(), 'users-v4.yaml': OPENAPI() }, ['pets 1', 'users 4']],
    [{ 'x/openapi.yaml': OPENAPI() }, ['x 1']],
    [{ 'openapi.yml': OPENAPI(), 'openapi.json': OPENAPI('Other') }, ['Other 1', 'My-shop 1']],
    [{ 'v1/openapi.yaml': OPENAPI() }, ['My-shop 1']],
    [{ 'openapi/v3.yaml': OPENAPI() }, ['My-shop 3']],
    [{ 'v1/openapi.yaml': OPENAPI(), 'v2/openapi.yaml': OPENAPI('Other') }, ['My-shop 1', 'Other 1']],
    [{ 'v1/pets.yaml': OPENAPI() }, ['pets 1']],
    [{ 'x/anything.yaml': OPENAPI() }, ['x 1']],
    [{ 'x/v1.yaml': OPENAPI(), 'x/v2.yaml': OPENAPI() }, ['x 1', 'x 2']],
    [{ 'x/pets.yaml': OPENAPI(), 'x/users.yaml': OPENAPI() }, ['pets 1', 'users 1']],
    [{ 'x/pets-v1.yaml': OPENAPI(), 'x/pets-v2.yaml': OPENAPI() }, ['x 1', 'x 2']],
    [{ 'x/openapi.yaml': OPENAPI(), 'x/users.yaml': OPENAPI() }, ['x 1', 'users 1']],
    [
      { 'x/pets-v1.yaml': OPENAPI(), 'x/pets-v2.yaml': OPENAPI(), 'x/users.yaml': OPENAPI() },
      ['pets 1', 'pets 2', 'users 1'],
    ],
    [{ 'x/pets/openapi.yaml': OPENAPI(), 'x/users/v2/openapi.yaml': OPENAPI() }, ['pets 1', 'users 1']],
    [{ 'x/a.yaml': 'api: Own\nversion: 1\nservices: []', 'x/b.yaml': OPENAPI() }, ['Own 1', 'b 1']],
    [{ 'x/a.yaml': OPENAPI('A', ', x-platform-api: Own'), 'x/b.yaml': OPENAPI() }, ['Own 1', 'b 1']],
    [{ 'x/pets.yaml': OPENAPI(), 'x/schemas.yaml': 'Pet: {type: object}', 'y/users.yaml': OPENAPI() }, ['x 1', 'y 1']],
  ])('of %j are %j', (files, names) => {
    write(files);
    const { apis, diagnostics } = readFolder({ projectRoot: root, folder: 'd' });
    expect(apis.map(({ name, version }) => `${name} ${version}`)).toEqual(names);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const one = apis.map(
      ({ source }) => readDescriptor({ projectRoot: root, folder: 'd', path: source.file })?.record?.name,
    );
    expect(one).toEqual(apis.map(({ name }) => name));
  });
});

describe('what looks like an API description and is none that is read', () => {
  const CONVERT = 'Convert it to OpenAPI';
  const BY_QUERIES = 'OpenAPI has no words for it: make a guide of it, “npx graphql-markdown <file>”';
  const SOAP = `${CONVERT}, “npx soap-converter --input <file>”`;
  test.each([
    ['a.json', '{\n  "swaggerVersion": "1.2",\n  "apis": []\n}', 2, 'Swagger 1', CONVERT],
    [
      'a.yaml',
      'asyncapi: 3.0.0\ninfo: {}',
      1,
      'AsyncAPI',
      'OpenAPI has no words for it: make a guide of it, “npx @asyncapi/cli generate fromTemplate <file> @asyncapi/markdown-template”',
    ],
    ['a.yaml', '#%RAML 1.0\ntitle: A', 1, 'RAML 1.0', 'Convert it to RAML 1.0 in a file named .raml, or to OpenAPI'],
    ['a.raml', '#%RAML 0.8\ntitle: A', 1, 'RAML 0.8', 'Convert it to RAML 1.0 in a file named .raml, or to OpenAPI'],
    ['a.wsdl', '<definitions/>', 1, 'WSDL', SOAP],
    ['a.xml', '<?xml version="1.0"?>\n<d:definitions xmlns:d="http://schemas.xmlsoap.org/wsdl/"/>', 1, 'WSDL', SOAP],
    ['a.xml', '<description xmlns="http://www.w3.org/ns/wsdl"/>', 1, 'WSDL', SOAP],
    ['a.XML', '<application xmlns="http://wadl.dev.java.net/2009/02"/>', 1, 'WADL', CONVERT],
    ['a.tsp', 'import "@typespec/http";', 1, 'TypeSpec', 'Compile it to OpenAPI, “npx tsp compile .'],
    [
      'a.json',
      '{"name": "Library", "version": "1", "services": []}',
      1,
      'documentation of this product or of Laminas API Tools as JSON',
      'Take Swagger from the same address',
    ],
    [
      'a.json',
      '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}',
      1,
      'a JSON Schema',
      'Refer to it',
    ],
    [
      'a.json',
      '{"id": "a", "name": "A", "order": [], "requests": []}',
      1,
      'a Postman collection of version 1',
      'Export it as “Collection v2.1”',
    ],
    [
      'a.json',
      '{"info": {"schema": "https://schema.getpostman.com/json/collection/v1.0.0/collection.json"}, "item": []}',
      1,
      'a Postman collection of a version other than 2.0 and 2.1',
      'Export it as “Collection v2.1”',
    ],
    [
      'a.json',
      '{"name": "Staging", "values": [], "_postman_variable_scope": "environment"}',
      1,
      'an environment of Postman',
      'Write its addresses into the collection',
    ],
    ['a.yaml', 'arazzo: 1.0.0', 1, 'Arazzo', 'It describes workflows, not APIs: write its steps into a guide'],
    ['a.graphql', 'type Query { a: Int }', 1, 'GraphQL', BY_QUERIES],
    ['a.json', '{"data": {"__schema": {}}}', 1, 'GraphQL', BY_QUERIES],
    ['a.gql', 'type Query { a: Int }', 1, 'GraphQL', BY_QUERIES],
    ['a.har', '{}', 1, 'a recording of calls (HAR)', `${CONVERT}, “npx demystify --input <file>”`],
    ['a.json', '{"log": {"version": "1.2", "entries": []}}', 1, 'a recording of calls (HAR)', CONVERT],
    ['a.json', '{"_type": "export", "__export_format": 4}', 1, 'an export of Insomnia', 'Take the OpenAPI'],
    [
      'a.yaml',
      'type: collection.insomnia.rest/5.0\nname: A',
      1,
      'an export of Insomnia',
      'Take the OpenAPI of a design document, “inso export spec”',
    ],
    [
      'bruno.json',
      '{"version": "1", "name": "A", "type": "collection"}',
      1,
      'a collection of Bruno',
      'Export it as a Postman',
    ],
    ['opencollection.yml', 'opencollection: 1.0.0', 1, 'a collection of Bruno', 'Export it as a Postman'],
    ['a.bru', 'meta {\n}', 1, 'a collection of Bruno', 'Export it as a Postman'],
  ])('%s with %j is named', (path, text, line, format, remedy) => {
    write({ [path]: text, 'other.yaml': OPENAPI() });
    const { apis, diagnostics } = readFolder({ projectRoot: root, folder: 'd' });
    expect(apis).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      {
        file: `d/${path}`,
        line,
        severity: 'warning',
        rule: 'descriptor-unknown',
        message: `The file is ${format}, which is not read; it was left out.`,
        remedy: expect.stringMatching(new RegExp(`^${remedy}.*, or move it out of the folder\\.$|^${remedy}$`)),
      },
    ]);
  });

  test.each([
    ['README.md', 'FORMAT: 2\n'],
    ['README.md', '# Blueprints\n\nFORMAT: 1A\n'],
    ['a.json', '{"log": {"level": "info"}}'],
    ['a.json', '{"type": "collection", "name": "A"}'],
  ])('%s with %j is not', (path, text) => {
    write({ [path]: text, 'other.yaml': OPENAPI() });
    expect(readFolder({ projectRoot: root, folder: 'd' }).diagnostics).toEqual([]);
  });

  test('a JSON Schema that a descriptor refers to is a part of it', () => {
    const schema = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}';
    const paths =
      'paths: {/a: {get: {responses: {"200": {description: x, content: {application/json: {schema: {$ref: s.json}}}}}}}}';
    write({ 's.json': schema, 'a.yaml': `openapi: 3.1.0\ninfo: {title: A, version: '1'}\n${paths}` });
    expect(readFolder({ projectRoot: root, folder: 'd' }).diagnostics).toEqual([]);
  });
});

describe('a folder without descriptors', () => {
  test.each([
    [{ 'a.yaml': 'asyncapi: 3.0.0' }],
    [{ 'a.raml': '#%RAML 1.0' }],
    [{ 'parts/a.yaml': 'Pet: {type: object}' }],
  ])('is an error where it holds %j', (files) => {
    write(files);
    const { apis, diagnostics } = readFolder({ projectRoot: root, folder: 'd' });
    expect(apis).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      { file: 'd', rule: 'nothing-described' },
    ]);
  });

  test.each([[{}], [{ 'README.md': 'Descriptors come here.' }]])('is none where it holds %j', (files) => {
    write(files);
    expect(readFolder({ projectRoot: root, folder: 'd' }).diagnostics).toEqual([]);
  });
});

describe('OpenAPI that passes for something else', () => {
  const located = (text: string) =>
    readText(text).diagnostics.map(({ rule, line, column }) => `${rule} ${line}:${column}`);
  const rest = "info: {title: A, version: '1'}\n";

  test.each([
    [`openapi: 3.0\n${rest}paths: {}`, 'openapi-3.0', ['openapi-version 1:10']],
    [`openapi: 3.1\n${rest}paths: {}`, 'openapi-3.1', ['openapi-version 1:10']],
    [`swagger: 2.0\n${rest}paths: {}`, 'swagger-2.0', ['openapi-version 1:10']],
    [`openapi: '3.0'\n${rest}paths: {}`, 'openapi-3.0', []],
  ])('%j is read as %s', (text, format, problems) => {
    expect(located(text)).toEqual(problems);
    expect(readText(text).record?.source.format).toBe(format);
  });

  test.each([
    ['/a:\n    get:\n', ['operation-empty 5:5']],
    ['/a:\n', ['path-empty 4:3']],
    ['/a: {}\n', []],
    ['/a/{b: {}\n', ['path-braces 4:3']],
    ['/a/b}: {}\n', ['path-braces 4:3']],
    ['/a/{{b}}: {}\n', ['path-braces 4:3']],
    ['/a/{}: {}\n', ['path-braces 4:3']],
    ['/a/{b/c}: {}\n', ['path-braces 4:3']],
    ['/a/{b}/c/{b}: {}\n', ['path-parameter-duplicate 4:3']],
    ['/a/{b}/c/{d}.{e}: {}\n', []],
  ])('the path %j has a warning at its place', (path, problems) => {
    expect(located(`openapi: 3.1.0\n${rest}paths:\n  ${path}`)).toEqual(problems);
  });
});
