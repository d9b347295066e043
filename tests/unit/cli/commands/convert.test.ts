import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { projectWith } from '../../config/project.ts';
import { runIn } from '../run-cli.ts';

const DEPOT = `openapi: 3.1.0
info: { title: Depot, version: 2.0.0, contact: { name: Depot desk } }
paths:
  /crates:
    get:
      summary: List crates
      operationId: listCrates
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
        - { name: session, in: cookie, schema: { type: string } }
      responses:
        '200': { description: All., content: { application/json: { schema: { $ref: parts/crates.yaml } } } }
    delete:
      summary: Empty the depot
      x-internal: true
      responses: { '204': { description: Emptied. } }
  /shelves:
    get: { summary: List shelves, responses: { '200': { description: All. } } }
`;
const FILES = {
  'in/depot.yaml': DEPOT,
  'in/parts/crates.yaml': 'type: array\nitems: { type: object, properties: { weight: { type: number } } }\n',
};
const NATIVE = 'api: Shed\nversion: 3\nservices:\n  - { name: Tool, route: /tool, operations: [{ method: GET }] }\n';
const BLUEPRINT = 'FORMAT: 1A\n\n# Yard\n\n# GET /gates\n+ Response 200 (application/json)\n\n        []\n';
const POSTMAN = JSON.stringify({
  info: { name: 'Pier', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'List boats', request: { method: 'GET', url: 'https://pier.example/boats' } }],
  event: [{ listen: 'test', script: { exec: ['pm.test()'] } }],
});

const convert = (folder: string, ...args: readonly string[]) => runIn(folder, ['convert', ...args]);

describe('platform-docs convert', () => {
  test.each([
    ['OpenAPI with a file beside it', 'in/depot.yaml', 'raml', '#%RAML 1.0\n', 'weight'],
    ['OpenAPI', 'in/depot.yaml', 'swagger', '"swagger":"2.0"', '"/crates"'],
    ['native', 'shed.yml', 'openapi', '"openapi":"3.1', '"/tool"'],
    ['API Blueprint', 'yard.apib', 'postman', 'collection/v2.1.0', 'gates'],
    ['Postman', 'pier.json', 'api-blueprint', 'FORMAT: 1A\n', '/boats'],
    ['Postman', 'pier.json', 'markdown', '# Pier', '/boats'],
    ['OpenAPI', 'in/depot.yaml', 'json', '"name":"crates"', '"shelves"'],
  ])('of %s: %s to %s', async (_, file, format, ...expected) => {
    const folder = projectWith({ ...FILES, 'shed.yml': NATIVE, 'yard.apib': BLUEPRINT, 'pier.json': POSTMAN });
    const { code, stdout } = await convert(folder, file, '--to', format);
    expect(code).toBe(0);
    for (const text of expected) expect(stdout).toContain(text);
  });

  test('lists on standard error what the format cannot say, each at its place', async () => {
    const { code, stderr } = await convert(projectWith(FILES), 'in/depot.yaml', '--to', 'swagger');
    expect([code, stderr.split('\n')]).toEqual([
      0,
      [
        'in/depot.yaml:10:11: warning conversion-parameter-removed In swagger, GET /crates differs: Optional parameter ' +
          'removed, session (cookie). Choose another format, or say it in a description.',
        'in/depot.yaml:13:5: warning conversion-operation-removed Without what x-internal and x-audience mark, ' +
          'DELETE /crates differs: Operation removed. Name its readers in platform-documentation.audience to keep it.',
        '0 errors, 2 warnings.',
        '',
      ],
    ]);
  });

  test.each([
    [3, 'GET /bay0, GET /bay1 and GET /bay2 differ'],
    [8, 'GET /bay0, GET /bay1, GET /bay2, GET /bay3, GET /bay4 and 3 more differ'],
  ])('names the operations that lose the same, all %i or the first', async (count, expected) => {
    const operation = { parameters: [{ name: 'pass', in: 'cookie', schema: { type: 'string' } }], responses: {} };
    const paths = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/bay${at}`, { get: operation }]));
    const dock = JSON.stringify({ openapi: '3.1.0', info: { title: 'Dock', version: '1' }, paths });
    const { stderr } = await convert(projectWith({ 'dock.json': dock }), 'dock.json', '--to', 'swagger');
    expect(stderr).toContain(`In swagger, ${expected}: Optional parameter removed, pass (cookie).`);
  });

  test('lists what the reader left out, and none of what check says of style', async () => {
    const { stderr } = await convert(projectWith({ 'pier.json': POSTMAN }), 'pier.json', '--to', 'openapi');
    expect(stderr).toMatch(/^pier\.json:\d+:\d+: warning postman-left-out .*[Ss]cript/);
    expect(stderr).toMatch(/\n0 errors, 1 warning\.\n$/);
  });

  test('lists nothing where nothing is lost', async () => {
    const folder = projectWith({ 'shed.yml': NATIVE });
    for (const format of ['openapi', 'openapi-yaml', 'openapi-3.0', 'openapi-3.2', 'swagger', 'raml'])
      expect(await convert(folder, 'shed.yml', '--to', format)).toMatchObject({ code: 0, stderr: '' });
  });

  test('lists no text of a parameter that the format says at its schema', async () => {
    const limit = '{ name: limit, in: query, description: How many., example: 7, schema: { type: integer } }';
    const shared = `${DEPOT.replace(/{ name: limit.*/, "{ $ref: '#/components/parameters/Limit' }").replace(/^ .*session.*\n/m, '')}components: { parameters: { Limit: ${limit} } }\n`;
    const folder = projectWith({ ...FILES, 'in/depot.yaml': shared.replace('      x-internal: true\n', '') });
    const { stdout, stderr } = await convert(folder, 'in/depot.yaml', '--to', 'raml');
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/Limit-parameter:\n(?: .*\n)*? {4}description: How many\./),
      '',
    ]);
  });

  test('lists the first of many differences of one kind', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `{ name: c${at}, in: cookie, schema: { type: string } }`);
    const many = DEPOT.replace('{ name: session, in: cookie, schema: { type: string } }', names.join('\n        - '));
    const { stderr } = await convert(
      projectWith({ ...FILES, 'in/depot.yaml': many }),
      'in/depot.yaml',
      '--to',
      'swagger',
    );
    expect(stderr.match(/conversion-parameter-removed In/g)).toHaveLength(50);
    expect(stderr).toContain('There are 10 more problems of this kind in the file.');
  });

  test('applies overlays beside the description', async () => {
    const overlay =
      'overlay: 1.1.0\nextends: depot.yaml\nactions:\n' +
      '  - { target: "$.paths[\'/crates\'].delete", remove: true }\n  - { target: $.info, update: { title: Store } }\n';
    const folder = projectWith({ ...FILES, 'in/o.yaml': overlay });
    const { stdout, stderr } = await convert(folder, 'in/depot.yaml', '--to', 'openapi-yaml');
    expect(load(stdout)).toMatchObject({ info: { title: 'Store' } });
    expect(stderr).toBe('');
  });

  test('keeps what the audience of the site may read', async () => {
    const audience = 'platform-documentation: { audience: [internal] }\n';
    const folder = projectWith({ ...FILES, 'config/autoload/global.yaml': audience });
    const { stdout, stderr } = await convert(folder, 'in/depot.yaml', '--to', 'openapi');
    expect([JSON.parse(stdout).paths['/crates'].delete.summary, stderr]).toEqual(['Empty the depot', '']);
  });

  test.each(['shelves', 'depot/shelves', 'depot-v2/shelves'])('writes one service, %s', async (name) => {
    const { stdout, stderr } = await convert(projectWith(FILES), 'in/depot.yaml', name, '--to', 'openapi');
    expect([Object.keys(JSON.parse(stdout).paths), stderr]).toEqual([['/shelves'], '']);
  });

  test('writes a file and the list as JSON, and --strict ends with 1', async () => {
    const folder = projectWith(FILES);
    const args = ['in/depot.yaml', '--to', 'swagger', '-o', 'out.json', '--json', '--strict'];
    const { code, stdout, stderr } = await convert(folder, ...args);
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [
        { file: 'in/depot.yaml', line: 13, rule: 'conversion-operation-removed' },
        { file: 'in/depot.yaml', line: 10, rule: 'conversion-parameter-removed' },
      ],
      errors: 0,
      warnings: 2,
    });
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))).toMatchObject({ swagger: '2.0' });
    expect((await convert(folder, ...args.slice(0, 5))).code).toBe(0);
  });

  test.each([
    [[], 2, 'Name a description: convert openapi.yaml --to raml.'],
    [['nowhere.yaml', '--to', 'raml'], 2, 'There is no file "nowhere.yaml".'],
    [['in', '--to', 'raml'], 2, 'in is a folder. Name the description in it.'],
    [['in/depot.yaml'], 2, 'Name a format with --to: html, json, '],
    [['in/depot.yaml', '--to', 'ramll'], 2, 'The format "ramll" is not known. Did you mean raml?'],
    [['in/depot.yaml', '--to', 'json-schema'], 2, 'The format json-schema has no such document. Write one of these: '],
    [['in/depot.yaml', 'crate', '--to', 'raml'], 2, 'no service "crate". Did you mean crates?'],
    [['in/depot.yaml', '--to', 'raml', '--json'], 2, '--json prints the list: name a file with --output.'],
    [['in/depot.yaml', '--to', 'raml', '-o', 'no/out.raml'], 1, 'there is no folder no.'],
    [
      ['in/parts/crates.yaml', '--to', 'raml'],
      1,
      'in/parts/crates.yaml: error nothing-described This is not a descriptor.',
    ],
    [['broken.yaml', '--to', 'raml'], 1, /^broken\.yaml:1:\d+: error yaml-syntax /],
    [
      ['soap.xml', '--to', 'raml'],
      1,
      /^soap\.xml:1:1: error descriptor-unknown The file is WSDL.* “npx soap-converter/,
    ],
    [['hidden.yaml', '--to', 'raml'], 2, 'x-internal or x-audience keeps hidden from readers.'],
  ])('%j ends with %i', async (args, expected, message) => {
    const folder = projectWith({
      ...FILES,
      'broken.yaml': 'a: [',
      'soap.xml': '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>',
      'hidden.yaml': DEPOT.replace('title: Depot', 'title: Depot, x-internal: true'),
    });
    const { code, stdout, stderr } = await convert(folder, ...args);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(message);
  });
});
