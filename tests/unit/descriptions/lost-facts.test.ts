import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { changed, described, foundIn, written } from './described.ts';

/** Facts of schemas that merging or one line of text may lose. */

function stored(schema: JsonSchema, schemas: object = {}) {
  return described({
    openapi: '3.1.0',
    info: { title: 'Seeds', version: '1' },
    paths: {
      '/packets': {
        post: {
          requestBody: { content: { 'application/json': { schema } } },
          responses: { '204': { description: '' } },
        },
      },
    },
    components: { schemas },
  });
}

const markdownOf = (schema: JsonSchema): string => written(stored(schema), 'packets', 'markdown');

describe('formats of two parts of allOf', () => {
  const both = (second: string): JsonSchema => ({
    properties: { code: { allOf: [{ type: 'string', format: 'uuid' }, { format: second }] } },
  });

  test('both stand in the type', () => {
    expect(markdownOf(both('lot-number'))).toContain('`code`: string, uuid, lot-number');
    expect(markdownOf(both('uuid'))).toContain('`code`: string, uuid\n');
  });

  test('a change of the second is a change', () => {
    expect(changed(stored(both('lot-number')), stored(both('batch-number')))).not.toEqual([]);
  });
});

describe('values of items that variants list', () => {
  const tones: JsonSchema = {
    properties: {
      tones: {
        type: 'array',
        items: {
          oneOf: [
            { type: 'string', enum: ['sage'] },
            { type: 'string', enum: ['rust'] },
          ],
        },
      },
      sizes: { type: 'array', items: { anyOf: [{ type: 'string', enum: ['pinch', 'sack'] }, { type: 'integer' }] } },
      grade: { oneOf: [{ const: 'premium' }, { type: 'string', pattern: '^"' }] },
    },
  };

  test('stand on the page', () => {
    expect(markdownOf(tones)).toMatch(/`tones`: array of string.*each item: .*"sage".*"rust"/s);
    expect(markdownOf(tones)).toMatch(/`sizes`: array.*each item: .*"pinch".*"sack".*integer/s);
  });

  test('are found', () => {
    for (const value of ['rust', 'sack', 'premium']) expect(foundIn(stored(tones), value)).not.toEqual([]);
  });
});

test('schemas and fields that apply on a condition are found with the operation', () => {
  const named = (field: string): JsonSchema => ({ type: 'object', properties: { [field]: { type: 'string' } } });
  const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
  const api = stored(
    {
      type: 'object',
      if: { properties: { kind: { const: 'bulb' } } },
      then: ref('Bulb'),
      else: { properties: { sowingDepth: { type: 'integer' } } },
      dependentSchemas: { origin: ref('Origin') },
      properties: { rows: { type: 'array', contains: ref('Row') } },
    },
    { Bulb: named('winterHardiness'), Origin: named('collectorName'), Row: named('spacing') },
  );
  for (const field of ['winterHardiness', 'collectorName', 'spacing', 'sowingDepth'])
    expect(foundIn(api, field).join(), field).toContain('POST');
});
