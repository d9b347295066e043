import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';
import { sample } from '../../../../src/schema/sample.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { unboundedWork, Work } from '../../../../src/schema/work.ts';
import { fieldMessages } from '../../../../src/services/examples/validate-body.ts';
import { parseJsonBody } from '../../../../src/services/json-body.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Author: {
    type: 'object',
    required: ['last'],
    properties: { first: { type: 'string' }, last: { type: 'string', maxLength: 5 } },
  },
  Book: {
    type: 'object',
    required: ['title', 'author', 'id'],
    properties: {
      id: { type: 'integer', readOnly: true },
      title: { type: 'string', minLength: 1 },
      author: ref('Author'),
      format: { enum: ['paper', 'audio'] },
      pages: { type: 'integer', minimum: 1, multipleOf: 2 },
      price: { type: 'number', multipleOf: 0.1 },
      isbn: { type: 'string', pattern: '^97[89]$' },
      published: { type: 'string', format: 'date' },
      address: { type: 'string', format: 'ipv6' },
      strange: { type: 'string', pattern: '(?<=a)b' },
      chapters: {
        type: 'array',
        maxItems: 2,
        uniqueItems: true,
        items: { type: 'object', required: ['heading'], properties: { heading: { type: 'string' } } },
      },
      note: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
      code: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }] },
      size: { oneOf: [{ type: 'integer' }, { type: 'number' }] },
      secret: { not: { const: 'x' } },
      marks: { type: 'array', contains: { const: 1 }, maxContains: 1 },
    },
    additionalProperties: false,
  },
  Node: { type: 'object', properties: { next: ref('Node'), value: { type: 'integer' } } },
};
const components = new Components({ ...NO_COMPONENTS, schemas: SCHEMAS });
/** Units of one step that is counted when it is done: listing the names of the largest object that is read. */
const A_STEP = 400_000;
const UNITS = 600_000;

/** Units that reading and checking took beyond those that there were, 0 where there were enough. */
function overdraft(text: string, schema: JsonSchema): number {
  const work = new Work(UNITS);
  const reading = parseJsonBody(Buffer.from(text), work);
  if (reading.kind === 'value') fieldMessages(reading.value, schema, components, work);
  else expect(reading.kind).toBe('too-much');
  return reading.kind === 'value' ? Math.max(0, work.used - UNITS) : 0;
}

const GOOD = { title: 'Dune', author: { last: 'Herb' } };

describe('messages of a body', () => {
  test.each<[string, unknown, unknown]>([
    ['nothing is wrong', GOOD, null],
    ['a field is missing', { author: { last: 'x' } }, { title: { isEmpty: 'A value is required.' } }],
    ['a nested field is missing', { ...GOOD, author: {} }, { author: { last: { isEmpty: 'A value is required.' } } }],
    [
      'a nested field is too long',
      { ...GOOD, author: { last: 'Herbert' } },
      { author: { last: { maxLength: expect.any(String) } } },
    ],
    ['several', { title: '' }, { title: { minLength: expect.any(String) }, author: { isEmpty: expect.any(String) } }],
    ['a type', { ...GOOD, title: 5 }, { title: { type: 'The type is integer; it must be string.' } }],
    ['null is not nothing', { ...GOOD, title: null }, { title: { type: 'The type is null; it must be string.' } }],
    ['an unknown field', { ...GOOD, x: 1 }, { x: { additionalProperties: expect.any(String) } }],
    [
      '__proto__ is an unknown field',
      JSON.parse('{"title":"Dune","author":{"last":"x"},"__proto__":{"id":1}}'),
      JSON.parse('{"__proto__":{"additionalProperties":"This field is not allowed."}}'),
    ],
    [
      'constructor is no value of a field',
      { ...GOOD, author: JSON.parse('{"constructor":1}') },
      { author: { last: { isEmpty: expect.any(String) } } },
    ],
    [
      'a value that is not listed',
      { ...GOOD, format: 'vinyl' },
      { format: { enum: 'The value must be one of "paper", "audio".' } },
    ],
    [
      'two rules of a number',
      { ...GOOD, pages: -1 },
      { pages: { minimum: expect.any(String), multipleOf: expect.any(String) } },
    ],
    ['fractions are rounded', { ...GOOD, price: 0.3 }, null],
    ['fractions', { ...GOOD, price: 0.35 }, { price: { multipleOf: expect.any(String) } }],
    ['a pattern', { ...GOOD, isbn: '977' }, { isbn: { pattern: 'The text must match ^97[89]$' } }],
    ['a format', { ...GOOD, published: '2026-02-30' }, { published: { format: expect.any(String) } }],
    ['a format that we know too strictly refuses nothing', { ...GOOD, address: '::1' }, null],
    ['a pattern beyond our reader refuses nothing', { ...GOOD, strange: 'c' }, null],
    [
      'inside lists',
      { ...GOOD, chapters: [{ heading: 'a' }, {}] },
      { chapters: { '1': { heading: { isEmpty: expect.any(String) } } } },
    ],
    [
      'lists themselves',
      { ...GOOD, chapters: [{ heading: 'a' }, { heading: 'a' }, { heading: 'b' }] },
      { chapters: { maxItems: expect.any(String), uniqueItems: expect.any(String) } },
    ],
    ['the variant that was meant', { ...GOOD, code: 'long' }, { code: { maxLength: expect.any(String) } }],
    ['no variant', { ...GOOD, code: true }, { code: { anyOf: expect.any(String) } }],
    ['a type or null', { ...GOOD, note: true }, { note: { type: expect.stringContaining('must be string or null') } }],
    ['two variants where one must be', { ...GOOD, size: 1 }, { size: { oneOf: expect.any(String) } }],
    ['what must not be', { ...GOOD, secret: 'x' }, { secret: { not: expect.any(String) } }],
    ['too few of a kind', { ...GOOD, marks: [2] }, { marks: { contains: 'At least 1 of the items must match.' } }],
    ['too many of a kind', { ...GOOD, marks: [1, 1] }, { marks: { maxContains: expect.any(String) } }],
    ['read-only fields are not asked for', GOOD, null],
    ['the body itself', [], { '': { type: 'The type is array; it must be object.' } }],
  ])('%s', (_, value, expected) => {
    expect(fieldMessages(value, ref('Book'), components, unboundedWork()).messages).toEqual(expected);
  });

  test('recursion ends', () => {
    let value: unknown = { value: 'x' };
    for (let depth = 0; depth < 50; depth += 1) value = { next: value };
    expect(JSON.stringify(fieldMessages(value, ref('Node'), components, unboundedWork()))).toContain('"value":{"type"');
  });

  test('a body made to take long is judged soon', () => {
    const variants: JsonSchema = {
      type: 'array',
      uniqueItems: true,
      contains: { const: -1 },
      items: {
        anyOf: [
          { type: 'object', required: ['a'] },
          { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'array' }] } },
        ],
      },
    };
    const value = Array.from({ length: 100_000 }, (_, index) => [index, [index]]);
    expect(overdraft(JSON.stringify(value), variants)).toBeLessThan(A_STEP);
  });

  test('every sample for a request has no messages', () => {
    const leaf: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
      { type: 'string', minLength: 2 },
      { type: 'integer', minimum: 3 },
      { enum: ['a', 1] },
      { type: 'string', format: 'date' },
      { type: ['string', 'null'] },
      true,
    );
    const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
        tie('schema').map((items) => ({ type: 'array', items, minItems: 1 }) as const),
        fc
          .dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema'))
          .map(
            (properties) =>
              ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }) as const,
          ),
      ),
    }));
    fc.assert(
      fc.property(schema, (drawn) => {
        const { value, complete } = sample(drawn, components, { direction: 'request' });
        if (complete)
          expect(fieldMessages(value, drawn, components, unboundedWork())).toEqual({
            messages: null,
            isComplete: true,
          });
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

describe('a JSON body is malformed', () => {
  test.each([
    ['{', 'The body is not JSON.'],
    ["{'a':1}", 'The body is not JSON.'],
    ['{"a":1}x', 'The body is not JSON.'],
    ['NaN', 'The body is not JSON.'],
    [Buffer.from([0x22, 0xff, 0x22]), 'The body is not UTF-8.'],
    [Buffer.from([0x22, 0xc0, 0xae, 0x22]), 'The body is not UTF-8.'],
    ['['.repeat(101) + ']'.repeat(101), 'The body is nested more than 100 levels deep.'],
    ['['.repeat(1_000_000), 'The body is nested more than 100 levels deep.'],
  ])('%.20s', (text, detail) => {
    expect(parseJsonBody(Buffer.from(text), unboundedWork())).toEqual({ kind: 'malformed', detail });
  });

  test('brackets in texts do not nest', () => {
    expect(parseJsonBody(Buffer.from(JSON.stringify({ a: '[{"\\'.repeat(200) })), unboundedWork()).kind).toBe('value');
  });

  test('__proto__ is data', () => {
    const reading = parseJsonBody(Buffer.from('{"__proto__":{"admin":true}}'), unboundedWork());
    expect(
      reading.kind === 'value' &&
        Object.getPrototypeOf(reading.value) === Object.prototype &&
        JSON.stringify(reading.value),
    ).toBe('{"__proto__":{"admin":true}}');
  });
});

describe('a body of a megabyte delays no other request', () => {
  const order: JsonSchema = {
    type: 'object',
    properties: {
      lines: { type: 'array', items: ref('Author') },
      texts: { type: 'array', items: { oneOf: [{ type: 'integer' }, ref('Author')] } },
      holds: { type: 'array', contains: { type: 'object', required: ['x'] } },
    },
    additionalProperties: { type: 'integer' },
  };
  const many = (count: number, part: string): string => Array.from({ length: count }, () => part).join();
  test.each([
    ['values that lack fields', `{"lines":[${many(345_000, '{}')}]}`],
    ['values that are right', `{"lines":[${many(60_000, '{"last":"abc"}')}]}`],
    ['values of several forms', `{"texts":[${many(345_000, '{}')}]}`],
    ['values of which one is looked for', `{"holds":[${many(345_000, '{}')}]}`],
    ['names that are right', `{${Array.from({ length: 90_000 }, (_, index) => `"a${index}":1`).join()}}`],
    ['names that are wrong', `{${Array.from({ length: 90_000 }, (_, index) => `"a${index}":{}`).join()}}`],
  ])('%s', (_, text) => {
    expect(overdraft(text, order)).toBeLessThan(A_STEP);
  });
});
