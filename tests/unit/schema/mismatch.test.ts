import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../src/model/components.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { mismatchOf, validityOf } from '../../../src/schema/validation.ts';
import { Work } from '../../../src/schema/work.ts';

const BOOK: JsonSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    secret: { type: 'string', writeOnly: true },
    title: { type: 'string', minLength: 2, maxLength: 5 },
    pages: { type: 'integer', minimum: 1, maximum: 9 },
    tags: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2 },
  },
  additionalProperties: false,
};
const components = new Components({ ...NO_COMPONENTS, schemas: { Book: BOOK } });
const BOOKS: JsonSchema = { type: 'array', items: { $ref: '#/components/schemas/Book' } };

function of(value: unknown, schema: JsonSchema, units = 1_000_000): string | null {
  const found = mismatchOf(value, schema, components, new Work(units));
  return found === null ? null : `${found.path.join('.')}: ${found.reason}`;
}

describe('where and why an example is none of its schema', () => {
  test.each<[value: unknown, schema: JsonSchema, expected: string | null]>([
    [[{ title: 'Dune' }], BOOKS, null],
    [[{ title: 'Dune' }, {}], BOOKS, '1: lacks “title”'],
    [[{ title: 'D' }], BOOKS, '0.title: has 1 character, not at least 2'],
    [[{ title: 'Dune II' }], BOOKS, '0.title: has 7 characters, not at most 5'],
    [[{ title: 7 }], BOOKS, '0.title: is an integer, not text'],
    [[{ title: 'Dune', pages: 0 }], BOOKS, '0.pages: is less than 1'],
    [[{ title: 'Dune', pages: 10 }], BOOKS, '0.pages: is more than 9'],
    [[{ title: 'Dune', tags: [] }], BOOKS, '0.tags: has 0 items, not at least 1'],
    [[{ title: 'Dune', tags: ['a', 'c'] }], BOOKS, '0.tags.1: is none of the values that are allowed'],
    [[{ title: 'Dune', isbn: 1 }], BOOKS, '0: has “isbn”, which is not described'],
    [{}, BOOKS, ': is an object, not a list'],
    [1.5, { type: ['integer', 'null'] }, ': is a number, not an integer or null'],
    ['b', { const: 'a' }, ': is not the only value that is allowed'],
    [3, { multipleOf: 2 }, ': is not a multiple of 2'],
    [19.99, { multipleOf: 0.01 }, null],
    [3, { exclusiveMinimum: 3 }, ': is not above 3'],
    [3, { exclusiveMaximum: 3 }, ': is not below 3'],
    ['x', { pattern: '^[0-9]+$' }, ': does not match the pattern ^[0-9]+$'],
    ['x', { format: 'date' }, ': does not have the format date'],
    ['x', { anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, ': fits none of its forms'],
    ['x', { oneOf: [{ type: 'string' }, { maxLength: 2 }] }, ': fits several of the forms that exclude each other'],
    ['x', { not: { type: 'string' } }, ': is not allowed'],
    [{ a: [{}] }, { properties: { a: { oneOf: [BOOKS, { type: 'null' }] } } }, 'a.0: lacks “title”'],
    [{ a: 1 }, { dependentRequired: { a: ['b'] } }, ': lacks “b”'],
    [['not a uri', 1], { items: { type: 'string', format: 'uri' } }, '1: is an integer, not text'],
    [[1, 1], { contains: { const: 1 }, maxContains: 1 }, ': is not allowed'],
    ['x', false, ': is not allowed'],
  ])('%j of %j: %s', (value, schema, expected) => {
    expect(of(value, schema)).toBe(expected);
  });

  test('what travels one way alone may be there, or not', () => {
    const required: JsonSchema = { allOf: [BOOK, { required: ['id', 'secret'] }] };
    expect(of({ title: 'Dune', id: 1 }, { ...BOOK, required: ['title', 'id'] })).toBeNull();
    expect(of({ title: 'Dune' }, { ...BOOK, required: ['title', 'id'] })).toBeNull();
    expect(of({ title: 'Dune', id: 1, secret: 's' }, required)).toBeNull();
  });

  test('a format whose test is stricter than its definition is against nothing', () => {
    expect(validityOf('not a uri', { format: 'uri' }, components, 'response')).toBe('invalid');
    expect(of('not a uri', { format: 'uri' })).toBeNull();
  });

  test('what is undecided is no mismatch: no work, a pattern that is not read', () => {
    expect(of([{ title: 7 }], BOOKS, 50)).toBeNull();
    expect(of('aa', { pattern: '(a)\\1b' })).toBeNull();
  });

  test('only what neither a request nor a response may hold', () => {
    const leaf = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.string({ maxLength: 7 }), fc.constant(null));
    const value = fc.array(
      fc.dictionary(
        fc.constantFrom('id', 'title', 'pages', 'tags', 'isbn'),
        fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })),
      ),
      { maxLength: 2 },
    );
    fc.assert(
      fc.property(value, (books) => {
        const isWrong = (['request', 'response'] as const).every(
          (direction) => validityOf(books, BOOKS, components, direction) === 'invalid',
        );
        expect(of(books, BOOKS) !== null).toBe(isWrong);
      }),
      { seed: 11 },
    );
  });
});
