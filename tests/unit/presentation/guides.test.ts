import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { operationLinks } from '../../../src/presentation/description-links.ts';
import { guideRows, guideSections, guideView } from '../../../src/presentation/guides.ts';
import { guideHtml } from '../../../src/views/guide-html.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const api = new Api(
  apiRecord({
    basePath: '/v1',
    guides: [
      { name: 'paging', title: 'Paging', text: '# Paging\n\nPages have 20 books. See `GET /book`.' },
      { name: 'errors', title: 'Errors', text: '# Something else\n\nText.' },
    ],
    tags: [
      {
        name: 'more',
        'x-displayName': 'More to read',
        externalDocs: { url: 'https://example.org', description: 'There' },
      },
    ],
    services: [
      service('Book', {
        operations: [operation('GET', '/book', { operationId: 'listBooks' })],
        entityOperations: [operation('GET', '/book/{book_id}')],
      }),
    ],
  }),
);
const [paging, errors, more] = api.getGuides();

describe('a guide', () => {
  test('says its title once, and names its neighbours', () => {
    expect(paging && guideView(api, paging)).toEqual({
      title: 'Paging',
      text: 'Pages have 20 books. See `GET /book`.',
      documentation: null,
      previous: null,
      next: { text: 'Errors', href: '/platform/documentation/Empty-v1/guides/errors', isCurrent: false, count: null },
    });
  });

  test('keeps a first heading that says something else', () => {
    expect(errors && guideView(api, errors).text).toBe('# Something else\n\nText.');
  });

  test('has the sentence of lists that it gives itself', () => {
    const guides = [{ name: 'a', title: 'A', text: 'Text.', description: 'What it is' }];
    expect(guideRows(new Api(apiRecord({ guides }))).map(({ sentence }) => sentence)).toEqual(['What it is']);
  });

  test('of a tag is called as the tag is shown, and leads to what is documented elsewhere', () => {
    expect(more && guideView(api, more)).toMatchObject({
      title: 'More to read',
      text: '',
      documentation: { text: 'There', href: 'https://example.org' },
      next: null,
    });
  });

  test('of a tag that is shown as another is called by its name', () => {
    const tags = ['One', 'Two'].map((name) => ({ name, 'x-displayName': 'Same', description: 'a' }));
    expect(guideRows(new Api(apiRecord({ tags }))).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  test('is a row of lists with its first sentence', () => {
    expect(guideRows(api).map(({ title, sentence }) => [title, sentence])).toEqual([
      ['Paging', 'Pages have 20 books.'],
      ['Errors', 'Text.'],
      ['More to read', null],
    ]);
  });
});

describe('code in a guide', () => {
  const find = operationLinks(api);
  const list = '/platform/documentation/Empty-v1/Book#get';
  test.each([
    ['GET /book', list],
    ['GET /v1/book', list],
    ['listBooks', list],
    ['GET /book/{id}', '/platform/documentation/Empty-v1/Book#entity.get'],
    ['POST /book', null],
    ['GET /books', null],
    ['get /book', null],
    ['GET', null],
    ['__proto__', null],
  ])('%j leads to %s', (code, href) => {
    expect(find(code)).toBe(href);
  });
});

test.each([
  ['Sowing\n======\n\nIn rows.\n\nWater\n---\nDaily.', ['section-sowing', 'section-water']],
  ['# Sowing\n\n***\n---\n\n- a\n---\n\n> b\n---\n\n\n---\n\n```\nc\n---\n```', ['section-sowing']],
])('the sections of %j begin where CommonMark has headings', (text, anchors) => {
  const { headings } = guideHtml(text, () => null, wordsOf(api), { isFile: true });
  expect(headings.map(({ id }) => id)).toEqual(anchors);
  expect(guideSections(text).flatMap(({ title, anchor }) => (title === null ? [] : [anchor]))).toEqual(anchors);
});
