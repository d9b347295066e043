import { describe, expect, test } from 'vitest';
import { answerSchema, differencesFrom, documentedStatus, isDocumentedType } from '../../../src/trying/differences.ts';

test.each([
  [['200', '4XX', 'default'], 200, '200'],
  [['200', '4XX', 'default'], 404, '4XX'],
  [['200', '4xx'], 404, '4xx'],
  [['200', '4XX', 'default'], 500, 'default'],
  [['200', '4XX'], 500, undefined],
] as const)('of %j, %i is %s', (names, status, expected) => {
  expect(documentedStatus(Object.fromEntries(names.map((name) => [name, []])), status)).toBe(expected);
});

test.each([
  [['application/json'], 'application/json; charset=utf-8', true],
  [['application/*'], 'application/xml', true],
  [['*/*'], 'text/html', true],
  [['application/json'], 'application/problem+json', false],
  [['APPLICATION/JSON'], 'application/json', true],
] as const)('%j documents %s: %s', (types, type, expected) => expect(isDocumentedType(types, type)).toBe(expected));

const API = {
  paths: {
    '/book': { get: { responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } } } },
    '/library/book': { get: { responses: { 200: { $ref: '#/components/responses/Books' } } } },
  },
  components: {
    responses: { Books: { content: { 'application/*': { schema: { $ref: '#/components/schemas/Book' } } } } },
    schemas: {
      Book: {
        type: 'object',
        required: ['id', 'title', 'secret'],
        properties: {
          id: { type: 'integer' },
          title: { type: ['string', 'null'] },
          secret: { type: 'string', writeOnly: true },
          state: { enum: ['open', 'lent'] },
          price: { type: 'number' },
          next: { $ref: '#/components/schemas/Book' },
          copies: { type: 'array', items: { type: 'integer' } },
        },
      },
      Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
    },
  },
};

test('the schema is that of the operation with the longest path that fits', () => {
  const asked = { method: 'GET', status: '200', contentType: 'application/json; charset=utf-8' };
  expect(answerSchema(API, { ...asked, path: '/v2/library/book' })).toEqual({ $ref: '#/components/schemas/Book' });
  expect(answerSchema(API, { ...asked, path: '/v2/other/book' })).toEqual({ type: 'array' });
  expect(answerSchema(API, { ...asked, path: '/nowhere' })).toBeUndefined();
  expect(answerSchema(API, { ...asked, path: '/v2/library/book', status: '404' })).toBeUndefined();
  expect(answerSchema({}, { ...asked, path: '/v2/library/book' })).toBeUndefined();
});

const BOOK = { $ref: '#/components/schemas/Book' };

describe('differences', () => {
  test.each<readonly [unknown, unknown, readonly string[]]>([
    [BOOK, { id: 1, title: null }, []],
    [BOOK, { id: 1 }, ['title missing']],
    [BOOK, { id: '1', title: 'x' }, ['id type integer string']],
    [BOOK, { id: 1.5, title: 'x', price: 1 }, ['id type integer number']],
    [BOOK, { id: 1, title: 'x', state: 'lost' }, ['state value "open", "lent" "lost"']],
    [BOOK, { id: 1, title: 'x', next: { id: 2 } }, ['next.title missing']],
    [BOOK, { id: 1, title: 'x', copies: [1, 'two'] }, ['copies.1 type integer string']],
    [BOOK, [], [' type object array']],
    [{ const: 0 }, false, [' value 0 false']],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, true, [' variant  true']],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'x', [' type integer string']],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, null, []],
    [{ properties: { a: true }, additionalProperties: false }, { a: 1, b: 2 }, ['b undescribed  2']],
    [{ additionalProperties: { type: 'string' } }, { a: 1 }, ['a type string integer']],
    [{ $ref: '#/components/schemas/Loop' }, 1, []],
    [{ $ref: 'https://elsewhere.example/schema' }, 1, []],
    [{ $ref: '#/components/schemas/__proto__' }, 1, []],
    [true, 1, []],
  ])('of %j and %j: %j', (schema, value, expected) => {
    const found = differencesFrom(schema, value, API).differences.map(({ place, kind, wanted, found: is }) =>
      `${place} ${kind} ${wanted} ${is}`.trimEnd(),
    );
    expect(found).toEqual(expected);
  });

  test('are few, however many there are', () => {
    const value = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`name${at}`, at]));
    expect(differencesFrom({ additionalProperties: { type: 'string' } }, value, API).differences).toHaveLength(12);
  });

  const numbers = { type: 'array', items: { type: 'integer' } };
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  test.each<readonly [string, unknown, unknown, boolean]>([
    ['of a few items, all', numbers, [1, 2], false],
    ['of many items, the first', numbers, Array(51).fill(1), true],
    ['of what is deep, what is above', { $ref: '#/components/schemas/Loop' }, 1, true],
    [
      'of what has many names, the first',
      { additionalProperties: numbers },
      Object.fromEntries(Array(5001).entries()),
      true,
    ],
    ['of what is nested without end', { enum: [1] }, nested(20_000), false],
    ['of another type', { type: 'string' }, nested(20_000), false],
  ])('%s', (_, schema, value, isCut) => expect(differencesFrom(schema, value, API).isCut).toBe(isCut));
});
