import { hash } from 'node:crypto';
import type { FileReading, PasswordFile } from './contract.ts';
import { collectEntries, damaged, readLines } from './lines.ts';

/** MD5, as `htdigest` writes; SHA-256 in files of the same shape (RFC 7616 §3.4.2). */
export type DigestAlgorithm = 'MD5' | 'SHA-256';

const HEXADECIMAL_DIGITS: Readonly<Record<DigestAlgorithm, number>> = { MD5: 32, 'SHA-256': 64 };
const HASH_NAMES: Readonly<Record<DigestAlgorithm, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };

/**
 * Reads `user:realm:HA1` lines. Lines of other realms are left out, without complaint; a file without one usable line of this realm
 * is damaged.
 * @param realm of the configuration, which decides: one file may hold several
 */
export function parseHtdigest(text: string, realm: string, algorithm: DigestAlgorithm): FileReading<PasswordFile> {
  const lines = readLines(text, 3, 'user:realm:digest');
  if (lines.kind === 'damaged') return lines;
  const digits = HEXADECIMAL_DIGITS[algorithm];
  const digest = new RegExp(`^[0-9a-f]{${digits}}$`, 'i');
  const { entries, complaints } = collectEntries(lines.records, ({ fields: [, ofRealm, value = ''] }) => {
    if (ofRealm !== realm) return undefined;
    if (!digest.test(value)) return { problem: `has no ${algorithm} digest of ${digits} hexadecimal digits. Set it again with "platform-docs passwd set".` };
    return { value: value.toLowerCase() };
  });
  if (entries.size === 0) return damaged(`holds no usable user of the realm ${JSON.stringify(realm)}. Add one with "platform-docs passwd set".`, complaints);
  return { kind: 'read', content: Object.freeze({ entries }), complaints };
}

/** HA1, the value of an htdigest line: what Digest needs instead of the password, and as good as it for this realm. @see RFC 7616 §3.4.2 */
export function digestOf(user: string, realm: string, password: string, algorithm: DigestAlgorithm): string {
  return hash(HASH_NAMES[algorithm], `${user}:${realm}:${password}`, 'hex');
}
