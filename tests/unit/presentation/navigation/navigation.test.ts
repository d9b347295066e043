import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import type { Service } from '../../../../src/model/service.ts';
import { sharedKey, sharedResponses } from '../../../../src/presentation/messages/responses.ts';
import { lettersOf, serviceRow } from '../../../../src/presentation/navigation/list-rows.ts';
import { namesOf } from '../../../../src/presentation/navigation/names.ts';
import { navigationOf, neighbours } from '../../../../src/presentation/navigation/navigation.ts';
import type { Document } from '../../../../src/presentation/page-data/document.ts';
import { breadcrumb } from '../../../../src/presentation/pages/page-types.ts';
import { apiView } from '../../../../src/presentation/services/api-view.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

function apiOf(serviceCount: number, groupCount: number): Api {
  const tags = Array.from({ length: groupCount }, (_, index) => ({ name: `Group ${index}` }));
  const services = Array.from({ length: serviceCount }, (_, index) =>
    service(`Thing${index}`, {
      tags: [`Group ${index % groupCount}`],
      operations: [operation('GET', `/thing${index}`, { summary: 'List' })],
    }),
  );
  return new Api(apiRecord({ tags, services }));
}

function find(api: Api, name: string): Service {
  const found = api.getService(name);
  if (found === undefined) throw new Error(`No service ${name}.`);
  return found;
}

const pageOf = (api: Api, name: string): Document<'service'> => ({
  level: 'service',
  api,
  service: find(api, name),
});

describe('navigation', () => {
  test('lists all groups with counts, services of the open one and operations of the open service', () => {
    const { pages, groups, allGroups } = navigationOf(pageOf(new Api(richApi), 'Order'));
    expect(pages.map(({ text, count }) => [text, count])).toEqual([
      ['Overview', null],
      ['House', null],
      ['Schemas', 12],
    ]);
    expect(groups.map(({ text, count }) => [text, count])).toEqual([
      ['Kitchen', 2],
      ['Other services', 3],
      ['Webhooks', 1],
    ]);
    expect(groups.map(({ services }) => services.length)).toEqual([2, 0, 0]);
    expect(groups[0]?.services.map(({ text, isCurrent, operations }) => [text, isCurrent, operations.length])).toEqual([
      ['Line', false, 0],
      ['Orders', true, 5],
    ]);
    expect(allGroups).toBeNull();
  });

  test.each([
    ['as it is', 'Rose', []],
    ['otherwise', 'Fetch a rose', ['Fetch a rose']],
  ])('a service whose one operation is called %s', (_, summary, expected) => {
    const roses = service('Rose', { operations: [operation('GET', '/rose', { summary })] });
    const { groups } = navigationOf(pageOf(new Api(apiRecord({ services: [roses] })), 'Rose'));
    expect(groups[0]?.services[0]?.operations.map(({ text }) => text)).toEqual(expected);
  });

  test.each([
    ['Thing0', 0],
    ['Thing3', 0],
    ['Thing42', 38],
    ['Thing99', 80],
  ])('of more than sixty groups, %s shows twenty around the open one and where all are', (name, first) => {
    const { groups, foldedCount, allGroups } = navigationOf(pageOf(apiOf(200, 100), name));
    expect(groups.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, index) => `Group ${first + index}`));
    expect(groups.findIndex(({ services }) => services.length > 0) - foldedCount).toBeLessThanOrEqual(4);
    expect(allGroups).toMatchObject({ count: 100, href: '/platform/documentation/Empty-v1#groups' });
  });

  test.each([
    ['S1', 0, 0],
    ['S5', 0, 0],
    ['S15', 10, 0],
    ['S17', 12, 0],
    ['S30', 20, 8],
  ])('the page of the schema %s lists those around it, and all schemas', (name, first, folded) => {
    const names = Array.from({ length: 30 }, (_, index) => `S${index + 1}`);
    const { components } = apiRecord();
    const schemas = Object.fromEntries(names.toReversed().map((schema) => [schema, {}]));
    const api = new Api(apiRecord({ components: { ...components, schemas } }));
    const { pages, groups } = navigationOf({ level: 'schema', api, name, schema: {} });
    expect(pages.map(({ text }) => text)).toEqual(['Overview']);
    const [group] = groups;
    expect(group).toMatchObject({ text: 'Schemas', count: 30, foldedCount: folded, more: { text: 'All schemas' } });
    expect(group?.foldedText).toBe(`${folded} schemas above`);
    expect(group?.services.map(({ text }) => text)).toEqual(names.slice(first, first + 10));
    expect(group?.services.find(({ isCurrent }) => isCurrent)?.text).toBe(name);
  });

  test('is as large for ten thousand services as for a hundred', () => {
    const sizeOf = (api: Api, name: string): number => gzipSync(JSON.stringify(navigationOf(pageOf(api, name)))).length;
    const small = sizeOf(apiOf(100, 1), 'Thing50');
    expect(sizeOf(apiOf(10_000, 1), 'Thing5000')).toBeLessThan(small * 1.1);
    expect(small).toBeLessThan(6_000);
  });

  test('the open service is in its list, wherever it stands', () => {
    const api = apiOf(1_000, 1);
    for (const name of ['Thing0', 'Thing500', 'Thing999']) {
      const { groups } = navigationOf(pageOf(api, name));
      expect(groups).toHaveLength(1);
      expect(groups[0]?.services.find(({ isCurrent }) => isCurrent)?.text).toBe(name);
      expect(groups[0]?.more?.count).toBe(500);
    }
  });

  test.each([
    // services, groups, page, groups folded, services folded
    [4, 4, 'Thing3', 0, 0],
    [30, 30, 'Thing4', 0, 0],
    [30, 30, 'Thing5', 4, 0],
    [30, 30, 'Thing29', 28, 0],
    [30, 1, 'Thing4', 0, 0],
    [30, 1, 'Thing29', 0, 28],
    [10_000, 1, 'Thing5000', 0, 0],
    [10_000, 1, 'Thing5250', 0, 19],
  ])(
    'of %i services in %i groups, %s has %i groups and %i services folded above it',
    (services, groups, name, foldedGroups, foldedServices) => {
      const navigation = navigationOf(pageOf(apiOf(services, groups), name));
      expect(navigation.foldedCount).toBe(foldedGroups);
      expect(navigation.groups.reduce((sum, group) => sum + group.foldedCount, 0)).toBe(foldedServices);
    },
  );

  test('previous and next go through the groups in natural order', () => {
    const api = apiOf(4, 2);
    const order = ['Thing0', 'Thing2', 'Thing1', 'Thing3'];
    expect(
      order.map((name) => [neighbours(find(api, name)).previous?.text, neighbours(find(api, name)).next?.text]),
    ).toEqual([
      [undefined, 'Thing2'],
      ['Thing0', 'Thing1'],
      ['Thing2', 'Thing3'],
      ['Thing1', undefined],
    ]);
  });

  test('the breadcrumb names site, API, group and service; the last is the page itself', () => {
    const trail = breadcrumb(pageOf(new Api(richApi), 'Order'), { title: 'Example APIs', baseUrl: '' });
    expect(trail.map(({ text }) => text)).toEqual(['Example APIs', 'Tavern v2', 'Kitchen', 'Orders']);
    expect(trail.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true]);
    expect(trail[2]?.href).toBe('/platform/documentation/Tavern-v2/groups/Kitchen');
  });
});

describe('lists', () => {
  test('get an index of letters from a hundred rows on, in natural order', () => {
    const rows = apiOf(100, 1)
      .getServices()
      .map((one) => serviceRow(one));
    expect(lettersOf(rows.slice(1))).toBeNull();
    const letters = lettersOf([
      ...rows,
      { ...(rows[0] ?? { href: '', route: '', operations: [], sentence: null, summaries: null }), title: '7up' },
      { href: '', route: '', operations: [], sentence: null, summaries: null, title: 'Äpfel' },
    ]);
    expect(letters?.map(({ letter, id }) => [letter, id])).toEqual([
      ['#', 'letter-other'],
      ['A', 'letter-A'],
      ['T', 'letter-T'],
    ]);
    expect(letters?.[2]?.rows.slice(0, 3).map(({ title }) => title)).toEqual(['Thing0', 'Thing1', 'Thing2']);
  });
});

describe('names of an API', () => {
  const named = (titles: readonly string[]): Api =>
    new Api(apiRecord({ name: 'Large', version: 1, services: titles.map((title) => service(title, { title })) }));
  const root = '/platform/documentation/Large-v1.a-z';

  test('stand on one page as long as there is room for them', () => {
    const pages = namesOf(named(Array.from({ length: 500 }, (_, at) => `Thing ${at}`)));
    expect(pages.map(({ rows, letters, parts, place }) => [rows.length, letters, parts, place])).toEqual([
      [500, null, [], null],
    ]);
  });

  test('are else on pages of whole letters, and the first has the contents', () => {
    const counts = { '4': 1, A: 200, B: 299, C: 1, D: 1001, E: 50, F: 60 };
    const titles = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${String(at).padStart(4, '0')}`),
    );
    const pages = namesOf(named(titles.toReversed()));
    const [contents, ...rest] = pages;
    expect(contents?.rows).toEqual([]);
    expect(contents?.parts.map(({ text, href, count }) => [text, href, count])).toEqual([
      ['40000 to B0298', `${root}-1.html`, 500],
      ['C0000 to C0000', `${root}-2.html`, 1],
      ['D0000 to D0333', `${root}-3.html`, 334],
      ['D0334 to D0667', `${root}-4.html`, 334],
      ['D0668 to D1000', `${root}-5.html`, 333],
      ['E0000 to F0059', `${root}-6.html`, 110],
    ]);
    // To the heading where there is one: few names have none, nor have those of one letter.
    expect(contents?.letters?.map(({ letter, href }) => `${letter} ${href}`)).toEqual([
      `# ${root}-1.html#letter-other`,
      `A ${root}-1.html#letter-A`,
      `B ${root}-1.html#letter-B`,
      `C ${root}-2.html`,
      `D ${root}-3.html`,
      `E ${root}-6.html#letter-E`,
      `F ${root}-6.html#letter-F`,
    ]);
    expect(rest.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual(titles);
    expect(rest.map(({ letters }) => letters)).toEqual(rest.map(() => contents?.letters));
    expect(rest.map(({ place }) => [place?.contents, place?.previous?.href, place?.next?.href])).toEqual(
      [1, 2, 3, 4, 5, 6].map((part) => [
        `${root}.html`,
        part === 1 ? undefined : `${root}-${part - 1}.html`,
        part === 6 ? undefined : `${root}-${part + 1}.html`,
      ]),
    );
  });
});

describe('shared responses', () => {
  test('an error of three operations is drawn once, with any description; fewer are drawn where they are', () => {
    const shared = sharedResponses(new Api(richApi));
    expect([...shared.values()].map(({ status, id, operationCount }) => [status, id, operationCount])).toEqual([
      ['404', 'responses.404', 3],
    ]);
  });

  test('those with the same fields are drawn as the first of them, with an example of each', () => {
    const answer = (schema: JsonSchema, example: string) => ({ content: { 'application/json': { schema, example } } });
    const responses = {
      '401': answer({ type: 'string' }, 'who'),
      '404': answer({ type: 'string' }, 'what'),
      '500': answer({ type: 'integer' }, 'ouch'),
    };
    const operations = ['GET', 'PUT', 'DELETE'].map((method) => operation(method, '/rose', { responses }));
    const api = new Api(apiRecord({ services: [service('Rose', { operations })] }));
    expect([...sharedResponses(api).values()].map(({ id, drawnAs }) => [id, drawnAs])).toEqual([
      ['responses.401', 'responses.401'],
      ['responses.404', 'responses.401'],
      ['responses.500', 'responses.500'],
    ]);
    const { shared } = apiView(api, 'https://docs.example.com');
    expect(shared.map(({ statuses }) => statuses.map(({ title, count }) => `${title}: ${count}`))).toEqual([
      ['401 Unauthorized: 3 operations', '404 Not Found: 3 operations'],
      ['500 Internal Server Error: 3 operations'],
    ]);
    expect(shared[0]?.examples.map(({ title, example }) => [title, example.id, example.text])).toEqual([
      ['401 Unauthorized', 'responses.401.example', '"who"'],
      ['404 Not Found', 'responses.404.example', '"what"'],
    ]);
  });

  test.each([
    ['200', { content: { 'application/json': {} } }, false],
    ['404', {}, false],
    ['404', { content: { 'application/json': {} } }, true],
    ['4XX', { content: { 'application/json': {} } }, true],
    ['default', { content: { 'application/json': {} } }, true],
  ])('%s with %j may be shared: %s', (status, response, expected) => {
    const operations = [operation('GET', '/book')];
    const hook = service('hook', { kind: 'webhook', route: '', operations });
    const [called, calling] = new Api(apiRecord({ services: [service('Book', { operations }), hook] }))
      .getServices()
      .flatMap((one) => one.getAllOperations());
    if (called === undefined || calling === undefined) throw new Error('No operations.');
    expect(sharedKey(called, status, response) !== null).toBe(expected);
    // What a webhook is answered with travels the other way.
    expect(sharedKey(calling, status, response)).toBeNull();
  });
});

test('groups of x-tagGroups stand in sections, by their titles', () => {
  const api = new Api(
    apiRecord({
      tags: [{ name: 'b', 'x-displayName': 'Books' }, { name: 'c' }],
      extensions: { 'x-tagGroups': [{ name: 'Shop', tags: ['c', 'b'] }] },
      services: [service('s1', { tags: ['b'] }), service('s2', { tags: ['c'] }), service('s3')],
    }),
  );
  const { groups } = navigationOf({ level: 'group', api, group: 'b' });
  expect(groups.map(({ section, text, href }) => [section, text, href.split('/').at(-1)])).toEqual([
    ['Shop', 'c', 'c'],
    ['Shop', 'Books', 'b'],
    ['Other groups', 'Other services', 'Other%20services'],
  ]);
  expect(breadcrumb({ level: 'group', api, group: 'b' }, { title: 'Site', baseUrl: '' }).at(-1)?.text).toBe('Books');
});

describe('guides of an API', () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `g${index}`, title: `G${index}`, text: '' }));
  test.each([
    // Guides, services, on a page of a guide: links to guides, and to the list of all.
    [10, 1, false, 10, false],
    [11, 1, false, 0, true],
    [11, 1, true, 11, false],
    [60, 0, false, 60, false],
    [61, 0, true, 1, true],
  ])('%d of an API with %d services, on a page of one: %s', (count, services, isGuide, links, hasAll) => {
    const api = new Api(
      apiRecord({ guides: names(count), services: Array.from({ length: services }, () => service('Book')) }),
    );
    const [guide] = api.getGuides();
    const { pages } = navigationOf(
      isGuide && guide !== undefined ? { level: 'guide', api, guide } : { level: 'api', api },
    );
    expect(pages.filter(({ href }) => href.includes('/guides/'))).toHaveLength(links);
    expect(pages.some(({ href, count: of }) => href.endsWith('#guides') && of === count)).toBe(hasAll);
  });

  test('that lie in folders come behind the other pages, below the words of their folder', () => {
    const grouped = ['', '', '01-getting-started', '01-getting-started', 'how_to/pay'];
    const guides = names(grouped.length).map((guide, index) => ({ ...guide, group: grouped[index] || undefined }));
    const api = new Api(
      apiRecord({ guides: guides.map(({ group, ...guide }) => ({ ...guide, ...(group && { group }) })) }),
    );
    const { pages } = navigationOf({ level: 'api', api });
    expect(pages.map(({ text, section }) => [text, section ?? null])).toEqual([
      ['Overview', null],
      ['G0', null],
      ['G1', null],
      ['G2', 'Getting started'],
      ['G3', 'Getting started'],
      ['G4', 'How to / Pay'],
    ]);
  });
});
