import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../src/config/configuration.ts';
import { openToEveryone } from '../../../src/model/access.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { readConfiguration } from '../../../src/project/configuration.ts';
import { answeredRecords, type KeptProject, readSharedPaths } from '../../../src/project/shared-paths.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const { configuration } = readConfiguration('/nowhere', {});

function library(name: string, { method = 'GET', path = '/book', summary = 'x', basePath = '' } = {}): ApiRecord {
  const services = [service('Book', { summary, operations: [operation(method, path, { summary })] })];
  return apiRecord({ name, version: 1, basePath, services });
}

const APIS = [library('Alpha'), library('Beta')];
const ENTRY: Configuration['services'][number] = {
  ...{ api: 'Beta', version: null, backend: { kind: 'examples', options: {} }, answersFrom: 'descriptor' },
  ...{ maxBodyBytes: 1, basePath: null, corsOrigins: null, documents: 'sandboxed', responseHeaders: [], problems: [] },
};

/** Text of the values that are said to decide the paths. */
function decisive(apis: readonly ApiRecord[], other: Partial<Configuration> = {}): string {
  let said: unknown;
  const kept: KeptProject = {
    find: () => undefined,
    note: () => undefined,
    sharedPaths(of, find) {
      said = of;
      return find();
    },
  };
  const found = readSharedPaths(apis, openToEveryone, { ...configuration, ...other }, kept);
  expect(found).toEqual(readSharedPaths(apis, openToEveryone, { ...configuration, ...other }));
  return JSON.stringify(said);
}

describe('paths that APIs have in common', () => {
  test('are reported once, and the operations that no call reaches are named', () => {
    const { problems, unanswered } = readSharedPaths(APIS, openToEveryone, configuration);
    expect(problems.map(({ rule }) => rule)).toEqual(['route-claimed-twice']);
    expect(unanswered.map((key) => JSON.parse(key)[0])).toEqual(['Beta']);
  });

  test('are those of before where only a text has changed', () => {
    expect(decisive([library('Alpha'), library('Beta', { summary: 'another' })])).toBe(decisive(APIS));
  });

  const { authentication, authorization } = configuration;
  test.each<[string, readonly ApiRecord[], Partial<Configuration>]>([
    ['method', [library('Alpha'), library('Beta', { method: 'PUT' })], {}],
    ['path', [library('Alpha'), library('Beta', { path: '/loan' })], {}],
    ['base path', [library('Alpha'), library('Beta', { basePath: '/b' })], {}],
    ['name', [library('Alpha'), library('Gamma')], {}],
    ['number of APIs', [library('Alpha')], {}],
    ['base path that configuration gives', APIS, { services: [{ ...ENTRY, basePath: '/beta' }] }],
    ['path of the server', APIS, { metrics: !configuration.metrics }],
    [
      'adapter of an API',
      APIS,
      { authentication: { ...authentication, map: [{ api: 'Beta', version: null, adapters: ['staff'] }] } },
    ],
    ['rule', APIS, { authorization: { ...authorization, denyByDefault: true } }],
  ])('are looked for again with another %s', (_, apis, other) => {
    expect(decisive(apis, other)).not.toBe(decisive(APIS));
  });
});

test('examples answer for no version where the default one is hidden, and a proxy for all', () => {
  const apis = [1, 2].map((version) => ({
    ...library('Alpha'),
    version,
    extensions: version === 2 ? { 'x-internal': true } : {},
  }));
  const answered = (services: Configuration['services']): readonly number[] =>
    answeredRecords(apis, { ...configuration, services }).map(({ version }) => version);
  expect(answered([])).toEqual([]);
  expect(answered([{ ...ENTRY, api: 'Alpha', answersFrom: 'elsewhere' }])).toEqual([1, 2]);
  expect(answered([{ ...ENTRY, api: 'Alpha', version: 2, answersFrom: 'elsewhere' }])).toEqual([2]);
});
