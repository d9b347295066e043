import { validateHeaderName, validateHeaderValue } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readFolder } from '../../../../src/descriptors/read-descriptors.ts';
import { valuesOf } from '../../../../src/http/header-list.ts';
import { Api } from '../../../../src/model/api.ts';
import { isJsonMediaType } from '../../../../src/model/media-types.ts';
import type { MediaTypeObject } from '../../../../src/model/openapi-objects.ts';
import type { Operation } from '../../../../src/model/operation.ts';
import { sample } from '../../../../src/schema/sample.ts';
import { validityOf } from '../../../../src/schema/validation.ts';
import { unboundedWork } from '../../../../src/schema/work.ts';
import type { Answer } from '../../../../src/services/contract.ts';
import { exampleAnswer } from '../../../../src/services/examples/example-answer.ts';
import { exampleBody } from '../../../../src/services/examples/example-body.ts';
import { preferredAnswer } from '../../../../src/services/examples/preferred-answer.ts';
import { validateBody } from '../../../../src/services/examples/validate-body.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

const SCHEMAS = {
  Book: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string', example: 'Dune' }, secret: { type: 'string', writeOnly: true } },
  },
} as const;
const COMPONENTS = { ...apiRecord().components, schemas: SCHEMAS };
const BOOK = { $ref: '#/components/schemas/Book' };

function operationWith(responses: Parameters<typeof operation>[2], method = 'GET'): Operation {
  const api = new Api(
    apiRecord({
      name: 'Library',
      components: COMPONENTS,
      services: [service('Book', { kind: 'rpc', operations: [operation(method, '/book', responses)] })],
    }),
  );
  const [found] = api.getServices()[0]?.getOperations() ?? [];
  if (found === undefined) throw new Error('The fixture has no operation.');
  return found;
}

function header({ headers }: Answer, wanted: string): string | undefined {
  return headers[headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted) + 1];
}

describe('a preferred answer', () => {
  const missing = { value: { title: 'No such book' } };
  const shelf = { dune: { value: 'a' }, odd: { value: 'b' } };
  const found = operationWith({
    parameters: [
      { name: 'title', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'shelf', in: 'query', examples: shelf },
      { name: 'tags', in: 'query', examples: { odd: { value: ['x'] } } },
    ],
    responses: {
      '200': {
        description: '',
        content: {
          'application/json': {
            schema: BOOK,
            examples: {
              dune: { value: { title: 'Dune' } },
              odd: { value: { title: 'Odd' } },
              'two words': { value: { title: 'Two' } },
            },
          },
        },
      },
      '404': { description: '', content: { 'application/problem+json': { schema: BOOK, examples: { missing } } } },
      '5XX': { description: '' },
    },
  });
  const answerFor = (prefer: string, accept?: string) =>
    exampleAnswer(found, accept, unboundedWork(), undefined, preferredAnswer(prefer));

  test.each([
    ['code=404', 404, '{"title":"No such book"}', 'code=404'],
    ['code=503', 503, '', 'code=503'],
    ['Code="404"; x=y, wait=10', 404, '{"title":"No such book"}', 'code=404'],
    ['respond-async, example=odd', 200, '{"title":"Odd"}', 'example=odd'],
    ['example="two words"', 200, '{"title":"Two"}', 'example="two words"'],
    ['example=missing', 404, '{"title":"No such book"}', 'example=missing'],
    ['code=200, example=odd', 200, '{"title":"Odd"}', 'code=200, example=odd'],
    ['code=404, code=200', 404, '{"title":"No such book"}', 'code=404'],
    // No such example, code or preference
    ['code=404, example=dune', 404, '{"title":"No such book"}', 'code=404'],
    ['code=418', 200, '{"title":"Dune"}'],
    ['code=100', 200, '{"title":"Dune"}'],
    ['example=__proto__', 200, '{"title":"Dune"}'],
    ['foo="a, code=404"', 200, '{"title":"Dune"}'],
    ['code=, example', 200, '{"title":"Dune"}'],
    ['', 200, '{"title":"Dune"}'],
  ])('Prefer: %s', (prefer, status, body, ...applied) => {
    const answer = answerFor(prefer);
    expect([
      answer.status,
      String(Buffer.from(answer.body ?? [])),
      valuesOf(answer.headers, 'preference-applied'),
    ]).toEqual([status, body, applied]);
  });

  test.each([
    ['?title=Odd', 'Odd'],
    ['?title=Two&limit=3', 'Two'],
    ['?title=Else', 'Dune'],
    ['?Title=Odd', 'Dune'],
    ['?shelf=a', 'Dune'],
    ['?shelf=b', 'Odd'],
    ['?shelf=b&title=Two', 'Two'],
    ['?shelf=a&title=Odd', 'Dune'],
    ['?limit=3', 'Dune'],
    ['?title=Odd&title=Two', 'Odd'],
    // Lists are not compared.
    ['?tags=x', 'Dune'],
    ['?tags=x&title=Odd', 'Dune'],
    ['?%zz=&title=%', 'Dune'],
    ['', 'Dune'],
  ])('%s chooses the example %s', (query, title) => {
    const answer = exampleAnswer(found, undefined, unboundedWork(), undefined, { query });
    expect(String(Buffer.from(answer.body ?? []))).toBe(JSON.stringify({ title }));
    const named = exampleAnswer(found, undefined, unboundedWork(), undefined, { query, example: 'odd' });
    expect(String(Buffer.from(named.body ?? []))).toBe('{"title":"Odd"}');
  });

  test('has its own media type where the one of the usual answer is asked for', () => {
    expect(header(answerFor('code=404', 'application/json'), 'content-type')).toBe('application/problem+json');
  });
});

const folders = [
  readFolder({ projectRoot: '.', folder: 'api-descriptors' }),
  readFolder({ projectRoot: 'tests/fixtures', folder: 'descriptors' }),
];
const everyApi = [...folders.flatMap(({ apis }) => apis), richApi, hostileApi].map((record) => new Api(record));
const everyOperation = everyApi.flatMap((api) =>
  api
    .getServices()
    .flatMap((one) =>
      one
        .getAllOperations()
        .map((found): [string, Operation] => [
          `${api.getName()}-v${api.getVersion()} ${found.getHttpMethod()} ${found.getPath()}`,
          found,
        ]),
    ),
);

describe('every described operation has an answer', () => {
  test('there are operations', () => {
    expect(everyOperation.length).toBeGreaterThan(50);
  });

  test.each(everyOperation)('%s', (_, found) => {
    const { components } = found.service.api;
    for (const accept of [undefined, '*/*', 'application/json', 'application/xml;q=0.5', 'text/nothing']) {
      const answer = exampleAnswer(found, accept, unboundedWork());
      expect(answer.status).toBeGreaterThanOrEqual(200);
      expect(answer.status).toBeLessThan(400);
      for (let index = 0; index < answer.headers.length; index += 2) {
        validateHeaderName(answer.headers[index] ?? '');
        validateHeaderValue(answer.headers[index] ?? '', answer.headers[index + 1] ?? '');
      }
      const mediaType = header(answer, 'content-type');
      if (answer.body === null || mediaType === undefined || !isJsonMediaType(mediaType)) continue;
      const value: unknown = JSON.parse(Buffer.from(answer.body).toString());
      const documented = found
        .getResponses()
        .flatMap(({ response }) => found.getContent(response).map(([, { schema }]) => schema));
      const schemas = documented.filter(
        (schema) => schema !== undefined && sample(schema, components, { direction: 'response' }).complete,
      );
      if (schemas.length > 0 && schemas.length === documented.length) {
        expect(
          schemas.some(
            (schema) => schema !== undefined && validityOf(value, schema, components, 'response') === 'valid',
          ),
        ).toBe(true);
      }
    }
  });
});

describe('the status is', () => {
  const json = { content: { 'application/json': { schema: BOOK } } };
  test.each([
    ['the first success', 'GET', { '404': json, '202': json, '203': json }, 202],
    ['that of a range', 'POST', { '2XX': json }, 201],
    ['that of default', 'GET', { default: json }, 200],
    [
      'a redirection where there is nothing else',
      'GET',
      { '302': { headers: { Location: { schema: { type: 'string', format: 'uri' } } } }, '404': json },
      302,
    ],
    ['the usual one where only errors are described', 'DELETE', { '404': json }, 204],
    ['the usual one where nothing is', 'POST', {}, 201],
    ['never informational', 'GET', { '101': {} }, 200],
  ] as const)('%s', (_, method, responses, status) => {
    expect(exampleAnswer(operationWith({ responses }, method), undefined, unboundedWork()).status).toBe(status);
  });

  test('that of the success which has what Accept allows', () => {
    const found = operationWith({ responses: { '200': json, '203': { content: { 'text/csv': { example: 'a,b' } } } } });
    const answer = exampleAnswer(found, 'text/csv', unboundedWork());
    expect([answer.status, Buffer.from(answer.body ?? []).toString(), header(answer, 'content-type')]).toEqual([
      203,
      'a,b',
      'text/csv; charset=utf-8',
    ]);
  });
});

describe('the body is', () => {
  const body = (mediaType: string, media: MediaTypeObject): string =>
    Buffer.from(exampleBody(mediaType, media, operationWith({}).service.api.components, unboundedWork())).toString();

  test.each<[string, string, MediaTypeObject, string]>([
    ['the example', 'application/json', { schema: BOOK, example: { title: 'Emma' } }, '{"title":"Emma"}'],
    [
      'the first valid example',
      'application/hal+json',
      { schema: BOOK, examples: { wrong: { value: { title: 5 } }, right: { value: { title: 'Emma' } } } },
      '{"title":"Emma"}',
    ],
    [
      'made from the schema where the example is wrong',
      'application/json',
      { schema: BOOK, example: { title: 5 } },
      '{"title":"Dune"}',
    ],
    ['made from the schema, without what is only written', 'application/json', { schema: BOOK }, '{"title":"Dune"}'],
    [
      'the wrong example where nothing can be made',
      'application/json',
      { schema: { allOf: [BOOK, { required: ['x'], properties: { x: false } }] }, example: 7 },
      '7',
    ],
    [
      'an example that is JSON in a text',
      'application/json',
      { schema: BOOK, example: '{"title":"Emma"}' },
      '{"title":"Emma"}',
    ],
    ['the same without a schema', 'application/json', { example: '{"title":"Emma"}' }, '{"title":"Emma"}'],
    [
      'a text where the schema wants one',
      'application/json',
      { schema: { type: 'string' }, example: '"x"' },
      '"\\"x\\""',
    ],
    ['null', 'application/json', { example: null }, 'null'],
    ['an empty object where nothing is said', 'application/json', {}, '{}'],
    [
      'serialised as the descriptor has it',
      'application/json',
      { examples: { a: { serializedValue: '{ "a": 1 }' } } },
      '{"a":1}',
    ],
    [
      'XML',
      'application/xml',
      { schema: BOOK },
      '<?xml version="1.0" encoding="UTF-8"?>\n<Book><title>Dune</title></Book>\n',
    ],
    [
      'XML, escaped',
      'text/xml',
      { example: { 'a b': '<&"\u0000' } },
      '<?xml version="1.0" encoding="UTF-8"?>\n<response><item>&lt;&amp;&quot;</item></response>\n',
    ],
    ['XML as it stands', 'application/soap+xml', { example: '<a/>' }, '<a/>'],
    ['text', 'text/plain', { example: 'hello' }, 'hello'],
    ['text of a value', 'text/plain', { example: { a: 1 } }, '{"a":1}'],
    ['a form', 'application/x-www-form-urlencoded', { example: { a: 'x y', b: [1, 2] } }, 'a=x+y&b=1&b=2'],
    ['a line for each item', 'application/x-ndjson', { example: [{ a: 1 }, { a: 2 }] }, '{"a":1}\n{"a":2}\n'],
    ['an event', 'text/event-stream', { itemSchema: BOOK }, 'data: {"title":"Dune"}\n\n'],
    ['no bytes where nothing can be written', 'application/zip', { schema: { type: 'string', format: 'binary' } }, ''],
    ['no bytes of several parts', 'multipart/mixed', { example: { a: 1 } }, ''],
    ['not what an object inherits', 'constructor/valueof', {}, ''],
  ])('%s', (_, mediaType, media, expected) => {
    expect(body(mediaType, media)).toBe(expected);
  });

  test('a picture', () => {
    expect(body('image/png', {})).toContain('PNG');
  });

  test('no page of ours, for any problem', () => {
    const answer = exampleAnswer(
      operationWith({ responses: { '200': { content: { 'text/html': { example: '<script>alert(1)</script>' } } } } }),
      undefined,
      unboundedWork(),
    );
    expect(header(answer, 'content-security-policy')).toContain('sandbox');
  });
});

test('header fields are sampled, but not those that would break the answer', () => {
  const headers = {
    Location: { example: '/book/1' },
    'X-List': { schema: { type: 'array', items: { type: 'integer', example: 3 } } },
    'X-Bad': { example: 'a\r\nSet-Cookie: b' },
    'X-Umlaut': { example: 'ä' },
    'a b': { example: 'x' },
    'Content-Length': { example: 7 },
    'Transfer-Encoding': { example: 'gzip' },
    'Content-Encoding': { example: 'br' },
    'Access-Control-Allow-Origin': { example: '*' },
  } as const;
  const names = exampleAnswer(
    operationWith({ responses: { '204': { headers } } }),
    undefined,
    unboundedWork(),
  ).headers.filter((_, index) => index % 2 === 0);
  expect(names).toEqual(['Cache-Control', 'Vary', 'Content-Security-Policy', 'Location', 'X-List']);
});

describe('the body of a request', () => {
  const post = operationWith(
    { requestBody: { required: true, content: { 'application/json': { schema: BOOK }, 'text/plain': {} } } },
    'POST',
  );

  test.each([
    ['application/json', '{"title":"x"}', null],
    ['application/json; charset=utf-8', '{"title":5}', 422],
    ['application/vnd.library.v1+json', '{}', 422],
    ['application/json', '{', 400],
    ['text/plain', '{', null],
    [undefined, '', 422],
  ])('%s %s: %s', (contentType, text, status) => {
    expect(validateBody(post, contentType, Buffer.from(text), unboundedWork()).failure?.status ?? null).toBe(status);
  });

  test('may be empty where it may be missing', () => {
    expect(
      validateBody(
        operationWith({ requestBody: { content: { 'application/json': { schema: BOOK } } } }, 'POST'),
        undefined,
        Buffer.from(''),
        unboundedWork(),
      ).failure,
    ).toBeNull();
  });

  test('must be there where there is nothing to say about fields', () => {
    expect(
      validateBody(
        operationWith({ requestBody: { required: true, content: { 'image/png': {} } } }, 'PUT'),
        undefined,
        Buffer.from(''),
        unboundedWork(),
      ).failure?.status,
    ).toBe(400);
  });
});
