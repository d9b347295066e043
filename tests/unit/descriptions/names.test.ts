import { describe, expect, test } from 'vitest';
import { changesView } from '../../../src/changes/change-view.ts';
import type { Api } from '../../../src/model/api.ts';
import { navigationOf, neighbours } from '../../../src/presentation/navigation/navigation.ts';
import { groupTitle, operationTitle, serviceTitle, titleAmongAll } from '../../../src/presentation/titles.ts';
import { searchEntries } from '../../../src/search/entries.ts';
import { described } from './described.ts';

const ok = { responses: { '200': { description: 'Done' } } };
const json = (schema: object) => ({
  responses: { '200': { description: 'Done', content: { 'application/json': { schema } } } },
});

function library(paths: object, rest: object = {}): Api {
  return described({ openapi: '3.1.0', info: { title: 'Library', version: '1' }, paths, ...rest });
}

function titlesOf(api: Api): readonly string[] {
  return api.getServices().map(serviceTitle);
}

describe('a service is called', () => {
  test.each<[rule: string, paths: object, titles: readonly string[]]>([
    [
      'as its only operation is',
      { '/books/{id}/lend': { post: { summary: 'Lends the `Book` to a reader.', ...ok } } },
      ['Lend the Book to a reader'],
    ],
    [
      'without the markup of a description',
      {
        '/books/{id}/lend': { post: { description: 'Lends **a [book][B]** to &lt;one&gt; reader.\n\n[b]: /b', ...ok } },
      },
      ['Lend a book to <one> reader'],
    ],
    [
      'by the object that all operations have in common',
      {
        '/files/{id}/link': {
          get: { summary: 'Get shared link for file', ...ok },
          put: { summary: 'Add shared link to file', ...ok },
          delete: { summary: 'Remove shared link from file', ...ok },
        },
      },
      ['Shared link'],
    ],
    [
      'in the plural of its path',
      { '/rooms': { get: { summary: 'List room', ...ok }, post: { summary: 'Create room', ...ok } } },
      ['Rooms'],
    ],
    [
      'by its path where that is more precise',
      {
        '/readers/{id}/library_cards': {
          get: { summary: 'List a reader’s cards', ...ok },
          post: { summary: 'Add a card', ...ok },
        },
      },
      ['Library cards'],
    ],
    [
      'by its path where the object is what its group or the path before it names',
      {
        '/books/{id}/star': {
          get: { summary: 'Check if a book is starred', ...ok },
          put: { summary: 'Star a book', ...ok },
        },
      },
      ['Star'],
    ],
    [
      'by the schema that all operations respond with',
      {
        '/v1/b': {
          get: {
            operationId: '1',
            ...json({ properties: { data: { type: 'array', items: { $ref: '#/components/schemas/LendingRecord' } } } }),
          },
          post: { operationId: '2', ...json({ $ref: '#/components/schemas/LendingRecord' }) },
        },
      },
      ['Lending record'],
    ],
    [
      'by its path, and never as one of several operations',
      {
        '/{id}.json': { get: { summary: 'Fetch an entry', ...ok }, delete: { summary: 'Empty the bin', ...ok } },
        '/cellar/{id}': { get: { summary: 'Open the door', ...ok }, delete: { summary: 'Sell wine', ...ok } },
      },
      ['/{id}.json', 'Cellar'],
    ],
  ])('%s', (_, paths, titles) => {
    const components = { schemas: { LendingRecord: { type: 'object', properties: { id: { type: 'string' } } } } };
    expect(titlesOf(library(paths, { components }))).toEqual(titles);
  });
});

describe('an operation whose name repeats its path', () => {
  test('is called by what is done to what it responds with', () => {
    const $ref = '#/components/schemas/loan';
    const api = library(
      {
        '/v1/loans/{loan}/cancel': { post: { operationId: 'PostLoansLoanCancel', ...json({ $ref }) } },
        '/v1/loans/{loan}/notes': { get: { operationId: 'GetLoansLoanNotes', ...ok } },
        '/v1/loans/{loan}': { get: { operationId: 'GetLoansLoan', ...json({ $ref }) } },
      },
      { components: { schemas: { loan: { type: 'object' } } } },
    );
    expect(api.getOperations().map(operationTitle)).toEqual(['Cancel loan', 'Get notes', 'Get loan']);
  });
});

describe('equal names', () => {
  const cancel = (tag: string) => ({ post: { tags: [tag], summary: 'Cancel', ...ok } });
  const api = library({
    '/loans/{id}/cancel': cancel('Loans'),
    '/tours/{id}/cancel': cancel('Tours'),
    '/tours/{id}/end': { post: { tags: ['Tours'], summary: 'End a tour', ...ok } },
  });
  const [loans, tours, end] = api.getServices();

  test('carry their group where several groups are listed', () => {
    expect([loans, tours, end].map((one) => one && titleAmongAll(one))).toEqual([
      'Cancel (Loans)',
      'Cancel (Tours)',
      'End a tour',
    ]);
    expect(loans && neighbours(loans).next?.text).toBe('Cancel (Tours)');
    expect(
      [...searchEntries(api)].filter(({ kind }) => kind === 'service').map(({ name, around }) => [name, around]),
    ).toEqual([
      ['Cancel', ['Loans']],
      ['Cancel', ['Tours']],
      ['End a tour', []],
    ]);
  });

  test('carry their group in changes', () => {
    const cancelled = (description: string) =>
      library({
        '/loans/{id}/cancel': { description, ...cancel('Loans') },
        '/tours/{id}/cancel': { description, ...cancel('Tours') },
      });
    const { groups } = changesView(cancelled('One.'), cancelled('Another.'));
    expect(groups.map(({ title }) => title)).toEqual(['Cancel (Loans)', 'Cancel (Tours)']);
  });

  test('are as they are in their own group', () => {
    if (tours === undefined) throw new Error('No service.');
    const { groups } = navigationOf({ level: 'service', api, service: tours });
    expect(groups.flatMap(({ services }) => services.map(({ text }) => text))).toEqual(['Cancel', 'End a tour']);
  });
});

test('groups are called without what all of their names begin with', () => {
  const names = ['LibV2Book', 'LibV2BookLoan', 'LibV2Reader', 'LibV2Room'];
  const api = library(Object.fromEntries(names.map((name) => [`/${name}`, { get: { tags: [name], ...ok } }])));
  expect(names.map((name) => groupTitle(api, name))).toEqual(['Book', 'Book loan', 'Reader', 'Room']);
});

test('services of a group whose operations share one object are told apart by their paths', () => {
  const lock = (of: string) => ({
    get: { tags: ['Doors'], summary: `Get lock on ${of}`, ...ok },
    delete: { tags: ['Doors'], summary: `Remove lock from ${of}`, ...ok },
  });
  const api = library({ '/halls/{id}/x/lock-7A9b': lock('hall'), '/rooms/{id}/x/lock-7A9b': lock('room') });
  expect(titlesOf(api)).toEqual(['Halls / Lock', 'Rooms / Lock']);
});

test('a service of one entity is called in the singular', () => {
  const api = library({
    '/Readers.json': { get: { summary: 'List all readers', ...ok }, post: { summary: 'Add a reader', ...ok } },
    '/Readers/{id}.json': { get: { summary: 'Fetch a reader', ...ok }, delete: { summary: 'Remove a reader', ...ok } },
  });
  expect(titlesOf(api)).toEqual(['Readers', 'Reader']);
});
