import { toByteText } from '../../http/grammar.ts';
import { decoyFor, hashOf, hashPassword, passwordProblem, USUAL_HASH } from '../password-hashes/passwords.ts';
import { type DigestAlgorithm, digestHashes, isSame } from '../secrets.ts';
import { collectEntries, damaged, type FileReading, type PasswordFile, readLines } from './lines.ts';

export interface HtpasswdFile extends PasswordFile {
  /** Stored value against which passwords of unknown users are verified: see {@link decoyFor}. */
  readonly decoy: string;
}

const UNUSABLE =
  'has a password in a form that is not accepted (plain text, DES crypt, damaged, or with too many rounds). Set it again with "platform-docs passwd set".';

/**
 * Reads `user:value` lines (specification §5.1). A line whose value no hash recognises is unusable and is reported; a
 * file without any usable line is damaged.
 */
export function parseHtpasswd(text: string): FileReading<HtpasswdFile> {
  const lines = readLines(text, 2, 'user:password-hash');
  if (lines.kind === 'damaged') return lines;
  const { entries, complaints } = collectEntries(lines.records, ({ fields: [, value = ''] }) =>
    hashOf(value) ? { value } : { problem: UNUSABLE },
  );
  if (entries.size === 0) return damaged('has no usable user. Add one with "platform-docs passwd set".', complaints);
  return { kind: 'read', content: Object.freeze({ entries, decoy: decoyFor(entries.values()) }), complaints };
}

/**
 * Reads `user:realm:HA1` lines. Lines of other realms are ignored and not reported; a file without any usable line of
 * this realm is damaged.
 * @param realm of the adapter; one file may hold several realms
 * @param algorithm MD5 for files that `htdigest` writes; files with SHA-256 have the same structure (RFC 7616 §3.4.2)
 */
export function parseHtdigest(text: string, realm: string, algorithm: DigestAlgorithm): FileReading<PasswordFile> {
  const lines = readLines(text, 3, 'user:realm:digest');
  if (lines.kind === 'damaged') return lines;
  const { digits } = digestHashes[algorithm];
  const digest = new RegExp(`^[0-9a-f]{${digits}}$`, 'i');
  const { entries, complaints } = collectEntries(lines.records, ({ fields: [, ofRealm, value = ''] }) => {
    if (ofRealm !== realm) return undefined;
    if (!digest.test(value))
      return {
        problem: `has no ${algorithm} digest of ${digits} hexadecimal digits. Set it again with "platform-docs passwd set".`,
      };
    return { value: value.toLowerCase() };
  });
  if (entries.size === 0)
    return damaged(
      `has no usable user in the realm ${JSON.stringify(realm)}. Add one with "platform-docs passwd set".`,
      complaints,
    );
  return { kind: 'read', content: Object.freeze({ entries }), complaints };
}

/**
 * HA1, the value of an htdigest line. Since Digest needs only HA1, it must be kept as secret as the password.
 * @see RFC 7616 §3.4.2
 */
export function digestOf(user: string, realm: string, password: string, algorithm: DigestAlgorithm): string {
  return digestHashes[algorithm].hash(toByteText(`${user}:${realm}:${password}`));
}

/** One user of a file. `realm` is the adapter's, even for files without realms. */
interface Entry {
  readonly user: string;
  readonly realm: string;
  readonly password: string;
}

type Check = 'right' | 'wrong' | 'busy';

/** Kind of password file: how entries are read, written and verified. */
export interface PasswordFileKind {
  /** Whether lines are `user:realm:value`; else they are `user:value`. */
  readonly hasRealm: boolean;
  /** Option that `passwd set` needs in addition to file, user and realm; `''`: none. */
  readonly setOption: string;
  parse(text: string, realm: string): FileReading<PasswordFile>;
  /** @returns the reason why a password cannot be used, as a sentence; undefined if it can */
  passwordProblem(password: string): string | undefined;
  /** Stored value for a new line; slow, since it hashes the password. */
  store(entry: Entry): string;
  /** @param verifyHash verifies stored hashes in another thread */
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

/** New line of a file, with its line break. */
export function lineOf({ hasRealm, store }: PasswordFileKind, entry: Entry): string {
  return `${entry.user}:${hasRealm ? `${entry.realm}:` : ''}${store(entry)}\n`;
}
