import { describe, expect, test, vi } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { NO_COMPONENTS } from '../../../src/model/components.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../../../src/model/records.ts';
import { operationText } from '../../../src/presentation/operation-titles.ts';
import {
  groupTitle,
  guideTitle,
  operationHeading,
  operationItem,
  operationLabel,
  operationTitle,
  serviceTitle,
} from '../../../src/presentation/titles.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

function operationOf(rest: Partial<OperationRecord>, ofService: Partial<ServiceRecord> = {}) {
  const path = ofService.kind === 'webhook' ? '' : '/book';
  const operations = [{ ...operation('GET', path), ...rest }];
  const api = new Api(apiRecord({ services: [service('Book', { operations, ...ofService })] }));
  const [found] = api.getServices().flatMap((one) => one.getOperations());
  if (found === undefined) throw new Error('No operation.');
  return found;
}

describe('the title of an operation', () => {
  const gets = (letters: number): string => `Gets ${'a'.repeat(letters - 'Gets '.length)}`;
  const long = `Lists ${'all '.repeat(20)}books.`;
  test.each<[rule: string, record: Partial<OperationRecord>, title: string]>([
    ['is its summary', { summary: ' List books. ', description: 'Other', operationId: 'other' }, 'List books'],
    ['is a long one', { summary: 'a'.repeat(120), operationId: 'other' }, 'a'.repeat(120)],
    ['is no text', { summary: 'a'.repeat(121), operationId: 'issues/opened' }, 'Issues opened'],
    ['is no text of lines', { summary: 'An issue.\nIt is new.\n', operationId: 'issues/opened' }, 'Issues opened'],
    ['keeps an ellipsis', { summary: 'And so on...' }, 'And so on...'],
    ['else a short first sentence', { description: 'Lists books. Paged.', operationId: 'other' }, 'Lists books'],
    ['which begins with a capital', { description: 'list or watch Pods' }, 'List or watch Pods'],
    ['without its markup', { description: '<p>Returns **all** `books`.</p> <p>More</p>' }, 'Get all books'],
    ['with the abbreviations in it', { description: 'Finds e.g. books. And more.' }, 'Finds e.g. books'],
    ['that says what is done', { description: 'Books are sorted.', operationId: 'getThings' }, 'Get things'],
    ['that says what is done', { description: 'You can list books.', operationId: 'getBook' }, 'Get book'],
    ['of 80 letters', { description: `${gets(80)}. B`, operationId: 'other' }, gets(80)],
    ['of no more', { description: `${gets(81)}. B`, operationId: 'getThings' }, 'Get things'],
    ['else the words of the operationId', { description: long, operationId: 'books/list_all' }, 'Books list all'],
    ['also where they are those of method and path', { operationId: 'getBook' }, 'Get book'],
    ['without the kind of its class', { operationId: 'BooksController_lendOut' }, 'Books lend out'],
    ['without the number of one of several', { operationId: 'lendOut_2' }, 'Lend out'],
    ['else method and path', { description: long, operationId: '42' }, 'GET /book'],
    ['else method and path, with nothing described', {}, 'GET /book'],
    [
      'no operationId that spells out the path with its parameters, but its resource',
      { operationId: 'GetBooksBookPages', paths: ['/v1/books/{book}/pages'] },
      'Get pages',
    ],
    [
      'no operationId that spells it out before the method',
      { operationId: 'books.book-get', paths: ['/v1/books/{book}'] },
      'Get book',
    ],
    ['an operationId of any method', { operationId: 'search_books', method: '*' }, 'Search books'],
    ['an operationId without them', { operationId: 'GetBooks', paths: ['/v1/books/{book}'] }, 'Get books'],
    ['not a blank summary', { summary: ' ', description: '  ', operationId: 'listBooks' }, 'List books'],
  ])('%s', (_, record, title) => {
    expect(operationTitle(operationOf(record))).toBe(title);
  });

  test.each([
    [{ summary: 'List books', description: 'All.' }, 'All.'],
    [{ summary: 'List books', description: null }, null],
    [{ summary: ' ', description: 'All.' }, 'All.'],
    [{ summary: 'One.\nTwo.\n', description: 'All.' }, 'One.\nTwo.\n\nAll.'],
    [{ summary: 'One.\nTwo.', description: null }, 'One.\nTwo.'],
  ])('is of a summary, and the text of %j is %j', (record, text) => {
    expect(operationText(operationOf(record))).toBe(text);
  });

  test.each([
    ['a path', { operationId: 'a', paths: [`/${'{'.repeat(200_000)}`] }],
    ['the class of an operationId', { operationId: 'Controller'.repeat(20_000) }],
    ['the number of an operationId', { operationId: 'a_1'.repeat(60_000) }],
  ])('of a hostile text is made in linear time: %s', (_, record) => {
    const start = cpuMilliseconds();
    operationTitle(operationOf(record));
    expect(cpuMilliseconds() - start).toBeLessThan(1000);
  });

  test('has the path as code, and leaves the method out beside its badge', () => {
    const found = operationOf({ paths: ['/activate'] });
    expect(operationHeading(found)).toEqual(['GET ', { code: '/activate' }]);
    expect(operationLabel(found)).toBe('/activate');
    expect(operationLabel(operationOf({ operationId: 'listBooks' }))).toBe('List books');
  });

  test.each([
    [72, 'listBooks', 'summary'],
    [73, 'listBooks', 'List books'],
    [73, null, 'summary'],
    [73, 'garden-books/list-pages', 'List pages'],
    [73, 'garden-books/list', 'Garden books list'],
    [73, 'garden/list-pages', 'Garden list pages'],
    [73, `list${'Books'.repeat(20)}`, 'summary'],
  ])(
    'of %i letters is an item of the navigation as it is, or by the operationId %j: %s',
    (letters, operationId, item) => {
      const summary = 'a'.repeat(letters);
      expect(operationItem(operationOf({ summary, operationId, tags: ['', 'Garden books'] }))).toBe(
        item === 'summary' ? summary : item,
      );
    },
  );

  test('of a webhook has the words of its name', () => {
    expect(operationTitle(operationOf({ method: 'POST' }, { kind: 'webhook', title: 'orderPaid' }))).toBe(
      'POST Order paid',
    );
  });
});

describe('the title of a service', () => {
  const titlesOf = (services: readonly ServiceRecord[], rest: Partial<ApiRecord> = {}) =>
    new Api(apiRecord({ services, ...rest })).getServices().map(serviceTitle);
  const path = (title: string, rest: Partial<ServiceRecord> = {}) => service(title, { title, ...rest });

  test('parts words of its path that a schema parts', () => {
    const components = { ...NO_COMPONENTS, schemas: { ConfigMap: true } };
    expect(titlesOf([path('/configmaps'), path('/endpoints')], { components })).toEqual(['Config maps', 'Endpoints']);
  });

  test.each<[rule: string, services: readonly ServiceRecord[], titles: readonly string[]]>([
    ['is its name', [service('Book')], ['Book']],
    [
      'is the title that a native descriptor gives it',
      [service('Book', { title: 'Books and more' })],
      ['Books and more'],
    ],
    ['is x-platform-title', [path('/b', { summary: 'S', extensions: { 'x-platform-title': ' Books ' } })], ['Books']],
    ['is no x-platform-title that is no text', [path('/books', { extensions: { 'x-platform-title': 7 } })], ['Books']],
    ['is the summary of its path', [path('/b', { summary: 'All books.' })], ['All books']],
    ['is no long summary', [path('/books', { summary: 'a'.repeat(81) })], ['Books']],
    ['is made of its path', [path('/v1/books'), path('/v1/books/{id}/pages')], ['Books', 'Pages']],
    [
      'is what is done at a path without words',
      [path('/', { operations: [operation('GET', '/', { summary: 'API root' })] })],
      ['API root'],
    ],
    ['is the path where nothing else is known', [path('/')], ['/']],
    [
      'is none that its group has already',
      [path('/x/books'), path('/y', { summary: 'Books' })],
      ['X / Books', 'Books'],
    ],
    ['of a webhook is its summary', [service('h', { kind: 'webhook', title: 'p', summary: 'Paid' })], ['Paid']],
    ['of a webhook is the words of its name', [service('h', { kind: 'webhook', title: 'orderPaid' })], ['Order paid']],
    [
      'is shortened by what its own group has in common',
      [path('/v1/a/x', { tags: ['A'] }), path('/v1/a/x/y', { tags: ['A'] }), path('/v1/b', { tags: ['B'] })],
      ['X', 'Y', 'B'],
    ],
  ])('%s', (_, services, titles) => {
    expect(titlesOf(services)).toEqual(titles);
  });

  test('is made once for an API', () => {
    const api = new Api(apiRecord({ services: [path('/a'), path('/b')] }));
    const [first] = api.getServices();
    if (first === undefined) throw new Error('No service.');
    expect(serviceTitle(first)).toBe('A');
    Object.defineProperty(first, 'record', { value: path('/changed') });
    expect(serviceTitle(first)).toBe('A');
  });
});

describe('the title of a guide', () => {
  test('is made once, however many there are', () => {
    const read = vi.fn(() => undefined);
    const tags = Array.from({ length: 300 }, (_, index) =>
      Object.defineProperty({ name: `tag-${index}`, description: 'Text.' }, 'x-displayName', { get: read }),
    );
    const api = new Api(apiRecord({ tags }));
    for (const guide of api.getGuides()) guideTitle(api, guide);
    expect(read).toHaveBeenCalledTimes(300);
  });

  test('is that of its tag, in words, unless another guide has the same', () => {
    const names = ['merge-queue', 'Desktop', 'code_scanning', 'code-scanning'];
    const api = new Api(apiRecord({ tags: names.map((name) => ({ name, description: 'Text.' })) }));
    expect(api.getGuides().map((guide) => guideTitle(api, guide))).toEqual([
      'Merge queue',
      'Desktop',
      'code_scanning',
      'code-scanning',
    ]);
  });
});

describe('the title of a group', () => {
  test.each<[rule: string, tag: ApiRecord['tags'][number], title: string]>([
    ['is the name of its tag', { name: 'Core V1' }, 'Core V1'],
    ['is words where that is no text', { name: 'core_v1' }, 'Core v1'],
    ['has no word for a class of programs', { name: 'book-controller' }, 'Book'],
    ['is words where that is no text', { name: 'code-scanning' }, 'Code scanning'],
    ['is words where that is no text', { name: 'vpcs' }, 'VPCs'],
    ['is words where that is no text', { name: 'rbacAuthorization_v1' }, 'RBAC authorization v1'],
    ['is words where that is no text', { name: 'flow-controlServer' }, 'Flow control server'],
    ['is the name where its capitals are those of a text', { name: 'macOS' }, 'macOS'],
    ['is the name that has capitals of its own', { name: 'iPhone' }, 'iPhone'],
    ['is the name where it has no words', { name: 'v1' }, 'v1'],
    ['is x-displayName', { name: 'a', summary: 'S', 'x-displayName': ' Books ' }, 'Books'],
    ['is no x-displayName that is no text', { name: 'books', 'x-displayName': {} }, 'Books'],
    ['is the summary of OpenAPI 3.2', { name: 'a', summary: 'All books' }, 'All books'],
  ])('%s', (_, tag, title) => {
    const api = new Api(apiRecord({ tags: [tag], services: [service('Book', { tags: [tag.name] })] }));
    expect(groupTitle(api, tag.name)).toBe(title);
  });

  test('is the name where the words are those of another group', () => {
    const names = ['Pet shop', 'pet-shop', 'dogs'];
    const services = names.map((name) => service(name, { tags: [name] }));
    const api = new Api(apiRecord({ tags: names.map((name) => ({ name })), services }));
    expect(names.map((name) => groupTitle(api, name))).toEqual(['Pet shop', 'pet-shop', 'Dogs']);
  });

  test('has its number where it is a part', () => {
    const services = Array.from({ length: 501 }, (_, index) => service(`Book${index}`, { tags: ['b'] }));
    const api = new Api(apiRecord({ tags: [{ name: 'b', summary: 'Books' }], services }));
    expect([groupTitle(api, 'b'), groupTitle(api, 'b, part 2')]).toEqual(['Books', 'Books, part 2']);
  });

  test('is words where paths make the group', () => {
    const services = Array.from({ length: 21 }, (_, index) => {
      const path = `/v1/${index < 11 ? 'credit_notes' : 'payouts'}/x${index}`;
      return service(`s${index}`, { title: path, operations: [operation('GET', path)] });
    });
    expect(groupTitle(new Api(apiRecord({ services })), 'credit_notes')).toBe('Credit notes');
  });
});
