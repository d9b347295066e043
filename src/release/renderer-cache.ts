import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import { filesBelow, fingerprint } from '../project/fingerprint.ts';
import { shortHash } from '../store/stored-bytes.ts';

/** Below the folder of the cache. */
const FOLDER = 'renderers';
/** Most renderers in the cache, one for each state of the templates: another branch finds its own again. */
const MOST_KEPT = 3;

/**
 * Copies the renderer that was compiled from these templates before, for any project.
 * @param cacheFolder see `cacheFolder` in product.ts
 * @param hash of everything that it was compiled from
 * @param target folder that is made
 * @returns false when there is none, or it is incomplete; nothing is copied then
 */
export function copyCompiled(cacheFolder: string, hash: string, target: string): boolean {
  try {
    cpSync(join(cacheFolder, FOLDER, hash), target, { recursive: true });
    return true;
  } catch {
    rmSync(target, { recursive: true, force: true });
    return false;
  }
}

/**
 * Keeps a renderer for other projects and for the next cold build, in one step. A cache that cannot be written to costs
 * only time.
 * @param source folder with what was compiled, which is copied
 */
export function keepCompiled(
  cacheFolder: string,
  hash: string,
  source: readonly { readonly name: string; readonly folder: string }[],
): void {
  const folder = join(cacheFolder, FOLDER);
  const draft = join(folder, `.draft-${process.pid}`);
  try {
    mkdirSync(draft, { recursive: true });
    for (const part of source) cpSync(part.folder, join(draft, part.name), { recursive: true });
    rmSync(join(folder, hash), { recursive: true, force: true });
    renameSync(draft, join(folder, hash));
    forgetOldest(folder);
  } catch {
    removeDraft(draft);
  }
}

/** Node before 24 throws, even with `force`, where a parent of the path is a file. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true });
  } catch {
    // No draft was made.
  }
}

function forgetOldest(folder: string): void {
  const kept = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of kept.slice(MOST_KEPT)) rmSync(path, { recursive: true, force: true });
}

/** Files for a fingerprint. */
export interface FingerprintPart {
  readonly folder: string;
  /** Paths below the folder; a folder stands for all files below it. */
  readonly paths: readonly string[];
}

/** Longest step of a file system's clock (FAT): a second change within one step may leave no trace. */
const CLOCK_STEP_MILLISECONDS = 2_000;

/**
 * The fingerprint of files that hardly ever change, such as those of the product. The files are read again only where
 * one of them has another place on the disk, size or time than when the fingerprint was made. This relies on the time
 * of the last change of a file's status, which POSIX lets no program choose (XBD 4.9); files without such a time, for
 * example those of a read-only image, need another `salt`.
 * @param keptIn file with the last fingerprint, in a folder that exists; a missing, damaged or read-only one costs time
 * only
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

/** Undefined for a file that is missing, or cannot be reached: a link in a cycle. */
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
