import { expect, test } from 'vitest';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { withText } from '../../../../src/release/incremental/readings-before.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const list = operation('GET', '/books', { summary: 'List' });
const read = operation('GET', '/books/{id}', { summary: 'Read' });
const books = service('Books', { operations: [list], entityOperations: [read] });
const loans = service('Loans', { operations: [operation('GET', '/loans')] });
const record: ApiRecord = apiRecord({ services: [books, loans] });
const edit = { path: '/books/{id}', method: 'get', key: 'summary', before: 'Read', now: 'Fetch' } as const;

test('a record with another text has all else as it was', () => {
  const edited = withText(record, edit);
  expect(edited).toEqual({
    ...record,
    services: [{ ...books, entityOperations: [{ ...read, summary: 'Fetch' }] }, loans],
  });
  expect(edited?.services[0]?.operations[0]).toBe(list);
  expect(edited?.services[1]).toBe(loans);
});

test.each<[string, ApiRecord, Partial<typeof edit> | { readonly [key: string]: string }]>([
  ['has no such path', record, { path: '/books/{name}' }],
  ['has no such method', record, { method: 'put' }],
  ['has another text there', record, { before: 'Reads' }],
  ['has it twice', { ...record, services: [books, { ...loans, operations: [read] }] }, {}],
  [
    'has it at several paths',
    { ...record, services: [{ ...books, entityOperations: [{ ...read, paths: ['/books/{id}', '/books'] }] }] },
    {},
  ],
])('there is none of a record that %s', (_, of, other) => {
  expect(withText(of, { ...edit, ...other })).toBeUndefined();
});
