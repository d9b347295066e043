import { expect, test } from 'vitest';
import { type DocumentReference, documentPath } from '../../../../src/model/locations.ts';
import { type Entry, NO_OPERATIONS } from '../../../../src/search/entry.ts';
import { writeShard } from '../../../../src/search/shard-writer.ts';
import { closeDocuments } from '../../../../src/server/documentation/missing-answer.ts';
import type { DocumentationStore } from '../../../../src/store/contract.ts';
import { fakeStore, SAMPLE_SITE } from '../fake-site.ts';

const AT = { api: 'Shop', version: 1 };

function entry(kind: 'service' | 'group' | 'guide' | 'schema', name: string, title: string): Entry {
  return {
    ...NO_OPERATIONS,
    kind,
    name: title,
    aliases: [name],
    document: { level: kind, name },
    anchor: '',
    text: '',
  };
}

function operation(service: string, method: string, path: string, title = `${method} it`): Entry {
  const own = { service, anchor: method.toLowerCase(), method, path, title };
  const document = { level: 'service', name: service } as const;
  return {
    ...NO_OPERATIONS,
    ...{ kind: 'operation', name: own.title, aliases: [path], document, anchor: own.anchor, text: '' },
    operations: [own],
    operationCount: 1,
  };
}

/** Entries as the build writes them: of a service, then of its operations. */
const SHARD = writeShard([
  entry('group', 'orders', 'All about orders'),
  entry('service', 'orders', 'Orders'),
  operation('orders', 'GET', '/orders'),
  operation('orders', 'POST', '/orders'),
  operation('orders', 'GET', '/orders/{id}'),
  operation('orders', 'DELETE', '/orders', 'Cancel an order'),
  entry('service', 'v1-{id}', 'Baskets'),
  operation('v1-{id}', 'GET', '/v1/{id}'),
  entry('service', 'v1-{name}', 'Customers'),
  operation('v1-{name}', 'PUT', '/v1/{name}'),
  entry('service', 'hooks', 'Hooks'),
  operation('hooks', 'POST', ''),
  entry('guide', 'paging', 'Page after page'),
  { ...entry('schema', 'Orders', 'Orders'), text: 'Parcels that are on their way' },
]);

function storeOf(onShard = (_client?: string): void => undefined): DocumentationStore {
  const body = () => SHARD;
  return {
    ...fakeStore(SAMPLE_SITE),
    entries: () => [{ name: 'Shop', title: 'The shop', versions: [1], defaultVersion: 1, summary: null }],
    searchShard: (_api, _version, client) => {
      onShard(client?.());
      return { kind: 'bytes', tag: 'shard', codings: ['identity'], body };
    },
  };
}

const CLIENT = '192.0.2.1';
const LOOKING = { client: () => CLIENT, mayLook: async () => true };
const ROOT = '/platform/documentation/Shop-v1';

/** A name that is close, and what is said of it. */
async function titled(name: string, document: DocumentReference, store = storeOf()) {
  return closeDocuments(undefined, [{ name, document }], store, LOOKING);
}

test.each<[string, DocumentReference, object]>([
  [
    'orders',
    { level: 'service', ...AT, name: 'orders' },
    { title: 'Orders', call: { methods: ['GET', 'POST', 'DELETE'], path: '/orders' } },
  ],
  ['orders', { level: 'group', ...AT, name: 'orders' }, { title: 'All about orders' }],
  ['paging', { level: 'guide', ...AT, name: 'paging' }, { title: 'Page after page' }],
  // Names that are compared as equal are told apart.
  [
    'v1-{name}',
    { level: 'service', ...AT, name: 'v1-{name}' },
    { title: 'Customers', call: { methods: ['PUT'], path: '/v1/{name}' } },
  ],
  ['hooks', { level: 'service', ...AT, name: 'hooks' }, { title: 'Hooks' }],
  ['order', { level: 'service', ...AT, name: 'order' }, { title: 'order' }],
  ['orders', { level: 'schema', ...AT, name: 'orders' }, { title: 'orders' }],
  ['Shop-v1', { level: 'api', ...AT }, { title: 'The shop v1' }],
  ['Shop-v1', { level: 'changes', ...AT }, { title: 'Shop-v1' }],
])('%s, %j, is said as %j', async (name, document, said) => {
  expect(await titled(name, document)).toEqual([{ path: documentPath(document), ...said }]);
});

test('the index of a version is not read for what has no title', async () => {
  let reads = 0;
  const store = storeOf(() => {
    reads += 1;
  });
  await titled('Shop-v1', { level: 'api', ...AT }, store);
  expect(reads).toBe(0);
});

test('an index that may have to be derived is read for a client, and only if that may search', async () => {
  const named = [{ name: 'paging', document: { level: 'guide', ...AT, name: 'paging' } as const }];
  const clients: unknown[] = [];
  const store = storeOf((client) => clients.push(client));
  const ask = { texts: ['cancel-an-order'], level: null, places: [AT] };
  const refused = await closeDocuments(ask, named, store, { ...LOOKING, mayLook: async () => false });
  expect([refused.map(({ title }) => title), clients]).toEqual([['paging'], []]);
  const close = await closeDocuments(ask, named, store, LOOKING);
  expect([close.map(({ title }) => title).sort(), clients]).toEqual([['Cancel an order', 'Page after page'], [CLIENT]]);
});

async function sought(texts: readonly string[], level: 'group' | 'schema' | null = null) {
  const close = await closeDocuments({ texts, level, places: [AT] }, [], storeOf(), LOOKING);
  return close.map(({ title, path }) => `${title} ${path.replace(ROOT, '')}`);
}

test.each([
  ['as it is', 'Cancel an order', 'Cancel an order /orders#delete'],
  ['in another case', 'CANCEL AN ORDER', 'Cancel an order /orders#delete'],
  ['with dashes', 'cancel-an-order', 'Cancel an order /orders#delete'],
  ['with low lines', 'cancel_an_order', 'Cancel an order /orders#delete'],
  ['as one word', 'CancelAnOrder', 'Cancel an order /orders#delete'],
  ['with a typo', 'cancle-an-order', 'Cancel an order /orders#delete'],
  ['with a typo in a small word', 'cancel-na-order', 'Cancel an order /orders#delete'],
  ['of a group with a typo', 'all-about-oders', 'All about orders /groups/orders'],
  ['of a group with a typo in a small word', 'lal-about-orders', 'All about orders /groups/orders'],
  ['without its small words', 'cancel-order', 'Cancel an order /orders#delete'],
  ['of a service', 'customers', 'Customers /v1-%7Bname%7D'],
  ['of a guide', 'page-after-page', 'Page after page /guides/paging'],
  ['of a group', 'all-about-orders', 'All about orders /groups/orders'],
  ['that is a path', 'orders/{order}', 'GET it /orders#get'],
])('a title %s: “%s”', async (_, text, first) => {
  const [found] = await sought([text]);
  expect(found).toBe(first);
});

test('an operation is said with its method and path', async () => {
  expect(
    (await closeDocuments({ texts: ['cancel-an-order'], level: null, places: [AT] }, [], storeOf(), LOOKING))[0],
  ).toEqual({
    title: 'Cancel an order',
    path: `${ROOT}/orders#delete`,
    call: { methods: ['DELETE'], path: '/orders' },
  });
});

test('what the path says that it is comes first', async () => {
  expect(await sought(['orders'])).toEqual([
    'Orders /orders',
    'All about orders /groups/orders',
    'Orders /schemas/Orders',
  ]);
  expect((await sought(['orders'], 'schema'))[0]).toBe('Orders /schemas/Orders');
});

test('the first text that anything has counts, and text around names says nothing', async () => {
  expect(await sought(['zzz/cancel-an-order', 'cancel-an-order', 'customers'])).toEqual([
    'Cancel an order /orders#delete',
  ]);
  expect(await sought(['parcels'])).toEqual([]);
});

test('at most five: titles, then three close names, then what has words of the title, then other close names', async () => {
  const named = ['cancels', 'cancle', 'cancell', 'cansel', 'cencel'].map((name) => {
    return { name, document: { level: 'schema', ...AT, name } as const };
  });
  const sought = { texts: ['cancel'], level: null, places: [AT] };
  const close = await closeDocuments(sought, named, storeOf(), LOOKING);
  expect(close.map(({ title }) => title)).toEqual(['cancels', 'cancle', 'cancell', 'Cancel an order', 'cansel']);
});

test('of several APIs that of a close name comes first', async () => {
  const other = writeShard([entry('service', 'orders', 'Orders')]);
  const store: DocumentationStore = {
    ...fakeStore(SAMPLE_SITE),
    searchShard: (api) => ({
      kind: 'bytes',
      tag: 'shard',
      codings: ['identity'],
      body: () => (api === 'Shop' ? SHARD : other),
    }),
  };
  const places = [{ api: 'Store', version: 2 }, AT];
  const close = await closeDocuments({ texts: ['orders'], level: null, places }, [], store, LOOKING);
  expect(close.slice(0, 2).map(({ path }) => path)).toEqual([
    '/platform/documentation/Store-v2/orders',
    `${ROOT}/orders`,
  ]);
});
