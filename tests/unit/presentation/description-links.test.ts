import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { allParts, noteDependencies, startNoting } from '../../../src/model/dependencies.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { linkAddress, linkPath } from '../../../src/presentation/description-links.ts';
import { trackedRecord } from '../../../src/release/incremental/tracked-record.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const INTRODUCTION = '# Paging & *sorting*\n\nMore.\n\n## Of books\n\n# Errors\n';

function apiWith(description: string): Api {
  return new Api(
    apiRecord({
      name: 'Library',
      info: { title: 'Library', version: '1', description },
      basePath: '/library',
      tags: [
        { name: 'Domain Records', description: 'Text\n\n## Time to live\n\nSeconds.' },
        { name: 'Terms', description: '# Terms\n\n## Of use\n\nWords.' },
        { name: 'Second' },
      ],
      services: [
        service('book', {
          tags: ['Domain Records', 'Second'],
          operations: [operation('GET', '/book', { operationId: 'list_books' })],
          entityOperations: [operation('GET', '/book/{id}', { operationId: 'books/get' })],
        }),
      ],
      components: { ...apiRecord().components, schemas: { 'Book.v1': {} } },
      guides: [
        { name: 'introduction', title: 'Start', text: '' },
        { name: 'basics-auth', title: 'Log in', text: '# Log in\n\n# Own tokens\n\n## Log in' },
      ],
    }),
  );
}

describe('a link of a description', () => {
  test.each([
    ['operation/list_books', '/book#get'],
    ['/operations/list_books', '/book#get'],
    ['operation/listBooks', '/book#get'],
    ['operation/books/get', '/book#entity.get'],
    ['operation/books%2Fget', '/book#entity.get'],
    ['tag/Domain-Records', '/groups/Domain%20Records'],
    ['tag/Domain%20Records', '/groups/Domain%20Records'],
    ['tag/domain_records/Some-heading', '/groups/Domain%20Records'],
    ['/Domain Records', '/groups/Domain%20Records'],
    ['tag/domain_records/Time-to-live', '/groups/Domain%20Records#section-time-to-live'],
    ['tag/Terms', '/guides/Terms'],
    ['tag/Terms/of%20use', '/guides/Terms#section-of-use'],
    ['tag/Second', '/groups/Second'],
    ['guide/basics-auth', '/guides/basics-auth'],
    ['guide/basics-auth/own-tokens', '/guides/basics-auth#section-own-tokens'],
    ['guide/basics-auth/Log%20in', '/guides/basics-auth#section-log-in'],
    ['guide/basics-auth/gone', '/guides/basics-auth'],
    ['guide/Terms', null],
    ['tag/Domain-Records/operation/list_books', '/book#get'],
    ['tag/Domain-Records/paths/~1book~1{id}/get', '/book#entity.get'],
    ['/Domain_Records/list_books', '/book#get'],
    ['/paths/~1book~1{id}/get', '/book#entity.get'],
    ['/paths/~1book~1%7Bnumber%7D/get/responses/200', '/book#entity.get'],
    ['/paths/~1library~1book/get', '/book#get'],
    ['/paths/~1book', '/book#get'],
    ['/components/schemas/Book.v1', '/schemas/Book.v1'],
    ['/definitions/Book.v1', '/schemas/Book.v1'],
    ['/schemas/Book.v1', '/schemas/Book.v1'],
    ['section/Paging-and-sorting', '#section-paging-sorting'],
    ['paging--sorting', null],
    ['section/Paging-&-sorting', '#section-paging-sorting'],
    ['section/Paging-and-sorting/Of-books', '#section-of-books'],
    ['of-books', '#section-of-books'],
    ['section/Errors', '#section-errors'],
    ['operation/gone', null],
    ['operation/', null],
    ['tag/Gone', null],
    ['tag/Domain-Records/operation/gone', null],
    ['/paths/~1book/delete', null],
    ['/components/schemas/toString', null],
    ['/components/responses/Book.v1', null],
    ['section/', null],
    ['', null],
    ['%', null],
  ])('#%s leads to %s', (fragment, place) => {
    const path = linkPath(apiWith(INTRODUCTION), fragment);
    expect(path).toBe(place === null ? null : `/platform/documentation/Library-v1${place}`);
  });

  test.each([
    ['the guide that a long introduction is', 5_000, '/guides/Introduction', '#section-errors'],
    ['the end of the overview', 1_000, '', '#section-errors'],
  ])('to a heading leads to %s', (_, length, page, anchor) => {
    const api = apiWith(`${'Text. '.repeat(length / 6)}\n\n${INTRODUCTION}`);
    const guide = api.getGuides()[0]?.name ?? '';
    const path = page === '' ? '' : `/guides/${guide}`;
    expect(linkPath(api, 'section/Errors')).toBe(`/platform/documentation/Library-v1${path}${anchor}`);
  });

  test('to the file of a guide leads there also where a long introduction has its name', () => {
    const path = linkPath(apiWith('Text. '.repeat(1_000)), 'guide/introduction');
    expect(path).toBe('/platform/documentation/Library-v1/guides/introduction-2');
  });

  test.each([
    ['tag/C', 'C'],
    ['tag/C++', 'C++'],
    ['tag/C%23', 'C%23'],
    ['/!', '!'],
    ['tag/c', 'C'],
  ])('#%s leads to the tag with this very name, else to the first that has its letters', (fragment, tag) => {
    const names = ['C', 'C++', 'C#', '!'];
    const services = names.map((name) => service(name, { tags: [name], operations: [operation('GET', '/a')] }));
    const api = new Api(apiRecord({ name: 'Library', tags: names.map((name) => ({ name })), services }));
    expect(linkPath(api, fragment)).toBe(`/platform/documentation/Library-v1/groups/${tag}`);
  });

  test('to a heading too deep for an id leads to the nearest one above it, or to the introduction', () => {
    const api = apiWith(`${'Text. '.repeat(200)}\n\n# Top\n\n#### Deep\n\n# Errors\n`);
    expect(linkPath(api, 'deep')).toBe('/platform/documentation/Library-v1#section-top');
  });
});

test.each([
  ['guides/basics/auth.md', '/guides/basics-auth'],
  ['./guides/basics-auth.mdx#own-tokens', '/guides/basics-auth#section-own-tokens'],
  ['guides/gone.md', null],
  ['terms.md', null],
  ['../guides/basics-auth.md', null],
  ['', null],
])('the relative link “%s” leads to %s', (target, place) => {
  const address = linkAddress(apiWith(INTRODUCTION), target);
  expect(address).toBe(place === null ? null : `/platform/documentation/Library-v1${place}`);
});

describe('a link with nothing but a path', () => {
  const elsewhere = { servers: [{ url: 'https://api.example/v1' }] };
  const info = { title: 'Library', version: '1' };
  const contact = { url: 'https://maker.example/help/contact' };
  test.each<[string, Partial<ApiRecord>, string]>([
    [
      'is one of who made an API at another host',
      { ...elsewhere, info: { ...info, contact } },
      'https://maker.example',
    ],
    [
      'of its documentation, where that is named',
      { ...elsewhere, info: { ...info, contact }, externalDocs: { url: 'https://docs.example/a' } },
      'https://docs.example',
    ],
    [
      'else of its terms',
      { ...elsewhere, info: { ...info, termsOfService: 'https://terms.example/t' } },
      'https://terms.example',
    ],
    [
      'of the first that is an address',
      { ...elsewhere, info: { ...info, contact }, externalDocs: { url: '/docs' } },
      'https://maker.example',
    ],
    ['is one of this site, where none is named', { ...elsewhere, info }, ''],
    ['where that is no address', { ...elsewhere, info: { ...info, contact: { url: 'javascript://x' } } }, ''],
    ['and of an API of this site', { servers: [{ url: '/v1' }], info: { ...info, contact } }, ''],
    ['which names no server', { info: { ...info, contact } }, ''],
  ])('%s', (_, record, origin) => {
    const api = new Api(apiRecord({ servers: [], ...record }));
    expect(linkAddress(api, '/docs/paging?a=1#top')).toBe(`${origin}/docs/paging?a=1#top`);
    expect(linkAddress(api, '/platform/documentation/Library')).toBe('/platform/documentation/Library');
    expect(linkAddress(api, '/_astro/guides/a.1.pdf')).toBe('/_astro/guides/a.1.pdf');
  });
});

describe('what a link depends on', () => {
  const partsOf = (fragment: string): readonly string[] => {
    const api = new Api(trackedRecord(apiWith(INTRODUCTION).record));
    const endNoting = startNoting();
    const { dependencies } = noteDependencies(() => linkPath(api, fragment));
    endNoting?.();
    return [...allParts(dependencies)];
  };

  test.each([
    ['operation/list_books', ['operations.0.operationId', 'entityOperations.0.operationId'], ['paths', 'info']],
    ['/paths/~1book/get', ['operations.0.paths', 'basePath'], ['operationId', 'info']],
    ['tag/Terms', ['services.0.tags'], ['operationId', 'info']],
    ['section/Errors', ['info.description'], ['operationId', 'paths']],
    ['/schemas/Book.v1', [], ['operationId', 'info', 'tags', 'schemas.Book']],
  ])('%s', (fragment, some, none) => {
    const parts = partsOf(fragment);
    for (const part of some) expect(parts.join(' ')).toContain(part);
    for (const part of [...none, '.operations.0.description', '.operations.0.summary'])
      expect(parts.join(' ')).not.toContain(part);
  });
});
