import { expect, test } from 'vitest';
import { contentsOf } from '../../../src/search/contents.ts';
import { type Entry, NO_OPERATIONS } from '../../../src/search/entry.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';

const entry = (kind: Entry['kind'], name: string, title: string, more: Partial<Entry> = {}): Entry => ({
  ...NO_OPERATIONS,
  kind,
  name: title,
  aliases: [],
  document: { level: kind === 'guide' || kind === 'group' ? kind : 'service', name },
  anchor: '',
  text: '',
  ...more,
});

const operation = (service: string, method: string, path: string, title: string): Entry =>
  entry('operation', service, title, {
    anchor: method,
    operations: [{ service, anchor: method, method, path, title }],
    operationCount: 1,
  });

const shard = new Shard(
  writeShard([
    entry('api', '', 'Shop', { document: { level: 'api' } }),
    entry('service', 'order', 'Orders'),
    operation('order', 'GET', '/orders', 'List orders'),
    entry('field', 'order', 'iban'),
    operation('order', 'POST', '/orders', 'Create an order'),
    entry('service', 'customer', 'Customers'),
    entry('service', 'invoice', 'Invoices'),
    operation('invoice', 'GET', '/invoices', 'List invoices'),
    entry('webhook', 'sold-out', 'Sold out'),
    { ...operation('sold-out', 'POST', '', 'An article is sold out'), kind: 'webhook' },
    // A callback, which is found where it is described.
    { ...operation('order', 'POST', '/orders', 'Order was sent'), anchor: 'post.callbacks.sent' },
    entry('group', 'sales', 'Selling'),
    entry('guide', 'start', 'Beginning', { around: ['Start here'] }),
    entry('guide', 'start', 'Going on', { anchor: 'going-on', around: ['Start here'] }),
    entry('guide', 'log-in', 'How to log in'),
  ]),
);

test('contents are services with their operations, groups and guides, by name and title', () => {
  expect(contentsOf(shard)).toEqual({
    services: [
      {
        name: 'order',
        title: 'Orders',
        kind: 'service',
        operations: [
          expect.objectContaining({ method: 'GET', path: '/orders', title: 'List orders' }),
          expect.objectContaining({ method: 'POST', path: '/orders', title: 'Create an order' }),
        ],
      },
      { name: 'customer', title: 'Customers', kind: 'service', operations: [] },
      {
        name: 'invoice',
        title: 'Invoices',
        kind: 'service',
        operations: [expect.objectContaining({ path: '/invoices' })],
      },
      {
        name: 'sold-out',
        title: 'Sold out',
        kind: 'webhook',
        operations: [expect.objectContaining({ method: 'POST', path: '' })],
      },
    ],
    groups: [{ name: 'sales', title: 'Selling' }],
    guides: [
      { name: 'start', title: 'Start here' },
      { name: 'log-in', title: 'How to log in' },
    ],
    serviceCount: 4,
  });
});

test.each([
  [0, 2, ['order', 'customer']],
  [2, 2, ['invoice', 'sold-out']],
  [3, 2, ['sold-out']],
  [4, 2, []],
])('from service %d at most %d of them are %j, and all are counted', (from, most, names) => {
  const { services, serviceCount } = contentsOf(shard, from, most);
  expect([services.map(({ name }) => name), serviceCount]).toEqual([names, 4]);
  expect(services.find(({ name }) => name === 'customer')?.operations ?? []).toEqual([]);
});
