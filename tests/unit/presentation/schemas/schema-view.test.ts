import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { schemaView } from '../../../../src/presentation/schemas/schema-view.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

test('a schema is used by operations, by their titles; the path stands beside where the title is another', () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } };
  const responses = { '200': { description: 'Books', content } };
  const operations = [
    operation('GET', '/book', { summary: 'List books', responses }),
    operation('PUT', '/book', { responses }),
  ];
  const components = { ...apiRecord().components, schemas: { Book: { type: 'object' } } } as const;
  const api = new Api(apiRecord({ services: [service('Book', { operations })], components }));
  expect(schemaView(api, 'Book', { type: 'object' }).usedBy).toMatchObject([
    { method: 'GET', title: 'List books', path: '/book', words: 'response' },
    { method: 'PUT', title: '/book', path: '', words: 'response' },
  ]);
});

test.each([
  ['title', 'schema.example'],
  ['example', 'schema.example~2'],
])('beside a field %s the example has the id %s', (field, id) => {
  const schema = { type: 'object', properties: { [field]: { type: 'string' } } } as const;
  const components = { ...apiRecord().components, schemas: { Book: schema } };
  expect(schemaView(new Api(apiRecord({ components })), 'Book', schema).exampleId).toBe(id);
});
