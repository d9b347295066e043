import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFolder } from '../../../../src/descriptors/read-descriptors.ts';
import { Api } from '../../../../src/model/api.ts';
import { unboundedWork } from '../../../../src/schema/work.ts';
import { exampleAnswer } from '../../../../src/services/examples/example-answer.ts';

const FIELDS =
  'fields: [{ name: name, type: string, required: true, example: Foxglove }, { name: height, type: integer, minimum: 3 }]';
const OPERATIONS = 'operations: [{ method: GET }, { method: POST }, { method: DELETE }]';
const ENTITY_OPERATIONS = 'entity_operations: [{ method: GET }, { method: PATCH }, { method: DELETE }]';
const REST = `kind: rest, route: '/plant[/:plant_id]', route_identifier_name: plant_id, ${OPERATIONS}, ${ENTITY_OPERATIONS}`;
const NAMED = 'parameters: [{ name: plant_id, in: path, type: integer, example: 7 }]';
const OWN = `operations: [{ method: GET }, { method: POST, ${FIELDS} }]`;
const DESCRIBED = `{ method: GET, responses: { '200': { content_type: application/json, example: { weeds: 2 } } } }`;

/** Name → what is described. */
const SERVICES: Readonly<Record<string, string>> = {
  Plant: `${REST}, ${FIELDS}`,
  Bare: REST,
  Hal: `${REST}, ${FIELDS}, request_accept_types: [application/hal+json, application/json]`,
  Named: `${REST}, ${FIELDS}, ${NAMED}`,
  Own: `kind: rest, route: '/own', ${OWN}`,
  Own2: `kind: rest, route: '/own2[/:name]', route_identifier_name: name, ${FIELDS}, operations: [{ method: GET }]`,
  Described: `kind: rest, route: '/described', ${FIELDS}, operations: [${DESCRIBED}]`,
  Ping: `kind: rpc, route: '/ping', ${FIELDS}, operations: [{ method: GET }], request_accept_types: [application/json]`,
};

let folder: string;
let api: Api;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'value-of-fields-'));
  mkdirSync(join(folder, 'api-descriptors'));
  const services = Object.entries(SERVICES).map(
    ([name, rest]) => `  - { name: ${name}, ${rest.replaceAll('/plant', `/${name.toLowerCase()}`)} }`,
  );
  writeFileSync(
    join(folder, 'api-descriptors/garden-v1.yaml'),
    `api: Garden\nversion: 1\nbase_path: /garden\nservices:\n${services.join('\n')}\n`,
  );
  const { apis, diagnostics } = readFolder({ projectRoot: folder, folder: 'api-descriptors' });
  const [record] = apis;
  if (record === undefined) throw new Error(JSON.stringify(diagnostics));
  api = new Api(record);
});
afterAll(() => rmSync(folder, { recursive: true }));

const PLANT = { plant_id: '1', name: 'Foxglove', height: 3 };

describe('an operation of which only fields are described answers', () => {
  test.each<
    [
      service: string,
      resource: 'collection' | 'entity' | 'action',
      method: string,
      accept: string | undefined,
      status: number,
      body: unknown,
    ]
  >([
    ['Plant', 'collection', 'GET', undefined, 200, [PLANT]],
    ['Plant', 'collection', 'GET', 'text/html', 200, [PLANT]],
    ['Plant', 'collection', 'POST', undefined, 201, PLANT],
    ['Plant', 'collection', 'DELETE', undefined, 204, null],
    ['Plant', 'entity', 'GET', undefined, 200, PLANT],
    ['Plant', 'entity', 'PATCH', undefined, 200, PLANT],
    ['Plant', 'entity', 'DELETE', undefined, 204, null],
    ['Hal', 'collection', 'GET', undefined, 200, { _embedded: { hal: [PLANT] } }],
    ['Hal', 'collection', 'GET', 'application/json', 200, [PLANT]],
    ['Hal', 'entity', 'GET', undefined, 200, PLANT],
    ['Named', 'entity', 'GET', undefined, 200, { ...PLANT, plant_id: 7 }],
    // Fields of one method
    ['Own', 'collection', 'GET', undefined, 200, [{ name: 'Foxglove', height: 3 }]],
    // The identifier is one of the fields
    ['Own2', 'collection', 'GET', undefined, 200, [{ name: 'Foxglove', height: 3 }]],
    // What is described comes first
    ['Described', 'collection', 'GET', undefined, 200, { weeds: 2 }],
    // Fields of an action are what it is asked
    ['Ping', 'action', 'GET', undefined, 200, {}],
    ['Bare', 'collection', 'GET', undefined, 200, null],
  ])('%s, %s %s, Accept %s: %i %j', (name, resource, method, accept, status, body) => {
    const operations = api
      .getServices()
      .flatMap((service) => (service.getName() === name ? service.getAllOperations() : []));
    const operation = operations.find(
      (candidate) => candidate.resource === resource && candidate.getHttpMethod() === method,
    );
    if (operation === undefined) throw new Error('There is no such operation.');
    const answer = exampleAnswer(operation, accept, unboundedWork());
    expect([answer.status, answer.body === null ? null : JSON.parse(Buffer.from(answer.body).toString())]).toEqual([
      status,
      body,
    ]);
    expect(answer.headers.includes('Content-Type')).toBe(body !== null);
  });
});
