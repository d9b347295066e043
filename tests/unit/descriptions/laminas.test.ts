import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { laminas } from '../../../src/descriptors/laminas/reader.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { json } from '../../../src/formats/json/json.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../../../src/model/records.ts';
import { projectWith } from '../config/project.ts';
import { readText } from '../descriptors/read-text.ts';

const set = readFolder({ projectRoot: 'tests/fixtures/laminas', folder: 'module' });

function apiOf(name: string, version: number): ApiRecord {
  const found = set.apis.find((api) => api.name === name && api.version === version);
  if (found === undefined) throw new Error(`There is no ${name} ${version}.`);
  return found;
}

function serviceOf(name: string, version = 1): ServiceRecord {
  const found = apiOf('Harbour', version).services.find((service) => service.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

function operationOf(service: ServiceRecord, method: string, isEntity = false): OperationRecord {
  const found = (isEntity ? service.entityOperations : service.operations).find((one) => one.method === method);
  if (found === undefined) throw new Error(`There is no ${method}.`);
  return found;
}

const ship = serviceOf('Ship');

test('one file has a record for each version, and version 1 is the default', () => {
  expect(set.apis.map(({ name, version, isDefault }) => [name, version, isDefault])).toEqual([
    ['Crew', 1, true],
    ['Harbour', 1, true],
    ['Harbour', 2, false],
  ]);
  const { records } = module({ 'api-tools-versioning': "['default_version' => 2]" }, ['V1', 'V2', 'V3']);
  expect(records.map(({ version, isDefault }) => [version, isDefault])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
});

test('services have their names, routes and kinds; the part of the version is not in the route', () => {
  const shown = apiOf('Harbour', 1).services.map((one) => [one.name, one.kind, one.route, one.routeIdentifierName]);
  expect(shown).toEqual([
    ['Ship', 'rest', '/ship[/:ship_id]', 'ship_id'],
    ['Visit', 'rest', '/ship/:ship_id/visit[/:visit_id]', 'visit_id'],
    ['Tide', 'rpc', '/tide[/:place]', null],
  ]);
  expect(apiOf('Crew', 1).services.map(({ name, route }) => [name, route])).toEqual([
    ['Sailor', '/sailor[/:sailor_id]'],
  ]);
});

test('media types are those of the whitelists, else of the selector', () => {
  expect(ship.requestAcceptTypes).toEqual([
    'application/vnd.harbour.v1+json',
    'application/hal+json',
    'application/json',
  ]);
  expect(ship.requestContentTypes).toEqual(['application/vnd.harbour.v1+json', 'application/json']);
  expect(serviceOf('Tide').requestAcceptTypes).toEqual(['application/json']);
  expect(serviceOf('Ship', 2).requestContentTypes).toEqual(['application/json']);
});

test('whitelists of Apigility have hyphens, and what is no media type is left out', () => {
  const { records, diagnostics } = module({
    'zf-content-negotiation':
      "['accept-whitelist' => ['Bay\\V1\\Rest\\Buoy\\Controller' => ['application/hal+json', 'application/vnd.b\\\\c+json']], 'content-type-whitelist' => ['Bay\\V1\\Rest\\Buoy\\Controller' => 'application/json']]",
  });
  expect(records[0]?.services[0]).toMatchObject({
    requestAcceptTypes: ['application/hal+json'],
    requestContentTypes: ['application/json'],
  });
  expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', '“application/vnd.b\\c+json” is no media type, so it is left out.'],
  ]);
});

test('documentation of what is no service is reported in its file', () => {
  const text =
    "<?php return ['api-tools-rest' => ['Bay\\V1\\Rest\\Buoy\\Controller' => ['route_name' => 'a']], 'router' => ['routes' => ['a' => ['options' => ['route' => '/a']]]]];";
  const docs = "<?php return [\n  'Bay\\V1\\Rest\\Bouy\\Controller' => ['description' => 'Floats.'],\n];";
  const { diagnostics } = readText(text, { 'd/documentation.config.php': docs }, laminas);
  expect(diagnostics.map(({ file, line, message }) => [file, line, message])).toEqual([
    [
      'd/documentation.config.php',
      2,
      'The documentation of Bay\\V1\\Rest\\Bouy\\Controller belongs to no service, so it is not shown.',
    ],
  ]);
});

test('a file that returns what only PHP knows is not called empty', () => {
  const folder = projectWith({ 'd/x.config.php': '<?php return getenv("X");' });
  const { diagnostics } = readFolder({ projectRoot: folder, folder: 'd' });
  expect(diagnostics.map(({ message }) => message)).toContain(
    'This is a call of getenv(), so only running PHP would give its value; it was left out.',
  );
});

test('parameters are those of the whitelist, the page, its size and the route', () => {
  const described = (operation: OperationRecord) =>
    operation.parameters.map((one) => ('name' in one ? [one.name, one.in, one.schema] : []));
  expect(described(operationOf(ship, 'GET'))).toEqual([
    ['flag', 'query', { type: 'string' }],
    ['sort', 'query', { type: 'string' }],
    ['page', 'query', { type: 'integer', minimum: 1, default: 1 }],
    ['limit', 'query', { type: 'integer', default: 25 }],
  ]);
  expect(described(operationOf(ship, 'GET', true))).toEqual([
    ['ship_id', 'path', { type: 'string', pattern: '^(?:[0-9]+)$' }],
  ]);
  expect(described(operationOf(serviceOf('Visit'), 'GET'))).toEqual([['ship_id', 'path', { type: 'string' }]]);
});

test('fields have the constraints of their validators, nested ones too', () => {
  expect(ship.fields).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name on the hull', minLength: 2, maxLength: 80 },
      call_sign: { pattern: '^[A-Z0-9]{4,7}$' },
      kind: { type: 'string', enum: ['cargo', 'ferry', 'tug'] },
      length: { type: 'number', exclusiveMinimum: 0, maximum: 500 },
      owner: {
        type: 'object',
        properties: { email: { type: 'string', format: 'email' }, site: { type: 'string', format: 'uri' } },
        required: ['email'],
      },
      holds: {
        type: 'array',
        items: {
          type: 'object',
          properties: { tons: { type: 'integer', minimum: 1, maximum: 9000 } },
          required: ['tons'],
        },
      },
    },
    required: ['name', 'kind', 'owner'],
  });
  const patch = operationOf(ship, 'PATCH', true).requestBody;
  expect(JSON.stringify(patch)).toContain('"properties":{"name":{"type":"string"}}');
});

test('texts and examples of the documentation stand where they belong', () => {
  expect(ship.description).toBe('Ships that call at the harbour.\n\nAll ships that were ever seen.');
  const post = operationOf(ship, 'POST');
  expect(post.description).toBe('Announce a ship');
  expect(JSON.stringify(post.requestBody)).toContain('"owner":{"email":"office@aurora.example"}');
  expect(JSON.stringify(post.responses['201'])).toContain('"name":"Aurora"');
  expect(Object.keys(post.responses).sort()).toEqual(['201', '400', '406', '415', '422']);
  // A body that is no JSON stays as it is.
  expect(operationOf(ship, 'GET', true).responseDescription).toBe('```\n{ "_links": { }\n "name": "Aurora" }\n```');
  expect(operationOf(serviceOf('Tide'), 'GET').requestDescription).toBe('No body is needed.');
});

test('what is lost is reported where it stands, and what does not matter is not', () => {
  const text = readFileSync('tests/fixtures/laminas/module/Harbour/config/module.config.php', 'utf8').split('\n');
  const found = set.diagnostics.filter(({ file }) => file.includes('Harbour'));
  expect(found.map(({ rule, line }) => [rule, text[line - 1]?.trim().slice(0, 35)])).toEqual([
    ['laminas-lost', "['name' => Validator\\Callback::clas"],
    ['laminas-lost', "'authorization' => ["],
  ]);
  const { diagnostics } = module({ 'api-tools-versioning': "['default_version' => getenv('X')]" });
  expect(diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
    ['php-not-read', 'This is a call of getenv(), so only running PHP would give its value; it was left out.'],
  ]);
});

/** Reads a module that has one service in each version. */
function module(keys: Readonly<Record<string, string>>, versions: readonly string[] = ['V1'], inner = '') {
  const rest = versions.map(
    (version) => `'Bay\\${version}\\Rest\\Buoy\\Controller' => ['route_name' => 'buoy', ${inner}],`,
  );
  const more = Object.entries(keys).map(([key, value]) => `'${key}' => ${value},`);
  const route = "'router' => ['routes' => ['buoy' => ['options' => ['route' => '/buoy[/:id]']]]],";
  return readText(`<?php return ['api-tools-rest' => [${rest.join('')}], ${route} ${more.join('')}];`, {}, laminas);
}

describe('validators', () => {
  test.each<readonly [string, string, object]>([
    ['Digits', '[]', { pattern: '^[0-9]+$' }],
    ['NotEmpty', '[]', { minLength: 1 }],
    ['Between', "['min' => 1, 'max' => 5, 'inclusive' => false]", { exclusiveMinimum: 1, exclusiveMaximum: 5 }],
    ['GreaterThan', "['min' => 3]", { exclusiveMinimum: 3 }],
    ['LessThan', "['max' => 3, 'inclusive' => true]", { maximum: 3 }],
    ['NumberComparison', "['min' => 1, 'max' => 2, 'inclusiveMax' => false]", { minimum: 1, exclusiveMaximum: 2 }],
    ['Ip', "['allowipv6' => false]", { type: 'string', format: 'ipv4' }],
    ['Uuid', '[]', { type: 'string', format: 'uuid' }],
    ['Date', "['format' => 'c']", { type: 'string', format: 'date-time' }],
    ['Step', "['step' => 5]", { multipleOf: 5 }],
    ['Regex', "['pattern' => '{^/[a-z]+$}u']", { pattern: '^/[a-z]+$' }],
    ['IsInt', '[]', { type: 'integer' }],
    ['InArray', "['haystack' => ['x' => 'a', 'y' => 'b', 'z' => 'a']]", { enum: ['a', 'b'] }],
  ])('%s %s', (name, options, schema) => {
    const { record, diagnostics } = field(`'validators' => [['name' => '${name}', 'options' => ${options}]]`);
    expect(diagnostics).toEqual([]);
    expect(record?.services[0]?.fields).toMatchObject({ properties: { mark: schema } });
  });

  test.each([
    [`['name' => 'StringLength', 'options' => ['min' => 2, 'max' => 9]]`, { type: 'string', maxLength: 9 }],
    [`['name' => 'InArray', 'options' => ['haystack' => ['a']]]`, { enum: ['a', ''] }],
    [`['name' => 'EmailAddress']`, { type: 'string', anyOf: [{ format: 'email' }, { const: '' }] }],
    [`['name' => 'Digits'], ['name' => 'NotEmpty']`, { anyOf: [{ minLength: 1, pattern: '^[0-9]+$' }, { const: '' }] }],
  ])('%s of an input that may be empty let it be empty', (validators, shape) => {
    const { record } = module({
      'api-tools-content-validation': "['Bay\\V1\\Rest\\Buoy\\Controller' => ['input_filter' => 'F']]",
      input_filter_specs: `['F' => [['name' => 'x', 'allow_empty' => true, 'validators' => [${validators}]]]]`,
    });
    expect(record?.services[0]?.fields).toMatchObject({ properties: { x: shape } });
  });

  test('all patterns of a field hold', () => {
    const { record } = field(
      "'validators' => [['name' => 'Regex', 'options' => ['pattern' => '/^1/']], ['name' => 'Digits']]",
    );
    expect(record?.services[0]?.fields).toMatchObject({
      properties: { mark: { pattern: '^1', allOf: [{ pattern: '^[0-9]+$' }] } },
    });
  });

  test.each([
    ['Regex', "['pattern' => '/a/i']"],
    ['Regex', "['pattern' => '/[[:alpha:]]+/']"],
    ['Regex', "['pattern' => '/\\\\Aa++\\\\z/']"],
    ['Date', "['format' => 'd.m.Y']"],
    ['Callback', '[]'],
  ])('%s %s has no counterpart', (name, options) => {
    const { record, diagnostics } = field(`'validators' => [['name' => '${name}', 'options' => ${options}]]`);
    expect(diagnostics.map(({ rule, line }) => [rule, line])).toEqual([['laminas-lost', 1]]);
    expect(record?.services[0]?.fields).toEqual({ type: 'object', properties: { mark: {} }, required: ['mark'] });
  });

  function field(spec: string) {
    return module({
      'api-tools-content-validation': "['Bay\\V1\\Rest\\Buoy\\Controller' => ['input_filter' => 'F']]",
      input_filter_specs: `['F' => [['name' => 'mark', ${spec}]]]`,
    });
  }
});

test('a collection without a path is reported', () => {
  const { record, diagnostics } = readText(
    "<?php return ['zf-rest' => ['Bay\\V1\\Rest\\Buoy\\Controller' => ['route_name' => 'a', 'route_identifier_name' => 'id']]," +
      " 'router' => ['routes' => ['a' => ['options' => ['route' => '/buoy/:id']]]]];",
    {},
    laminas,
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The route /buoy/:id always names an entity, so the collection has no path.',
  ]);
  const [service] = record?.services ?? [];
  expect([service?.operations.length, service?.entityOperations.map(({ method }) => method)]).toEqual([
    0,
    ['DELETE', 'GET', 'PATCH', 'PUT'],
  ]);
});

test('input filters may name each other, even in circles', () => {
  const { record } = module({
    'api-tools-content-validation': "['Bay\\V1\\Rest\\Buoy\\Controller' => ['input_filter' => 'F']]",
    input_filter_specs: "['F' => ['light' => ['type' => 'G']], 'G' => ['back' => ['type' => 'F']]]",
  });
  expect(JSON.stringify(record?.services[0]?.fields)).toContain('"light":{"type":"object"');
});

test('fields of input filters that name each other over and over are bounded, which is reported', () => {
  const many = Array.from({ length: 8 }, (_, index) => `'f${index}' => ['type' => 'NEXT']`).join(',');
  const specs = Array.from(
    { length: 15 },
    (_, index) => `'F${index}' => [${many.replaceAll('NEXT', `F${index + 1}`)}]`,
  );
  const { diagnostics } = module({
    'api-tools-content-validation': "['Bay\\V1\\Rest\\Buoy\\Controller' => ['input_filter' => 'F0']]",
    input_filter_specs: `[${specs.join(',')}]`,
  });
  expect(diagnostics.filter(({ message }) => message.includes('more than 30000 fields')).length).toBe(1);
});

test('an input filter that is not described is reported', () => {
  const { diagnostics } = module({
    'api-tools-content-validation': "['Bay\\V1\\Rest\\Buoy\\Controller' => ['PATCH' => 'Bay\\Filter']]",
  });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The input filter Bay\\Filter is not in input_filter_specs, so its fields are not shown.',
  ]);
});

test('values of input filters for GET are parameters', () => {
  const { record } = module({
    'zf-content-validation': "['Bay\\V1\\Rest\\Buoy\\Controller' => ['GET' => 'F']]",
    input_filter_specs: "['F' => [['name' => 'near', 'required' => true, 'description' => 'A place']]]",
  });
  expect(record?.services[0]?.operations[0]?.parameters.filter((one) => 'in' in one && one.in === 'query')).toEqual([
    { name: 'near', in: 'query', required: true, description: 'A place', schema: {} },
  ]);
});

test.each([
  [
    'an identifier that the route lacks',
    "'api-tools-rest' => ['B\\V1\\Rest\\A\\Controller' => ['route_name' => 'a', 'route_identifier_name' => 'a_id']]",
    'The route /a[/:id] has no segment “a_id”',
  ],
  [
    'a constraint of PHP',
    "'api-tools-rest' => ['B\\V1\\Rest\\A\\Controller' => ['route_name' => 'a', 'route_identifier_name' => 'id']]",
    'The constraint of “id” means something else',
  ],
])('%s is reported', (_, section, expected) => {
  const route = "'route' => '/a[/:id]', 'constraints' => ['id' => '[[:alpha:]]++']";
  const router = `'router' => ['routes' => ['a' => ['options' => [${route}]]]]`;
  const { diagnostics } = readText(`<?php return [${section}, ${router}];`, {}, laminas);
  expect(diagnostics.map(({ message }) => message).join('\n')).toContain(expected);
});

test('numbers of examples are exact, sizes may be texts, and PHP_INT_MAX is left to PHP', () => {
  const settings = "'page_size' => '20', 'page_size_param' => 'size', 'max_page_size' => '50'";
  const text = `<?php return ['api-tools-rest' => ['B\\V1\\Rest\\A\\Controller' => ['route_name' => 'a', ${settings}],
    'B\\V1\\Rest\\C\\Controller' => ['route_name' => 'c', 'page_size' => PHP_INT_MAX]],
    'router' => ['routes' => ['a' => ['options' => ['route' => '/a']], 'c' => ['options' => ['route' => '/c']]]]];`;
  const documentation =
    "<?php return ['B\\V1\\Rest\\A\\Controller' => ['collection' => ['GET' => ['response' => '{\"id\": 12345678901234567890}']]]];";
  const { record, diagnostics } = readText(text, { 'd/documentation.config.php': documentation }, laminas);
  expect(JSON.stringify(record)).toContain('12345678901234567890');
  expect(record?.services[0]?.operations[0]?.parameters).toMatchObject([{}, { name: 'size', schema: { maximum: 50 } }]);
  expect(diagnostics.map(({ message }) => message).join('\n')).toContain('the constant PHP_INT_MAX');
});

test('what is lost of an included file is reported there', () => {
  const module = "<?php return ['api-tools-rest' => ['B\\V1\\Rest\\A\\Controller' => include 'a.php']];";
  const { diagnostics } = readText(module, { 'd/a.php': "<?php return [\n 'route_name' => 'none'];" }, laminas);
  expect(diagnostics).toMatchObject([{ file: 'd/a.php', line: 1, message: expect.stringContaining('is left out') }]);
});

test('a service without a route or a version is left out by name', () => {
  const { records, diagnostics } = readText(
    "<?php return ['api-tools-rest' => ['Bay\\V1\\Rest\\Buoy\\Controller' => ['route_name' => 'none'], 'Old\\Controller' => []]];",
    {},
    laminas,
  );
  expect(records.map(({ services }) => services)).toEqual([[]]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The name Old\\Controller has no version such as \\V1\\, so its service is left out, as Laminas does.',
    'The service Bay\\V1\\Rest\\Buoy\\Controller is left out: the route none is not described.',
  ]);
});

test('the documentation as JSON has the facts that Laminas gives', () => {
  const api = new Api(apiOf('Harbour', 1));
  const service = api.getService('Ship');
  if (service === undefined) throw new Error('There is no Ship.');
  const text = json.render?.({ level: 'service', api, service }, { title: 'APIs', baseUrl: '' });
  // The codes are those of Laminas; they are numbers here, and sorted.
  const facts: unknown = JSON.parse(String(text), (key, value) =>
    key === 'response_status_codes' ? value.map(({ code }: { code: number }) => code) : value,
  );
  expect(facts).toMatchObject({
    name: 'Ship',
    route: '/ship[/:ship_id]',
    route_identifier_name: 'ship_id',
    request_accept_types: ['application/vnd.harbour.v1+json', 'application/hal+json', 'application/json'],
    request_content_types: ['application/vnd.harbour.v1+json', 'application/json'],
    response_content_types: ['application/vnd.harbour.v1+json', 'application/hal+json', 'application/json'],
    fields: { input_filter: { name: { description: 'Name on the hull', required: true, type: 'string' } } },
    operations: {
      GET: { description: 'List ships', response_status_codes: [200, 406, 415] },
      POST: { description: 'Announce a ship', response_status_codes: [201, 400, 406, 415, 422] },
    },
    entity_operations: {
      GET: { description: 'Look up a ship', response_status_codes: [200, 404, 406, 415] },
      PATCH: { response_status_codes: [200, 400, 404, 406, 415, 422] },
      DELETE: { description: 'Strike a ship off', response_status_codes: [204, 404, 406, 415] },
    },
  });
});
