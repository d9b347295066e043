import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { SecuritySchemeObject } from '../../../src/model/openapi-objects.ts';
import { searchEntries } from '../../../src/search/entries.ts';
import { search } from '../../../src/search/search.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import { digestLogin } from '../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  staff: {
    type: 'oauth2',
    description: 'For people of the **shop**.',
    flows: { clientCredentials: { tokenUrl: 'https://l.example/t', scopes: { 'orders:read': 'See orders' } } },
  },
  machine: { type: 'apiKey', in: 'header', name: 'X-Shop-Key' },
};

function shardWith(securitySchemes: Readonly<Record<string, SecuritySchemeObject>>, asks = false): Shard {
  const services = [service('Thing', { operations: [operation('GET', '/thing', { summary: 'List things' })] })];
  const record = apiRecord({ services, components: { ...apiRecord().components, securitySchemes } });
  const api = new Api(record, asks ? { accessRule: () => ({ kind: 'login', schemes: [digestLogin('api')] }) } : {});
  return new Shard(writeShard([...searchEntries(api)]));
}

function firstOf(shard: Shard, question: string): string | undefined {
  const [hit] = search([shard], question).hits;
  if (hit === undefined) return undefined;
  const { name, document, anchor } = shard.entry(hit.entry);
  return `${name} ${document.level}#${anchor}`;
}

describe('how to log in is found', () => {
  test.each([
    ['how do I log in', 'How to log in api#log-in'],
    ['authentication', 'How to log in api#log-in'],
    ['oauth', 'OAuth 2 api#log-in'],
    ['bearer', 'OAuth 2 api#log-in'],
    ['staff', 'OAuth 2 api#log-in'],
    ['orders:read', 'OAuth 2 api#log-in'],
    ['people of the shop', 'OAuth 2 api#log-in'],
    ['x-shop-key', 'API key in header X-Shop-Key api#log-in'],
    ['api key', 'API key in header X-Shop-Key api#log-in'],
  ])('by %j', (question, expected) => {
    expect(firstOf(shardWith(SCHEMES), question)).toBe(expected);
  });

  test('where this site asks for a log-in that the description does not name, and not where none is needed', () => {
    expect(firstOf(shardWith({}, true), 'login')).toBe('How to log in api#log-in');
    expect(firstOf(shardWith({}), 'login')).toBeUndefined();
  });
});

test.each([
  [true, 'Lists **all**. More.', 'Deprecated. Lists all. More.'],
  [true, 'DEPRECATED: use other things.', 'DEPRECATED: use other things.'],
  [true, null, 'Deprecated.'],
  [false, 'Lists all.', 'Lists all.'],
])('an operation (deprecated: %s) of %j is found as %j', (deprecated, description, text) => {
  const services = [service('Thing', { operations: [operation('GET', '/thing', { deprecated, description })] })];
  const entries = [...searchEntries(new Api(apiRecord({ services })))];
  expect(entries.find(({ kind }) => kind === 'operation')?.text).toBe(text);
});
