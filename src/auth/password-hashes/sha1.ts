import { hash } from 'node:crypto';
import { isSame } from '../secrets.ts';
import type { PasswordHash } from './contract.ts';

const PREFIX = '{SHA}';
const ENTRY = /^\{SHA\}[A-Za-z0-9+/]{27}=$/;

/**
 * The unsalted SHA-1 entries that `htpasswd -s` writes: `{SHA}` + base64 of the digest.
 * Weak, kept because the specification's set-up rule names it (§5.1, rule 2).
 */
export const sha1: PasswordHash = {
  name: 'sha1',
  recognises: (stored) => ENTRY.test(stored),
  verify: (password, stored) => isSame(store(password), stored),
  costMicroseconds: () => 1,
  decoy: () => `${PREFIX}c2hhMSBvZiBub2JvZHkgYXQgYWw=`,
  store,
};

function store(password: string): string {
  return PREFIX + hash('sha1', password, 'base64');
}
