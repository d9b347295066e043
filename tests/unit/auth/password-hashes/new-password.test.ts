import { describe, expect, test, vi } from 'vitest';
import {
  hashOf,
  hashPassword,
  newPasswordKinds,
  passwordProblem,
  verifyPassword,
} from '../../../../src/auth/password-hashes/passwords.ts';

describe.each(newPasswordKinds)('hashPassword as %s', (kind) => {
  test('gives a value of that kind that the password alone verifies', () => {
    const stored = hashPassword('pässwörd', kind, 4);
    expect(hashOf(stored)?.name).toBe(kind);
    expect([verifyPassword('pässwörd', stored), verifyPassword('passwörd', stored)]).toEqual([true, false]);
  });

  test('is salted, except for sha1, which has no salt', () => {
    const values = new Set(Array.from({ length: 20 }, () => hashPassword('secret', kind, 4)));
    expect(values.size).toBe(kind === 'sha1' ? 1 : 20);
  });
});

test('salts of apr1 are eight random characters, none of them from Math.random', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const salts = Array.from({ length: 150 }, () => /^\$apr1\$([./0-9A-Za-z]{8})\$/.exec(hashPassword('x', 'apr1'))?.[1]);
  vi.restoreAllMocks();
  expect(new Set(salts).size).toBe(150);
  expect(salts).not.toContain(undefined);
});

test('bcrypt has cost 10 unless said otherwise', () => {
  expect(hashPassword('secret', 'bcrypt')).toMatch(/^\$2[by]\$10\$/);
});

test.each([
  ['8 digits', 'bcrypt', undefined],
  ['7 signs', 'bcrypt', 'fewer than 8 characters'],
  ['7 signs', 'digest', 'fewer than 8 characters'],
  ['😀'.repeat(7), 'sha1', 'fewer than 8 characters'],
  ['😀'.repeat(8), 'sha1', undefined],
  ['a'.repeat(1024), 'sha1', undefined],
  ['a'.repeat(1024), 'digest', undefined],
  ['ä'.repeat(36), 'bcrypt', undefined],
  ['ä'.repeat(37), 'bcrypt', '72 bytes'],
  ['ä'.repeat(37), 'apr1', undefined],
  ['a'.repeat(1025), 'sha1', '1024 bytes'],
  ['a'.repeat(1025), 'digest', '1024 bytes'],
  ['', 'digest', 'empty'],
  ['se\0cret', 'bcrypt', 'control'],
  ['secret\n', 'apr1', 'control'],
  ['secret \ud800', 'sha1', 'Unicode'],
] as const)('%j as %s: %s', (password, kind, problem) => {
  expect(passwordProblem(password, kind)).toEqual(problem === undefined ? undefined : expect.stringContaining(problem));
});
