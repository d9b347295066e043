import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { groupsOf } from '../../../src/model/groups.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

function apiOf(count: number, tags: readonly string[] = ['Things']): Api {
  const services = Array.from({ length: count }, (_, index) => service(`Thing${index}`, { tags: ['Things'] }));
  return new Api(apiRecord({ tags: tags.map((name) => ({ name })), services }));
}

describe('groups', () => {
  test.each([
    [0, []],
    [1, [['Things', 1]]],
    [500, [['Things', 500]]],
    [
      501,
      [
        ['Things', 500],
        ['Things, part 2', 1],
      ],
    ],
    [
      1_001,
      [
        ['Things', 500],
        ['Things, part 2', 500],
        ['Things, part 3', 1],
      ],
    ],
  ])('%i services of a tag are %j', (count, expected) => {
    expect(groupsOf(apiOf(count)).map(({ name, services }) => [name, services.length])).toEqual(expected);
  });

  test('parts follow the order of names and hold every service once', () => {
    const names = groupsOf(apiOf(1_200)).flatMap(({ services }) => services.map((one) => one.getName()));
    expect(names).toEqual(Array.from({ length: 1_200 }, (_, index) => `Thing${index}`));
  });

  test('a tag that is named like a part keeps its name', () => {
    const record = apiRecord({
      tags: [{ name: 'Things' }, { name: 'Things, part 2' }],
      services: [...apiOf(501).record.services, service('Other', { tags: ['Things, part 2'] })],
    });
    const groups = groupsOf(new Api(record)).map(({ name, services }) => [name, services.length]);
    expect(groups).toEqual([
      ['Things', 500],
      ['Things, part 2*', 1],
      ['Things, part 2', 1],
    ]);
  });

  test.each([
    ['Services when none has a tag', [service('Rose'), service('Fern')], ['Services']],
    [
      'Other services beside those that have one',
      [service('Rose'), service('Fern', { tags: ['Shade'] })],
      ['Other services', 'Shade'],
    ],
    ['Webhooks apart', [service('Rose'), service('Bloomed', { kind: 'webhook' })], ['Services', 'Webhooks']],
  ])('services without a tag are %s', (_, services, names) => {
    expect(groupsOf(new Api(apiRecord({ services }))).map(({ name }) => name)).toEqual(names);
  });
});

describe('without tags', () => {
  const at = (path: string, index: number) => service(`s${index}`, { operations: [operation('GET', path)] });
  const groupsAt = (paths: readonly string[]) =>
    groupsOf(new Api(apiRecord({ services: paths.map(at) }))).map(({ name, services }) => `${name} ${services.length}`);
  const many = (segment: string, count: number) =>
    Array.from({ length: count }, (_, index) => `/api/v1/${segment}/x${index}`);

  test.each<[rule: string, paths: readonly string[], groups: readonly string[]]>([
    ['few services are one list', [...many('a', 10), ...many('b', 10)], ['Services 20']],
    ['groups are the first segments that differ', [...many('b', 11), ...many('a', 10)], ['a 10', 'b 11']],
    [
      'one alone is among the others',
      [...many('a', 11), ...many('b', 11), '/api/v1/c'],
      ['a 11', 'b 11', 'Other services 1'],
    ],
    ['what is all below one segment is one list', many('a', 21), ['Services 21']],
    ['what is all alone is one list', Array.from({ length: 21 }, (_, index) => `/x${index}`), ['Services 21']],
    [
      'a path that all begin with is among the others',
      ['/api/v1', ...many('a', 11), ...many('b', 11)],
      ['a 11', 'b 11', 'Other services 1'],
    ],
    [
      'parameters make no group',
      [...many('a', 11), ...many('b', 11), '/api/v1/{x}/y', '/api/v1/{x}/z'],
      ['a 11', 'b 11', 'Other services 2'],
    ],
    [
      'what cannot be a name in a URL makes no group',
      [...many('a', 11), ...many('b', 11), ...many('..', 2), ...many('a.json', 2)],
      ['a 11', 'b 11', 'Other services 4'],
    ],
  ])('%s', (_, paths, groups) => {
    expect(groupsAt(paths)).toEqual(groups);
  });
});

describe('sections', () => {
  const groupsWith = (rest: Partial<ApiRecord>, tags: readonly string[]) =>
    groupsOf(
      new Api(
        apiRecord({
          ...rest,
          services: tags.map((tag, index) => service(`s${index}`, { tags: tag === '' ? [] : [tag] })),
        }),
      ),
    ).map(({ name, section }) => [section, name]);
  const named = (...names: readonly string[]) => names.map((name) => ({ name }));

  test('are those of x-tagGroups, in their order', () => {
    const extensions = {
      'x-tagGroups': [
        { name: 'Shop', tags: ['c', 'a', 'gone', 7] },
        { name: 'Rest', tags: ['a', 'b'] },
        'odd',
        { name: 'No tags' },
      ],
    };
    expect(groupsWith({ extensions, tags: named('a', 'b', 'c', 'd') }, ['a', 'b', 'c', 'd', ''])).toEqual([
      ['Shop', 'c'],
      ['Shop', 'a'],
      ['Rest', 'b'],
      ['Other groups', 'd'],
      ['Other groups', 'Other services'],
    ]);
  });

  test('are none where x-tagGroups is something else', () => {
    expect(groupsWith({ extensions: { 'x-tagGroups': { name: 'x' } }, tags: named('a') }, ['a'])).toEqual([
      [null, 'a'],
    ]);
  });

  test('are parents of OpenAPI 3.2, after tags that have none', () => {
    const tags = [{ name: 'Shop' }, { name: 'b', parent: 'Shop' }, { name: 'deep', parent: 'b' }, { name: 'alone' }];
    expect(groupsWith({ tags }, ['Shop', 'b', 'deep', 'alone'])).toEqual([
      [null, 'alone'],
      ['Shop', 'Shop'],
      ['b', 'b'],
      ['b', 'deep'],
    ]);
  });

  test('end, no matter what tags stand above each other', () => {
    const tags = [
      { name: 'a' },
      { name: 'a', parent: 'a' },
      { name: 'b', parent: 'c' },
      { name: 'c', parent: 'b' },
      { name: 'd', parent: 'gone' },
    ];
    expect(groupsWith({ tags }, ['a', 'b', 'c', 'd']).map(([, name]) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('need no more than a list for tags without an end', () => {
    const tags = Array.from({ length: 20_000 }, (_, index) => ({
      name: `t${index}`,
      ...(index === 0 ? {} : { parent: `t${index - 1}` }),
    }));
    expect(groupsWith({ tags }, ['t19999'])).toEqual([['t19998', 't19999']]);
  });
});

test('a tag that only marks makes no group', () => {
  const tags = [
    { name: 'beta', kind: 'badge' },
    { name: 'partners', kind: 'audience' },
    { name: 'Books', kind: 'nav' },
  ];
  const services = [service('a', { tags: ['beta', 'partners', 'Books'] }), service('b', { tags: ['beta'] })];
  expect(groupsOf(new Api(apiRecord({ tags, services }))).map(({ name }) => name)).toEqual(['Books', 'Other services']);
});
