import { hash, randomBytes } from 'node:crypto';
import md5 from 'apache-md5';
import { hashSync } from 'bcryptjs';
import { toByteText } from '../../http/byte-text.ts';
import { hasControlCharacter } from '../control-characters.ts';
import { BCRYPT_MAXIMUM_PASSWORD_BYTES } from './bcrypt.ts';

/** What new passwords can be stored as, in the order of preference. */
export const newPasswordKinds = ['bcrypt', 'apr1', 'sha1'] as const;
export type NewPasswordKind = (typeof newPasswordKinds)[number];

const DEFAULT_BCRYPT_COST = 10;
const MAXIMUM_BYTES = 1024;

/** @returns why a password cannot be used in HTTP authentication, as a sentence; undefined when it can */
export function passwordProblem(password: string, kind: NewPasswordKind | 'digest'): string | undefined {
  if (password === '') return 'The password is empty.';
  if (hasControlCharacter(password))
    return 'The password has control characters, which no client may send (RFC 7617 §2).';
  if (!password.isWellFormed()) return 'The password is not Unicode text.';
  const maximum = kind === 'bcrypt' ? BCRYPT_MAXIMUM_PASSWORD_BYTES : MAXIMUM_BYTES;
  return Buffer.byteLength(password) > maximum ? `The password has more than ${maximum} bytes.` : undefined;
}

/**
 * The value to store for a new password that {@link passwordProblem} finds no fault with. Takes its time: bcrypt of
 * cost 10 about
 * 60 ms.
 */
export function hashPassword(
  password: string,
  kind: NewPasswordKind,
  bcryptCost: number = DEFAULT_BCRYPT_COST,
): string {
  switch (kind) {
    case 'bcrypt':
      return hashSync(password, bcryptCost);
    case 'apr1':
      // Without a salt the library would choose one by Math.random.
      return md5(toByteText(password), `$apr1$${randomSalt()}$`);
    case 'sha1':
      return `{SHA}${hash('sha1', password, 'base64')}`;
    default:
      return kind satisfies never;
  }
}

/** Eight characters of six random bits. */
function randomSalt(): string {
  return randomBytes(6).toString('base64').replaceAll('+', '.');
}
