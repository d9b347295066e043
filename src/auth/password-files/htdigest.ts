import { toByteText } from '../../http/grammar.ts';
import { type DigestAlgorithm, digestHashes } from '../digest-hashes.ts';
import type { FileReading, PasswordFile } from './contract.ts';
import { collectEntries, damaged, readLines } from './lines.ts';

/**
 * Reads `user:realm:HA1` lines. Lines of other realms are left out, without complaint; a file without one usable line
 * of this realm is damaged.
 * @param realm of the configuration, which decides: one file may hold several
 * @param algorithm MD5 is what `htdigest` writes; files of the same shape hold SHA-256 (RFC 7616 §3.4.2)
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
      `holds no usable user of the realm ${JSON.stringify(realm)}. Add one with "platform-docs passwd set".`,
      complaints,
    );
  return { kind: 'read', content: Object.freeze({ entries }), complaints };
}

/**
 * HA1, the value of an htdigest line: what Digest needs instead of the password, and as good as it for this realm.
 * @see RFC 7616 §3.4.2
 */
export function digestOf(user: string, realm: string, password: string, algorithm: DigestAlgorithm): string {
  return digestHashes[algorithm].hash(toByteText(`${user}:${realm}:${password}`));
}
