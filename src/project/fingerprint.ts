import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Hash of the names and bytes of files, and of all files below folders. A missing path or a special file counts as
 * empty. For a symbolic link its target is hashed as well, because a link out of the folder is not read. Files below a
 * linked folder of the project are hashed under their own names.
 */
export function fingerprint(projectFolder: string, paths: readonly string[], salt = ''): string {
  const hash = createHash('sha256').update(salt);
  for (const path of paths) {
    for (const file of filesBelow(join(projectFolder, path))) {
      hash.update(`\0${relative(projectFolder, file).split(sep).join('/')}\0`);
      for (const part of contentOf(file)) hash.update(part);
    }
  }
  return hash.digest('hex');
}

/**
 * Like {@link fingerprint}, but of names, sizes and times alone: cheap enough for every request of the development
 * server.
 */
export function stampOf(projectFolder: string, paths: readonly string[]): string {
  return [...statesOf(projectFolder, paths)].map((state) => state.join('\0')).join('\n');
}

/** Size and time of each file, in a stable order. */
export function statesOf(projectFolder: string, paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    paths
      .flatMap((path) => filesBelow(join(projectFolder, path)))
      .map((file) => {
        const status = statusOf(file);
        return [file, `${status?.mtimeMs}\0${status?.size}\0${status?.ino}`] as const;
      }),
  );
}

/**
 * Regular files in a stable order; the path itself when it is a file or cannot be read; nothing when it is not there.
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
 * Content of a file; empty for a file that may not be read or is not regular: reading pipes and devices may never end.
 */
function contentOf(file: string): readonly (Uint8Array | string)[] {
  const parts: (Uint8Array | string)[] = [];
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) parts.push(`${readlinkSync(file)}\0`);
    if (statusOf(file)?.isFile()) parts.push(readFileSync(file));
  } catch {
    // It may not be read.
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
