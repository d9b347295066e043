import { createHash } from 'node:crypto';
import { isSame } from '../secrets.ts';
import type { PasswordHash } from './contract.ts';

const PREFIX = '{SSHA}';
const ENTRY = /^\{SSHA\}(?:[A-Za-z0-9+/]{4}){6,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const DIGEST_BYTES = 20;

/**
 * Salted SHA-1 of LDAP directories and nginx (RFC 2307 §5.3): `{SSHA}` + base64 of digest and salt of 1 byte or more.
 */
export const ssha: PasswordHash = {
  name: 'ssha',
  recognises: (stored) => ENTRY.test(stored) && bytesOf(stored).length > DIGEST_BYTES,
  verify(password, stored) {
    const bytes = bytesOf(stored);
    const digest = createHash('sha1').update(password, 'utf8').update(bytes.subarray(DIGEST_BYTES)).digest();
    return isSame(bytes.subarray(0, DIGEST_BYTES), digest);
  },
  costMicroseconds: () => 2,
  decoy: () => PREFIX + Buffer.alloc(DIGEST_BYTES + 8, 0x5a).toString('base64'),
};

function bytesOf(stored: string): Buffer {
  return Buffer.from(stored.slice(PREFIX.length), 'base64');
}
