import { describe, expect, test } from 'vitest';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { apiBlueprint } from '../../../src/formats/api-blueprint/api-blueprint.ts';
import { apiDocument } from '../../../src/formats/json/documents.ts';
import { swagger } from '../../../src/formats/swagger/swagger.ts';
import { Api } from '../../../src/model/api.ts';
import type { Service } from '../../../src/model/service.ts';

const SITE = { title: 'APIs', baseUrl: 'https://harbour.example' };
const { apis } = readFolder({ projectRoot: 'tests/fixtures/laminas', folder: 'module' });
const versions = apis.filter(({ name }) => name === 'Harbour').map((record) => new Api(record));
const [first] = versions;
if (first === undefined) throw new Error('There is no Harbour.');
const api = first;
const json = JSON.parse(JSON.stringify(apiDocument(api)));
const [ship, visit, tide] = json.services;
const described = JSON.parse(String(swagger.render?.({ level: 'api', api }, SITE)));
const blueprint = String(apiBlueprint.render?.({ level: 'api', api }, SITE));

/** Status codes that Laminas documents for an operation: by its method, and by what the service has. */
function codesOf(method: string, mayBeMissing: boolean, hasFields: boolean): readonly number[] {
  const sends = ['POST', 'PUT', 'PATCH'].includes(method);
  const success = method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200;
  return [success, ...(sends && hasFields ? [400, 422] : []), ...(mayBeMissing ? [404] : []), 406, 415].sort();
}

describe('what Laminas API Tools documents of a project, in JSON', () => {
  test.each<readonly [string, unknown, unknown]>([
    [
      'names',
      [json.name, ...json.services.map(({ name }: { name: string }) => name)],
      ['Harbour', 'Ship', 'Visit', 'Tide'],
    ],
    ['versions', versions.map((one) => String(one.getVersion())), ['1', '2']],
    ['the default version', versions.find(({ record }) => record.isDefault)?.getVersion(), 1],
    [
      'keys of a service in their order',
      Object.keys(ship).slice(0, 10),
      (
        'name description route route_identifier_name request_accept_types request_content_types ' +
        'response_content_types fields operations entity_operations'
      ).split(' '),
    ],
    [
      'a route without the part of the version',
      [ship.route, visit.route],
      ['/ship[/:ship_id]', '/ship/:ship_id/visit[/:visit_id]'],
    ],
    ['identifiers', [ship.route_identifier_name, tide.route_identifier_name], ['ship_id', null]],
    ['response types, which are the accepted ones', ship.response_content_types, ship.request_accept_types],
    ['types of a selector', tide.request_accept_types, ['application/json']],
    [
      'keys of a field',
      Object.keys(ship.fields.input_filter.name).slice(0, 4),
      ['description', 'required', 'type', 'example'],
    ],
    [
      'paths of nested fields',
      ['owner/email', 'holds[]/tons'].filter((path) => path in ship.fields.input_filter),
      ['owner/email', 'holds[]/tons'],
    ],
    ['fields of a method', Object.keys(ship.fields.PATCH), ['name']],
    ['methods of collections', Object.keys(ship.operations), ['GET', 'POST']],
    ['methods of entities', Object.keys(ship.entity_operations).sort(), ['DELETE', 'GET', 'PATCH', 'PUT']],
    [
      'keys of an operation in their order',
      Object.keys(ship.operations.GET).slice(0, 5),
      ['description', 'request', 'requires_authorization', 'response', 'response_status_codes'],
    ],
    ['texts', [ship.operations.GET.description, tide.operations.GET.request], ['List ships', 'No body is needed.']],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  const services: readonly Service[] = versions.flatMap((one) => one.getServices());
  const operations = services.flatMap((service) =>
    service.getAllOperations().map((operation) => ({ service, operation })),
  );
  test.each(operations.map((one) => [`${one.operation.getHttpMethod()} ${one.operation.getPaths()[0]}`, one] as const))(
    'status codes of %s',
    (_, { service, operation }) => {
      const isEntity = service.getEntityOperations().includes(operation);
      const mayBeMissing = isEntity || (service.getKind() === 'rpc' && service.getRoute().includes('['));
      expect(operation.getResponseStatusCodes().map(({ code }) => code)).toEqual(
        codesOf(operation.getHttpMethod(), mayBeMissing, service.getFields().length > 0),
      );
    },
  );
});

test.each<readonly [string, unknown, unknown]>([
  ['top', [described.swagger, described.info.title, described.info.version], ['2.0', 'Harbour', '1']],
  [
    'a path for the collection and one for the entity',
    Object.keys(described.paths).slice(0, 2),
    ['/ship', '/ship/{ship_id}'],
  ],
  ['what an operation produces', described.paths['/ship'].get.produces, ship.request_accept_types],
  ['what it says', described.paths['/ship'].get.description, 'List ships'],
  [
    'the parameter of a path',
    described.paths['/ship/{ship_id}'].get.parameters[0],
    expect.objectContaining({ in: 'path', name: 'ship_id', type: 'string', required: true }),
  ],
  [
    'a body for POST',
    described.paths['/ship'].post.parameters,
    [expect.objectContaining({ in: 'body', name: 'body', required: true })],
  ],
  [
    'descriptions of responses',
    described.paths['/ship'].get.responses['415'],
    { description: 'Unsupported Media Type' },
  ],
  ['required fields', described.paths['/ship'].post.parameters[0].schema.required, ['name', 'kind', 'owner']],
])('what Laminas API Tools writes as Swagger: %s', (_, found, expected) => expect(found).toEqual(expected));

test.each([
  /^FORMAT: 1A$/m,
  /^HOST: https:\/\/harbour\.example/m,
  /^# Harbour$/m,
  /^### .*GET .*\/ship\{\?.*page/m,
  /^## Ship \[\/ship\]$/m,
  /^## Ship \[\/ship\/\{ship_id\}\]$/m,
  /^### .*GET/m,
  /^### .*POST/m,
  /^\+ Request/m,
  /^\+ Response 201/m,
  /^\+ Response 406/m,
  /^ +\+ ship_id/m,
  /^ +\+ name \(string, required\) - Name on the hull/m,
])('what Laminas API Tools writes as API Blueprint: %s', (line) => expect(blueprint).toMatch(line));

test.each<readonly [what: string, theirs: unknown, ours: unknown, reason: string]>([
  ['a version', '1', json.version, 'the specification has numbers'],
  ['a code', '406', ship.operations.GET.response_status_codes[1].code, 'it is a number everywhere else'],
  ['the phrase of 400', 'Client Error', ship.operations.POST.response_status_codes[1].message, 'RFC 9110'],
  ['no fields', [], visit.fields, 'a list in the place of an object breaks clients'],
  ['no type', '', ship.fields.input_filter.call_sign.type, 'an empty text is no type'],
  ['fields of PATCH on entities', undefined, ship.fields.PATCH, 'those of entities were dropped'],
  ['parameters of a query', undefined, ship.operations.GET.parameters[0].name, 'the whitelist was not documented'],
  ['text of a collection', undefined, ship.description.split('\n').at(-1), 'it could be edited and was never shown'],
  ['an example', 'in "response"', ship.operations.GET.response, 'it stands by status and media type'],
  ['a mandatory segment in Swagger', undefined, described.paths['/ship/{ship_id}/visit'], 'it stayed “:ship_id”'],
  ['an optional segment in Swagger', undefined, described.paths['/tide'], 'the path without it was missing'],
  [
    'a nested field in Swagger',
    undefined,
    described.paths['/ship'].post.parameters[0].schema.properties.owner,
    'it was a property “owner/email”',
  ],
  [
    'the body of 201 in API Blueprint',
    false,
    /\+ Response 201[^#]*"Aurora"/.test(blueprint),
    'examples of 201 were lost',
  ],
  [
    'media types in API Blueprint',
    false,
    blueprint.includes('+ Response 200 (application/hal+json)'),
    'there were none',
  ],
  [
    'a blueprint of version 2',
    false,
    String(apiBlueprint.render?.({ level: 'api', api: versions[1] ?? api }, SITE)).includes('launched'),
    'it was that of version 1',
  ],
])('%s is otherwise here, on purpose', (_, theirs, ours) => {
  expect(ours).not.toEqual(theirs);
  expect(ours).not.toBe(undefined);
});
