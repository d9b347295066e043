import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import type { ServerObject } from '../../../../src/model/openapi-objects.ts';
import { serviceView } from '../../../../src/presentation/services/service-view.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { languageOf } from '../../../../src/words/languages.ts';
import { phraseText } from '../../../../src/words/phrase.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

test('operations of a resource follow their methods, and several of one method each other', () => {
  const methods = ['LOCK', 'DELETE', 'POST', 'PATCH', 'GET', 'HEAD', 'PUT', 'GET'];
  const operations = methods.map((method, index) => operation(method, `/book/${index}`));
  const [book] = new Api(
    apiRecord({ services: [service('Book', { operations, entityOperations: operations })] }),
  ).getServices();
  const sections = book === undefined ? [] : serviceView(book, '').sections;
  const expected = ['GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'LOCK', 'HEAD'];
  expect(sections.map((section) => section.operations.map(({ method }) => method))).toEqual([expected, expected]);
  expect(sections[0]?.operations.map(({ anchor }) => anchor).slice(0, 2)).toEqual(['get', 'get~2']);
});

test.each([
  ['list books', 'list books.', null],
  ['List books', 'list books', null],
  [null, 'list books.', null],
  [null, 'list books. Paged.', 'list books. Paged.'],
  [null, '<p>List books.</p>\n\n<p>Paged.</p>', '<p>Paged.</p>'],
  ['List books', 'Paged.\n\nList books', 'Paged.\n\nList books'],
])('with the summary %j the description %j is shown as %j', (summary, description, shown) => {
  const operations = [operation('GET', '/book', { summary, description })];
  const [book] = new Api(apiRecord({ services: [service('Book', { operations })] })).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  expect(found?.description).toBe(shown);
});

test('tags that only mark are marks, by their titles', () => {
  const tags = [
    { name: 'beta', kind: 'badge', summary: 'Beta' },
    { name: '<b>', kind: 'audience' },
    { name: 'Books', kind: 'nav' },
  ];
  const operations = [operation('GET', '/book', { tags: ['Books', 'beta', '<b>'], deprecated: true })];
  const [book] = new Api(apiRecord({ tags, services: [service('Book', { operations })] })).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  expect(found?.marks.map(({ text }) => text)).toEqual(['Deprecated', 'Beta', '<b>']);
});

test.each([
  ['en', { 'x-deprecated-since': '2026-05-01' }, 'Deprecated from 2026-05-01'],
  ['en', { 'x-sunset': '2027-01-01T12:00:00Z' }, 'Deprecated, to be removed on 2027-01-01'],
  [
    'de',
    { 'x-deprecated-since': '2026-05-01', 'x-sunset': '2027-01-01' },
    'Veraltet ab 2026-05-01, entfällt am 2027-01-01',
  ],
  ['ar', { 'x-deprecated-since': '2026-05-01' }, 'مهمل من \u20662026-05-01\u2069'],
])('in %s the dates of %j are in the mark: %s', (tag, extensions, mark) => {
  const operations = [operation('GET', '/book', { deprecated: true, extensions })];
  const language = languageOf(tag, {}, { isDefault: true, isAlone: false });
  const [book] = new Api(apiRecord({ services: [service('Book', { operations })] }), { language }).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  expect(found?.marks.map(({ text }) => text)).toEqual([mark]);
});

test('a server of one operation is described there, with what can be chosen in its address', () => {
  const server = {
    url: 'https://{region}.example.com',
    description: 'Where *files* go.',
    variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Near the reader.' } },
  };
  const wordsOfServer = (api: readonly ServerObject[], own: readonly ServerObject[]) => {
    const operations = [operation('GET', '/book', { servers: own })];
    const record = apiRecord({ servers: api, services: [service('Book', { operations })] });
    const [book] = new Api(record).getServices();
    const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
    return found?.serverWords.map(phraseText);
  };
  const choice = 'region: eu (default) or us. Near the reader.';
  expect(wordsOfServer([], [server])).toEqual(['Where files go.', choice]);
  expect(wordsOfServer([server], [])).toEqual([choice]);
});

test.each([
  ['', ''],
  ['https://docs.example', 'https://docs.example'],
])('a server without a host is at this site, whose address is said where it is known: %j', (baseUrl, origin) => {
  const operations = [operation('GET', '/book')];
  const record = apiRecord({
    servers: [{ url: '/api' }],
    basePath: '/api',
    services: [service('Book', { operations })],
  });
  const [book] = new Api(record).getServices();
  expect(book && serviceView(book, baseUrl).sections[0]?.operations[0]?.origin).toBe(origin);
});

test('five thousand schemas inside each other are drawn down to some depth', () => {
  const to = (index: number): JsonSchema => ({ $ref: `#/components/schemas/S${index}` });
  const steps = Array.from({ length: 5000 }, (_, index): readonly [string, JsonSchema] => [
    `S${index}`,
    { type: 'object', properties: { next: to(index + 1) } },
  ]);
  const record = apiRecord({
    services: [
      service('Deep', {
        operations: [
          operation('POST', '/deep', { requestBody: { content: { 'application/json': { schema: to(0) } } } }),
        ],
      }),
    ],
    components: { ...apiRecord().components, schemas: Object.fromEntries([...steps, ['S5000', { type: 'string' }]]) },
  });
  const [deep] = new Api(record).getServices();
  const text = deep === undefined ? '' : JSON.stringify(serviceView(deep, ''));
  expect(text).toContain('see schema S');
});

test('a long example that the page shows already is a link to it', () => {
  const schema = { type: 'object', examples: [{ text: 'words '.repeat(400) }] } as const;
  const answer = { description: 'Done', content: { 'application/json': { schema } } };
  const operations = [
    operation('GET', '/book', { summary: 'Fetch a book', responses: { 200: answer } }),
    operation('PUT', '/book', { summary: 'Replace a book', responses: { 200: answer } }),
  ];
  const [book] = new Api(apiRecord({ services: [service('Book', { operations })] })).getServices();
  const found = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  const examples = found.flatMap(({ responses }) => responses.flatMap((response) => response.examples));
  expect(examples.map(({ id, sameAs }) => [id, sameAs])).toEqual([
    ['get.200.example', null],
    ['put.200.example', { text: 'Fetch a book, 200', href: '#get.200.example' }],
  ]);
  expect(examples[1]?.text).toBe('');
});

test('how a field of a form is written stands in its row; of what has no row, above them', () => {
  const properties = { photo: { type: 'string' }, tags: { type: 'object' }, list: { type: 'array' }, id: {} } as const;
  const schema = { type: 'object', properties } as const;
  const encoding = {
    photo: { contentType: 'image/png' },
    tags: { style: 'deepObject' },
    list: { style: 'deepObject' },
    id: { style: 'deepObject' },
    lost: { contentType: 'text/csv' },
  } as const;
  const requestBody = { content: { 'multipart/form-data': { schema, encoding } } };
  const operations = [operation('POST', '/book', { requestBody })];
  const [book] = new Api(apiRecord({ services: [service('Book', { operations })] })).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  const [body] = found?.request?.bodies ?? [];
  expect(body?.shape?.content.rows.map(({ name, facts }) => [name, facts])).toEqual([
    ['photo', [['written as ', { code: 'image/png' }]]],
    ['tags', [['written as name[key]=value']]],
    // It has no keys.
    ['list', []],
    ['id', [['written as name[key]=value']]],
  ]);
  expect(body?.encoding).toEqual([[{ code: 'lost' }, ' as ', { code: 'text/csv' }]]);
});

test.each<[of: string, body: object, isSent: boolean]>([
  ['an object that has no fields', {}, false],
  ['one that must be sent', { required: true }, true],
  ['one that something is said of', { description: 'Nothing yet.' }, true],
])('a body that is %s is sent or not', (_, more, isSent) => {
  const schema = { type: 'object', properties: {}, additionalProperties: false } as const;
  const requestBody = { ...more, content: { 'application/x-www-form-urlencoded': { schema, encoding: {} } } };
  const operations = [operation('POST', '/book', { requestBody })];
  const [book] = new Api(apiRecord({ services: [service('Book', { operations })] })).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  expect(found?.request !== null).toBe(isSent);
});

test('what is sent as any type has an example of JSON, which its samples send', () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } } as const;
  const requestBody = { content: { '*/*': { schema } } };
  const operations = [operation('POST', '/book', { requestBody })];
  const [book] = new Api(apiRecord({ services: [service('Book', { operations })] })).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  expect(found?.request?.examples.map(({ mediaType, text }) => [mediaType, JSON.parse(text)])).toEqual([
    ['application/json', { title: 'string' }],
  ]);
});

test.each<readonly [string, JsonSchema, readonly string[]]>([
  ['fields', { type: 'object', properties: { title: { type: 'string' } } }, ['application/json']],
  ['a list', { type: 'array', items: { type: 'string' } }, ['application/json']],
  ['a text', { type: 'string' }, []],
])('what is answered as any type has an example of JSON where it has %s: %j', (_, schema, mediaTypes) => {
  const responses = { '200': { description: 'A', content: { '*/*': { schema } } } };
  const operations = [operation('GET', '/book', { responses })];
  const [book] = new Api(apiRecord({ services: [service('Book', { operations })] })).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  expect(found?.responses[0]?.examples.map(({ mediaType }) => mediaType)).toEqual(mediaTypes);
});

test.each([
  ['en', 'deprecated'],
  ['de', 'veraltet'],
])('in %s a parameter that is deprecated, as its schema is, has one mark: %s', (tag, mark) => {
  const parameters = [
    { name: 'both', in: 'query', deprecated: true, schema: { type: 'string', deprecated: true } },
    { name: 'parameter', in: 'query', deprecated: true, schema: { type: 'string' } },
  ] as const;
  const record = apiRecord({
    services: [service('Book', { operations: [operation('GET', '/book', { parameters })] })],
  });
  const language = languageOf(tag, {}, { isDefault: true, isAlone: false });
  const [book] = new Api(record, { language }).getServices();
  const [found] = book === undefined ? [] : (serviceView(book, '').sections[0]?.operations ?? []);
  const rows = found?.parameters.flatMap((group) => group.rows) ?? [];
  expect(rows.map(({ name, marks }) => [name, marks])).toEqual([
    ['both', [mark]],
    ['parameter', [mark]],
  ]);
});
