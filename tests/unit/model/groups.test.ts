import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { groupsOf } from '../../../src/model/groups.ts';
import { apiRecord, service } from '../../fixtures/model/rich-api.ts';

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
