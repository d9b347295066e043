import { compareSync, hashSync } from 'bcryptjs';
import type { PasswordHash } from './contract.ts';

/** Entry with a cost from 4 to 17, as in `htpasswd -C`; each step doubles the time, up to seconds at 17. */
const ENTRY = /^\$2[aby]\$(?<cost>0[4-9]|1[0-7])\$[./A-Za-z0-9]{53}$/;
/** Number of bytes that bcrypt reads. Longer passwords are never accepted, since their ends would not be checked. */
const MAXIMUM_PASSWORD_BYTES = 72;
const DEFAULT_COST = 10;
/** Salt and digest that no known password produces. */
const DECOY_DIGEST = 'u1cZ0pJ4rQ6yWv8tXk2sNeLw7Dq3Hb5Gm9Ff.ToPaRiSzUxVyBcKh';
const MICROSECONDS_A_ROUND = 54;
const LOWEST_COST = 4;

/** bcrypt entries (`$2y$`, `$2a$`, `$2b$`), as `htpasswd -B` writes them: cost, 22 characters of salt, 31 of digest. */
export const bcrypt: PasswordHash = {
  name: 'bcrypt',
  recognises: (stored) => ENTRY.test(stored),
  verify(password, stored) {
    // Passwords that are too long are compared as well: an immediate answer would reveal which users have this hash.
    const isSame = compareSync(password, stored);
    return isSame && Buffer.byteLength(password) <= MAXIMUM_PASSWORD_BYTES;
  },
  costMicroseconds: (stored) => MICROSECONDS_A_ROUND * 2 ** costOf(stored),
  decoy: (stored) => decoyOf(costOf(stored)),
  decoysOf(microseconds, stored) {
    const decoys: string[] = [];
    let rounds = Math.round(microseconds / MICROSECONDS_A_ROUND);
    for (let cost = costOf(stored); cost >= LOWEST_COST; cost -= 1) {
      if (rounds < 2 ** cost) continue;
      rounds -= 2 ** cost;
      decoys.push(decoyOf(cost));
    }
    return decoys;
  },
  store: (password, cost = DEFAULT_COST) => hashSync(password, cost),
  maximumBytes: MAXIMUM_PASSWORD_BYTES,
};

function decoyOf(cost: number): string {
  return `$2y$${String(cost).padStart(2, '0')}$${DECOY_DIGEST}`;
}

function costOf(stored: string): number {
  return Number(ENTRY.exec(stored)?.groups?.['cost'] ?? 10);
}
