import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { NO_COMPONENTS } from '../../../../src/model/components.ts';
import { computedOnce } from '../../../../src/model/computed-once.ts';
import {
  type Dependencies,
  madeAsFact,
  startNoting,
  withDependencies,
  withoutDependencies,
} from '../../../../src/model/dependencies.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { navigationOf } from '../../../../src/presentation/navigation/navigation.ts';
import { changedParts, structureOf, trackedRecord } from '../../../../src/release/incremental/tracked-record.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

let endNoting: (() => void) | undefined;
beforeEach(() => {
  endNoting = startNoting();
});
afterEach(() => endNoting?.());

const record = apiRecord({
  version: 2,
  info: { title: 'Library', version: '2.0.0' },
  tags: [{ name: 'Lending', description: 'Who has what' }],
  guides: [{ name: 'start', title: 'Start', text: 'Read this' }],
  services: [
    service('Book', {
      description: 'Books',
      operations: [operation('GET', '/book', { summary: 'List books', responses: { 200: { description: 'OK' } } })],
    }),
    service('Loan'),
  ],
  components: { ...NO_COMPONENTS, schemas: { Book: { type: 'object' }, Loan: true } },
});
const tracked = new Api(trackedRecord(record));

/** All parts that a value was made of, those of shared values among them. */
async function partsOf(make: () => unknown): Promise<readonly string[]> {
  const { dependencies } = await withDependencies(async () => make());
  return allOf(dependencies);
}

function allOf({ parts, shared }: Dependencies): readonly string[] {
  return [...new Set([...parts, ...[...shared].flatMap(allOf)])].sort();
}

test('is equal to the record', () => {
  expect(JSON.stringify(trackedRecord(richApi))).toBe(JSON.stringify(richApi));
});

/** A word in a text is on few pages, the navigation on all. */
test('the navigation depends on titles of guides, and on no text', async () => {
  const parts = await partsOf(() => navigationOf({ level: 'api', api: tracked }));
  expect(parts).toEqual(expect.arrayContaining(['2:guides.0.title', '2:introduction', '2:tagsWithText']));
  expect(parts.filter((part) => /[.](description|text)$/.test(part))).toEqual([]);
});

/** A build that keeps the page which asked first notes as much as one that makes it. */
test('who may call is no dependency of what asks first alone', async () => {
  const [first] = new Api(trackedRecord(record)).getService('Book')?.getAllOperations() ?? [];
  const asked = await partsOf(() => first?.getAccess());
  expect(asked).toEqual(await partsOf(() => first?.getAccess()));
});

/** A component that only the first look noted would leave the pages of all others as they were. */
test('a component is a dependency of everything that resolves a reference to it', async () => {
  const look = () => tracked.components.resolveSchema({ $ref: '#/components/schemas/Book' });
  expect([await partsOf(look), await partsOf(look)]).toEqual([['2:schemas.Book'], ['2:schemas.Book']]);
});

describe('what is read is a dependency', () => {
  const [book] = tracked.getServices();
  const [list] = book?.getOperations() ?? [];
  test.each<[string, () => unknown, readonly string[]]>([
    ['a member of the information', () => tracked.getTitle(), ['2:info.title']],
    ['a text of a service', () => book?.getDescription(), ['2:services.0.description']],
    ['a text of an operation', () => list?.record.summary, ['2:services.0.operations.0.summary']],
    ['what an operation answers', () => list?.getResponses(), ['2:services.0.operations.0.responses']],
    [
      'anything of a component',
      () => tracked.components.schema('Book') === true || Object.keys(tracked.components.schema('Book') ?? {}),
      ['2:schemas.Book'],
    ],
    ['one extension', () => tracked.record.extensions['x-sunset'], ['2:extensions.x-sunset']],
    ['texts of tags', () => tracked.record.tags.map(({ description }) => description), ['2:tags.0.description']],
    ['titles of guides', () => tracked.record.guides?.map(({ title }) => title), ['2:guides.0.title']],
    ['the text of a guide', () => tracked.record.guides?.[0]?.text, ['2:guides.0.text']],
    ['which members there are', () => Object.keys(tracked.record.info), ['2:info.*', '2:info.title', '2:info.version']],
    [
      'no part of the structure',
      () => [
        book?.getName(),
        book?.getKind(),
        list?.getHttpMethod(),
        tracked.getSchemaNames(),
        tracked.record.tags[0]?.name,
      ],
      [],
    ],
    ['all schemas', () => tracked.getSchemas(), tracked.getSchemaNames().map((name) => `2:schemas.${name}`)],
    ['nothing', () => 1, []],
  ])('%s', async (_, read, parts) => {
    expect(await partsOf(read)).toEqual(parts);
  });
});

describe('what is made once', () => {
  test('hands on what it was made of, every time', async () => {
    const title = computedOnce((api: Api) => api.getTitle());
    const fresh = new Api(trackedRecord(record));
    expect(await partsOf(() => title(fresh))).toEqual(['2:info.title']);
    expect(await partsOf(() => title(fresh))).toEqual(['2:info.title']);
  });

  test('hands on what others were made of that it uses', async () => {
    const title = computedOnce((api: Api) => api.getTitle());
    const heading = computedOnce((api: Api) => `${title(api)} ${api.record.info.version}`);
    const fresh = new Api(trackedRecord(record));
    title(fresh);
    expect(await partsOf(() => heading(fresh))).toEqual(['2:info.title', '2:info.version']);
    expect(await partsOf(() => heading(fresh))).toEqual(['2:info.title', '2:info.version']);
  });

  test('is one dependency where it was made of much', async () => {
    const names = computedOnce((api: Api) => JSON.stringify(api.record.services));
    const { dependencies } = await withDependencies(async () => names(tracked));
    expect(dependencies.parts.size).toBe(0);
    expect(dependencies.shared.size).toBe(1);
    expect(allOf(dependencies)).toContain('2:services.1.description');
  });

  test('is remembered for a schema with its dependencies', async () => {
    const { components } = new Api(trackedRecord(record));
    const keys = () => {
      const schema = components.schema('Book');
      if (typeof schema !== 'object') throw new Error('A schema was expected.');
      return components.remembered('keys', schema, (one) => Object.keys(one));
    };
    expect(await partsOf(keys)).toEqual(['2:schemas.Book']);
    expect(await partsOf(keys)).toEqual(['2:schemas.Book']);
  });
});

/** Two pages that show a component both depend on it. */
test('a component is noted each time it is looked up', async () => {
  const { components } = new Api(trackedRecord(record));
  const look = () => [components.resolveSchema({ $ref: '#/components/schemas/Book' }), components.schema('Book')];
  expect(await partsOf(look)).toEqual(['2:schemas.Book']);
  expect(await partsOf(look)).toEqual(['2:schemas.Book']);
});

test('a fact stands for what it was made of', async () => {
  expect(await partsOf(() => madeAsFact('2:count', () => tracked.getTitle().length))).toEqual(['2:count']);
  expect(await partsOf(() => withoutDependencies(() => tracked.getTitle()))).toEqual([]);
});

test('of two that note at once the second does not', () => {
  expect(startNoting()).toBeUndefined();
});

describe('what changes', () => {
  const withService = (rest: Partial<ApiRecord['services'][number]>): ApiRecord => ({
    ...record,
    services: record.services.map((one, index) => (index === 0 ? { ...one, ...rest } : one)),
  });
  const [first] = record.services[0]?.operations ?? [];
  test.each<[string, ApiRecord, readonly string[]]>([
    ['nothing', structuredClone(record), []],
    ['a title', { ...record, info: { ...record.info, title: 'Books' } }, ['2:info.title']],
    ['a new member', { ...record, info: { ...record.info, summary: 'S' } }, ['2:info.*', '2:info.summary']],
    ['the order of members', { ...record, info: { version: '2.0.0', title: 'Library' } }, ['2:info.*']],
    ['an extension', { ...record, extensions: { 'x-webhooks': {} } }, ['2:extensions.*', '2:extensions.x-webhooks']],
    ['a tag', { ...record, tags: [{ name: 'Lending', description: 'Loans' }] }, ['2:tags.0.description']],
    [
      'the text of a guide',
      { ...record, guides: [{ name: 'start', title: 'Start', text: 'Read that' }] },
      ['2:guides.0.text'],
    ],
    ['a base path', { ...record, basePath: '/l' }, ['2:basePath']],
    ['a description', withService({ description: 'Other' }), ['2:services.0.description']],
    [
      'an answer',
      withService({
        operations: [{ ...(first ?? operation('GET', '/book')), responses: { 404: { description: 'No' } } }],
      }),
      ['2:services.0.operations.0.responses'],
    ],
    [
      'a schema',
      {
        ...record,
        components: { ...record.components, schemas: { Book: { type: 'object', title: 'B' }, Loan: true } },
      },
      ['2:schemas.Book'],
    ],
    [
      'the order of the members of a schema',
      {
        ...record,
        components: { ...record.components, examples: {}, schemas: { Book: { type: 'object' }, Loan: true } },
      },
      [],
    ],
  ])('%s', (_, after, parts) => {
    expect([...changedParts(record, after)].sort()).toEqual(parts);
    expect(structureOf(after)).toBe(structureOf(record));
  });

  test.each<[string, ApiRecord]>([
    ['another tag', { ...record, tags: [...record.tags, { name: 'Buying' }] }],
    ['no guide', { ...record, guides: [] }],
    ['another service', { ...record, services: [...record.services, service('Author')] }],
    ['the order of services', { ...record, services: record.services.toReversed() }],
    ['a name', withService({ name: 'Books' })],
    ['a method', withService({ operations: [operation('POST', '/book')] })],
    ['a component', { ...record, components: { ...record.components, schemas: { Book: { type: 'object' } } } }],
    [
      'a component that is no object',
      { ...record, components: { ...record.components, schemas: { Book: { type: 'object' }, Loan: false } } },
    ],
  ])('%s is another structure', (_, after) => {
    expect(structureOf(after)).not.toBe(structureOf(record));
  });
});
