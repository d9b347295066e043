import { describe, expect, test } from 'vitest';
import { createClientOf } from '../../../../src/server/node/client-address.ts';

describe('address of the client', () => {
  const clientOf = createClientOf(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
  const clientAt = (remoteAddress: string | undefined, forwarded: string | undefined) =>
    clientOf({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } });

  test.each([
    // peer               X-Forwarded-For                     client           behind a trusted proxy
    ['198.51.100.1', undefined, '198.51.100.1', false],
    ['198.51.100.1', '203.0.113.9', '198.51.100.1', false],
    ['10.1.2.3', undefined, '10.1.2.3', true],
    ['10.1.2.3', '203.0.113.9', '203.0.113.9', true],
    ['10.1.2.3', '1.1.1.1, 203.0.113.9', '203.0.113.9', true],
    ['10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9', '203.0.113.9', true],
    ['10.1.2.3', '1.1.1.1, nonsense, 10.9.9.9', '10.9.9.9', true],
    ['10.1.2.3', '', '10.1.2.3', true],
    ['::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9', true],
    ['::ffff:198.51.100.1', '203.0.113.9', '198.51.100.1', false],
    ['2001:DB8::1', '[2001:db9::5]:443', '2001:db9::5', true],
    ['192.0.2.7', '203.0.113.9:8080', '203.0.113.9', true],
    ['192.0.2.8', '203.0.113.9', '192.0.2.8', false],
    [undefined, '203.0.113.9', '', false],
  ])('peer %s, X-Forwarded-For %s: %s', (peer, forwarded, address, isBehindTrustedProxy) => {
    expect(clientAt(peer, forwarded)).toEqual({ address, isBehindTrustedProxy });
  });

  test('a thousand invented hops change nothing', () => {
    expect(clientAt('10.1.2.3', `${'1.1.1.1,'.repeat(1000)}203.0.113.9`).address).toBe('203.0.113.9');
  });
});
