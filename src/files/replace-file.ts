import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { hasEnded, machineMark } from './writer.ts';

/** Mode of files with secrets. */
export const OWNER_ONLY = 0o600;

const ALL_OF_OWNER = 0o700;
/** Value of `chown` that keeps an owner. */
const SAME_OWNER = -1;

const MOST_LINKS = 40;

/**
 * Writes a file beside its place and renames it, so that no reader ever sees half of it. After a failure, the file from
 * before is unchanged. Temporary files of processes that were killed are removed.
 * @param path a symbolic link would be replaced, see {@link realFile}
 * @param mode permissions with any umask; undefined: those that new files have
 * @throws what the operating system says
 */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  removeAbandoned(dirname(path));
  const temporary = temporaryBeside(path);
  try {
    writeWhole(temporary, content, mode, path);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Makes a file whole or not at all: no half of it is left where the disk is full or the process is killed.
 * @param mode permissions with any umask
 * @returns false, and nothing is written, where something is there already: a symbolic link as well
 * @throws what the operating system says
 */
export function createFile(path: string, content: string | Uint8Array, mode: number): boolean {
  removeAbandoned(dirname(path));
  const temporary = temporaryBeside(path);
  try {
    writeWhole(temporary, content, mode);
    return moveIfFree(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Links, since a link never replaces a file; renames on file systems that have no links. */
function moveIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(from, to);
    return true;
  }
}

/** @param before file whose owner the new one gets */
function writeWhole(path: string, content: string | Uint8Array, mode: number | undefined, before?: string): void {
  // Until the file has its final group, its group may not read it.
  const descriptor = openSync(path, 'wx', mode === undefined ? mode : mode & ALL_OF_OWNER);
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(descriptor, bytes, done);
    if (before !== undefined) keepOwner(before, descriptor);
    if (mode !== undefined) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Resolves the symbolic links of a path; the file that they lead to need not exist. */
export function realFile(path: string): string {
  let current = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    if (lstatSync(current, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break;
    current = resolve(dirname(realFolder(current)), readlinkSync(current));
  }
  return realFolder(current);
}

function realFolder(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

/**
 * Gives a new file the owner of the one it replaces, where root edits a file of the server. Other users cannot; they
 * restore the group, since a folder (setgid) may give new files its own.
 */
function keepOwner(from: string, descriptor: number): void {
  const owner = statSync(from, { throwIfNoEntry: false });
  if (owner === undefined) return;
  if (process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid);
  else if (owner.gid === process.getegid?.() && owner.gid !== fstatSync(descriptor).gid)
    fchownSync(descriptor, SAME_OWNER, owner.gid);
}

/** A write takes milliseconds: a temporary file of this age was left behind, whether or not its process is known. */
const STALE_MILLISECONDS = 3_600_000;
/** Characters that a temporary name keeps of the file name: the whole name could be too long. */
const NAME_LENGTH = 40;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TEMPORARY = new RegExp(`^\\..+?\\.(?<pid>\\d{1,10})-(?<mark>[0-9a-f]{8})\\.${UUID}\\.tmp$`);

/** A unique name for a temporary file beside a file; it contains the id of the process that writes. */
function temporaryBeside(path: string): string {
  const name = basename(path).slice(0, NAME_LENGTH);
  return join(dirname(path), `.${name}.${process.pid}-${machineMark()}.${randomUUID()}.tmp`);
}

/**
 * Removes temporary files of killed processes from a folder. Files of running processes stay, those of other machines
 * for an hour. Never throws: the next write tries again.
 */
function removeAbandoned(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (isAbandoned(folder, name)) rmSync(join(folder, name), { force: true });
  } catch {
    // Another process has removed it already, or this process has no permission.
  }
}

function isAbandoned(folder: string, name: string): boolean {
  const { groups } = TEMPORARY.exec(name) ?? {};
  const status = groups && lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (groups === undefined || status?.isFile() !== true) return false;
  if (Date.now() - status.mtimeMs > STALE_MILLISECONDS) return true;
  if (groups['mark'] !== machineMark()) return false;
  const pid = Number(groups['pid']);
  // A restarted container often gives its server the same process id as before.
  return pid === process.pid ? status.mtimeMs < performance.timeOrigin : hasEnded(pid);
}
