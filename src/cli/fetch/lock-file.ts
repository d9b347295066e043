import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { codeOf } from '../../files/system-error.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { isRecord } from '../../schema/json-values.ts';
import { shownUrl } from './download.ts';
import { type FetchedSource, isSafePath } from './fetched-source.ts';

/** Path of the lock file, relative to the project. */
export const LOCK_FILE = 'config/sources.lock.json';

/** State of a source when it was fetched last. */
export interface LockedSource {
  /** URL without query. */
  readonly url: string;
  /** SHA-256 of the files, in hexadecimal, by their paths in the descriptor folder. */
  readonly files: Readonly<Record<string, string>>;
}

/** Locked sources by the paths of their descriptors. */
type Lock = ReadonlyMap<string, LockedSource>;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function lockedSource({ files }: FetchedSource, url: URL): LockedSource {
  const sums = [...files].map(([path, bytes]) => [path, sha256(bytes)] as const);
  return { url: shownUrl(url), files: Object.fromEntries(sums) };
}

export function lockText(lock: Lock): string {
  return `${JSON.stringify({ version: 1, sources: Object.fromEntries(lock) }, null, 2)}\n`;
}

/** Reads the lock file. @returns undefined if it is damaged */
export function readLock(projectFolder: string): Lock | undefined {
  const text = readIfThere(join(projectFolder, LOCK_FILE));
  if (text === undefined) return new Map();
  try {
    const value: unknown = JSON.parse(text.toString());
    if (isRecord(value) && value['version'] === 1 && isRecord(value['sources']))
      return new Map(Object.entries(value['sources']).map(([path, source]) => [path, toLocked(source)]));
  } catch {
    // The caller reports it.
  }
  return undefined;
}

function toLocked(source: unknown): LockedSource {
  if (!isRecord(source) || typeof source['url'] !== 'string' || !isRecord(source['files'])) throw new TypeError();
  const files = Object.entries(source['files']).map(([path, sum]) => {
    // Files that the lock names may be removed, so that their paths must be safe.
    if (typeof sum !== 'string' || !isSafePath(path)) throw new TypeError();
    return [path, sum] as const;
  });
  return { url: source['url'], files: Object.fromEntries(files) };
}

/** Reads a file of the descriptor folder; undefined if there is none. */
export function readDescriptorFile(projectFolder: string, path: string): Buffer | undefined {
  return readIfThere(join(projectFolder, DESCRIPTOR_FOLDER, path));
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** True if a symbolic link on the way to a file leads out of the descriptor folder. */
export function leadsOut(projectFolder: string, path: string): boolean {
  const root = join(projectFolder, DESCRIPTOR_FOLDER);
  let folder = dirname(join(root, path));
  while (folder !== root && !existsSync(folder)) folder = dirname(folder);
  return existsSync(root) && !`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(root)}${sep}`);
}

/**
 * Writes files and removes others, or leaves everything as it was.
 * @param contents paths relative to the project, in the order of writing; null for a file to remove
 * @throws errors of the operating system
 */
export function replaceFiles(
  projectFolder: string,
  contents: readonly (readonly [path: string, content: string | Uint8Array | null])[],
): void {
  const undo: (() => void)[] = [];
  const write = (file: string, content: string | Uint8Array | null): void => {
    if (content === null) rmSync(file, { force: true });
    else replaceFile(file, content);
  };
  try {
    for (const [path, content] of contents) {
      const file = join(projectFolder, path);
      const before = readIfThere(file) ?? null;
      if (content !== null) mkdirSync(dirname(file), { recursive: true });
      write(file, content);
      undo.push(() => write(file, before));
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}
