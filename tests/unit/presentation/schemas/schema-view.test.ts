import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { schemaUsage } from '../../../../src/presentation/schemas/schema-usage.ts';
import { schemaRows, schemaView } from '../../../../src/presentation/schemas/schema-view.ts';
import { searchEntries } from '../../../../src/search/entries.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

test('a schema is used by operations, by their titles; the path stands beside where the title is another', () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } };
  const responses = { '200': { description: 'Books', content } };
  const operations = [
    operation('GET', '/book', { summary: 'List books', responses }),
    operation('PUT', '/{name}', { responses }),
  ];
  const components = { ...apiRecord().components, schemas: { Book: { type: 'object' } } } as const;
  const api = new Api(apiRecord({ services: [service('Book', { operations })], components }));
  expect(schemaView(api, 'Book', { type: 'object' }).usedBy).toMatchObject([
    { method: 'GET', title: 'List books', path: '/book', words: 'response' },
    { method: 'PUT', title: '/{name}', path: '', words: 'response' },
  ]);
});

/** Operations whose answers are schemas of these names; a `Part` is inside of every `Whole`. */
function apiOf(names: readonly string[]): Api {
  const operations = names.map((name, index) => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
    return operation('GET', `/${index}`, { responses: { '200': { description: 'Found', content } } });
  });
  const part = { $ref: '#/components/schemas/Part' };
  const schemas = {
    Part: { type: 'object' },
    Whole: { type: 'object', properties: { part } },
    Other: { type: 'object' },
  } as const;
  const components = { ...apiRecord().components, schemas };
  return new Api(apiRecord({ services: [service('Things', { operations })], components }));
}

function usageIn(names: readonly string[]) {
  const api = apiOf(names);
  const { usedBy, moreUsage, holders } = schemaView(api, 'Part', { type: 'object' });
  const row = schemaRows(api).find(({ title }) => title === 'Part');
  return [usedBy.map(({ title }) => title), moreUsage, holders?.links.map(({ text }) => text), row?.usage];
}

test('operations that use a schema directly come before those that have it inside of another', () => {
  expect(usageIn(['Whole', 'Other', 'Part'])).toEqual([['/2', '/0'], 0, undefined, 'used by 2 operations']);
});

test('of a schema that most operations have inside of others, these and its direct uses are said', () => {
  const wholes = Array<string>(24).fill('Whole');
  expect(usageIn([...wholes, 'Part'])).toEqual([['/24'], 0, ['Whole'], 'used directly by 1 operation']);
  expect(usageIn([...wholes, 'Whole'])).toEqual([[], 0, ['Whole'], 'used in 1 schema']);
  // Not most of them; directly.
  const others = Array<string>(25).fill('Other');
  const parts = Array<string>(25).fill('Part');
  expect(usageIn([...wholes, 'Whole', ...others]).slice(1)).toEqual([1, undefined, 'used by 25 operations']);
  expect(usageIn(parts).slice(1)).toEqual([1, undefined, 'used by 25 operations']);
});

test('search knows all operations that have a schema, however they have it', () => {
  const { operations, all } = schemaUsage(apiOf([...Array<string>(25).fill('Whole'), 'Part'])).get('Part') ?? {};
  expect([operations?.length, all?.length]).toEqual([1, 26]);
  const entry = [...searchEntries(apiOf(Array<string>(26).fill('Whole')))].find(({ name }) => name === 'Part');
  expect(entry?.operationCount).toBe(26);
});

test.each([
  ['title', 'schema.example'],
  ['example', 'schema.example~2'],
])('beside a field %s the example has the id %s', (field, id) => {
  const schema = { type: 'object', properties: { [field]: { type: 'string' } } } as const;
  const components = { ...apiRecord().components, schemas: { Book: schema } };
  expect(schemaView(new Api(apiRecord({ components })), 'Book', schema).exampleId).toBe(id);
});

test.each([
  ['Book', { title: 'A book of the shelf' }, 'A book of the shelf', 'A book of the shelf'],
  ['Book', { title: 'A book of the shelf', description: 'Printed.' }, 'A book of the shelf', 'Printed.'],
  ['shelf_book', { title: 'Shelf Book' }, null, null],
  ['Book', { title: 'long '.repeat(99) }, 'long '.repeat(99).trim(), `${'long '.repeat(32)}…`],
  ['Book', { title: 'Printed on paper', description: 'Printed on paper.' }, null, 'Printed on paper.'],
])('%s of %j has the title %j on its page, and the index of schemas says %j', (name, schema, title, sentence) => {
  const api = new Api(apiRecord({ components: { ...apiRecord().components, schemas: { [name]: schema } } }));
  expect(schemaView(api, name, schema).title).toBe(title);
  expect(schemaRows(api).map((row) => row.sentence)).toEqual([sentence]);
});

test('a field of a schema that has a page of its own keeps the description of that', () => {
  const method = { description: 'How the customer pays.', type: 'object', properties: { iban: {} } } as const;
  const schema = { type: 'object', properties: { method: { $ref: '#/components/schemas/Method' } } } as const;
  const components = { ...apiRecord().components, schemas: { Payment: schema, Method: method } };
  const { shape } = schemaView(new Api(apiRecord({ components })), 'Payment', schema);
  const [row] = shape.content.rows;
  expect(JSON.stringify(row)).toContain('How the customer pays.');
});
