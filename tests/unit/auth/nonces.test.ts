import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNonces, parseNonceKeys } from '../../../src/auth/nonces.ts';

const [key, other] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
const scope = { adapter: 'partners', realm: 'api' };
const now = 1_800_000_000_123;
const nonces = createNonces([key], scope, () => now, randomBytes);

describe('a nonce', () => {
  test('is ours, says when it was issued, and is unique', () => {
    const [first, second] = [nonces.issue(), nonces.issue()];
    expect(first).toMatch(/^[A-Za-z0-9_-]{48}$/);
    expect(nonces.read(first)).toMatchObject({ isOurs: true, issuedAtMilliseconds: now });
    expect(nonces.read(first)?.id).not.toBe(nonces.read(second)?.id);
  });

  test('holds the time of issue, what was random, and the signature of both, the adapter and the realm', () => {
    const fixed = createNonces(
      [key],
      { adapter: 'ä', realm: 'ü' },
      () => now,
      (count) => new Uint8Array(count).fill(0xab),
    );
    const signed = Buffer.concat([Buffer.from(now.toString(16).padStart(16, '0'), 'hex'), Buffer.alloc(12, 0xab)]);
    const signature = createHmac('sha256', key).update(signed).update(Buffer.from('["ä","ü"]', 'utf8')).digest();
    expect(fixed.issue()).toBe(Buffer.concat([signed, signature.subarray(0, 16)]).toString('base64url'));
    expect(fixed.read(fixed.issue())).toEqual({
      id: signed.toString('base64url'),
      issuedAtMilliseconds: now,
      isOurs: true,
    });
  });

  test('is accepted by every replica with the key, in front or behind', () => {
    const nonce = nonces.issue();
    expect(createNonces([key], scope, () => 0, randomBytes).read(nonce)?.isOurs).toBe(true);
    expect(createNonces([other, key], scope, () => 0, randomBytes).read(nonce)?.isOurs).toBe(true);
  });

  test.each([
    ['another key', createNonces([other], scope, () => now, randomBytes)],
    ['a previous key as the current one', createNonces([other, key], scope, () => now, randomBytes)],
    ['another adapter', createNonces([key], { ...scope, adapter: 'staff' }, () => now, randomBytes)],
    ['another realm', createNonces([key], { ...scope, realm: 'API' }, () => now, randomBytes)],
    [
      'adapter and realm cut elsewhere',
      createNonces([key], { adapter: 'partner', realm: 'sapi' }, () => now, randomBytes),
    ],
  ])('of %s is not ours', (_, others) => {
    expect(nonces.read(others.issue())?.isOurs).toBe(false);
  });

  test('is verified once for up to 4,096 that are in use at a time', () => {
    const keys: [KeyObject] = [key];
    const some = createNonces(keys, scope, () => now, randomBytes);
    const read = Array.from({ length: 4096 }, () => some.issue());
    const [first = '', last = ''] = [read[0], read.at(-1)];
    for (const nonce of read) some.read(nonce);
    const [unread, next] = [some.issue(), some.issue()];
    const isOurs = (nonce: string): boolean | undefined => some.read(nonce)?.isOurs;
    keys[0] = other;
    expect([first, last, unread].map(isOurs)).toEqual([true, true, false]);
    keys[0] = key;
    some.read(next);
    keys[0] = other;
    expect([first, last, next].map(isOurs)).toEqual([false, false, true]);
  });

  test('with one changed character is not ours', () => {
    const nonce = nonces.issue();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.: ';
    fc.assert(
      fc.property(fc.nat(nonce.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(nonce[at] !== character);
        expect(nonces.read(nonce.slice(0, at) + character + nonce.slice(at + 1))?.isOurs ?? false).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '',
    'a',
    'A'.repeat(47),
    'A'.repeat(49),
    `${'A'.repeat(47)}=`,
    `${'A'.repeat(47)}+`,
    `${'A'.repeat(47)}\u00e4`,
    `${'A'.repeat(48)}\n`,
  ])('never looks like %j', (text) => {
    expect(nonces.read(text)).toBeUndefined();
  });
});

describe('PLATFORM_NONCE_KEYS', () => {
  const bytes = Buffer.from(Array.from({ length: 33 }, (_, index) => 0xff - index));
  const exported = (text: string | undefined): readonly string[] => {
    const reading = parseNonceKeys(text, randomBytes);
    return reading.kind === 'keys' ? reading.keys.map((secret) => secret.export().toString('hex')) : reading.problems;
  };

  test.each([
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ` ${bytes.toString('base64')} `,
  ])('reads %s', (text) => {
    expect(exported(text)).toEqual([bytes.toString('hex')]);
  });

  test('the first is current, the others follow', () => {
    expect(exported(`${bytes.toString('hex')}, ${'ab'.repeat(32)}`)).toEqual([bytes.toString('hex'), 'ab'.repeat(32)]);
  });

  test.each([undefined, '', ' '])('unset (%j), it is a random key', (text) => {
    expect(exported(text)).not.toEqual(exported(text));
    expect(exported(text)[0]).toHaveLength(64);
  });

  test.each([
    ['c2hvcnQ=', /^PLATFORM_NONCE_KEYS: key 1 has 5 bytes\. Write /],
    ['ab'.repeat(31), /key 1 has 31 bytes/],
    [`${'ab'.repeat(40)}c`, /key 1 cannot be read/],
    [`${'ab'.repeat(32)},`, /key 2 cannot be read/],
    [`${'ab'.repeat(32)},not a key at all, but long enough for one`, /key 2 cannot be read/],
  ])('%j is a problem that does not quote the key', (text, problem) => {
    const problems = exported(text);
    expect(parseNonceKeys(text, randomBytes).kind).toBe('wrong');
    expect(problems[0]).toMatch(problem);
    for (const part of text.split(',')) if (part !== '') expect(problems.join()).not.toContain(part);
  });
});
