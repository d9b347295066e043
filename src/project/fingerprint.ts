import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Computes a hash of the names and contents of files, including all files below folders. A missing path or a special
 * file counts as empty. The hash includes the target of a symbolic link: readers refuse a link out of the folder.
 * Files below a path that is a link are named by their path through the link.
 */
export function fingerprint(projectFolder: string, paths: readonly string[], salt = ''): string {
  const hash = createHash('sha256').update(salt);
  for (const path of paths) {
    const top = join(projectFolder, path);
    for (const file of filesBelow(top)) {
      hash.update(`\0${path}${file.slice(top.length).replaceAll(sep, '/')}\0`);
      for (const part of contentOf(file)) hash.update(part);
    }
  }
  return hash.digest('hex');
}

/**
 * Computes a stamp of names, sizes, times and inodes. Unlike {@link fingerprint}, it is cheap enough for each request
 * of the development server.
 */
export function stampOf(projectFolder: string, paths: readonly string[]): string {
  return [...statesOf(projectFolder, paths)].map((state) => state.join('\0')).join('\n');
}

/** Returns the time, size and inode of each file, in a stable order. */
export function statesOf(projectFolder: string, paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    paths.flatMap((path) => filesBelow(join(projectFolder, path))).map((file) => [file, stateOf(file)] as const),
  );
}

/** Returns a text that changes with a file: its time, size and inode. */
export function stateOf(file: string): string {
  const status = statusOf(file);
  return `${status?.mtimeMs}\0${status?.size}\0${status?.ino}`;
}

/**
 * Lists files and links below a path in a stable order: the path itself if it is a file or unreadable, none if missing.
 */
export function filesBelow(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) => {
      const child = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(child);
      return entry.isFile() || entry.isSymbolicLink() ? [child] : [];
    });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : [path];
  }
}

/**
 * Reads a file; returns no content for unreadable files, and for pipes and devices, whose content may never end.
 */
function contentOf(file: string): readonly (Uint8Array | string)[] {
  const parts: (Uint8Array | string)[] = [];
  try {
    const own = lstatSync(file, { throwIfNoEntry: false });
    const isLink = own?.isSymbolicLink() === true;
    if (isLink) parts.push(`${readlinkSync(file)}\0`);
    if ((isLink ? statusOf(file) : own)?.isFile()) parts.push(readFileSync(file));
  } catch {
    // An unreadable file counts as empty.
  }
  return parts;
}

function statusOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
