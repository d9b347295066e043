import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createRedisState } from '../../../../src/auth/state/redis.ts';
import { STORE_KEY } from '../../../../src/auth/state/redis-connection.ts';
import { createAuthState } from '../../../../src/auth/state/registry.ts';
import { client, clients, settled } from '../../../fixtures/auth/fake-redis.ts';

vi.mock('ioredis', async () => ({ Redis: (await import('../../../fixtures/auth/fake-redis.ts')).FakeRedis }));

const now = 1000;

beforeEach(() => {
  clients.length = 0;
});

describe('the state over it', () => {
  const limits = { failures: 3, perSeconds: 60 };

  test.each(['refuse', 'local'] as const)('0 failures are neither counted nor asked for (%s)', async (whenDown) => {
    const state = createAuthState({ driver: 'redis', url: 'redis://store', whenDown }, { clock: () => now, log() {} });
    client().emit('ready');
    await settled();
    const off = { failures: 0, perSeconds: 60 };
    expect(state.secondsBlocked('a', off)).toBe(0);
    expect(state.recordFailure('a', off)).not.toBeInstanceOf(Promise);
    expect([client().millisecondsBlocked.mock.calls, client().recordFailure.mock.calls]).toEqual([[], []]);
  });

  test('asks in milliseconds and answers in whole seconds', async () => {
    const state = createRedisState(
      { url: 'redis://store', whenDown: 'refuse' },
      () => now,
      () => {},
    );
    client().emit('ready');
    await settled();
    client().millisecondsBlocked.mockResolvedValueOnce(1001);
    expect(await state.secondsBlocked('a', limits)).toBe(2);
    await state.recordFailure('a', limits);
    expect(client().recordFailure.mock.calls.map(([key, window]) => [key, window])).toEqual([['platform:auth:failures:a', 60_000]]);
    const use = { nonce: 'n', count: 7, issuedAtMilliseconds: 900, expiresAtMilliseconds: 1010.5 };
    expect(await state.spendNonceCount(use)).toBe('fresh');
    expect(client().spendNonceCount.mock.calls).toEqual([['platform:auth:nonce:n', STORE_KEY, 7, 900, 10]]);
  });

  test.each([
    [1, 'fresh'],
    [0, 'replayed'],
    [-1, 'forgotten'],
  ])('what the store answers with %i is %s', async (answer, expected) => {
    const state = createRedisState(
      { url: 'redis://store', whenDown: 'refuse' },
      () => now,
      () => {},
    );
    client().emit('ready');
    await settled();
    client().spendNonceCount.mockResolvedValue(answer);
    expect(await state.spendNonceCount({ nonce: 'n', count: 1, issuedAtMilliseconds: 900, expiresAtMilliseconds: 2000 })).toBe(expected);
  });

  test('a nonce that has expired is forgotten, and not asked for', async () => {
    const state = createRedisState(
      { url: 'redis://store', whenDown: 'refuse' },
      () => now,
      () => {},
    );
    client().emit('ready');
    await settled();
    for (const expiresAtMilliseconds of [999, 1000, 1000.9])
      expect(await state.spendNonceCount({ nonce: 'n', count: 1, issuedAtMilliseconds: 900, expiresAtMilliseconds })).toBe('forgotten');
    expect(client().spendNonceCount).not.toHaveBeenCalled();
  });
});
