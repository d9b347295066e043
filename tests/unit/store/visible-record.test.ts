import { describe, expect, test } from 'vitest';
import { formats } from '../../../src/formats/registry.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import type { JsonSchema, JsonSchemaObject } from '../../../src/schema/schema.ts';
import { SiteDocuments } from '../../../src/store/site-documents.ts';
import { visibleRecord } from '../../../src/store/visible-record.ts';
import { hostileApi } from '../../fixtures/model/hostile-api.ts';
import { apiRecord, operation, richApi, service } from '../../fixtures/model/rich-api.ts';

const internal = { 'x-internal': true } as const;
const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });
const object = (properties: Readonly<Record<string, JsonSchema>>, rest: object = {}): JsonSchemaObject => ({
  type: 'object',
  properties,
  ...rest,
});
const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

/** Everything in it that is hidden has “secret” in its name. */
const record: ApiRecord = apiRecord({
  tags: [
    { name: 'Open' },
    { name: 'secretTag' },
    { name: 'unused' },
    { name: 'under', parent: 'secretMarked' },
    { name: 'secretMarked', ...internal },
  ],
  extensions: { 'x-tagGroups': [{ name: 'All', tags: ['Open', 'secretTag', 'secretMarked'] }] },
  services: [
    service('Book', {
      tags: ['Open', 'secretMarked'],
      fields: object({ secretField: { type: 'string' } }),
      operations: [
        operation('GET', '/book', {
          operationId: 'listBooks',
          tags: ['Open', 'secretMarked'],
          parameters: [
            { name: 'page', in: 'query' },
            { name: 'secretParameter', in: 'query', ...internal },
            ref('parameters', 'secretShared'),
          ],
          responses: {
            '200': {
              description: 'Books',
              headers: { 'X-Secret': { 'x-audience': 'partners', description: 'secretHeader' } },
              ...json({
                oneOf: [ref('schemas', 'Book'), ref('schemas', 'secretSchema')],
                discriminator: { propertyName: 'kind', mapping: { s: '#/components/schemas/secretSchema' } },
              }),
              links: {
                open: { operationId: 'listBooks' },
                secretById: { operationId: 'secretOperation' },
                secretByRef: { operationRef: '#/paths/~1book~1secretPath/post' },
                secretEncoded: { operationRef: '#/paths/~1secretItem~1%7Bid%7D/get' },
                secretMethod: { operationRef: '#/paths/~1book/delete' },
                secretUnknown: { operationRef: 'secret.yaml#/somewhere' },
                samePrefix: { operationRef: '#/paths/~1books/get' },
              },
            },
            '418': { description: 'secretResponse', ...internal },
          },
          callbacks: {
            paid: { '{$url}': { post: { summary: 'Paid' }, put: { summary: 'secretCallback', ...internal } } },
          },
        }),
        operation('POST', '/book/secretPath', {
          operationId: 'secretOperation',
          tags: ['secretTag'],
          extensions: internal,
          requestBody: json(ref('schemas', 'secretlyReached')),
        }),
      ],
    }),
    service('Books', { operations: [operation('GET', '/books')] }),
    service('secretItems', {
      operations: [
        operation('GET', '/secretItem/{id}', { extensions: internal }),
        operation('GET', '/boo', { extensions: internal }),
        operation('DELETE', '/book', { extensions: internal }),
      ],
    }),
    service('secretService', { extensions: internal, operations: [operation('GET', '/secretService')] }),
    service('secretEmptied', { operations: [operation('GET', '/secretEmptied', { extensions: internal })] }),
    service('Empty'),
  ],
  components: {
    ...apiRecord().components,
    schemas: {
      Book: object(
        { title: { type: 'string' }, secretTitle: { type: 'string', ...internal }, of: ref('schemas', 'secretAlias') },
        { required: ['title', 'secretTitle', 'of'] },
      ),
      secretSchema: { type: 'string', ...internal },
      secretAlias: ref('schemas', 'secretSchema'),
      secretlyReached: object({ a: ref('schemas', 'secretlyToo') }),
      secretlyToo: { type: 'string' },
      Unused: { type: 'string' },
    },
    parameters: { secretShared: { name: 'secretShared', in: 'query', ...internal } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
});

describe('what a descriptor marks as internal', () => {
  const seen = visibleRecord(record);

  test('is nowhere in the record, nor is what leads to it', () => {
    expect(JSON.stringify(seen)).not.toMatch(/secret/i);
  });

  test('takes nothing else away', () => {
    expect(seen?.services.map(({ name }) => name)).toEqual(['Book', 'Books', 'Empty']);
    expect(seen?.tags).toEqual([{ name: 'Open' }, { name: 'unused' }, { name: 'under' }]);
    expect(Object.keys(seen?.components.schemas ?? {})).toEqual(['Book', 'Unused']);
    expect(seen?.components.schemas['Book']).toEqual(object({ title: { type: 'string' } }, { required: ['title'] }));
    expect(Object.keys(seen?.components.securitySchemes ?? {})).toEqual(['key']);
    const [list] = seen?.services[0]?.operations ?? [];
    expect(list).toMatchObject({ parameters: [{ name: 'page' }], tags: ['Open'] });
    expect(list?.responses['200']).toMatchObject({ links: { open: {}, samePrefix: {} }, headers: {} });
    expect(list?.callbacks).toEqual({ paid: { '{$url}': { post: { summary: 'Paid' } } } });
  });

  test.each(formats.map((format) => [format.name, format] as const))('is in no document of %s', (_, format) => {
    const documents = new SiteDocuments([record], {
      site: { title: 'Site', baseUrl: '' },
      formats: [],
      development: true,
    });
    for (const reference of documents.references()) {
      if (!format.levels.includes(reference.level)) continue;
      expect(format.render?.(documents.document(reference), documents.site) ?? '').not.toMatch(/secret/i);
    }
  });

  test('is all there for readers who may see it', () => {
    expect(visibleRecord(record, ['internal', 'partners'])).toBe(record);
  });
});

describe('what stands beside hidden parts', () => {
  test('is kept in its shape: fields of any name, tags without documentation elsewhere', () => {
    const one = apiRecord({
      tags: [{ name: 'Open', externalDocs: { url: 'https://secret.example', ...internal } }],
      services: [
        service('A', { operations: [operation('GET', '/a', { responses: { '200': json(ref('schemas', 'Book')) } })] }),
      ],
      components: {
        ...apiRecord().components,
        schemas: { Book: object({ fields: { type: 'string', ...internal }, externalDocs: { ...internal }, a: {} }) },
      },
    });
    const seen = visibleRecord(one);
    expect(seen?.components.schemas['Book']).toEqual(object({ a: {} }));
    expect(seen?.tags).toEqual([{ name: 'Open' }]);
  });

  describe('demands no hidden field', () => {
    const open = { type: 'string' } as const;
    const secret = { type: 'string', ...internal } as const;
    const schemas: readonly (readonly [string, JsonSchemaObject, JsonSchemaObject])[] = [
      [
        'of its own',
        object({ open, secret }, { required: ['open', 'secret'] }),
        object({ open }, { required: ['open'] }),
      ],
      [
        'of a part',
        { allOf: [object({ open, secret })], required: ['open', 'secret'] },
        { allOf: [object({ open })], required: ['open'] },
      ],
      [
        'in one part that another has',
        { allOf: [object({ open, secret }), { required: ['open', 'secret'] }] },
        { allOf: [object({ open }), { required: ['open'] }] },
      ],
      [
        'of a hidden schema that it is composed of',
        { allOf: [ref('schemas', 'Hidden'), object({ open })], required: ['open', 'inHidden'] },
        { allOf: [object({ open })], required: ['open'] },
      ],
      [
        'that one of a schema referred to would be',
        { allOf: [ref('schemas', 'Shows'), object({ secret })], required: ['secret'] },
        { allOf: [ref('schemas', 'Shows'), object({})], required: ['secret'] },
      ],
      [
        'where another is there',
        object(
          { open, secret },
          {
            dependentRequired: { open: ['secret', 'other'], secret: ['open'] },
            dependentSchemas: { secret: { required: ['open'] }, open: { required: ['secret'] } },
          },
        ),
        object({ open }, { dependentRequired: { open: ['other'] }, dependentSchemas: { open: { required: [] } } }),
      ],
      [
        'to tell variants apart',
        object({ open, secret }, { discriminator: { propertyName: 'secret' } }),
        object({ open }),
      ],
      [
        'but what data says is as it is written',
        object({ open, secret }, { default: { required: ['secret'] } }),
        object({ open }, { default: { required: ['secret'] } }),
      ],
      [
        'and one that is called x-internal is a field',
        object({ 'x-internal': open, properties: secret }, { required: ['x-internal', 'properties'] }),
        object({ 'x-internal': open }, { required: ['x-internal'] }),
      ],
    ];
    test.each(schemas)('%s', (_, schema, expected) => {
      const one = apiRecord({
        components: {
          ...apiRecord().components,
          schemas: {
            One: schema,
            Hidden: { ...object({ inHidden: open }), ...internal },
            Shows: object({ secret: open }),
            'x-internal': object({ open }),
          },
        },
      });
      const seen = visibleRecord(one)?.components.schemas;
      expect(seen?.['One']).toEqual(expected);
      expect(Object.keys(seen ?? {})).toEqual(['One', 'Shows', 'x-internal']);
    });
  });

  test('says nothing of hidden paths of the same service', () => {
    const one = apiRecord({
      services: [
        service('Book', {
          summary: 'secret',
          description: 'secret',
          route: '/book[/:secretId]',
          routeIdentifierName: 'secretId',
          requestContentTypes: ['application/vnd.secret+json'],
          responseContentTypes: ['application/json', 'application/vnd.secret+json'],
          extensions: { 'x-owner': 'secret' },
          operations: [operation('GET', '/book', { responses: { '200': { description: 'a', ...json({}) } } })],
          entityOperations: [operation('GET', '/book/{secretId}', { extensions: internal })],
        }),
      ],
    });
    const seen = visibleRecord(one);
    expect(JSON.stringify(seen)).not.toMatch(/secret/i);
    expect(seen?.services[0]).toMatchObject({ route: '/book', responseContentTypes: ['application/json'] });
  });

  test('is no component that hidden ones alone lead to, used or not', () => {
    const one = apiRecord({
      components: {
        ...apiRecord().components,
        schemas: {
          secretRoot: { ...object({ a: ref('schemas', 'secretBelow') }), ...internal },
          secretBelow: object({ b: ref('schemas', 'Shared') }),
          Unused: object({ c: ref('schemas', 'Shared') }),
          Shared: object({}),
        },
      },
    });
    expect(Object.keys(visibleRecord(one)?.components.schemas ?? {})).toEqual(['Unused', 'Shared']);
  });

  test('is every log-in, also one that is marked', () => {
    const securitySchemes = { key: { type: 'http', scheme: 'basic', ...internal } } as const;
    const one = apiRecord({
      security: [{ key: [] }],
      components: { ...apiRecord().components, securitySchemes },
      tags: [{ name: 'secret', ...internal }],
    });
    expect(Object.keys(visibleRecord(one)?.components.securitySchemes ?? {})).toEqual(['key']);
  });

  test('is every guide that is not marked', () => {
    const guides = [
      { name: 'a', title: 'A', text: 'a' },
      { name: 'secret', title: 'B', text: 'b', ...internal },
    ];
    expect(visibleRecord(apiRecord({ guides }))?.guides?.map(({ name }) => name)).toEqual(['a']);
  });
});

test.each([
  ['is shown', { 'x-internal': false }, [], true],
  ['is shown', { 'x-audience': 'public' }, [], true],
  ['is shown', { 'x-audience': ['a', 'external-public'] }, [], true],
  ['is shown', { 'x-audience': 'partners' }, ['partners'], true],
  ['is shown', { 'x-audience': ['a', 'b'] }, ['b'], true],
  ['is shown', { 'x-internal': true }, ['internal'], true],
  ['is hidden', { 'x-internal': true }, ['partners'], false],
  ['is hidden', { 'x-internal': 'yes' }, [], false],
  ['is hidden', { 'x-internal': null }, [], false],
  ['is hidden', { 'x-audience': 'partners' }, [], false],
  ['is hidden', { 'x-audience': [] }, ['a'], false],
  ['is hidden', { 'x-audience': { name: 'public' } }, [], false],
  ['is hidden', { 'x-audience': null }, [], false],
  ['is hidden', { 'x-internal': true, 'x-audience': 'public' }, [], false],
  ['is hidden', { 'x-internal': false, 'x-audience': 'partners' }, [], false],
] as const)('an operation %s with %j to an audience of %j', (_, extensions, audience, isShown) => {
  const one = apiRecord({
    services: [service('a', { operations: [operation('GET', '/a'), operation('PUT', '/a', { extensions })] })],
  });
  expect(visibleRecord(one, audience)?.services[0]?.operations).toHaveLength(isShown ? 2 : 1);
});

test('what readers see names no audience that they do not belong to', () => {
  const marks = { 'x-audience': ['a', 'partners', 'b'] };
  const data = { example: marks };
  const { info } = apiRecord();
  const one = apiRecord({
    info: { ...info, ...marks },
    extensions: { 'x-audience': 'partners' },
    services: [service('s', { operations: [operation('GET', '/a', { extensions: marks })] })],
    components: { ...apiRecord().components, schemas: { 'x-audience': { ...marks, ...data } } },
  });
  const seen = visibleRecord(one, ['partners']);
  const own = { 'x-audience': ['partners'] };
  expect(seen?.info).toMatchObject(own);
  expect(seen?.extensions).toEqual({ 'x-audience': 'partners' });
  expect(seen?.services[0]?.operations[0]?.extensions).toEqual(own);
  expect(seen?.components.schemas).toEqual({ 'x-audience': { ...own, ...data } });
  const all = ['a', 'partners', 'b'];
  expect(visibleRecord(one, all)).toBe(one);
});

test.each([richApi, hostileApi])('a record that marks nothing stays itself', (one) => {
  expect(visibleRecord(one, ['internal'])).toBe(one);
});

describe('an API', () => {
  const named = (name: string, version: number, rest: object = {}): ApiRecord =>
    apiRecord({ name, version, info: { title: name, version: '1', ...rest } });
  const documentsOf = (...records: readonly ApiRecord[]) =>
    new SiteDocuments(records, { site: { title: 'Site', baseUrl: '' }, formats: [], development: false });

  test('that is internal is published and not documented', () => {
    const documents = documentsOf(named('Open', 1), named('Secret', 1, internal));
    expect(documents.entries().map(({ name }) => name)).toEqual(['Open']);
    expect(documents.apis()).toHaveLength(2);
    expect(documents.outline('Secret', 1)).toBeUndefined();
    expect([...documents.references()].filter((one) => 'api' in one && one.api === 'Secret')).toEqual([]);
  });

  test('has the versions that are not', () => {
    const documents = documentsOf(named('A', 1, internal), named('A', 2));
    expect(documents.entries()).toMatchObject([{ name: 'A', versions: [2], defaultVersion: 2 }]);
  });

  test('is hidden with its default version: the others are addressed as beside it', () => {
    expect(documentsOf(named('A', 1), named('A', 2, internal)).entries()).toEqual([]);
  });
});
