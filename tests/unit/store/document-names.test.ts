import { describe, expect, test } from 'vitest';
import { DocumentNames, splitVersion } from '../../../src/store/document-names.ts';
import { fakeStore } from '../server/fake-site.ts';

const names = new DocumentNames(
  fakeStore({
    apis: {
      Library: {
        1: { services: new Set(['Book', 'schemas']), groups: new Set(['Reading']), schemas: new Set(['Book']) },
        12: {},
      },
      'Report-v2': { 1: {} },
    },
  }),
);
const library = { api: 'Library', version: 1 };

describe('names find', () => {
  test.each([
    [['Library'], { level: 'api', ...library }],
    [['Library-v12'], { level: 'api', api: 'Library', version: 12 }],
    [['Report-v2'], { level: 'api', api: 'Report-v2', version: 1 }],
    [['Report-v2-v1'], { level: 'api', api: 'Report-v2', version: 1 }],
    [['Library', 'Book'], { level: 'service', ...library, name: 'Book' }],
    [['Library', 'schemas'], { level: 'schema-index', ...library }],
    [['Library-v1', 'schemas', 'Book'], { level: 'schema', ...library, name: 'Book' }],
    [['Library-v1', 'groups', 'Reading'], { level: 'group', ...library, name: 'Reading' }],
  ])('%j', (path, expected) => {
    expect(names.find(path)).toEqual(expected);
  });

  test.each([
    [[]],
    [['']],
    [['library']],
    [['Library-v2']],
    [['Library-v01']],
    [['Library-v1.0']],
    [['Library-v12', 'Book']],
    [['Library', 'Magazine']],
    [['Library', 'groups']],
    [['Library', 'schemas', 'Magazine']],
    [['Library', 'groups', 'Book']],
    [['Library', 'Book', 'Book']],
    [['Library', 'schemas', 'Book', 'Book']],
    [['__proto__']],
    [['Library', '__proto__']],
  ])('nothing by %j', (path) => {
    expect(names.find(path)).toBeUndefined();
  });
});

describe('parts of an index of 1,200 schemas', () => {
  const schemas = new Set(['part', ...Array.from({ length: 1199 }, (_, index) => `S${index}`)]);
  const many = new DocumentNames(
    fakeStore({ apis: { Many: { 1: { services: new Set(), groups: new Set(), schemas } } } }),
  );
  const index = { level: 'schema-index', api: 'Many', version: 1 };

  test.each<readonly [readonly string[], object | undefined]>([
    [['Many', 'schemas'], index],
    [['Many', 'schemas', 'part', '2'], { ...index, part: 2 }],
    [['Many', 'schemas', 'part', '3'], { ...index, part: 3 }],
    [['Many', 'schemas', 'part'], { level: 'schema', api: 'Many', version: 1, name: 'part' }],
    // The first one is the index itself; no other spelling, no number too many.
    ...['0', '1', '4', '02', '2.0', '-2', 'x', '', '1e0'].map(
      (number) => [['Many', 'schemas', 'part', number], undefined] as const,
    ),
    [['Many', 'schemas', 'S1', '2'], undefined],
    [['Many', 'groups', 'part', '2'], undefined],
    [['Many', 'schemas', 'part', '2', '2'], undefined],
  ])('%j', (path, expected) => {
    expect(many.find(path)).toEqual(expected);
  });
});

test.each([
  ['Library-v2', { api: 'Library', version: 2 }],
  ['Report-v2-v3', { api: 'Report-v2', version: 3 }],
  ['Library-v0', { api: 'Library' }],
  ['Library-v9999999999999999', { api: 'Library' }],
  ['-v2', { api: '-v2' }],
  ['Library', { api: 'Library' }],
])('%s is split into %j', (segment, expected) => {
  expect(splitVersion(segment)).toEqual(expected);
});
