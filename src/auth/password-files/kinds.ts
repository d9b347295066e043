import { isSame } from '../constant-time.ts';
import type { DigestAlgorithm } from '../digest-hashes.ts';
import { hashPassword, passwordProblem, USUAL_HASH } from '../password-hashes/new-password.ts';
import type { FileReading, PasswordFile } from './contract.ts';
import { digestOf, parseHtdigest } from './htdigest.ts';
import { parseHtpasswd } from './htpasswd.ts';

/** One user of a file. `realm`: that of the adapter, whether or not the file has realms. */
interface Entry {
  readonly user: string;
  readonly realm: string;
  readonly password: string;
}

type Check = 'right' | 'wrong' | 'busy';

/** A kind of password file, as forms and commands read and make it. */
export interface PasswordFileKind {
  /** Lines are `user:realm:value`, else `user:value`. */
  readonly hasRealm: boolean;
  /** Option that `passwd set` needs beside file, user and realm; `''`: none. */
  readonly setOption: string;
  parse(text: string, realm: string): FileReading<PasswordFile>;
  /** @returns why a password cannot be used, as a sentence; undefined when it can */
  passwordProblem(password: string): string | undefined;
  /** The value of a new line. Takes its time. */
  store(entry: Entry): string;
  /** @param verifyHash verifies stored hashes where they keep nothing waiting */
  verify(
    entry: Entry,
    stored: string,
    verifyHash: (password: string, stored: string) => Promise<Check>,
  ): Check | Promise<Check>;
}

export const htpasswdKind: PasswordFileKind = {
  hasRealm: false,
  setOption: '',
  parse: parseHtpasswd,
  passwordProblem: (password) => passwordProblem(password, USUAL_HASH),
  store: ({ password }) => hashPassword(password, USUAL_HASH),
  verify: ({ password }, stored, verifyHash) => verifyHash(password, stored),
};

export function htdigestKind(algorithm: DigestAlgorithm): PasswordFileKind {
  const store = ({ user, realm, password }: Entry): string => digestOf(user, realm, password, algorithm);
  return {
    hasRealm: true,
    setOption: algorithm === 'MD5' ? '' : ` --algorithm ${algorithm.toLowerCase()}`,
    parse: (text, realm) => parseHtdigest(text, realm, algorithm),
    passwordProblem: (password) => passwordProblem(password, 'digest'),
    store,
    verify: (entry, stored) => (isSame(store(entry), stored) ? 'right' : 'wrong'),
  };
}

/** A line of a file, with its end. */
export function lineOf({ hasRealm, store }: PasswordFileKind, entry: Entry): string {
  return `${entry.user}:${hasRealm ? `${entry.realm}:` : ''}${store(entry)}\n`;
}
