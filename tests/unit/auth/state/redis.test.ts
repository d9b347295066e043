import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthState, StateUnavailable } from '../../../../src/auth/state/contract.ts';
import { STORE_KEY } from '../../../../src/auth/state/redis-connection.ts';
import { createRedisState } from '../../../../src/auth/state/redis-state.ts';
import { client, clients, settled } from '../../../fixtures/auth/fake-redis.ts';

vi.mock('ioredis', async () => ({ Redis: (await import('../../../fixtures/auth/fake-redis.ts')).FakeRedis }));

const now = 1000;

beforeEach(() => {
  clients.length = 0;
});

/** A state whose store is there. */
async function connectedState(): Promise<AuthState> {
  const state = createRedisState(
    { url: 'redis://store', whenDown: 'refuse' },
    () => now,
    () => {},
  );
  client().emit('ready');
  await settled();
  return state;
}

describe('the state over it', () => {
  const limits = { failures: 3, perSeconds: 60 };

  test.each(['refuse', 'local'] as const)('0 failures are neither counted nor asked for (%s)', async (whenDown) => {
    const state = createRedisState(
      { url: 'redis://store', whenDown },
      () => now,
      () => {},
    );
    client().emit('ready');
    await settled();
    const off = { failures: 0, perSeconds: 60 };
    expect(state.secondsBlocked('a', off)).toBe(0);
    expect(state.recordFailure('a', off)).not.toBeInstanceOf(Promise);
    expect([client().millisecondsBlocked.mock.calls, client().recordFailure.mock.calls]).toEqual([[], []]);
  });

  test('asks in milliseconds and answers in whole seconds', async () => {
    const state = await connectedState();
    client().millisecondsBlocked.mockResolvedValueOnce(1001);
    expect(await state.secondsBlocked('a', limits)).toBe(2);
    await state.recordFailure('a', limits);
    expect(client().recordFailure.mock.calls.map(([key, window]) => [key, window])).toEqual([
      ['platform:auth:failures:a', 60_000],
    ]);
    const use = { nonce: 'n', count: 7, issuedAtMilliseconds: 900, expiresAtMilliseconds: 1010.5 };
    expect(await state.spendNonceCount(use)).toBe('fresh');
    expect(client().spendNonceCounts.mock.calls).toEqual([[2, STORE_KEY, 'platform:auth:nonce:n', 7, 900, 10]]);
  });

  test.each([
    [1, 'fresh'],
    [0, 'replayed'],
    [-1, 'forgotten'],
  ])('what the store answers with %i is %s', async (answer, expected) => {
    const state = await connectedState();
    client().spendNonceCounts.mockResolvedValue([answer]);
    expect(
      await state.spendNonceCount({ nonce: 'n', count: 1, issuedAtMilliseconds: 900, expiresAtMilliseconds: 2000 }),
    ).toBe(expected);
  });

  test('a nonce that has expired is forgotten, and not asked for', async () => {
    const state = await connectedState();
    for (const expiresAtMilliseconds of [999, 1000, 1000.9])
      expect(
        await state.spendNonceCount({ nonce: 'n', count: 1, issuedAtMilliseconds: 900, expiresAtMilliseconds }),
      ).toBe('forgotten');
    expect(client().spendNonceCounts).not.toHaveBeenCalled();
  });

  describe('counts that come in one turn of the event loop', () => {
    const spendAll = (state: AuthState, count: number): Promise<readonly PromiseSettledResult<string>[]> =>
      Promise.allSettled(
        Array.from({ length: count }, async (_, index) =>
          state.spendNonceCount({
            nonce: `n${index}`,
            count: index + 1,
            issuedAtMilliseconds: 900,
            expiresAtMilliseconds: 2000,
          }),
        ),
      );
    const connected = async (): Promise<AuthState> => {
      const state = await connectedState();
      return state;
    };

    test('go to the store together, in their order, at most 100 at a time', async () => {
      const state = await connected();
      const results = await spendAll(state, 101);
      expect(new Set(results.map((result) => result.status === 'fulfilled' && result.value))).toEqual(
        new Set(['fresh']),
      );
      const calls = client().spendNonceCounts.mock.calls;
      expect(calls.map(([keys]) => keys)).toEqual([101, 2]);
      expect(calls[0]?.slice(1, 4)).toEqual([STORE_KEY, 'platform:auth:nonce:n0', 'platform:auth:nonce:n1']);
      expect(calls[0]?.slice(101, 107)).toEqual(['platform:auth:nonce:n99', 1, 900, 1000, 2, 900]);
      expect(calls[1]).toEqual([2, STORE_KEY, 'platform:auth:nonce:n100', 101, 900, 1000]);
    });

    test('of which as many come as go together, are one call, and the store is not adopted again', async () => {
      const state = await connected();
      const before = client().adoptStore.mock.calls.length;
      await spendAll(state, 100);
      expect(client().spendNonceCounts.mock.calls.map(([keys]) => keys)).toEqual([101]);
      expect(client().adoptStore.mock.calls.length).toBe(before);
    });

    test('get each its own answer', async () => {
      const state = await connected();
      client().spendNonceCounts.mockResolvedValueOnce([1, 0, -1]);
      const results = await spendAll(state, 3);
      expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([
        'fresh',
        'replayed',
        'forgotten',
      ]);
    });

    test('are refused together when the store fails', async () => {
      const state = await connected();
      client().spendNonceCounts.mockRejectedValueOnce(new Error('gone'));
      const results = await spendAll(state, 2);
      expect(
        results.map(
          (result) => result.status === 'rejected' && result.reason instanceof StateUnavailable && result.reason.name,
        ),
      ).toEqual(['StateUnavailable', 'StateUnavailable']);
    });

    test('have the store adopted once where it was emptied', async () => {
      const state = await connected();
      const before = client().adoptStore.mock.calls.length;
      client().spendNonceCounts.mockResolvedValueOnce([-2, -2]);
      const results = await spendAll(state, 2);
      expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([
        'forgotten',
        'forgotten',
      ]);
      expect(client().adoptStore.mock.calls.length - before).toBe(1);
    });
  });
});
