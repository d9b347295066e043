import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuthState } from '../../src/auth/state/contract.ts';
import { createAuthState, stateDrivers } from '../../src/auth/state/registry.ts';
import type { MemberRecord } from '../../src/options/member.ts';
import {
  briefLimits,
  expectBlocked,
  freshUse,
  limits,
  NO_STORE,
  pause,
  untilUp,
} from '../fixtures/auth/state-store.ts';
import { Store, storeProgram } from '../fixtures/shared-store.ts';

let serial = 0;
const store = storeProgram === undefined ? undefined : await Store.open({ isKept: true });
/** Undefined where the machine has no store to try a driver with. */
const drivers: Readonly<Record<string, MemberRecord | undefined>> = {
  memory: { kind: 'memory', options: {} },
  redis: store && { kind: 'redis', options: { url: store.url, when_down: 'refuse' } },
};

test('every driver is tried here', () => {
  expect(Object.keys(drivers), 'Add a row to drivers in tests/contracts/auth-state.test.ts.').toEqual(
    stateDrivers.map(({ name }) => name),
  );
});
afterAll(async () => store?.remove());

describe.each(Object.entries(drivers))('state in %s', (_, options) => {
  const driver: MemberRecord = options ?? { kind: 'memory', options: {} };
  let state: AuthState;

  beforeEach(async (context) => {
    context.skip(options === undefined, NO_STORE);
    state = createAuthState(driver, { clock: Date.now, log: () => {} });
    await untilUp(state);
    await pause(2);
  });
  afterEach(async () => state?.close());

  test('a count is fresh once', async () => {
    const use = freshUse();
    expect(await state.spendNonceCount(use)).toBe('fresh');
    expect(await state.spendNonceCount(use)).toBe('replayed');
    expect(await state.spendNonceCount({ ...use, count: 2 })).toBe('fresh');
    expect(await state.spendNonceCount(freshUse())).toBe('fresh');
  });

  test('of the same count sent twice at a time, one is fresh', async () => {
    const use = freshUse();
    const results = await Promise.all(Array.from({ length: 10 }, async () => state.spendNonceCount(use)));
    expect(results.filter((result) => result === 'fresh')).toHaveLength(1);
  });

  test('counts may come in any order within 64, each once', async () => {
    const results: string[] = [];
    const use = freshUse();
    for (const count of [5, 1, 3, 2, 4, 68, 5, 4, 6, 69, 6, 5])
      results.push(await state.spendNonceCount({ ...use, count }));
    const expected = [
      'fresh',
      'fresh',
      'fresh',
      'fresh',
      'fresh',
      'fresh',
      'replayed',
      'replayed',
      'fresh',
      'fresh',
      'replayed',
      'replayed',
    ];
    expect(results).toEqual(expected);
  });

  test('the window is the same in every driver', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constantFrom(0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff)),
          { maxLength: 60 },
        ),
        async (counts) => {
          const use = freshUse();
          const used = new Set<number>();
          let highest = 0;
          for (const count of counts) {
            const isFresh = !used.has(count) && count > highest - 64;
            expect(await state.spendNonceCount({ ...use, count })).toBe(isFresh ? 'fresh' : 'replayed');
            used.add(count);
            highest = Math.max(highest, count);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a nonce that has expired is forgotten', async () => {
    const issued = freshUse();
    const use = { ...issued, expiresAtMilliseconds: issued.issuedAtMilliseconds + 1000 };
    const results: string[] = [];
    const spendNext = async (): Promise<string | undefined> => {
      results.push(await state.spendNonceCount({ ...use, count: results.length + 1 }));
      return results.at(-1);
    };
    await expect.poll(spendNext).toBe('forgotten');
    expect(Date.now()).toBeGreaterThanOrEqual(use.expiresAtMilliseconds);
    expect(results.slice(0, -1).filter((result) => result !== 'fresh')).toEqual([]);
  });

  test('a nonce that is older than the state is forgotten', async () => {
    const issuedAtMilliseconds = Date.now() - 30_000;
    expect(await state.spendNonceCount({ ...freshUse(), issuedAtMilliseconds })).toBe('forgotten');
  });

  test('failures block their key alone, until the window has passed', async () => {
    serial += 1;
    const key = `key-${serial}`;
    for (let failure = 0; failure < limits.failures; failure += 1) {
      expect(await state.secondsBlocked(key, limits)).toBe(0);
      await state.recordFailure(key, limits);
    }
    expectBlocked(await state.secondsBlocked(key, limits));
    expect(await state.secondsBlocked(key, { ...limits, failures: 4 })).toBe(0);
    expect(await state.secondsBlocked(`${key}0`, limits)).toBe(0);
    const brief = `brief-${serial}`;
    for (let failure = 0; failure < briefLimits.failures; failure += 1) await state.recordFailure(brief, briefLimits);
    await expect.poll(async () => state.secondsBlocked(brief, briefLimits)).toBe(0);
  });

  test('a failure reports whether it exceeded the limit, also among many at a time', async () => {
    serial += 1;
    const key = `key-${serial}`;
    const told = await Promise.all(Array.from({ length: 10 }, async () => state.recordFailure(key, limits)));
    const exceeding = told.filter((seconds) => seconds !== 0);
    expect(exceeding).toHaveLength(10 - limits.failures);
    for (const seconds of exceeding) expectBlocked(seconds);
    expect(await state.recordFailure(key, { ...limits, failures: 0 })).toBe(0);
    const brief = `brief-${serial}`;
    for (let failure = 0; failure <= briefLimits.failures; failure += 1) await state.recordFailure(brief, briefLimits);
    await expect.poll(async () => state.recordFailure(brief, briefLimits)).toBe(0);
  });

  test('without a limit, nothing is counted', async () => {
    serial += 1;
    const key = `key-${serial}`;
    await state.recordFailure(key, { ...limits, failures: 0 });
    expect(await state.secondsBlocked(key, { ...limits, failures: 1 })).toBe(0);
    expect(await state.secondsBlocked(key, { ...limits, failures: 0 })).toBe(0);
  });

  test('keys that clients chose may be long and hold anything', async () => {
    serial += 1;
    for (const key of [`__proto__${serial}`, `a|b\r\n${serial}`, `${'ü'.repeat(9000)}${serial}`]) {
      await state.recordFailure(key, { ...limits, failures: 1 });
      expectBlocked(await state.secondsBlocked(key, { ...limits, failures: 1 }));
    }
  });
});
