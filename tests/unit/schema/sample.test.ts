import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Components } from '../../../src/model/components.ts';
import type { ComponentsRecord } from '../../../src/model/openapi-objects.ts';
import { sample } from '../../../src/schema/sample.ts';
import type { JsonSchema, JsonSchemaObject } from '../../../src/schema/schema.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

function componentsOf(schemas: Readonly<Record<string, JsonSchema>>): Components {
  const none = {};
  const rest = {
    parameters: none,
    responses: none,
    examples: none,
    requestBodies: none,
    headers: none,
    securitySchemes: none,
    links: none,
    callbacks: none,
    mediaTypes: none,
  };
  return new Components({ schemas, ...rest } satisfies ComponentsRecord);
}

function validates(value: unknown, schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  return ajv.compile({ allOf: [schema], components: { schemas } })(value) === true;
}

/** The same, where a value may fit several forms of a `oneOf`. */
function withOverlaps(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('oneOf' in value)) return value;
    const { oneOf, ...rest } = value;
    return { allOf: [rest, { anyOf: oneOf }] };
  });
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const NODE: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, next: ref('Node'), children: { type: 'array', items: ref('Node') } },
};
const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Node: NODE,
  Endless: { type: 'object', required: ['next'], properties: { next: ref('Endless') } },
  Card: {
    type: 'object',
    required: ['kind', 'number'],
    properties: { kind: { type: 'string' }, number: { type: 'string', pattern: '^\\d{16}$' } },
  },
  Cash: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } }, additionalProperties: false },
  Circle: { type: 'object', properties: { shape: { type: 'string' }, r: { type: 'integer' } } },
  Square: { type: 'object', properties: { shape: { type: 'string' }, side: { type: 'integer' } } },
  Ids: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      name: { type: 'string' },
    },
  },
};

const object = (schema: JsonSchema): JsonSchemaObject => (typeof schema === 'object' ? schema : {});
const names = (schema: JsonSchema): string[] => Object.keys(object(schema).properties ?? {});
/** So many texts, and so much below each of two more. */
const wide = (fields: number, below: JsonSchema = { type: 'string' }): JsonSchema => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, { type: 'string' }])),
    left: below,
    right: below,
  },
});
const linesOf = (schema: JsonSchema): number => {
  const { value, complete } = sample(schema, componentsOf({}), { direction: 'response' });
  expect([complete, validates(value, schema, {})]).toEqual([true, true]);
  return JSON.stringify(value, null, 1).split('\n').length;
};

describe('a sample of more values than are read', () => {
  test.each<[string, JsonSchema, number]>([
    ['is drawn whole where it has few values', wide(20, wide(20)), 70],
    ['ends where it is deep', wide(20, wide(20, wide(40, wide(40)))), 70],
    ['has what is near the top alone where it is wide', wide(140, wide(140)), 144],
    ['has what is required, however much that is', { ...object(wide(300)), required: names(wide(300)) }, 304],
  ])('%s', (_, schema, lines) => {
    expect(linesOf(schema)).toBe(lines);
  });
});

describe('sample', () => {
  test.each<[string, JsonSchema, unknown]>([
    ['the first valid example', { type: 'integer', examples: ['x', 7], default: 1 }, 7],
    ['an example that is a number, as text', { type: 'string', examples: [400] }, '400'],
    ['an example that is text, as a number', { type: 'integer', examples: ['7'] }, 7],
    ['an example that is text, as a boolean', { type: 'boolean', examples: ['false'] }, false],
    ['no number of text that JSON does not have', { type: 'integer', examples: ['007'], minimum: 3 }, 3],
    ['the default where there is no example', { type: 'boolean', default: false }, false],
    ['a constant', { const: 'card' }, 'card'],
    ['the first value of an enumeration', { enum: ['a', 'b'] }, 'a'],
    ['no null where there is something else', { type: ['null', 'string'] }, 'string'],
    ['no null variant where there is another', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
    ['zero where nothing else is allowed', { type: 'integer', minimum: 0, maximum: 0 }, 0],
    ['a multiple', { type: 'number', minimum: 0.25, multipleOf: 0.01 }, 1],
    ['a number below its limit', { type: 'number', minimum: 0, exclusiveMaximum: 1 }, 0],
    ['a text that matches', { type: 'string', pattern: '^[A-Z]{3}-\\d{2,4}$' }, 'AAA-000'],
    ['a text of the right length', { type: 'string', minLength: 8, maxLength: 9 }, 'stringst'],
    ['a date and time', { type: 'string', format: 'date-time' }, '2026-01-31T12:00:00Z'],
    ['two different items', { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'integer' } }, [1, 2]],
    ['a recursion that ends', ref('Node'), { name: 'string', children: [] }],
    [
      'the chosen variant',
      {
        oneOf: [ref('Card'), ref('Cash')],
        discriminator: { propertyName: 'kind', mapping: { card: '#/components/schemas/Card' } },
      },
      { kind: 'card', number: '0000000000000000' },
    ],
    [
      'the first of variants that require nothing',
      { oneOf: [ref('Circle'), ref('Square')] },
      { shape: 'string', r: 1 },
    ],
    [
      'the chosen one of variants that require nothing',
      {
        oneOf: [ref('Circle'), ref('Square')],
        discriminator: { propertyName: 'shape', mapping: { round: '#/components/schemas/Circle' } },
      },
      { shape: 'round', r: 1 },
    ],
    [
      'fields whose variants require nothing',
      {
        type: 'object',
        required: ['in'],
        minProperties: 1,
        properties: { in: { oneOf: [ref('Circle'), ref('Square')] } },
      },
      { in: { shape: 'string', r: 1 } },
    ],
    ['free keys', { type: 'object', additionalProperties: { type: 'integer' } }, { key1: 1 }],
    [
      'merged parts',
      { allOf: [{ type: 'object', properties: { a: { const: 1 } } }, { properties: { b: { const: 2 } } }] },
      { a: 1, b: 2 },
    ],
  ])('gives %s', (_, schema, value) => {
    expect(sample(schema, componentsOf(SCHEMAS), { direction: 'response' })).toEqual({ value, complete: true });
  });

  test('read-only fields do not travel in requests, write-only ones not in responses', () => {
    const components = componentsOf(SCHEMAS);
    expect(sample(ref('Ids'), components, { direction: 'request' })).toEqual({
      value: { secret: 'string', name: 'string' },
      complete: true,
    });
    expect(sample(ref('Ids'), components, { direction: 'response' })).toEqual({
      value: { id: 1, name: 'string' },
      complete: true,
    });
    expect(sample(ref('Ids'), components, { direction: 'both' })).toEqual({
      value: { id: 1, secret: 'string', name: 'string' },
      complete: true,
    });
  });

  test.each<[string, JsonSchema]>([
    ['a pattern beyond the parser', { type: 'string', pattern: '^(a)\\1$' }],
    ['limits that exclude each other', { type: 'integer', minimum: 2, maximum: 1 }],
    ['endless recursion', ref('Endless')],
    ['nothing at all', false],
    ['a text too long to make', { type: 'string', minLength: 1e9 }],
    ['a list too long to make', { type: 'array', minItems: 1e9 }],
  ])('says that it is incomplete for %s', (_, schema) => {
    expect(sample(schema, componentsOf(SCHEMAS), { direction: 'response' }).complete).toBe(false);
  });

  test('an exponential schema ends soon', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `S${index}`,
        { type: 'object', required: ['a', 'b'], properties: { a: ref(`S${index + 1}`), b: ref(`S${index + 1}`) } },
      ]),
    );
    const started = cpuMilliseconds();
    expect(
      sample(ref('S0'), componentsOf({ ...schemas, S60: { type: 'string' } }), { direction: 'response' }).complete,
    ).toBe(false);
    expect(cpuMilliseconds() - started).toBeLessThan(2_000);
  });

  test('an expression that backtracks for ever ends soon', () => {
    const schema: JsonSchema = { type: 'string', pattern: '^(a+)+$', examples: [`${'a'.repeat(40)}!`] };
    const started = cpuMilliseconds();
    expect(sample(schema, componentsOf({}), { direction: 'response' })).toEqual({ value: 'aaaa', complete: true });
    expect(cpuMilliseconds() - started).toBeLessThan(1_000);
  });

  test('a key named __proto__ is data', () => {
    const schema: JsonSchema = { type: 'object', properties: JSON.parse('{"__proto__":{"const":1}}') };
    expect(JSON.stringify(sample(schema, componentsOf({}), { direction: 'response' }).value)).toBe('{"__proto__":1}');
  });

  test('what it calls complete validates', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const small = fc.integer({ min: -3, max: 12 });
    const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
      fc.record(model, { requiredKeys: [] });
    const { schema } = fc.letrec<{ schema: JsonSchema; leaf: JsonSchema; inner: JsonSchema }>((tie) => ({
      leaf: fc.oneof(
        fc
          .record({ type: fc.constantFrom('integer' as const, 'number' as const) })
          .chain((base) =>
            some({ minimum: small, exclusiveMaximum: small, multipleOf: fc.constantFrom(1, 2, 0.1, 0.25) }).map(
              (limits) => ({ ...base, ...limits }),
            ),
          ),
        some({
          minLength: fc.nat(12),
          maxLength: fc.nat(40),
          format: fc.constantFrom(
            'date-time',
            'date',
            'uuid',
            'email',
            'uri',
            'ipv4',
            'ipv6',
            'hostname',
            'byte',
            'time',
            'duration',
            'uri-reference',
            'json-pointer',
            'odd',
          ),
          pattern: fc.constantFrom(
            '^[a-z]+$',
            '\\d{3}',
            '^(foo|bar)-[^x]*$',
            '^.{2,5}$',
            '^\\S+@\\S+$',
            'x?$',
            '^(?=.*\\d)[a-z0-9]{4,}$',
          ),
        }).map((limits) => ({ type: 'string' as const, ...limits })),
        fc.record({ type: fc.constantFrom('boolean' as const, 'null' as const) }),
        fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }) }),
        fc.record({ const: fc.jsonValue({ maxDepth: 1 }) }),
        fc.constantFrom(ref('Node'), ref('Card'), ref('Cash'), ref('Endless')),
        fc.boolean(),
      ),
      inner: fc.oneof(
        some({
          properties: fc.dictionary(name, tie('schema')),
          required: fc.uniqueArray(name),
          additionalProperties: tie('schema'),
          minProperties: fc.nat(4),
          maxProperties: fc.nat(5),
        }).map((keywords) => ({ type: 'object' as const, ...keywords })),
        some({
          items: tie('schema'),
          minItems: fc.nat(3),
          maxItems: fc.nat(4),
          uniqueItems: fc.boolean(),
          contains: tie('leaf'),
        }).map((keywords) => ({
          type: 'array' as const,
          ...keywords,
        })),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('leaf') }),
        fc
          .record({ if: tie('leaf') })
          .chain((base) => tie('schema').map((then) => Object.fromEntries([...Object.entries(base), ['then', then]]))),
      ),
      schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('inner')),
    }));
    let complete = 0;
    fc.assert(
      fc.property(schema, (generated) => {
        const result = sample(generated, componentsOf(SCHEMAS), { direction: 'response' });
        if (!result.complete) return;
        complete += 1;
        expect(validates(result.value, withOverlaps(generated), SCHEMAS)).toBe(true);
        expect(sample(generated, componentsOf(SCHEMAS), { direction: 'response' })).toEqual(result);
      }),
      { seed: 7, numRuns: 600 },
    );
    expect(complete).toBeGreaterThan(300);
  });
});
