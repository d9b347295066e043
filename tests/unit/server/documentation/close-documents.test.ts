import { expect, test } from 'vitest';
import type { DocumentReference } from '../../../../src/model/locations.ts';
import type { Entry } from '../../../../src/search/entry.ts';
import { NO_OPERATIONS } from '../../../../src/search/entry.ts';
import { writeShard } from '../../../../src/search/shard-writer.ts';
import { titledDocuments } from '../../../../src/server/documentation/close-documents.ts';
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

function operation(service: string, method: string, path: string): Entry {
  const own = { service, anchor: method.toLowerCase(), method, path, title: `${method} it` };
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
  entry('service', 'v1-{id}', 'Baskets'),
  operation('v1-{id}', 'GET', '/v1/{id}'),
  entry('service', 'v1-{name}', 'Customers'),
  operation('v1-{name}', 'PUT', '/v1/{name}'),
  entry('service', 'hooks', 'Hooks'),
  operation('hooks', 'POST', ''),
  entry('guide', 'paging', 'Page after page'),
]);

function storeOf(onShard = (): void => undefined): DocumentationStore {
  const body = () => SHARD;
  return {
    ...fakeStore(SAMPLE_SITE),
    searchShard: () => {
      onShard();
      return { kind: 'bytes', tag: 'shard', codings: ['identity'], body };
    },
  };
}

test.each<[DocumentReference, object | undefined]>([
  [
    { level: 'service', ...AT, service: 'orders' },
    { title: 'Orders', call: { methods: ['GET', 'POST'], path: '/orders' } },
  ],
  [{ level: 'group', ...AT, group: 'orders' }, { title: 'All about orders' }],
  [{ level: 'guide', ...AT, guide: 'paging' }, { title: 'Page after page' }],
  // Names that are compared as equal are told apart.
  [
    { level: 'service', ...AT, service: 'v1-{name}' },
    { title: 'Customers', call: { methods: ['PUT'], path: '/v1/{name}' } },
  ],
  [{ level: 'service', ...AT, service: 'hooks' }, { title: 'Hooks' }],
  [{ level: 'service', ...AT, service: 'order' }, undefined],
  [{ level: 'service', ...AT, service: 'zzz' }, undefined],
  [{ level: 'schema', ...AT, schema: 'orders' }, undefined],
  [{ level: 'api', ...AT }, undefined],
])('%j is titled %j', async (document, titled) => {
  expect(await titledDocuments([document], storeOf())).toEqual([titled]);
});

test('the index of a version is read once, and not for what has no title', async () => {
  let reads = 0;
  const store = storeOf(() => {
    reads += 1;
  });
  await titledDocuments([{ level: 'api', ...AT }], store);
  expect(reads).toBe(0);
  const service = { level: 'service', ...AT, service: 'orders' } as const;
  await titledDocuments([service, service], store);
  expect(reads).toBe(1);
});
