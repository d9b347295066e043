import { expect, test } from 'vitest';
import { frameOf, pageHead } from '../../../../src/presentation/pages/frame.ts';
import { SiteDocuments } from '../../../../src/store/site-documents.ts';
import { languageOf } from '../../../../src/words/languages.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const many = Array.from({ length: 99 }, (_, index) =>
  operation('GET', `/many/${index}`, { summary: `Fetch number ${index}` }),
);
const documents = new SiteDocuments(
  [
    apiRecord({
      name: 'Shop',
      info: { title: 'Shop', version: '1' },
      services: [
        service('Described', { summary: 'What it is. And more.' }),
        service('Plain', {
          operations: [
            operation('GET', '/plain', { summary: 'List all' }),
            operation('POST', '/plain', { summary: 'Add one' }),
          ],
        }),
        service('Many', { operations: many }),
        service('Empty'),
      ],
    }),
  ],
  { site: { title: 'Site', baseUrl: '' }, formats: [], development: false },
);
const descriptionOf = (name: string): string | null =>
  pageHead(documents.page(documents.document({ level: 'service', api: 'Shop', version: 1, name }))).description;

test.each([
  ['its own first sentence', 'Described', 'What it is.'],
  ['the titles of its operations', 'Plain', 'List all · Add one'],
  ['its own title', 'Empty', 'Empty · Shop v1'],
])('a service is described by %s', (_, name, expected) => {
  expect(descriptionOf(name)).toBe(expected);
});

test('no description is longer than lists of results show, nor ends within a title', () => {
  const description = descriptionOf('Many') ?? '';
  expect(description.length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/^Fetch number 0 · .*number \d+$/);
});

test.each([
  ['', []],
  [
    'https://docs.example',
    [
      { hreflang: 'en', href: 'https://docs.example/platform/documentation' },
      { hreflang: 'de', href: 'https://docs.example/platform/documentation.de.html' },
      { hreflang: 'x-default', href: 'https://docs.example/platform/documentation' },
    ],
  ],
])(
  'a page at %j names itself in every language for search engines, and the address that chooses',
  (baseUrl, expected) => {
    const languages = ['en', 'de'].map((tag, index) => languageOf(tag, {}, { isDefault: index === 0, isAlone: false }));
    const site = new SiteDocuments([], {
      site: { title: 'Site', baseUrl, languages },
      formats: [],
      development: false,
    });
    expect(pageHead(site.page(site.document({ level: 'list' }))).languages).toEqual(expected);
  },
);

test('the search form of a document names the texts of the palette, that of a problem has no palette', () => {
  const site = { title: 'Site', baseUrl: '', searchTexts: { en: '/_astro/search.en.json' } };
  const list = documents.page(documents.document({ level: 'list' }));
  const problem = {
    status: 403,
    title: 'Forbidden',
    detail: '',
    suggestions: [],
    available: [],
    allow: [],
    json: '{}',
  };
  expect(frameOf({ ...list, site }).search?.texts).toBe('/_astro/search.en.json');
  expect(frameOf(list).search?.texts).toBeNull();
  expect(frameOf({ kind: 'problem', problem, site }).search?.texts).toBeNull();
});
