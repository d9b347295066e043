import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { openapi, openapi30, openapi32 } from '../../../../src/formats/openapi/openapi.ts';
import { openapiYaml } from '../../../../src/formats/openapi/openapi-yaml.ts';
import { swagger } from '../../../../src/formats/swagger/swagger.ts';
import type { Access, AccessRule } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { Document } from '../../../../src/model/page/document.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { damage, randomOf } from '../../../contracts/damage.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, richApi } from '../../../fixtures/model/rich-api.ts';
import { type NamedText, validateOpenApi } from '../../../tooling/validators.ts';
import { readValue } from '../../descriptors/read-text.ts';
import { arbitraryApi } from './arbitrary-api.ts';

const FORMATS = [swagger, openapi, openapi30, openapi32, openapiYaml];
const site = { title: 'APIs', baseUrl: 'https://api.example.com' };

function texts(label: string, record: ApiRecord, accessRule?: AccessRule): readonly NamedText[] {
  const api = new Api(record, accessRule === undefined ? {} : { accessRule });
  const documents: readonly Document[] = [
    { level: 'api', api },
    ...api.getServices().map((service): Document => ({ level: 'service', api, service })),
  ];
  return documents.flatMap((document) =>
    FORMATS.map(({ name, render }) => ({
      name: `${label} ${document.level === 'service' ? document.service.getName() : ''} ${name}`,
      text: render?.(document, site) ?? '',
    })),
  );
}

test.each([
  ['an API without anything', apiRecord()],
  ['a native API without anything', apiRecord({ source: { format: 'native', file: 'a.yaml', warningCount: 0 } })],
  ['an API with every feature', richApi],
  ['an API that breaks every rule', hostileApi],
])('%s is valid in every version, whole and by service', { timeout: 30_000 }, async (label, record) => {
  expect(await validateOpenApi(texts(label, record))).toEqual([]);
});

const logins: Access = {
  kind: 'login',
  schemes: [
    { scheme: 'Digest', realm: 'api' },
    { scheme: 'Basic', realm: '“Ünsafe” / realm <b>' },
  ],
};
const RULES: readonly (readonly [string, AccessRule])[] = [
  ['a log-in', () => logins],
  ['a log-in here and there', ({ method }) => (method === 'GET' ? { kind: 'open' } : logins)],
  ['a log-in that nobody has', ({ method }) => (method === 'POST' ? { kind: 'open' } : { kind: 'login', schemes: [] })],
];

test.each(RULES)('APIs that need %s are valid in every version', { timeout: 60_000 }, async (label, accessRule) => {
  const records = [richApi, hostileApi, ...fc.sample(arbitraryApi, { numRuns: 2, seed: 20_260_102 })];
  const documents = records.flatMap((record, index) =>
    texts(`${label} ${index}`, record, accessRule).slice(0, 4 * FORMATS.length),
  );
  expect(await validateOpenApi(documents)).toEqual([]);
});

test('any API is valid in every version', { timeout: 60_000 }, async () => {
  const records = fc.sample(arbitraryApi, { numRuns: 8, seed: 20_260_101 });
  // Whole APIs alone: the validators take their time.
  expect(
    await validateOpenApi(
      records.flatMap((record, index) => texts(`API ${index}`, record).slice(0, FORMATS.length - 1)),
    ),
  ).toEqual([]);
});

/** More for a long run: `DAMAGED_RUNS=500`. */
const DAMAGED_RUNS = Number(process.env['DAMAGED_RUNS'] ?? 5);
const MOST_DAMAGES = 12;

// Formats look at no shape: what readers let pass has to have the right one.
test.each(['everything.yaml', 'swagger.yaml'])(
  'a damaged %s is valid in every version as far as it is published',
  { timeout: 60_000 * Math.max(1, DAMAGED_RUNS / 10) },
  async (fixture) => {
    const original: unknown = load(readFileSync(`tests/fixtures/descriptors/openapi/${fixture}`, 'utf8'));
    const documents = Array.from({ length: DAMAGED_RUNS }, (_, seed) => {
      const random = randomOf(seed);
      const value = Array.from({ length: 1 + random(MOST_DAMAGES) }).reduce((whole) => damage(whole, random), original);
      const { record } = readValue(value);
      return record === undefined ? [] : texts(`damaged ${seed}`, record).slice(0, FORMATS.length - 1);
    });
    expect(await validateOpenApi(documents.flat())).toEqual([]);
  },
);
