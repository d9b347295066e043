import { mkdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { type EntryKey, findEntry, listEntries } from '../auth/password-files/edit.ts';
import { readTextFile } from '../auth/password-files/text-file.ts';
import { LockHeld, lock } from '../files/lock.ts';
import { OWNER_ONLY, realFile, replaceFile } from '../files/replace-file.ts';
import { isSystemError, remedyFor } from '../files/system-error.ts';
import { UsageError } from './command.ts';

type PasswordFileKind = 'htpasswd' | 'htdigest';

/** A password file that is an argument of a command. */
export interface NamedFile {
  /** Absolute path. */
  readonly path: string;
  /** Path as the user typed it, for messages. */
  readonly shown: string;
  readonly projectFolder: string;
}

/** File mode that lets the group, for example the group of the server, read but not write the file. */
const GROUP_READS = 0o640;
const OTHERS = 0o007;
/** Matches the beginning of every supported hash, including damaged ones. */
const HASH = /^[{$]/;

/**
 * Reads the text of a password file; `''` if the file is missing, `mayBeMissing` is true, and it can be created.
 * @throws {@link PasswordFileError} if the file cannot be read
 */
export function readPasswordFile({ path, shown, projectFolder }: NamedFile, mayBeMissing: boolean): string {
  if (mayBeMissing && statSync(path, { throwIfNoEntry: false }) === undefined) {
    const folder = statSync(deepestThere(dirname(path), projectFolder), { throwIfNoEntry: false });
    if (folder?.isDirectory() === true) return '';
    throw new PasswordFileError(
      `${shown} cannot be created: there is no folder ${dirname(shown)}. Create the folder first, or correct the path.`,
    );
  }
  const reading = readTextFile(path);
  if (reading.kind === 'failed')
    throw new PasswordFileError(reading.problem === 'not found' ? notFound(shown) : unreadable(shown, reading.problem));
  // Bytes that are not valid UTF-8 would be changed when the file is written again.
  if (reading.text.includes('\ufffd'))
    throw new PasswordFileError(`${shown} is not UTF-8 text. Save it as UTF-8 first.`);
  return reading.text;
}

/**
 * Path of a folder, or of its nearest existing ancestor if it is in the project. A missing folder outside the project
 * is returned as it is: most likely the path is wrong, so it is not created.
 */
function deepestThere(folder: string, projectFolder: string): string {
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return isThere || !isBelow(folder, projectFolder) ? folder : deepestThere(dirname(folder), projectFolder);
}

function isBelow(folder: string, projectFolder: string): boolean {
  const path = relative(projectFolder, folder);
  return path !== '' && path.split(sep)[0] !== '..' && !isAbsolute(path);
}

/**
 * Replaces the text of a password file atomically, under a lock; follows symbolic links; creates missing folders in the
 * project. The group keeps read access only if others had no access and the new file can have the same group.
 * @param edit returns the new text, or undefined to leave the file unchanged
 * @returns a warning if others could read the file before and no longer can
 */
export async function editPasswordFile(
  named: NamedFile,
  edit: (text: string) => string | undefined,
): Promise<string | undefined> {
  const { shown } = named;
  const { file, unlock } = await lockFile(named).catch((error: unknown) => {
    throw refused(error, shown);
  });
  try {
    const text = edit(readPasswordFile({ ...named, path: file }, true));
    if (text === undefined) return undefined;
    const { mode, gid } = statSync(file, { throwIfNoEntry: false }) ?? { mode: OWNER_ONLY, gid: undefined };
    const isForGroup = (mode & OTHERS) === 0 && (process.getuid?.() === 0 || gid === process.getegid?.());
    const allowed = isForGroup ? GROUP_READS : OWNER_ONLY;
    replaceFile(file, text, mode & allowed);
    if (isForGroup || (mode & 0o077) === 0) return undefined;
    const remedy = 'Run the server as that user, or let its group read it.';
    return `${shown} could be read by others. Now only its owner can. ${remedy}`;
  } catch (error) {
    throw refused(error, shown);
  } finally {
    unlock();
  }
}

async function lockFile({
  path,
  projectFolder,
}: NamedFile): Promise<{ readonly file: string; readonly unlock: () => void }> {
  const folder = dirname(path);
  if (isBelow(folder, projectFolder)) mkdirSync(folder, { recursive: true });
  const file = realFile(path);
  return { file, unlock: await lock(`${file}.lock`) };
}

/**
 * Converts errors of locks and of the operating system into messages about the password file; returns other errors
 * unchanged.
 */
function refused(error: unknown, shown: string): unknown {
  if (error instanceof LockHeld) return new PasswordFileError(error.message);
  if (!isSystemError(error)) return error;
  const remedy = remedyFor(error.code) ?? 'Its folder must exist, and this user must be allowed to write there.';
  return new PasswordFileError(`${shown} cannot be written (${error.code}). ${remedy}`);
}

function notFound(shown: string): string {
  return `${shown} was not found. Correct the path, or create it with "platform-docs passwd set ${shown} <user>".`;
}

function unreadable(shown: string, problem: string): string {
  return `${shown} ${problem}. Name a file that this user may read.`;
}

/** Guesses the kind of a password file from its entries; undefined if it has no entries. */
export function kindOf(text: string): PasswordFileKind | undefined {
  const users = listEntries(text, 'htpasswd');
  if (users.length === 0) return undefined;
  const withRealm = new Set(listEntries(text, 'htdigest').map(({ user }) => user));
  return users.every(({ user }) => withRealm.has(user)) ? 'htdigest' : 'htpasswd';
}

/** Refuses an entry that does not fit the kind of the file: one wrong line makes the whole file unusable. */
export function refuseOtherKind(text: string, { realm }: EntryKey, shown: string): void {
  const kind = kindOf(text);
  if (kind === 'htdigest' && realm === null)
    throw new UsageError(`${shown} is a digest file. Name the realm with --realm.`);
  if (kind === 'htpasswd' && realm !== null)
    throw new UsageError(
      `${shown} is a password file, which has no realms. Leave --realm out, or remove the file first.`,
    );
}

/** Refuses a new user in a file without any hash, such as a group file. Existing entries can be changed. */
export function refuseOtherFile(text: string, key: EntryKey, shown: string): void {
  const entries = listEntries(text, 'htpasswd');
  const isOther = key.realm === null && entries.length > 0 && !entries.some(({ value }) => HASH.test(value));
  if (isOther && findEntry(text, key) === undefined)
    throw new UsageError(`No line of ${shown} has a password hash. Name a password file, or a user of this one.`);
}

/** Error about a password file; leads to exit code 1. */
export class PasswordFileError extends Error {}
