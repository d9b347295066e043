import { hashOf } from '../password-hashes/registry.ts';
import { decoyFor } from '../password-hashes/verify.ts';
import type { FileReading, PasswordFile } from './contract.ts';
import { collectEntries, damaged, readLines } from './lines.ts';

export interface HtpasswdFile extends PasswordFile {
  /** Stored value that passwords of unknown users are verified against: see {@link decoyFor}. */
  readonly decoy: string;
}

const UNUSABLE =
  'has a password in a form that is not accepted (plain text, DES crypt, damaged, or with too many rounds). Set it again with "platform-docs passwd set".';

/**
 * Reads `user:value` lines (specification §5.1). A line whose value no hash recognises is of no use and is
 * complained of; a file without one usable line is damaged.
 */
export function parseHtpasswd(text: string): FileReading<HtpasswdFile> {
  const lines = readLines(text, 2, 'user:password-hash');
  if (lines.kind === 'damaged') return lines;
  const { entries, complaints } = collectEntries(lines.records, ({ fields: [, value = ''] }) =>
    hashOf(value) ? { value } : { problem: UNUSABLE },
  );
  if (entries.size === 0) return damaged('holds no usable user. Add one with "platform-docs passwd set".', complaints);
  return { kind: 'read', content: Object.freeze({ entries, decoy: decoyFor(entries.values()) }), complaints };
}
