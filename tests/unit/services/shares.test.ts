import { expect, test } from 'vitest';
import { Shares } from '../../../src/services/read-body.ts';

test('a client takes no more than its share, all together no more than there is, and what is given back is free again', () => {
  const shares = new Shares({ mostOfOneClient: 3, mostAltogether: 5 });
  expect([shares.take('192.0.2.1', 2), shares.take('192.0.2.1', 2), shares.take('192.0.2.1', 1)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([shares.take('192.0.2.2', 3), shares.take('192.0.2.2', 2)]).toEqual([false, true]);
  shares.give('192.0.2.1', 3);
  expect([shares.take('192.0.2.2', 2), shares.take('192.0.2.2', 1), shares.take('192.0.2.1', 2)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('addresses of one IPv6 site are one client', () => {
  const shares = new Shares({ mostOfOneClient: 1, mostAltogether: 5 });
  expect([shares.take('2001:db8::1', 1), shares.take('2001:db8::2', 1), shares.take('2001:db8:1::1', 1)]).toEqual([
    true,
    false,
    true,
  ]);
});
