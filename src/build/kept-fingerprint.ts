import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import { filesBelow, fingerprint } from '../project/fingerprint.ts';
import { shortHash } from './short-hash.ts';

/** Files of which a fingerprint is made. */
export interface FingerprintPart {
  readonly folder: string;
  /** Below the folder; those of folders are all files below them. */
  readonly paths: readonly string[];
}

/** What changes a file within a step of its file system's clock may leave no trace; FAT counts in steps of this. */
const CLOCK_STEP_MILLISECONDS = 2_000;

/**
 * The fingerprint of files that hardly ever change. While they are the files that they were, with the sizes and times
 * that they had, they are not read again: every change sets the time of a file's status, which nobody can choose
 * (POSIX.1-2017, XBD 4.9).
 * @param keptIn file with what is known; one that is missing, damaged or cannot be written costs time only
 */
export function keptFingerprint(keptIn: string, parts: readonly FingerprintPart[], salt: string): string {
  const now = Date.now();
  const { text, youngest } = statesOf(parts);
  const states = shortHash(JSON.stringify([salt, text]));
  const kept = readKept(keptIn, states);
  if (kept !== undefined) return kept;
  const made = parts.reduce((before, { folder, paths }) => fingerprint(folder, paths, before), salt);
  if (youngest < now - CLOCK_STEP_MILLISECONDS) keep(keptIn, states, made);
  return made;
}

/** What is known of files without reading them, taken before they are read, and when the last of them changed. */
function statesOf(parts: readonly FingerprintPart[]): { readonly text: string; readonly youngest: number } {
  let youngest = 0;
  const states = parts
    .flatMap(({ folder, paths }) => paths.flatMap((path) => filesBelow(join(folder, path))))
    .map((file) => {
      const status = statSync(file, { throwIfNoEntry: false });
      youngest = Math.max(youngest, status?.ctimeMs ?? 0);
      return [file, status?.dev, status?.ino, status?.size, status?.mtimeMs, status?.ctimeMs].join(' ');
    });
  return { text: states.join('\n'), youngest };
}

function readKept(keptIn: string, states: string): string | undefined {
  try {
    const [keptStates, hash = '', checksum] = readFileSync(keptIn, 'utf8').split(' ');
    return keptStates === states && checksum === shortHash(states + hash) ? hash : undefined;
  } catch {
    return undefined;
  }
}

function keep(keptIn: string, states: string, hash: string): void {
  try {
    mkdirSync(dirname(keptIn), { recursive: true });
    replaceFile(keptIn, `${states} ${hash} ${shortHash(states + hash)}`);
  } catch {
    // A package may be read-only, or the disk be full.
  }
}
