import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { VerificationCache } from '../../../src/auth/verification-cache.ts';

const GIVEN = ['staff', 'alice', '{SHA}abc', 'secret'] as const;

describe('VerificationCache', () => {
  test('knows what was added, for 300 seconds from then, however often it is asked', () => {
    let now = 1_000_000;
    const cache = new VerificationCache(() => now, randomBytes);
    const fingerprint = cache.fingerprint(...GIVEN);
    expect(cache.has(fingerprint)).toBe(false);
    cache.add(fingerprint);
    now += 299_000;
    expect(cache.has(fingerprint)).toBe(true);
    now += 1_001;
    expect(cache.has(fingerprint)).toBe(false);
  });

  test.each([
    ['adapter', ['partners', 'alice', '{SHA}abc', 'secret']],
    ['user', ['staff', 'alicf', '{SHA}abc', 'secret']],
    ['stored value', ['staff', 'alice', '{SHA}abd', 'secret']],
    ['password', ['staff', 'alice', '{SHA}abc', 'Secret']],
    ['place of the borders', ['staff', 'alic', 'e{SHA}abc', 'secret']],
    ['place of the first border', ['staffa', 'lice', '{SHA}abc', 'secret']],
    ['order', ['staff', '{SHA}abc', 'alice', 'secret']],
  ] as const)('another %s is other credentials', (_, [adapter, user, stored, password]) => {
    const cache = new VerificationCache(Date.now, randomBytes);
    cache.add(cache.fingerprint(...GIVEN));
    expect(cache.has(cache.fingerprint(...GIVEN))).toBe(true);
    expect(cache.has(cache.fingerprint(adapter, user, stored, password))).toBe(false);
  });

  test('each has a key of its own, and fingerprints hold nothing of a password', () => {
    const [one, two] = [new VerificationCache(Date.now, randomBytes), new VerificationCache(Date.now, randomBytes)];
    expect(one.fingerprint(...GIVEN)).not.toBe(two.fingerprint(...GIVEN));
    expect(one.fingerprint(...GIVEN)).toMatch(/^[\w-]{43}$/);
  });

  test('forgets what was not used for longest', () => {
    const cache = new VerificationCache(Date.now, randomBytes, 2);
    cache.add('a');
    cache.add('b');
    cache.has('a');
    cache.add('c');
    expect(['a', 'b', 'c'].map((fingerprint) => cache.has(fingerprint))).toEqual([true, false, true]);
  });
});
