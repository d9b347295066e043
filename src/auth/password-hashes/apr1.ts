import { randomBytes } from 'node:crypto';
import md5 from 'apache-md5';
import { toByteText } from '../../http/grammar.ts';
import { isSame } from '../secrets.ts';
import type { PasswordHash } from './contract.ts';

const ENTRY = /^\$(?:apr1|1)\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}$/;

/**
 * 1,000 rounds of MD5: `$apr1$salt$digest`, which `htpasswd -m` writes, and `$1$salt$digest`, the same in Unix's crypt.
 */
export const apr1: PasswordHash = {
  name: 'apr1',
  recognises: (stored) => ENTRY.test(stored),
  // The library hashes the lower byte of each UTF-16 unit, Apache the bytes of UTF-8: one character a byte makes them
  // agree.
  verify: (password, stored) => isSame(md5(toByteText(password), stored), stored),
  costMicroseconds: () => 670,
  decoy: () => '$apr1$Zb3kT0aQ$x9Nf2LrVw8mYc5JdHq1Gs.',
  // Without a salt the library would choose one by Math.random.
  store: (password) => md5(toByteText(password), `$apr1$${randomSalt()}$`),
};

/** Eight characters of six random bits. */
function randomSalt(): string {
  return randomBytes(6).toString('base64').replaceAll('+', '.');
}
