import { describe, expect, test } from 'vitest';
import { createAttempts } from '../../../src/auth/attempts.ts';
import { type AuthState, StateUnavailable } from '../../../src/auth/state/contract.ts';
import { countingState } from '../../fixtures/auth/tools.ts';

const limits = { failures: 3, perSeconds: 60 };

describe('attempts', () => {
  test('a client is blocked after its limit, for all user names; others are not', async () => {
    const attempts = createAttempts('staff', countingState(), limits);
    for (const user of ['a', 'b', 'c']) await attempts.recordFailure('192.0.2.1', user);
    expect(await attempts.secondsBlocked('192.0.2.1', 'd')).toBe(60);
    expect(await attempts.secondsBlocked('192.0.2.2', 'a')).toBe(0);
  });

  test('addresses of one IPv6 site are one client', async () => {
    const attempts = createAttempts('staff', countingState(), limits);
    for (const host of [1, 2, 3]) await attempts.recordFailure(`2001:db8::${host}`, 'a');
    expect(await attempts.secondsBlocked('2001:db8::99', 'b')).toBe(60);
    expect(await attempts.secondsBlocked('2001:db8:0:1::99', 'b')).toBe(0);
  });

  test('a user is blocked only after ten times as many, from many clients, and only for those that have failed', async () => {
    const attempts = createAttempts('staff', countingState(), limits);
    for (let client = 0; client < 29; client += 1) await attempts.recordFailure(`192.0.2.${client}`, 'alice');
    expect(await attempts.secondsBlocked('192.0.2.1', 'alice')).toBe(0);
    await attempts.recordFailure('192.0.2.30', 'alice');
    expect(await attempts.secondsBlocked('192.0.2.1', 'alice')).toBe(60);
    expect(await attempts.secondsBlocked('192.0.2.1', 'bob')).toBe(0);
    expect(await attempts.secondsBlocked('198.51.100.1', 'alice')).toBe(0);
    await attempts.recordFailure('198.51.100.1', 'bob');
    expect(await attempts.secondsBlocked('198.51.100.1', 'alice')).toBe(60);
  });

  test('adapters count for themselves', async () => {
    const state = countingState();
    for (let count = 0; count < 3; count += 1)
      await createAttempts('staff', state, limits).recordFailure('192.0.2.1', 'a');
    expect(await createAttempts('partners', state, limits).secondsBlocked('192.0.2.1', 'a')).toBe(0);
  });

  test('a state that answers at once is not waited for', () => {
    const attempts = createAttempts('staff', countingState(), { failures: 1, perSeconds: 60 });
    expect(attempts.secondsBlocked('192.0.2.1', 'a')).toBe(0);
    expect(attempts.recordFailure('192.0.2.1', 'a')).toBe(0);
    expect(attempts.secondsBlocked('192.0.2.1', 'a')).toBe(60);
  });

  test.each([
    ['the client', 40, 5],
    ['the user', 5, 40],
  ])(
    'the longer time counts, that of %s, also when a state answers for one at once and for the other later',
    async (_, ofClient, ofUser) => {
      const both = (key: string): number => (key.includes('|user|') ? ofUser : ofClient);
      const states = [
        both,
        (key: string) => (key.includes('|user|') ? Promise.resolve(ofUser) : ofClient),
        async (key: string) => both(key),
      ];
      for (const secondsBlocked of states)
        expect(
          await createAttempts('staff', { ...countingState(), secondsBlocked }, limits).secondsBlocked(
            '192.0.2.1',
            'a',
          ),
        ).toBe(40);
    },
  );

  test('0 failures: never asked, never counted', () => {
    const state = countingState();
    const attempts = createAttempts('staff', state, { failures: 0, perSeconds: 60 });
    expect([
      attempts.recordFailure('192.0.2.1', 'a'),
      attempts.secondsBlocked('192.0.2.1', 'a'),
      state.failures.size,
    ]).toEqual([0, 0, 0]);
  });

  test('a state that answers later is waited for, and both keys count', async () => {
    const local = countingState();
    const state: AuthState = {
      ...local,
      secondsBlocked: async (key, of) => local.secondsBlocked(key, of),
      recordFailure: async (key, of) => local.recordFailure(key, of),
    };
    const attempts = createAttempts('staff', state, limits);
    for (let count = 0; count < 3; count += 1) await attempts.recordFailure('192.0.2.1', 'a');
    expect([...local.failures.values()]).toEqual([3, 3]);
    expect(await attempts.secondsBlocked('192.0.2.1', 'b')).toBe(60);
    expect(await attempts.secondsBlocked('192.0.2.2', 'b')).toBe(0);
  });

  test('a failure beyond the limit is reported, and counts for no user', async () => {
    const local = countingState();
    for (const state of [
      local,
      { ...local, recordFailure: async (...of: Parameters<AuthState['recordFailure']>) => local.recordFailure(...of) },
    ]) {
      local.failures.clear();
      const attempts = createAttempts('staff', state, limits);
      const told: number[] = [];
      for (let count = 0; count < 5; count += 1) told.push(await attempts.recordFailure('192.0.2.1', 'a'));
      expect(told).toEqual([0, 0, 0, 60, 60]);
      expect(local.failures.get('staff|user|a')).toBe(3);
    }
  });

  test('a failure is recorded when it counts for the client and for the user; a state that is lost in between is reported', async () => {
    const ofClient = async (key: string): Promise<number> => {
      if (key.includes('|user|')) throw new StateUnavailable('lost');
      return 0;
    };
    const attempts = createAttempts('staff', { ...countingState(), recordFailure: ofClient }, limits);
    await expect(attempts.recordFailure('192.0.2.1', 'a')).rejects.toThrow(StateUnavailable);
  });

  test('a state that is lost between two questions leaves no rejection behind', async () => {
    let calls = 0;
    const lose = (): Promise<never> => {
      calls += 1;
      if (calls % 2 === 0) throw new StateUnavailable('lost');
      return Promise.reject(new StateUnavailable('lost'));
    };
    const attempts = createAttempts('staff', { ...countingState(), secondsBlocked: lose, recordFailure: lose }, limits);
    await expect(attempts.secondsBlocked('192.0.2.1', 'a')).rejects.toThrow(StateUnavailable);
    calls = 0;
    await expect(attempts.recordFailure('192.0.2.1', 'a')).rejects.toThrow(StateUnavailable);
  });
});
