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
