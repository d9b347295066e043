import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PasswordHash } from '../../src/auth/password-hashes/contract.ts';
import {
  costMicroseconds,
  decoyFor,
  hashOf,
  paddingFor,
  passwordHashes,
  verifyPassword,
} from '../../src/auth/password-hashes/passwords.ts';
import { cpuMilliseconds } from '../tooling/cpu-time.ts';
import vectors from '../vectors/sha-crypt.json' with { type: 'json' };

const all: readonly PasswordHash[] = passwordHashes;

/** Written by `htpasswd`, `openssl passwd` and `slappasswd`'s recipe. */
const KNOWN: readonly (readonly [hash: string, password: string, stored: string])[] = [
  ['bcrypt', 'pässwörd', '$2y$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi'],
  ['bcrypt', 'pässwörd', '$2b$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi'],
  ['bcrypt', 'pässwörd', '$2a$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi'],
  ['apr1', 'pässwörd', '$apr1$mVg1UEd7$rWvsTqYbGyZIi0lk9bg.p.'],
  ['apr1', 'pässwörd', '$1$ab$bRZzLnQPD1ql12pSoshc71'],
  ['sha1', 'pässwörd', '{SHA}9Rfd8dMqES/xrVXGbRsSyzjn6Pc='],
  ['sha-crypt', 'pässwörd', '$5$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78'],
  [
    'sha-crypt',
    'pässwörd',
    '$6$rounds=1000$IDSrXCkcgvC/8BsC$wi8l2MKCNFBOtOn0IwwVn/x0WfgJ3XDdOMvCPwchn0WaBuID9VzBeP1qX8qglFzhufGkZKGrhEm5zUfx0m3Wg.',
  ],
  ['ssha', 'secret', '{SSHA}1G904nLkTkGWjKNnQuB/hpWXC/hzYWx0c2FsdA=='],
];

describe('the registry', () => {
  test('holds every hash of the folder', () => {
    const rest = ['contract', 'passwords'];
    const files = readdirSync('src/auth/password-hashes').map((name) => name.replace(/\.ts$/, ''));
    expect(
      files.filter((name) => !rest.includes(name)).sort(),
      'Add a line to src/auth/password-hashes/passwords.ts.',
    ).toEqual(all.map(({ name }) => name).sort());
  });

  test('has a known value for every hash', () => {
    expect(
      new Set(KNOWN.map(([name]) => name)),
      'Add a row to KNOWN in tests/contracts/password-hash.test.ts.',
    ).toEqual(new Set(all.map(({ name }) => name)));
  });
});

describe.each(KNOWN)('%s: %s against %s', (name, password, stored) => {
  const hash = all.find((candidate) => candidate.name === name);

  test('is recognised by its hash and no other', () => {
    expect(all.filter((candidate) => candidate.recognises(stored)).map((candidate) => candidate.name)).toEqual([name]);
  });

  test('with anything before or after it, is unusable', () => {
    for (const changed of [`x${stored}`, `${stored}x`, ` ${stored}`, `${stored}=`, `${stored}\n`])
      expect(hashOf(changed)).toBeUndefined();
  });

  test('the password is right', () => {
    expect(verifyPassword(password, stored)).toBe(true);
  });

  test('the stored value, and any part of it, is no password', () => {
    for (const wrong of [stored, stored.slice(1), stored.split('$').at(-1) ?? '', stored.replace(/^\{\w+\}/, '')])
      expect(verifyPassword(wrong, stored)).toBe(false);
  });

  test.each([
    '',
    '0',
    `${password}\0`,
    `${password} `,
    password.toUpperCase(),
    password.slice(1),
    password.slice(0, -1),
  ])('%j is wrong', (wrong) => {
    expect(verifyPassword(wrong, stored)).toBe(false);
  });

  test('one character changed in the stored value: wrong, and no exception', () => {
    fc.assert(
      fc.property(
        fc.nat(stored.length - 1),
        fc.constantFrom('.', 'a', 'Z', '0', '$', ':', '\0', 'ü'),
        (at, character) => {
          const changed = stored.slice(0, at) + character + stored.slice(at + 1);
          // Costs of bcrypt up to 17 and a million rounds are well-formed, and take seconds; $2a$, $2b$ and $2y$ are
          // one algorithm.
          fc.pre(changed !== stored && at > 6 && !/rounds=(?!1000\$)/.test(changed));
          expect(verifyPassword(password, changed)).toBe(false);
        },
      ),
      { seed: 7, numRuns: 40 },
    );
  });

  test('its decoy is recognised, costs as much, and matches no password', () => {
    const decoy = hash?.decoy(stored) ?? '';
    expect(hashOf(decoy)).toBe(hash);
    expect(hash?.costMicroseconds(decoy)).toBe(hash?.costMicroseconds(stored));
    for (const guess of ['', '0', password, decoy, 'decoy', 'nobody']) expect(verifyPassword(guess, decoy)).toBe(false);
  });

  test('decoys for a part of its cost are recognised, cost that together, and match no password', () => {
    const whole = hash?.costMicroseconds(stored) ?? 0;
    for (const part of [1, 0.9, 0.75, 0.5]) {
      const decoys = hash?.decoysOf?.(whole * part, stored);
      if (decoys === undefined) continue;
      for (const decoy of decoys) expect([hashOf(decoy), verifyPassword(password, decoy)]).toEqual([hash, false]);
      const cost = decoys.reduce((sum, decoy) => sum + costMicroseconds(decoy), 0);
      // Neither bcrypt below cost 4 nor SHA-crypt below 1,000 rounds is there.
      expect(Math.abs(cost - whole * part)).toBeLessThanOrEqual(2_000);
    }
  });
});

test.each([
  [9, 10, [9]],
  [8, 10, [9, 8]],
  [4, 8, [7, 6, 5, 4]],
  [10, 10, []],
  [11, 10, []],
])(
  'a wrong password of bcrypt cost %i in a file with cost %i takes as long as one of an unknown user',
  (own, highest, padding) => {
    const digest = 'u1cZ0pJ4rQ6yWv8tXk2sNeLw7Dq3Hb5Gm9Ff.ToPaRiSzUxVyBcKh';
    const storedWith = (cost: number): string => `$2y$${String(cost).padStart(2, '0')}$${digest}`;
    const decoys = paddingFor(storedWith(own), storedWith(highest));
    expect(decoys.map((decoy) => Number(decoy.slice(4, 6)))).toEqual(padding);
  },
);

test.each([
  ['', 'nothing'],
  ['secret', 'plain text'],
  ['u.vfqBgYfzcQQ', 'DES crypt'],
  ['!', 'a locked user'],
  ['*', 'a locked user'],
  ['{PLAIN}secret', 'plain text that says so'],
  ['{SHA}9Rfd8dMqES/xrVXGbRsSyzjn6Pc', 'base64 without its padding'],
  ['{SSHA}9Rfd8dMqES/xrVXGbRsSyzjn6Pc=', 'a salted hash without salt'],
  ['{SSHA}1G904nLkTkGWjKNnQuB/hpWXC/hzYWx0c2FsdA', 'a salted hash without its padding'],
  ['{SSHA}1G904nLkTkGWjKNnQuB/hpWXC/hzYWx0c2FsdA=', 'a salted hash with half its padding'],
  ['{SSHA}1G904nLkTkGWjKNnQuB/hpWXC/hzYWx0c2FsdA===', 'a salted hash with more than its padding'],
  ['{SSHA}1G904nLkTkGWjKNnQuB/hpWXC/hzYWx0cw=', 'base64 of no length that there is'],
  ['{SSHA}9Rfd8dMqES/xrVXGbRsSyzjn6A==', 'a salted hash cut short'],
  ['$apr1$$rWvsTqYbGyZIi0lk9bg.p.', 'no salt'],
  ['$5$rounds=0999$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'rounds that begin with 0'],
  ['$5$rounds=1000001$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'more than a million rounds'],
  ['$5$rounds=999$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'fewer rounds than a thousand'],
  ['$5$k9lXjdLL6VOgNC0gx$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'a salt of more than sixteen characters'],
  ['$5$$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'SHA-crypt without salt'],
  ['$7$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'another kind'],
  ['$2x$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi', 'the broken bcrypt'],
  ['$2y$18$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi', 'bcrypt that takes longer than htpasswd allows'],
  ['$2y$31$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi', 'bcrypt that takes days'],
  ['$2y$03$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi', 'bcrypt below its lowest cost'],
  ['$2y$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFM', 'bcrypt cut short'],
  ['$apr1$toolongsalt$rWvsTqYbGyZIi0lk9bg.p.', 'a salt of more than eight characters'],
  ['$5$rounds=999999999$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'rounds that take an hour'],
  ['$5$rounds=10$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'fewer rounds than there are'],
  ['$6$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 'a digest of another length'],
  ['$y$j9T$abc$def', 'yescrypt'],
])('%j is unusable: %s', (stored) => {
  expect(hashOf(stored)).toBeUndefined();
  expect(verifyPassword(stored, stored)).toBe(false);
  expect(verifyPassword('secret', stored)).toBe(false);
});

test.each([
  ['$2y$17$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi', 54 * 2 ** 17],
  ['$2y$10$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi', 54 * 2 ** 10],
  ['$5$rounds=1000000$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 2_000_000],
  ['$5$rounds=999999$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 1_999_998],
  ['$5$rounds=1000$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 2000],
  ['$5$k9lXjdLL6VOgNC0g$isCgzSEmwkzKaPfSku7YepMnoowMEwpgPOk2xNeeS78', 10_000],
  ['$apr1$mVg1UEd7$rWvsTqYbGyZIi0lk9bg.p.', 670],
  ['{SSHA}1G904nLkTkGWjKNnQuB/hpWXC/hzYWx0c2FsdA==', 2],
  ['{SHA}9Rfd8dMqES/xrVXGbRsSyzjn6Pc=', 1],
  ['secret', 0],
])('%s costs %i microseconds or so, and so does its decoy', (stored, expected) => {
  expect(costMicroseconds(stored)).toBe(expected);
  expect(costMicroseconds(decoyFor(['{SHA}9Rfd8dMqES/xrVXGbRsSyzjn6Pc=', stored]))).toBe(Math.max(1, expected));
});

test('without a usable value there is no decoy', () => {
  expect([decoyFor([]), decoyFor(['secret'])]).toEqual(['', '']);
});

test.each(vectors)('SHA-crypt: $name', ({ given: { password, stored } }) => {
  expect(verifyPassword(password, stored)).toBe(true);
  for (const wrong of [`${password}x`, password.slice(1), `${password}${password}`].filter((text) => text !== password))
    expect(verifyPassword(wrong, stored)).toBe(false);
});

test.each([1, 2, 3, 4, 5, 6, 8, 16])('SSHA may have a salt of %i bytes', (length) => {
  const salt = Buffer.alloc(length, 'säü');
  const stored = `{SSHA}${Buffer.concat([hash('sha1', Buffer.concat([Buffer.from('pässwörd', 'utf8'), salt]), 'buffer'), salt]).toString('base64')}`;
  expect([verifyPassword('pässwörd', stored), verifyPassword('passwörd', stored), verifyPassword('', stored)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('bcrypt: a password of 72 bytes is verified, one of 73 never, since its tail would not count', () => {
  // htpasswd -nbBC4 u $(printf 'ä%.0s' {1..36})
  const stored = '$2y$04$wffb1GTvuHY09IKxAUiI1.mFh7wFa.p4m.uTifM.r5BQ5HiCMVeRC';
  expect(verifyPassword('ä'.repeat(36), stored)).toBe(true);
  expect(verifyPassword(`${'ä'.repeat(36)}x`, stored)).toBe(false);
});

test.each(['$apr1$abcdefgh$', '$1$abcdefgh$'])(
  '%s: passwords of one length differ by each of their characters',
  (prefix) => {
    const stored =
      prefix === '$1$abcdefgh$' ? '$1$abcdefgh$E2IUOVGWn4QIROUcRm1wO/' : '$apr1$abcdefgh$GQF3hbcxO2ySp4igPQ/3a.';
    expect(verifyPassword('correct horse battery', stored)).toBe(true);
    for (let at = 0; at < 21; at += 1) {
      const wrong = 'correct horse battery'.split('').with(at, '#').join('');
      expect(verifyPassword(wrong, stored)).toBe(false);
    }
  },
);

test('bcrypt: a password that is too long takes the time of another wrong one', () => {
  const stored = '$2y$10$u1cZ0pJ4rQ6yWv8tXk2sNeLw7Dq3Hb5Gm9Ff.ToPaRiSzUxVyBcKh';
  const millisecondsOf = (password: string): number => {
    const start = cpuMilliseconds();
    expect(verifyPassword(password, stored)).toBe(false);
    return cpuMilliseconds() - start;
  };
  const least = (password: string): number => Math.min(...Array.from({ length: 3 }, () => millisecondsOf(password)));
  expect(least('w'.repeat(1900))).toBeGreaterThan(least('wrong') / 3);
});
