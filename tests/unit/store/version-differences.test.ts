import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord, OperationRecord } from '../../../src/model/records.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { differenceOf, differencesBetween, toVersionDifferences } from '../../../src/store/version-differences.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const node = { $ref: '#/components/schemas/Node' };
const schemas: Readonly<Record<string, JsonSchema>> = {
  Node: {
    type: 'object',
    properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Link' } },
    required: ['name', 'next'],
  },
  Link: { type: 'object', properties: { to: node } },
  Alone: { type: 'string', enum: ['a', 'b'] },
};
const get = operation('GET', '/things', {
  parameters: [
    { name: 'page', in: 'query', schema: { type: 'integer' } },
    { name: 'size', in: 'query', schema: { type: 'integer' } },
  ],
  responses: { 200: { description: 'OK', content: { 'application/json': { schema: node } } } },
});
const post = operation('POST', '/things', {
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Alone' } } } },
});

function record(
  operations: readonly OperationRecord[],
  more: Readonly<Record<string, JsonSchema>> = {},
  rest: Partial<ApiRecord> = {},
): ApiRecord {
  const base = apiRecord({ name: 'Things', ...rest });
  return {
    ...base,
    services: [service('Thing', { operations })],
    components: { ...base.components, schemas: { ...schemas, ...more } },
  };
}

const before = record([get, post]);
const compare = (now: ApiRecord) => differencesBetween(new Api(before), new Api({ ...now, version: 2 }));
const [page, size] = get.parameters;

describe('nothing differs', () => {
  test.each<[string, ApiRecord]>([
    ['the same', record([get, post])],
    ['another order of operations', record([post, get])],
    [
      'another order of parameters',
      record([{ ...get, parameters: page === undefined || size === undefined ? [] : [size, page] }, post]),
    ],
    [
      'other words',
      record([
        {
          ...get,
          summary: 'All',
          description: 'All of them',
          operationId: 'all',
          tags: ['x'],
          extensions: { 'x-a': 1 },
        },
        post,
      ]),
    ],
    [
      'another description of a field',
      record([get, post], { Alone: { description: 'New', examples: ['a'], type: 'string', enum: ['a', 'b'] } }),
    ],
    ['another order of values', record([get, post], { Alone: { enum: ['b', 'a'], type: 'string' } })],
    ['another base path', record([get, post], {}, { basePath: '/v2' })],
    ['one more schema', record([get, post], { More: { type: 'string' } })],
  ])('%s', (_, now) => {
    expect(compare(now)).toEqual({ version: 1, services: [], schemas: [] });
  });
});

describe('differences are named', () => {
  const link = { ...(typeof schemas.Link === 'object' ? schemas.Link : {}), minProperties: 1 };
  test.each<[string, ApiRecord, readonly (readonly [string, Readonly<Record<string, string>>])[], readonly string[]]>([
    ['an operation', record([{ ...get, deprecated: true }, post]), [['Thing', { 'collection GET': 'differs' }]], []],
    [
      'one that is new',
      record([get, post, operation('PUT', '/things')]),
      [['Thing', { 'collection PUT': 'added' }]],
      [],
    ],
    ['one that is gone', record([get]), [['Thing', {}]], []],
    [
      'a log-in',
      record([get, post], {}, { security: [{ key: [] }] }),
      [['Thing', { 'collection GET': 'differs', 'collection POST': 'differs' }]],
      [],
    ],
    [
      'a schema that an operation uses',
      record([get, post], { Alone: { type: 'string' } }),
      [['Thing', { 'collection POST': 'differs' }]],
      ['Alone'],
    ],
    [
      'a schema that it leads to',
      record([get, post], { Link: link }),
      [['Thing', { 'collection GET': 'differs' }]],
      ['Node', 'Link'],
    ],
    [
      'a field named as words are',
      record([get, post], { Alone: { type: 'object', properties: { description: { type: 'string' } } } }),
      [['Thing', { 'collection POST': 'differs' }]],
      ['Alone'],
    ],
  ])('%s', (_, now, services, names) => {
    expect(compare(now)).toEqual({ version: 1, services, schemas: names });
  });

  test('a field named as words are, when it is no longer there', () => {
    const withField = (properties: Readonly<Record<string, JsonSchema>>) =>
      record([get, post], { Alone: { type: 'object', properties } });
    const [old, now] = [withField({ title: true, example: { type: 'string' } }), withField({ title: true })].map(
      (each) => new Api(each),
    );
    expect(old && now && differencesBetween(old, now).schemas).toEqual(['Alone']);
  });
});

test('a document that differs links the same one in the version before', () => {
  const api = new Api({ ...record([{ ...get, deprecated: true }, post]), version: 2 });
  const differences = toVersionDifferences(differencesBetween(new Api(before), api));
  const [thing] = api.getServices();
  const expected = {
    version: 1,
    path: '/platform/documentation/Things-v1/Thing',
    operations: { 'collection GET': 'differs' },
  };
  expect(thing && differenceOf({ level: 'service', api, service: thing }, differences)).toEqual(expected);
  expect(differenceOf({ level: 'schema', api, name: 'Node', schema: true }, differences)).toBeUndefined();
  expect(differenceOf({ level: 'api', api }, differences)).toBeUndefined();
});

test('names that objects have by birth are names', () => {
  const named = (name: string, deprecated: boolean) =>
    new Api({ ...apiRecord(), services: [service(name, { operations: [operation('GET', '/a', { deprecated })] })] });
  for (const name of ['__proto__', 'constructor']) {
    const stored = JSON.parse(JSON.stringify(differencesBetween(named(name, false), named(name, true))));
    expect(toVersionDifferences(stored).services.get(name)).toEqual({ 'collection GET': 'differs' });
  }
});
