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

/** Mode of files that contain secrets. */
export const OWNER_ONLY = 0o600;

const ALL_OF_OWNER = 0o700;
/** Argument of `chown` that leaves the owner unchanged. */
const SAME_OWNER = -1;

const MOST_LINKS = 40;

/**
 * Replaces a file atomically: writes a temporary file in the same folder and renames it, so that no reader sees a
 * partial file. After a failure, the previous file is unchanged. Also removes temporary files of killed processes.
 * @param path a symbolic link is itself replaced, not its target; see {@link realFile}
 * @param mode permissions regardless of the umask; undefined: the default for new files
 * @throws the error of the operating system
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
 * Creates a file completely or not at all: a full disk or a killed process leaves no partial file.
 * @param mode permissions regardless of the umask
 * @returns false, without writing, if the path already exists, even as a symbolic link
 * @throws the error of the operating system
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

/** Creates a hard link, which never replaces an existing file; renames on file systems without hard links. */
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

/** Writes a new file and flushes it to the disk. @param before existing file whose owner the new file gets */
function writeWhole(path: string, content: string | Uint8Array, mode: number | undefined, before?: string): void {
  // The group has no access until the file has its final group.
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
 * Gives a new file the owner and group of the file it replaces, if the process runs as root. Other users restore only
 * the group, if it is theirs: a setgid folder gives new files its own group.
 */
function keepOwner(from: string, descriptor: number): void {
  const owner = statSync(from, { throwIfNoEntry: false });
  if (owner === undefined) return;
  if (process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid);
  else if (owner.gid === process.getegid?.() && owner.gid !== fstatSync(descriptor).gid)
    fchownSync(descriptor, SAME_OWNER, owner.gid);
}

/** Age from which any temporary file counts as abandoned: a write takes milliseconds. */
const STALE_MILLISECONDS = 3_600_000;
/** Number of characters of the file name in a temporary name: with all of them it could exceed the system limit. */
const NAME_LENGTH = 40;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TEMPORARY = new RegExp(`^\\..+?\\.(?<pid>\\d{1,10})-(?<mark>[0-9a-f]{8})\\.${UUID}\\.tmp$`);

/** Returns a unique name for a temporary file in the same folder; it contains the process id of the writer. */
function temporaryBeside(path: string): string {
  const name = basename(path).slice(0, NAME_LENGTH);
  return join(dirname(path), `.${name}.${process.pid}-${machineMark()}.${randomUUID()}.tmp`);
}

/**
 * Removes the temporary files of killed processes from a folder. Files of running processes and of other machines are
 * removed after an hour. Never throws: the next write tries again.
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
  // After a restart, a container often gives its server the same process id as before.
  return pid === process.pid ? status.mtimeMs < performance.timeOrigin : hasEnded(pid);
}
