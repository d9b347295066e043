import { describe, expect, test } from 'vitest';
import { createMemoryState, Generations, throttleKey } from '../../../../src/auth/state/memory.ts';

const lifetime = 60_000;

function stateAt(start: number, capacity = 100) {
  let now = start;
  const state = createMemoryState(() => now, { capacity });
  const spend = (nonce: string, count: number, issuedAtMilliseconds = now) =>
    state.spendNonceCount({
      nonce,
      count,
      issuedAtMilliseconds,
      expiresAtMilliseconds: issuedAtMilliseconds + lifetime,
    });
  return {
    state,
    spend,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('nonces', () => {
  test('from before the state began are forgotten, since an earlier process may have seen them', () => {
    const { spend } = stateAt(1000_000);
    expect(spend('old', 1, 999_999)).toBe('forgotten');
    expect(spend('new', 1, 1000_000)).toBe('fresh');
  });

  test('whose place was needed are forgotten, never fresh again, and so are unseen ones as old; the others go on', () => {
    const { spend, pass } = stateAt(1000_000, 10);
    for (let index = 0; index < 11; index += 1) {
      expect(spend(`n${index}`, 1)).toBe('fresh');
      pass(10);
    }
    expect(spend('n0', 1, 1000_000)).toBe('forgotten');
    expect(spend('n0', 2, 1000_000)).toBe('forgotten');
    expect(spend('unseen', 1, 1000_000)).toBe('forgotten');
    expect(spend('n10', 1, 1000_100)).toBe('replayed');
    expect(spend('n10', 2, 1000_100)).toBe('fresh');
  });

  test('are 100,000 at a time unless said otherwise', () => {
    const state = createMemoryState(() => 1000_000);
    const spend = (index: number) =>
      state.spendNonceCount({
        nonce: `n${index}`,
        count: 1,
        issuedAtMilliseconds: 1000_000 + index,
        expiresAtMilliseconds: 10 ** 9,
      });
    for (let index = 0; index < 50_000; index += 1) spend(index);
    expect(spend(1)).toBe('replayed');
    for (let index = 50_000; index < 150_000; index += 1) spend(index);
    expect(spend(2)).toBe('forgotten');
  });

  test('that are in use keep their place', () => {
    const { spend, pass } = stateAt(1000_000, 10);
    const issuedAt = 1000_000;
    expect(spend('busy', 1, issuedAt)).toBe('fresh');
    for (let index = 0; index < 100; index += 1) {
      pass(1);
      spend(`other${index}`, 1);
      expect(spend('busy', index + 2, issuedAt)).toBe('fresh');
    }
    expect(spend('busy', 101, issuedAt)).toBe('replayed');
  });

  test('that have expired are forgotten, also when the clock is set back', () => {
    const { spend, pass } = stateAt(1000_000, 4);
    expect(spend('a', 1)).toBe('fresh');
    pass(lifetime);
    expect(spend('a', 2, 1000_000)).toBe('forgotten');
    // Takes the place of what has expired.
    expect(spend('b', 1)).toBe('fresh');
    pass(-lifetime);
    expect(spend('a', 1, 1000_000)).toBe('forgotten');
  });

  test('that expired and were dropped make no others forgotten, of adapters with longer lifetimes', () => {
    const { state, spend, pass } = stateAt(1000_000);
    const long = {
      nonce: 'long',
      count: 1,
      issuedAtMilliseconds: 1000_000,
      expiresAtMilliseconds: 1000_000 + 10 * lifetime,
    };
    expect(spend('a', 1)).toBe('fresh');
    pass(lifetime);
    expect(spend('b', 1)).toBe('fresh');
    expect(state.spendNonceCount(long)).toBe('fresh');
  });
});

describe('failures', () => {
  const limits = { failures: 3, perSeconds: 60 };

  test('block the key until the window has passed that began with the first one', () => {
    const { state, pass } = stateAt(1000_000);
    for (let failure = 1; failure <= 3; failure += 1) {
      expect(state.secondsBlocked('a', limits)).toBe(0);
      state.recordFailure('a', limits);
      pass(1000);
    }
    expect(state.secondsBlocked('a', limits)).toBe(57);
    expect(state.secondsBlocked('b', limits)).toBe(0);
    pass(56_001);
    expect(state.secondsBlocked('a', limits)).toBe(1);
    pass(999);
    expect(state.secondsBlocked('a', limits)).toBe(0);
    for (let failure = 1; failure <= 3; failure += 1) {
      expect(state.secondsBlocked('a', limits)).toBe(0);
      state.recordFailure('a', limits);
    }
    expect(state.secondsBlocked('a', limits)).toBe(60);
  });

  test('beyond the limit are answered at once with how long the key has to wait', () => {
    const { state, pass } = stateAt(1000_000);
    const told: unknown[] = [];
    for (let failure = 1; failure <= 5; failure += 1) {
      told.push(state.recordFailure('a', limits));
      pass(10_500);
    }
    expect(told).toEqual([0, 0, 0, 29, 18]);
  });

  test('are never counted where none are allowed for', () => {
    const { state } = stateAt(1000_000);
    const off = { failures: 0, perSeconds: 60 };
    for (let failure = 0; failure < 100; failure += 1) state.recordFailure('a', off);
    expect(state.secondsBlocked('a', off)).toBe(0);
    expect(state.secondsBlocked('a', { failures: 1, perSeconds: 60 })).toBe(0);
    state.recordFailure('a', limits);
    expect(state.secondsBlocked('a', off)).toBe(0);
  });

  test('of keys as long as a header are kept apart', () => {
    const { state } = stateAt(1000_000);
    const long = 'x'.repeat(16_000);
    state.recordFailure(`${long}a`, { failures: 1, perSeconds: 60 });
    expect(state.secondsBlocked(`${long}a`, { failures: 1, perSeconds: 60 })).toBe(60);
    expect(state.secondsBlocked(`${long}b`, { failures: 1, perSeconds: 60 })).toBe(0);
  });
});

test('a key that a client chose is kept as it is, or as a digest when it is long', () => {
  expect(throttleKey('staff|192.0.2.1')).toBe('staff|192.0.2.1');
  expect(throttleKey('x'.repeat(128))).toBe('x'.repeat(128));
  expect(throttleKey('x'.repeat(129))).toMatch(/^sha-256:/);
  const long = 'x'.repeat(16_000);
  expect(throttleKey(long)).toHaveLength(51);
  expect(throttleKey(`${long}a`)).not.toBe(throttleKey(`${long}b`));
});

describe('Generations', () => {
  test('never holds more than its capacity', () => {
    const kept = new Generations<{ expiresAtMilliseconds: number }>(100);
    for (let index = 0; index < 1000; index += 1) {
      kept.set(`k${index}`, { expiresAtMilliseconds: 10 ** 9 }, 0);
      for (let back = 0; back < 150; back += 1) kept.get(`k${index - back}`);
      expect(kept.size).toBeLessThanOrEqual(100);
    }
    expect(kept.get('k999')).toBeDefined();
    expect(kept.get('k0')).toBeUndefined();
  });

  test('drops the half that was not used for longest, each entry once, and reports it', () => {
    const dropped: string[] = [];
    const kept = new Generations<{ name: string; expiresAtMilliseconds: number }>(6, (entries) =>
      dropped.push([...entries].map(({ name }) => name).join('')),
    );
    const set = (...names: readonly string[]): void => {
      for (const name of names) kept.set(name, { name, expiresAtMilliseconds: 1000 }, 0);
    };
    const steps: readonly (readonly [step: () => unknown, dropped: string, size: number])[] = [
      [() => set('a'), '', 1],
      [() => set('b', 'c'), '', 3],
      [() => set('d'), 'a', 3],
      [() => kept.get('b'), '', 3],
      [() => set('e'), '', 4],
      [() => set('c'), 'd', 3],
      [() => set('f', 'g'), '', 5],
      [() => kept.get('b'), 'ec', 3],
      [() => kept.get('f'), '', 3],
      [() => kept.get('g'), '', 3],
    ];
    for (const [step, names, size] of steps) {
      step();
      expect([dropped.splice(0).join(''), kept.size]).toEqual([names, size]);
    }
  });

  test('gives up what has expired before its place is needed', () => {
    const kept = new Generations<{ expiresAtMilliseconds: number }>(100);
    kept.set('a', { expiresAtMilliseconds: 10 }, 0);
    kept.set('b', { expiresAtMilliseconds: 100 }, 10);
    expect(kept.get('a')).toBeUndefined();
    expect(kept.get('b')).toBeDefined();
  });
});
