import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** State of a file, for detecting changes. */
export interface FileState {
  /** Changes with the file's device, inode, size or times. */
  readonly signature: string;
  readonly modifiedMilliseconds: number;
}

export type TextReading =
  | { readonly kind: 'text'; readonly text: string; readonly state: FileState }
  | { readonly kind: 'failed'; readonly problem: string };

/** Limit, enough for about 60,000 users: a file is read and parsed in one step. */
export const MAXIMUM_FILE_BYTES = 4 * 1024 * 1024;

/** @returns undefined if the file is missing or unreadable */
export function fileState(path: string): FileState | undefined {
  try {
    return toState(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** Reads a whole text file without its byte order mark. Bytes that are not UTF-8 become U+FFFD. Never throws. */
export function readTextFile(path: string): TextReading {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const before = fstatSync(descriptor, { bigint: true });
    if (!before.isFile()) return failed('is not a file');
    if (before.size > MAXIMUM_FILE_BYTES) return failed(`is larger than ${MAXIMUM_FILE_BYTES} bytes`);
    const buffer = Buffer.alloc(Number(before.size));
    let length = 0;
    for (let count = -1; count !== 0 && length < buffer.length; length += count)
      count = readSync(descriptor, buffer, length, buffer.length - length, null);
    const after = fstatSync(descriptor, { bigint: true });
    if (length !== buffer.length || !isSameContent(before, after)) return failed('was changed while it was read');
    return { kind: 'text', text: new TextDecoder().decode(buffer), state: toState(after) };
  } catch (error) {
    return failed(problemOf(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

type Stats = Readonly<Record<'dev' | 'ino' | 'nlink' | 'size' | 'mtimeNs' | 'ctimeNs' | 'mtimeMs', bigint>>;

/**
 * Whether an open file has the same content in two states. Replacing the file in its folder reduces its link count, and
 * so changes its `ctime`, but not its content.
 */
function isSameContent(before: Stats, after: Stats): boolean {
  if (before.size !== after.size || before.mtimeNs !== after.mtimeNs) return false;
  return before.ctimeNs === after.ctimeNs || after.nlink < before.nlink;
}

function toState(stats: Stats): FileState {
  return {
    signature: [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join('|'),
    modifiedMilliseconds: Number(stats.mtimeMs),
  };
}

function failed(problem: string): TextReading {
  return { kind: 'failed', problem };
}

function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'not found';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by this process';
  return `cannot be read (${code})`;
}
