import { randomBytes } from 'node:crypto';
import md5 from 'apache-md5';
import { toByteText } from '../../http/grammar.ts';
import { isSame } from '../secrets.ts';
import type { PasswordHash } from './contract.ts';

const ENTRY = /^\$(?:apr1|1)\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}$/;

/** MD5 with 1,000 rounds: `$apr1$salt$digest`, as `htpasswd -m` writes it, and `$1$salt$digest`, as in Unix crypt. */
export const apr1: PasswordHash = {
  name: 'apr1',
  recognises: (stored) => ENTRY.test(stored),
  // The library hashes the lower byte of each UTF-16 unit, Apache the bytes of UTF-8: with one character per byte, both
  // hash the same bytes.
  verify: (password, stored) => isSame(md5(toByteText(password), stored), stored),
  costMicroseconds: () => 670,
  decoy: () => '$apr1$Zb3kT0aQ$x9Nf2LrVw8mYc5JdHq1Gs.',
  // Without a salt, the library would create one with Math.random.
  store: (password) => md5(toByteText(password), `$apr1$${randomSalt()}$`),
};

/** Salt of eight characters, each with six random bits. */
function randomSalt(): string {
  return randomBytes(6).toString('base64').replaceAll('+', '.');
}
