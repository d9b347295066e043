import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import { filesBelow, fingerprint } from '../project/fingerprint.ts';
import { shortHash } from '../store/short-hash.ts';

/** Files of which a fingerprint is made. */
export interface FingerprintPart {
  readonly folder: string;
  /** Below the folder; those of folders are all files below them. */
  readonly paths: readonly string[];
}

/** A change within one step of a file system's clock may leave no trace. FAT has steps of this length. */
const CLOCK_STEP_MILLISECONDS = 2_000;

/**
 * The fingerprint of files that hardly ever change, such as those of the product. They are read again where one of them
 * has another place on the disk, size or time than when the fingerprint was made. This relies on the time of the last
 * change of a file's status, which POSIX lets no program choose (XBD 4.9); what has no such time, a read-only image for
 * example, has to be told apart by {@link salt}.
 * @param keptIn file with what is known, in a folder that is not made; one that is missing, damaged or cannot be
 * written costs time only
 */
export function keptFingerprint(keptIn: string, parts: readonly FingerprintPart[], salt: string): string {
  const now = Date.now();
  const { text, youngest } = tracesOf(parts);
  const traces = shortHash(JSON.stringify([salt, text]));
  const kept = readKept(keptIn, traces);
  if (kept !== undefined) return kept;
  const made = parts.reduce((before, { folder, paths }) => fingerprint(folder, paths, before), salt);
  if (youngest < now - CLOCK_STEP_MILLISECONDS) keep(keptIn, traces, made);
  return made;
}

/** Metadata of files, taken before they are read, and the time of their last change. */
function tracesOf(parts: readonly FingerprintPart[]): { readonly text: string; readonly youngest: number } {
  const files = parts.flatMap(({ folder, paths }) => paths.flatMap((path) => filesBelow(join(folder, path))));
  const statuses = files.map((file) => {
    const own = statusOf(() => lstatSync(file));
    // A link counts with its target: another target is another link.
    return own?.isSymbolicLink() === true ? [own, statusOf(() => statSync(file))] : [own];
  });
  const text = statuses.map((ofFile, index) =>
    [files[index], ...ofFile.flatMap((one) => [one?.dev, one?.ino, one?.size, one?.mtimeMs, one?.ctimeMs])].join(' '),
  );
  const times = statuses.flat().map((one) => Math.max(one?.mtimeMs ?? 0, one?.ctimeMs ?? 0));
  return { text: text.join('\n'), youngest: times.reduce((one, other) => Math.max(one, other), 0) };
}

/** Undefined of what is not there, or cannot be reached: a link in a cycle. */
function statusOf(ask: () => Stats): Stats | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function readKept(keptIn: string, traces: string): string | undefined {
  try {
    const [keptTraces, hash = '', checksum] = readFileSync(keptIn, 'utf8').split(' ');
    return keptTraces === traces && checksum === shortHash(traces + hash) ? hash : undefined;
  } catch {
    return undefined;
  }
}

function keep(keptIn: string, traces: string, hash: string): void {
  try {
    replaceFile(keptIn, `${traces} ${hash} ${shortHash(traces + hash)}`);
  } catch {
    // There is no cache, the package is read-only, or the disk is full.
  }
}
