import { describe, expect, test } from 'vitest';
import type { TrialParameter } from '../../../src/presentation/trying/trial-fields.ts';
import { DescribedApi, type DescribedOperation, type Difference } from '../../../src/trying/described-api.ts';
import { documentedStatus, documentedType } from '../../../src/trying/documented.ts';

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
  [['application/json'], 'application/json; charset=utf-8', 'application/json'],
  [['*/*', 'application/*'], 'application/xml', 'application/*'],
  [['*/*'], 'text/html', '*/*'],
  [['application/json'], 'application/problem+json', undefined],
  [['APPLICATION/JSON'], 'application/json', 'APPLICATION/JSON'],
] as const)('%j documents %s as %s', (types, type, expected) => expect(documentedType(types, type)).toBe(expected));

const SCHEMAS = {
  Book: {
    type: 'object',
    required: ['id', 'title', 'secret', 'stamp'],
    properties: {
      id: { type: 'integer' },
      title: { type: ['string', 'null'], maxLength: 8 },
      secret: { type: 'string', writeOnly: true },
      stamp: { type: 'string', readOnly: true },
      state: { enum: ['open', 'lent'] },
      price: { type: 'number', minimum: 1 },
      next: { $ref: '#/components/schemas/Book' },
      copies: { type: 'array', items: { type: 'integer' }, uniqueItems: true },
    },
  },
  Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
};

interface Described {
  readonly answer?: unknown;
  readonly body?: unknown;
  readonly parameter?: object;
  readonly isPartial?: true;
}

/** Operation whose answer, JSON body, form and parameter have the schemas. `text` is written into the document. */
function described({ answer = true, body = true, parameter = {}, ...trial }: Described): DescribedOperation {
  const media = { schema: body };
  const operation = {
    parameters: [{ $ref: '#/components/parameters/Page' }],
    requestBody: { content: { 'application/json': media, 'application/x-www-form-urlencoded': media } },
    responses: { 200: { $ref: '#/components/responses/Books' } },
  };
  const document = {
    paths: {
      '/book': { patch: { responses: {} } },
      '/library/book': { patch: operation },
    },
    components: {
      parameters: { Page: { name: 'page', in: 'query', ...parameter } },
      responses: { Books: { content: { 'application/*': { schema: answer } } } },
      schemas: SCHEMAS,
    },
  };
  const found = new DescribedApi(JSON.stringify(document)).operation({
    ...trial,
    method: 'PATCH',
    servers: [{ url: '', path: '/v2/library/book', ways: [] }],
  });
  if (found === undefined) throw new Error('The operation is not found.');
  return found;
}

function texts(differences: readonly Difference[]): readonly string[] {
  return differences.map(({ place, kind, wanted, limit = '', found }) =>
    `${place} ${kind} ${limit} ${wanted} ${found}`.replaceAll(/ +/g, ' ').trimEnd(),
  );
}

const answered = (schema: unknown, text: string): ReturnType<DescribedOperation['answer']> =>
  described({ answer: schema }).answer('200', 'application/json; charset=utf-8', text);

test('an operation is known by the longest path that fits, its answer by status and media type', () => {
  const book = described({ answer: { type: 'integer' } });
  expect(texts(book.answer('200', 'application/json', '[]')?.differences ?? [])).toEqual([' type integer array']);
  expect(book.answer('404', 'application/json', '[]')).toBeNull();
  expect(book.answer('200', 'text/plain', '[]')).toBeNull();
  const none = new DescribedApi('{}');
  expect(none.operation({ method: 'GET', servers: [{ url: '', path: '/book', ways: [] }] })).toBeUndefined();
});

const BOOK = { $ref: '#/components/schemas/Book' };
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('an answer', () => {
  test.each<readonly [unknown, string, readonly string[]]>([
    [BOOK, '{"id":1,"title":null,"stamp":""}', []],
    [BOOK, '{"id":1,"stamp":""}', ['title missing {"id":1,"stamp":""}']],
    [BOOK, '{"id":"1","title":"x","stamp":""}', ['id type integer "1"']],
    [BOOK, '{"id":1.5,"title":"x","price":1,"stamp":""}', ['id type integer 1.5']],
    [BOOK, '{"id":1,"title":"x","price":0.5,"stamp":""}', ['price value atLeast 1 0.5']],
    [BOOK, '{"id":1,"title":"123456789","stamp":""}', ['title length atMost 8 9']],
    [BOOK, '{"id":1,"title":"x","state":"lost","stamp":""}', ['state value "open", "lent" "lost"']],
    [BOOK, '{"id":1,"title":"x","copies":[1,"two"],"stamp":""}', ['copies.1 type integer "two"']],
    [BOOK, '{"id":1,"title":"x","copies":[1,1],"stamp":""}', ['copies repeats [1,1]']],
    [BOOK, '[]', [' type object array']],
    [{ const: 0 }, 'false', [' value 0 false']],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'true', [' variant true']],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '"x"', [' type integer, null "x"']],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'null', []],
    [{ properties: { a: true }, additionalProperties: false }, '{"b":2}', ['b undescribed {"b":2}']],
    [{ additionalProperties: { type: 'string' } }, '{"a":1}', ['a type string 1']],
    [{ $ref: '#/components/schemas/Loop' }, '1', []],
    [true, '1', []],
    // Digits that a double does not have.
    [{ const: 1 }, '9007199254740993', [' value 1 9007199254740993']],
    [{ maximum: 1 }, '12345678901234567890', [' value atMost 1 12345678901234567890']],
    [{ enum: [1] }, '[9007199254740993]', [' value 1 [9007199254740993]']],
  ])('of %j that is %s: %j', (schema, text, expected) =>
    expect(texts(answered(schema, text)?.differences ?? [])).toEqual(expected),
  );

  test('has few differences, however many there are', () => {
    const value = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`name${at}`, at]));
    const found = answered({ additionalProperties: { type: 'string' } }, JSON.stringify(value));
    expect(found?.differences).toHaveLength(12);
  });

  const numbers = { type: 'array', items: { type: 'integer' } };
  test.each<readonly [string, unknown, string, boolean]>([
    ['of many items, all', numbers, `[${Array(10_000).fill(1)}]`, false],
    ['of more, the first', numbers, `[${Array(100_000).fill(1)}]`, true],
    ['of what is nested without end, nothing', { enum: [1] }, nested(20_000), false],
    ['with a quick pattern, all', { pattern: '^[a-z]{2,}$' }, '"ab"', false],
    ['with a slow pattern, the rest', { pattern: '^(a+)+$' }, '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"', true],
    ['with many choices, the rest', { pattern: `${'(a|a)'.repeat(40)}$` }, `"${'a'.repeat(39)}"`, true],
  ])('is compared: %s', (_, schema, text, isCut) => expect(answered(schema, text)?.isCut).toBe(isCut));
});

describe('what is sent', () => {
  test.each<readonly [object, string, readonly string[]]>([
    [{ schema: { type: 'integer', minimum: 1 } }, '7', []],
    [{ schema: { type: 'integer', minimum: 1 } }, 'zero', ['page type integer "zero"']],
    [{ schema: { type: 'integer', minimum: 1 } }, '0', ['page value atLeast 1 0']],
    [{ schema: { type: 'integer', maximum: 9 } }, '9007199254740993', ['page value atMost 9 9007199254740993']],
    [{ schema: { type: 'boolean' } }, 'yes', ['page type boolean "yes"']],
    [{ schema: { type: ['integer', 'null'] } }, 'null', []],
    [{ schema: { type: 'string', maxLength: 2 } }, '123', ['page length atMost 2 3']],
    [{ schema: { enum: [1, 2] } }, '2', []],
    [{ schema: { enum: [1, 2] } }, '3', ['page value 1, 2 3']],
    [{ schema: { pattern: '^[A-Z]{3}$' } }, 'ABCD', ['page pattern ^[A-Z]{3}$ "ABCD"']],
    [{ schema: { format: 'date' } }, '2026-02-30', ['page format date "2026-02-30"']],
    [{ content: { 'application/xml': { schema: { type: 'integer' } } } }, '<a/>', []],
    [{ schema: { type: 'integer' } }, '', []],
    [{ in: 'header', schema: { type: 'integer' } }, 'zero', []],
  ])('as the parameter %j: %s', (parameter, text, expected) => {
    const value = { kind: 'text', text } as const;
    const found = described({ parameter }).parameter({ place: 'query', name: 'page' }, value);
    expect(texts(found)).toEqual(expected);
  });

  const page: TrialParameter = { place: 'query', name: 'page' };
  test('as a list, an object, or JSON', () => {
    const list = described({ parameter: { schema: { items: { type: 'integer' } } } });
    const items = { kind: 'list', items: ['1', 'x'] } as const;
    expect(texts(list.parameter(page, items))).toEqual(['page.1 type integer "x"']);
    expect(list.parameter(page, null)).toEqual([]);
    const object = described({
      parameter: { schema: { properties: { from: { type: 'integer', minimum: 3 }, tags: { items: {} } } } },
    });
    const membersOf = (...members: [string, string][]) => ({ kind: 'object', members }) as const;
    expect(texts(object.parameter(page, membersOf(['from', '2'])))).toEqual(['page.from value atLeast 3 2']);
    // One text of several values.
    expect(object.parameter(page, membersOf(['from', '2'], ['tags', 'a,b']))).toEqual([]);
    expect(object.parameter(page, membersOf(['from[gte]', '2']))).toEqual([]);
    const json = described({ parameter: { content: { 'application/json': { schema: { type: 'array' } } } } });
    const typed = (text: string): readonly string[] =>
      texts(json.parameter({ ...page, kind: 'json' }, { kind: 'text', text }));
    expect([typed('[]'), typed('{}'), typed('[')]).toEqual([[], ['page type array object'], ['page syntax']]);
  });

  test('as a body, which has what only requests have, and may be partial where the API takes that', () => {
    const whole = described({ body: BOOK });
    const type = 'application/json';
    expect(texts(whole.body(type, '{"id":1,"title":"x"}', true))).toEqual(['secret missing {"id":1,"title":"x"}']);
    const partial = described({ body: BOOK, isPartial: true });
    expect(partial.body(type, '{"id":1}', true)).toEqual([]);
    expect(texts(partial.body(type, '{"id":"1","next":{"id":2,"title":"x"}}', true))).toEqual([
      'id type integer "1"',
      'next.secret missing {"id":2,"title":"x"}',
    ]);
    expect(texts(whole.body(type, '{"id":', true))).toEqual([' syntax']);
    expect([texts(whole.body(type, '', true)), whole.body(type, '', false)]).toEqual([[' missing'], []]);
    expect(whole.body('text/plain', 'x', true)).toEqual([]);
  });

  test('as a field of a form', () => {
    const form = described({ body: { properties: { rank: { type: 'integer' } } } });
    const type = 'application/x-www-form-urlencoded';
    const rank = { name: 'rank', required: true } as const;
    expect(texts(form.field(type, rank, { kind: 'text', text: 'x' }))).toEqual(['rank type integer "x"']);
    expect(texts(form.field(type, rank, null))).toEqual(['rank missing']);
    expect(form.field(type, { name: 'rank' }, null)).toEqual([]);
    expect(form.field(type, { name: 'other' }, { kind: 'text', text: '' })).toEqual([]);
  });
});
