import { describe, expect, test } from 'vitest';
import { groupsOf } from '../../../src/model/groups.ts';
import { apiSentence } from '../../../src/presentation/guides.ts';
import { serviceRow } from '../../../src/presentation/navigation/list-rows.ts';
import { orderOf } from '../../../src/presentation/navigation/service-order.ts';
import { overviewLead } from '../../../src/presentation/services/api-view.ts';
import { described, written } from './described.ts';

const ok = { responses: { '200': { description: 'Done' } } };

/** Operations of one path and of another with several tags each, and a tag that nothing has. */
const garden = {
  openapi: '3.1.0',
  info: { title: 'Garden', version: '1' },
  tags: [
    { name: 'Gone soon', description: 'Ends in autumn. Use beds.' },
    { name: 'Plants', description: 'All that grows.' },
    { name: 'Keepers', description: 'What keepers do.' },
    { name: 'Seasons', description: 'When to sow.' },
  ],
  paths: {
    '/plants': {
      get: { summary: 'List plants', tags: ['Plants', 'Gone soon'], ...ok },
      post: { summary: 'Plant a seed', tags: ['Keepers'], ...ok },
    },
    '/beds': { get: { summary: 'List beds', tags: ['Keepers', 'Plants'], ...ok } },
  },
};

describe('an operation belongs to each of its tags', () => {
  const api = described(garden);
  const listed = orderOf(api).groups.map(({ name, services, guests }) => [
    name,
    services
      .flatMap((service) => guests.get(service) ?? service.getAllOperations())
      .map(({ record }) => record.summary),
  ]);

  test('a tag with operations is a group that lists them, also when their page is under another', () => {
    expect(listed).toEqual([
      ['Gone soon', ['List plants']],
      ['Plants', ['List beds', 'List plants', 'Plant a seed']],
      ['Keepers', ['List beds', 'Plant a seed']],
    ]);
  });

  test('whose row has only these operations', () => {
    const keepers = orderOf(api).byName.get('Keepers');
    const guest = keepers?.services[1];
    if (guest === undefined) throw new Error('No guest.');
    const { paths, summaries } = serviceRow(guest, keepers?.guests.get(guest));
    expect(paths.flatMap(({ operations }) => operations.map(({ method }) => method))).toEqual(['POST']);
    expect(summaries).toBe('Plant a seed');
  });

  test('and its page is under the first of them alone', () => {
    const { services, groupOf } = orderOf(api);
    expect(services.map((service) => [service.getName(), groupOf.get(service)?.name])).toEqual([
      ['plants', 'Plants'],
      ['beds', 'Keepers'],
    ]);
  });

  test('only a tag without operations is a guide', () => {
    expect(api.getGuides().map(({ name }) => name)).toEqual(['Seasons']);
  });

  test('and in text a group names the methods that have its tag', () => {
    const text = written(api, 'groups/Keepers', 'markdown');
    expect(text).toContain(': POST. Plant a seed');
    expect(text).not.toContain('GET, POST');
  });

  test('a tag that only marks is no group', () => {
    const tags = [{ name: 'beta', kind: 'badge' }];
    const paths = { '/beds': { get: { tags: ['beta', 'Beds'], ...ok } } };
    expect(groupsOf(described({ ...garden, openapi: '3.2.0', tags, paths })).map(({ name }) => name)).toEqual(['Beds']);
  });
});

describe('an API without a description', () => {
  test.each([
    ['a tag that groups nothing', garden],
    ['nothing but such a tag', { ...garden, paths: {} }],
  ])('is not introduced by the text of %s', (_, descriptor) => {
    const api = described(descriptor);
    expect(apiSentence(api)).toBeNull();
    expect(overviewLead(api)).toMatchObject({ sentence: null, rest: null });
    expect(overviewLead(api).guides.map(({ title }) => title)).toContain('Seasons');
  });
});
