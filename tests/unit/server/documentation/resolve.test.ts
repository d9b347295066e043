import { expect, test } from 'vitest';
import { LONGEST_QUESTION } from '../../../../src/search/search.ts';
import { Resolver } from '../../../../src/server/documentation/resolve.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { fakeStore, formats } from '../fake-site.ts';

const ROOT = '/platform/documentation';
const resolver = new Resolver(
  fakeStore({
    apis: {
      Library: { 1: { schemas: new Set(['Book', 'BookCollection']) } },
      Orders: { 1: { services: new Set(['orders']), groups: new Set(['Orders']), guides: new Set(['order-states']) } },
    },
  }),
  formats,
);

function resolve(root: string, names: readonly string[]) {
  const resolution = resolver.resolve({ kind: 'path', root, names, hasTrailingSlash: false, query: '' });
  return resolution.kind === 'found' ? resolution : { ...resolution, detail: resolution.detail(wordsOf({})) };
}

test.each([
  ['documentation.raml', [], '.raml', 'documentation', ROOT],
  ['documentation', ['Library', 'schemas', 'Book.json'], '.json', 'Book', `${ROOT}/Library-v1/schemas/Book`],
  ['documentation', ['Library', 'schemas.json'], '.json', 'schemas', `${ROOT}/Library-v1/schemas`],
  ['documentation', ['Library.schema.json'], '.schema.json', 'Library', `${ROOT}/Library-v1`],
  ['documentation', ['Library-v1.yaml'], '.yaml', 'Library-v1', `${ROOT}/Library-v1`],
  ['documentation', ['Library-v1.openapi.yml'], '.openapi.yml', 'Library-v1', `${ROOT}/Library-v1`],
  ['documentation', ['Library-v1.openapi-3.1.0.json'], '.openapi-3.1.0.json', 'Library-v1', `${ROOT}/Library-v1`],
  ['documentation.yaml', [], '.yaml', 'documentation', ROOT],
])('%s %j is a document that is not there as “%s”, and says so', (root, names, extension, name, url) => {
  const { available = [], ...others } = { available: undefined, ...resolve(root, names) };
  expect(available).toContainEqual({ type: 'text/html', url: `${url}.html` });
  expect(others).toEqual({
    kind: 'missing',
    problemLanguage: null,
    detail: `This document exists, but not as “${extension}”.`,
    similar: [{ name, url }],
    wanted: '',
    // Only documents below an API are within one.
    ...(names.length > 1 && { within: { name: 'Library v1', url: `${ROOT}/Library-v1` } }),
  });
});

test('what is not there in any format is missed by its own name, without the extension', () => {
  expect(resolve('documentation', ['Library', 'schemas', 'Bok.json'])).toMatchObject({
    detail: 'Version 1 of “Library” has no schema “Bok”.',
    wanted: 'Bok',
    similar: [{ name: 'Book' }],
  });
});

test('a wrong service leads to services, groups and guides of close names', () => {
  expect(resolve('documentation', ['Orders', 'ordres'])).toEqual({
    kind: 'missing',
    problemLanguage: null,
    detail: 'Version 1 of “Orders” has no service “ordres”.',
    similar: [
      { name: 'orders', url: `${ROOT}/Orders-v1/orders` },
      { name: 'Orders', url: `${ROOT}/Orders-v1/groups/Orders` },
    ],
    wanted: 'ordres',
    sought: { texts: ['ordres'], level: null, places: [{ api: 'Orders', version: 1 }] },
    within: { name: 'Orders v1', url: `${ROOT}/Orders-v1` },
  });
});

test('what is missing is searched by its name, without signs of markup', () => {
  expect(resolve('documentation', ['<script>alert(1)</script>'])).toMatchObject({ wanted: 'script alert(1) /script' });
});

test.each([
  [['Orders', 'Create an order'], { texts: ['Create an order'], level: null, places: [{ api: 'Orders', version: 1 }] }],
  [['Orders-v1', 'v1', 'orders'], { texts: ['v1/orders', 'orders', 'v1'], level: null }],
  [['Orders', 'schemas', 'an-order'], { texts: ['an-order'], level: 'schema' }],
  // Each text is a search of its own: a path of thousands of names leads to six.
  [
    ['Orders', ...Array.from({ length: 3_300 }, (_, index) => `${index}`)],
    {
      texts: [
        Array.from({ length: 80 }, (_, index) => `${index}`)
          .join('/')
          .slice(0, LONGEST_QUESTION),
        ...['3299', '3298', '3297', '3296', '3295'],
      ],
    },
  ],
  [['Orders', 'é'.repeat(10_000)], { texts: ['é'.repeat(LONGEST_QUESTION)] }],
  // The name in the place of an API may be the title.
  [
    ['create-an-order'],
    {
      texts: ['create-an-order'],
      places: [
        { api: 'Library', version: 1 },
        { api: 'Orders', version: 1 },
      ],
    },
  ],
  [
    ['order', 'paging'],
    {
      texts: ['paging', 'order'],
      places: [
        { api: 'Orders', version: 1 },
        { api: 'Library', version: 1 },
      ],
    },
  ],
])('%j is looked for as %j', (names, sought) => {
  expect(resolve('documentation', names)).toMatchObject({ kind: 'missing', sought });
});

test('an API is found by its title, too', () => {
  const titled = fakeStore({ apis: { do: { 1: {}, 2: {} } } });
  const [entry] = titled.entries();
  const store = { ...titled, entries: () => (entry === undefined ? [] : [{ ...entry, title: 'Ocean Drops API' }]) };
  const similar = (name: string) => {
    const path = { kind: 'path', root: 'documentation', names: [name], hasTrailingSlash: false, query: '' } as const;
    return new Resolver(store, formats).resolve(path);
  };
  for (const name of ['ocean-drops', 'Ocean Drops API', 'ocean_drops_api'])
    expect(similar(name)).toMatchObject({ similar: [{ name: 'do' }] });
  expect(similar('ocean-drops-v1')).toMatchObject({ similar: [{ url: `${ROOT}/do-v1` }] });
});
