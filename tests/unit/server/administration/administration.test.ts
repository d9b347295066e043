import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { adminSources } from '../../../../src/server/administration/administration.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

test.each([
  [[], 'none'],
  [[{ adapters: null }], 'public'],
  [[{ adapters: ['staff'] }], 'staff'],
  [[{ adapters: [] }], 'closed, since only other versions have an adapter'],
])('the card of an API with %j in the map has the adapter %s', (entries, text) => {
  const api = new Api(apiRecord());
  const map = entries.map((entry) => ({ api: api.getName(), version: api.getVersion(), ...entry }));
  const [card] = adminSources([api], map);
  expect(card?.facts).toContainEqual({ term: 'Adapter', text });
});

test('warnings of a descriptor are one fact, with a line each', () => {
  const record = apiRecord();
  const warnings = ['one', 'other'].map((name) => ({
    severity: 'warning' as const,
    file: 'a.yaml',
    rule: 'ref-not-found' as const,
    message: `No schema “${name}”.`,
    line: 1,
    column: 1,
    remedy: 'Name another.',
  }));
  const source = { ...record.source, warningCount: 2, warnings };
  const [card] = adminSources([new Api({ ...record, source })], []);
  const fact = card?.facts.find(({ term }) => term === '2 warnings');
  expect(fact?.text.split('\n')).toMatchObject([expect.stringContaining('“one”'), expect.stringContaining('“other”')]);
});
