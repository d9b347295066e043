import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthState, StateUnavailable } from '../../src/auth/state/contract.ts';
import { createAuthState } from '../../src/auth/state/registry.ts';
import {
  expectBlocked,
  freshUse,
  lifetimeMilliseconds,
  limits,
  NO_STORE,
  pause,
  untilUp,
} from '../fixtures/auth/state-store.ts';
import { freePort } from '../fixtures/free-port.ts';
import { Store, storeProgram } from '../fixtures/shared-store.ts';

const store = storeProgram === undefined ? undefined : await Store.open({ isKept: true });

afterAll(async () => store?.remove());

describe('state in redis, shared', () => {
  const created: AuthState[] = [];
  const logged: string[] = [];

  async function createReplica(whenDown: 'refuse' | 'local'): Promise<AuthState> {
    logged.length = 0;
    const state = createAuthState(
      { kind: 'redis', options: { url: store?.url ?? '', when_down: whenDown } },
      { clock: Date.now, log: (message) => void logged.push(message) },
    );
    created.push(state);
    await expect.poll(() => logged.at(-1)).toBe('state: the shared store is connected');
    return state;
  }

  beforeEach((context) => {
    context.skip(store === undefined, NO_STORE);
  });
  afterEach(async () => {
    await Promise.all(created.splice(0).map((state) => state.close()));
    store?.thaw();
  });

  test('a count that one replica has seen is a replay at the other, and so are failures shared', async () => {
    const [first, second] = [await createReplica('refuse'), await createReplica('refuse')];
    await pause(2);
    const use = freshUse();
    expect(await first.spendNonceCount(use)).toBe('fresh');
    expect(await second.spendNonceCount(use)).toBe('replayed');
    expect(await second.spendNonceCount({ ...use, count: 2 })).toBe('fresh');
    for (const state of [first, second, first]) await state.recordFailure('shared', limits);
    expectBlocked(await second.secondsBlocked('shared', limits));
  });

  test('a replica that joins later leaves nonces that are out as they are', async () => {
    const first = await createReplica('refuse');
    await pause(2);
    const use = freshUse();
    expect(await first.spendNonceCount(use)).toBe('fresh');
    const second = await createReplica('refuse');
    expect(await second.spendNonceCount(use)).toBe('replayed');
    expect(await second.spendNonceCount({ ...use, count: 2 })).toBe('fresh');
  });

  test.each([
    ['as it was', () => {}],
    ['empty', () => store?.lose()],
  ])(
    'without the store no client is admitted; when it is back, %s, everything works, and nonces from before are forgotten',
    async (_, meanwhile) => {
      const state = await createReplica('refuse');
      await pause(2);
      const use = freshUse();
      expect(await state.spendNonceCount(use)).toBe('fresh');
      await store?.stop();
      for (const ask of [
        () => state.spendNonceCount({ ...use, count: 2 }),
        () => state.secondsBlocked('a', limits),
        () => state.recordFailure('a', limits),
      ]) {
        await expect(ask()).rejects.toThrow(StateUnavailable);
      }
      meanwhile();
      await store?.start();
      await untilUp(state);
      expect(await state.spendNonceCount(use)).toBe('forgotten');
      expect(await state.spendNonceCount({ ...use, count: 3 })).toBe('forgotten');
      await pause(2);
      expect(await state.spendNonceCount(freshUse())).toBe('fresh');
      expect(logged.map((message) => message.replace(/\(.*\)/, '()'))).toEqual([
        'state: the shared store is connected',
        'state: the shared store cannot be asked (); until it is back, log-ins are refused',
        'state: the shared store is connected',
      ]);
    },
  );

  test('a store that was emptied is taken up again, for nonces from then on', async () => {
    const [first, second] = [await createReplica('refuse'), await createReplica('refuse')];
    await pause(2);
    const use = freshUse();
    expect(await first.spendNonceCount(use)).toBe('fresh');
    const redis = new Redis(store?.url ?? '');
    await redis.flushall();
    redis.disconnect();
    await pause(2);
    expect(await first.spendNonceCount(use)).toBe('forgotten');
    expect(await second.spendNonceCount({ ...use, count: 2 })).toBe('forgotten');
    const later = freshUse();
    expect(await first.spendNonceCount(later)).toBe('fresh');
    expect(await second.spendNonceCount(later)).toBe('replayed');
  });

  test('holds nothing longer than it has to', async () => {
    const state = await createReplica('refuse');
    await pause(2);
    await state.spendNonceCount(freshUse());
    await state.recordFailure('kept', limits);
    const redis = new Redis(store?.url ?? '');
    const keys = (await redis.keys('*')).filter((key) => !key.endsWith(':store'));
    const left = await Promise.all(keys.map((key) => redis.pttl(key)));
    redis.disconnect();
    expect(left.length).toBeGreaterThan(1);
    for (const milliseconds of left) {
      expect(milliseconds).toBeGreaterThan(0);
      expect(milliseconds).toBeLessThanOrEqual(lifetimeMilliseconds);
    }
  });

  test('a store that does not answer is given up after half a second, for later requests at once', async () => {
    const state = await createReplica('refuse');
    store?.freeze();
    const start = performance.now();
    await expect(state.spendNonceCount(freshUse())).rejects.toThrow(StateUnavailable);
    expect(performance.now() - start).toBeLessThan(30_000);
    // Within a few turns of the event loop, which wait for no timer.
    const spend = async (): Promise<unknown> => state.spendNonceCount(freshUse());
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const outcome = await Promise.race([spend().catch((error: unknown) => error), turns()]);
    expect(outcome).toBeInstanceOf(StateUnavailable);
    store?.thaw();
    await untilUp(state);
    await pause(2);
    expect(await state.spendNonceCount(freshUse())).toBe('fresh');
  });

  test('a process that may go on by itself refuses what it cannot know of, before the outage and after it', async () => {
    const state = await createReplica('local');
    await pause(2);
    const before = freshUse();
    expect(await state.spendNonceCount(before)).toBe('fresh');
    await store?.stop();
    expect(await state.spendNonceCount(before)).toBe('forgotten');
    expect(await state.spendNonceCount({ ...before, count: 2 })).toBe('forgotten');
    const within = freshUse();
    expect(await state.spendNonceCount(within)).toBe('fresh');
    expect(await state.spendNonceCount(within)).toBe('replayed');
    for (let failure = 0; failure < limits.failures; failure += 1) await state.recordFailure('a', limits);
    expectBlocked(await state.secondsBlocked('a', limits));
    await store?.start();
    await expect.poll(() => logged.at(-1)).toBe('state: the shared store is connected');
    expect(await state.spendNonceCount(within)).toBe('forgotten');
    await pause(2);
    expect(await state.spendNonceCount(freshUse())).toBe('fresh');
    expect(logged.filter((message) => message.includes('this process remembers for itself'))).toHaveLength(1);
    const between = freshUse();
    expect(await state.spendNonceCount(between)).toBe('fresh');
    await store?.stop();
    expect(await state.spendNonceCount(between)).toBe('forgotten');
    await store?.start();
  });

  test('an outage of the connection alone is an outage too: what was spent within is forgotten after it', async () => {
    const state = await createReplica('local');
    store?.freeze();
    await state.secondsBlocked('a', limits);
    await pause(2);
    const within = freshUse();
    expect(await state.spendNonceCount(within)).toBe('fresh');
    store?.thaw();
    await expect.poll(() => logged.filter((message) => message.endsWith('is connected'))).toHaveLength(2);
    expect(await state.spendNonceCount(within)).toBe('forgotten');
  });
});

test('a store that was never there refuses, and does not keep the process', async () => {
  const logged: string[] = [];
  const url = `redis://user:hidden@127.0.0.1:${await freePort()}`;
  const state = createAuthState(
    { kind: 'redis', options: { url, when_down: 'refuse' } },
    { clock: Date.now, log: (message) => void logged.push(message) },
  );
  await expect(state.spendNonceCount(freshUse())).rejects.toThrow(StateUnavailable);
  await pause(300);
  await state.close();
  expect(logged).toEqual([
    'state: the shared store cannot be asked (ECONNREFUSED); until it is back, log-ins are refused',
  ]);
});
