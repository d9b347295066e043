import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blueprintReader } from '../../../src/descriptors/blueprint/reader.ts';
import { apiBlueprint } from '../../../src/formats/api-blueprint/api-blueprint.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { readText, readValue, recordOf } from '../descriptors/read-text.ts';
import { factsOf, generatedApi } from './generated-api.ts';

const SITE = { title: 'APIs', baseUrl: 'https://docs.example.com' };

/** Keywords and types that MSON has no words for; descriptions say them to readers. */
const UNSAID = new Set(['format', 'maxLength', 'minimum']);

/** Facts as a blueprint can say them: an integer is a number. */
function sayable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sayable);
  if (typeof value !== 'object' || value === null) return value === 'integer' ? 'number' : value;
  const said = Object.entries(value).filter(([key]) => !UNSAID.has(key));
  return Object.fromEntries(said.map(([key, member]) => [key, sayable(member)]));
}

function written(record: ApiRecord): string {
  return String(apiBlueprint.render?.({ level: 'api', api: new Api(record) }, SITE));
}

describe('API Blueprint', () => {
  test('says what MSON lacks in descriptions, and variants by “One Of”', () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          get: {
            parameters: [{ name: 'q', in: 'query', deprecated: true, schema: { type: 'integer', maximum: 9 } }],
            responses: {
              default: {
                description: 'Else.',
                headers: { 'X-A': { description: 'Count', schema: { type: 'string' } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Cat: { type: 'object', properties: { name: { type: 'string', pattern: '^[A-Z]' } } },
          Dog: { type: 'object' },
          Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
          Owner: {
            type: 'object',
            properties: { pet: { anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] } },
          },
        },
      },
    };
    const record = recordOf(readValue(document));
    const text = written(record);
    for (const said of [
      '+ q (number, optional) - `type: integer`, `maximum: 9`, `deprecated: true`',
      '+ name (string) - `pattern: ^[A-Z]`',
      '+ One Of\n    + Include Cat\n    + Include Dog',
      '+ pet (Pet, nullable)',
      '`status: default`',
      '`X-A`: Count',
    ])
      expect(text).toContain(said);
  });

  test('has calls in brackets below a resource, and a request of actions without messages', () => {
    const get = { parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }], responses: {} };
    const paths = { '/rows': { get, delete: { summary: 'Clear', responses: {} }, post: { responses: {} } } };
    const text = written(recordOf(readValue({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })));
    // Drafter takes “### GET /rows{?page}” for a resource, and knows no action without a request or response.
    expect(text.match(/^###? .*/gm)).toEqual([
      '## /rows',
      '### GET [GET /rows{?page}]',
      '### POST',
      '### Clear [DELETE /rows]',
    ]);
    expect(text.match(/^\+ Request$/gm)).toHaveLength(3);
  });

  test('has bodies that are JSON as text as they are written', () => {
    const content = { 'application/json': { example: '{\n  "seeds": 3,\n  …\n}' } };
    const paths = { '/rows': { get: { responses: { 200: { description: '', content } } } } };
    const text = written(recordOf(readValue({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })));
    expect(text).toContain('            {\n              "seeds": 3,\n              …\n            }\n');
  });

  test('of generated APIs is read back equal in what it can say, without warnings', () => {
    fc.assert(
      fc.property(generatedApi, (document) => {
        const record = recordOf(readValue(document));
        const result = readText(written(record), {}, blueprintReader);
        expect(result.diagnostics.filter(({ rule }) => rule === 'blueprint-reading')).toEqual([]);
        expect(sayable(factsOf(recordOf(result)))).toEqual(sayable(factsOf(record)));
      }),
      { seed: 3, numRuns: caseCount(200) },
    );
  });
});
