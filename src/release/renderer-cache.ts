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

/** Folder of the renderers, relative to the cache folder. */
const FOLDER = 'renderers';
/** Maximum number of cached renderers, one for each state of the templates, such as those of Git branches. */
const MOST_KEPT = 3;

/**
 * Copies the cached renderer that was compiled from these templates, for this project or another.
 * @param cacheFolder see `cacheFolder` in product.ts
 * @param hash hash of everything that the renderer was compiled from
 * @param target folder to create
 * @returns false if the renderer is missing or incomplete; nothing is copied then
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
 * Stores a copy of a renderer in the cache, in one step, for other projects and the next cold build. An unwritable
 * cache only costs time.
 * @param source folder with the compiled renderer
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

/** Removes a draft. Node.js before 24 throws even with `force` if a parent of the path is a file. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true });
  } catch {
    // No draft was created.
  }
}

function forgetOldest(folder: string): void {
  const kept = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of kept.slice(MOST_KEPT)) rmSync(path, { recursive: true, force: true });
}

/** Files that a fingerprint covers. */
export interface FingerprintPart {
  readonly folder: string;
  /** Paths of files or folders, relative to `folder`; a folder includes all files below it. */
  readonly paths: readonly string[];
}

/** Coarsest time resolution of a file system (FAT): a second change within this time may not change the timestamp. */
const CLOCK_STEP_MILLISECONDS = 2_000;

/**
 * Fingerprint of files that rarely change, such as those of the product. Files are read again only if the device,
 * inode, size or a timestamp of one of them has changed. This relies on the time of a file's last status change, which
 * no program can set under POSIX (XBD 4.9). Files without such a time, such as those of a read-only image, need a new
 * `salt` after each change.
 * @param keptIn file with the last fingerprint, in an existing folder; if it is missing, damaged or read-only, this
 * only costs time
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

/** Metadata of files, collected before the files are read, and the time of the last change of any of them. */
function tracesOf(parts: readonly FingerprintPart[]): { readonly text: string; readonly youngest: number } {
  const files = parts.flatMap(({ folder, paths }) => paths.flatMap((path) => filesBelow(join(folder, path))));
  const statuses = files.map((file) => {
    const own = statusOf(() => lstatSync(file));
    // The metadata of a link include those of its target, to detect a changed target.
    return own?.isSymbolicLink() === true ? [own, statusOf(() => statSync(file))] : [own];
  });
  const text = statuses.map((ofFile, index) =>
    [files[index], ...ofFile.flatMap((one) => [one?.dev, one?.ino, one?.size, one?.mtimeMs, one?.ctimeMs])].join(' '),
  );
  const times = statuses.flat().map((one) => Math.max(one?.mtimeMs ?? 0, one?.ctimeMs ?? 0));
  return { text: text.join('\n'), youngest: times.reduce((one, other) => Math.max(one, other), 0) };
}

/** Status of a file; undefined if the file is missing or cannot be reached, as in a cycle of links. */
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
    // There is no cache folder, the package is read-only, or the disk is full.
  }
}
