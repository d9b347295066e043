import { markHTMLString } from 'astro/runtime/server/index.js';
import { describe, expect, test } from 'vitest';
import {
  docAcceptHeaders,
  docContentTypeHeaders,
  docServicePath,
  docStatusCodes,
  docTransformDescription,
} from '../../../src/views/public.ts';

const HOSTILE = `&<>"'\`é`;
const ESCAPED = '&amp;&lt;&gt;&quot;&#039;`é';

describe.each([
  ['docAcceptHeaders', (types: readonly string[]) => docAcceptHeaders({ getRequestAcceptTypes: () => types })],
  [
    'docContentTypeHeaders',
    (types: readonly string[]) => docContentTypeHeaders({ getRequestContentTypes: () => types }),
  ],
])('%s', (_, helper) => {
  test.each([
    [[], ''],
    [['application/json'], '<div class="list-group-item">application/json</div>'],
    [['a/b', HOSTILE], `<div class="list-group-item">a/b</div>\n<div class="list-group-item">${ESCAPED}</div>`],
  ])('%j', (types, html) => {
    expect(String(helper(types))).toBe(html);
  });

  test('gives markup that Astro prints as it is', () => {
    const markup = helper(['a/b']);
    expect(markHTMLString(markup)).toBe(markup);
  });
});

describe('docStatusCodes', () => {
  test.each([
    [[], '<ul class="list-group">\n\n</ul>\n'],
    [
      [{ code: 200, message: 'OK' }],
      '<ul class="list-group">\n<li class="list-group-item"><strong>200:</strong> OK</li>\n</ul>\n',
    ],
    [
      [
        { code: 201, message: HOSTILE },
        { code: 404, message: '' },
      ],
      `<ul class="list-group">\n<li class="list-group-item"><strong>201:</strong> ${ESCAPED}</li>\n<li class="list-group-item"><strong>404:</strong> </li>\n</ul>\n`,
    ],
  ])('%j', (codes, html) => {
    expect(String(docStatusCodes({ getResponseStatusCodes: () => codes }))).toBe(html);
  });

  test('escapes a code of an object that a view script made, which need not be a number', () => {
    const codes = JSON.parse(JSON.stringify([{ code: HOSTILE, message: 'OK' }]));
    expect(String(docStatusCodes({ getResponseStatusCodes: () => codes }))).toContain(
      `<strong>${ESCAPED}:</strong> OK`,
    );
  });
});

describe('docServicePath', () => {
  test.each([
    // route                    identifier  entity operations  of the collection         of the entity
    ['/book[/:book_id]', 'book_id', true, '/book', '/book/:book_id'],
    ['/a/:a_id/b[/:b_id]', 'b_id', true, '/a/:a_id/b', '/a/:a_id/b/:b_id'],
    ['/book/[:book_id]', 'book_id', true, '/book/', '/book/:book_id'],
    ['/book/[:book_id/]', 'book_id', true, '/book/', '/book/:book_id/'],
    ['/book[/:book_id/]', 'book_id', true, '/book', '/book/:book_id/'],
    ['/book/:book_id', 'book_id', true, '/book/:book_id', '/book/:book_id'],
    ['/book[/:book_id]', 'book_id', false, '/book[/:book_id]', '/book[/:book_id]'],
    ['/ping[/:word]', null, true, '/ping[/:word]', '/ping[/:word]'],
    ['/p[/:$&]', '$&', true, '/p', '/p/:$&'],
  ])('%s, identifier %s', (route, identifier, hasEntity, collection, entity) => {
    const service = {
      getRoute: () => route,
      getRouteIdentifierName: () => identifier,
      getEntityOperations: () => (hasEntity ? [{} as never] : []),
    };
    expect(docServicePath(service, { resource: 'collection' })).toBe(collection);
    expect(docServicePath(service, { resource: 'entity' })).toBe(entity);
  });
});

describe('docTransformDescription', () => {
  test.each([
    [null, '\n'],
    ['', '\n'],
    ['*Books*', '<p><em>Books</em></p>\n'],
    ['<script>alert(1)</script>', '\n'],
    ['[x](javascript:alert(1))', '<p><a>x</a></p>\n'],
  ])('%j', (markdown, html) => {
    expect(String(docTransformDescription(markdown))).toBe(html);
  });
});
