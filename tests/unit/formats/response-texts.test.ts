import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { json } from '../../../src/formats/json/json.ts';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { openapi, openapi30, openapi32 } from '../../../src/formats/openapi/openapi.ts';
import { raml } from '../../../src/formats/raml/raml.ts';
import { swagger } from '../../../src/formats/swagger/swagger.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { unboundedWork } from '../../../src/schema/work.ts';
import { exampleAnswer } from '../../../src/services/examples/example-answer.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { recordOf } from '../descriptors/native/read-text.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const NATIVE = `
api: Shop
version: 1
services:
  - name: Item
    route: /item
    response_content_types: [application/hal+json, application/json, text/csv]
    response_status_codes: [{ code: 503, message: Service Unavailable }]
    operations:
      - method: GET
        response_status_codes: [{ code: 200, message: OK }, { code: 206, message: A page }, { code: 418 }]
        responses: { '200': { content_type: application/json, example: [{ name: x }] }, 4XX: { content_type: application/problem+json } }
      - { method: POST, responses: { '201': { content_type: text/html, example: <p>x</p> } } }
`;

function text(format: typeof json, record: ApiRecord): string {
  return String(format.render?.({ level: 'api', api: new Api(record) }, site));
}

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
const parsed = (format: typeof json, record: ApiRecord): any => load(text(format, record));

describe('the message of a status code', () => {
  test.each([openapi30, openapi, openapi32, swagger])(
    'is the description of the response in $name $extension',
    (format) => {
      const { responses } = parsed(format, recordOf(NATIVE)).paths['/item'].get;
      expect(responses).toMatchObject({
        '200': { description: 'OK' },
        '206': { description: 'A page' },
        '418': { description: 'Client error' },
        '503': { description: 'Service Unavailable' },
      });
      if (format !== swagger) expect(responses['4XX'].description).toBe('Client error');
    },
  );

  test('is the description in JSON and RAML, too, and no description of the operation', () => {
    const { GET } = parsed(json, recordOf(NATIVE)).services[0].operations;
    expect(GET.responses).toMatchObject({
      '200': { description: 'OK' },
      '206': { description: 'A page' },
      '503': { description: 'Service Unavailable' },
    });
    expect(GET.response).toBeNull();
    expect(parsed(raml, recordOf(NATIVE))['/item'].get.responses['503'].description).toBe('Service Unavailable');
  });

  test('is not repeated where it stands beside the code', () => {
    expect(text(markdown, recordOf(NATIVE)).match(/Service Unavailable/g)).toHaveLength(2);
  });

  test.each(['', ' \n', undefined])('stands in for a description %j of an OpenAPI descriptor', (description) => {
    const responses = {
      '404': { ...(description !== undefined && { description }) },
      default: { description: '', 'x-a': 1 },
      '299': { description: 'Own' },
    };
    const shared = { ...apiRecord().components, responses: { Silent: { description: '' } } };
    const get = operation('GET', '/a', {
      responses: { ...responses, '500': { $ref: '#/components/responses/Silent' } },
    });
    const record = apiRecord({ components: shared, services: [service('a', { operations: [get] })] });
    for (const format of [openapi30, openapi, openapi32, swagger]) {
      expect(parsed(format, record).paths['/a'].get.responses).toMatchObject({
        '404': { description: 'Not Found' },
        default: { description: 'Any other status', 'x-a': 1 },
        '299': { description: 'Own' },
      });
      expect(text(format, record)).not.toMatch(/"description": ?"\s*"/);
    }
  });
});

describe('an entry of responses', () => {
  test.each([
    ['GET', '200', { 'application/hal+json': {}, 'application/json': { example: [{ name: 'x' }] }, 'text/csv': {} }],
    ['GET', '206', { 'application/hal+json': {}, 'application/json': {}, 'text/csv': {} }],
    ['GET', '4XX', { 'application/problem+json': {} }],
    [
      'POST',
      '201',
      { 'application/hal+json': {}, 'application/json': {}, 'text/csv': {}, 'text/html': { example: '<p>x</p>' } },
    ],
  ])('adds a media type and takes none away: %s %s', (method, status, content) => {
    const operations = recordOf(NATIVE).services[0]?.operations ?? [];
    expect(operations.find((candidate) => candidate.method === method)?.responses[status]).toMatchObject({ content });
    const described = operations.find((candidate) => candidate.method === method)?.responses[status];
    expect(Object.keys(described !== undefined && 'content' in described ? (described.content ?? {}) : {})).toEqual(
      Object.keys(content),
    );
  });

  test.each([
    ['application/json', '[{"name":"x"}]'],
    ['application/hal+json', '[{"name":"x"}]'],
    [undefined, '[{"name":"x"}]'],
  ])('with a JSON example answers for the other JSON types of the service: %s', (accept, body) => {
    const [get] = new Api(recordOf(NATIVE)).getService('Item')?.getOperations() ?? [];
    if (get === undefined) throw new Error('No operation.');
    expect(String(Buffer.from(exampleAnswer(get, accept, unboundedWork()).body ?? []))).toBe(body);
  });
});
