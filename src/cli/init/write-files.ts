import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { codeOf } from '../../files/system-error.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';

export interface NewFile {
  /** Path relative to the project, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
  /** True for a file that only its owner may read. */
  readonly isSecret?: boolean;
}

interface Written {
  readonly created: readonly string[];
  /** Paths that already existed; these files stay unchanged. */
  readonly kept: readonly string[];
}

/**
 * Creates all files or none: if one cannot be written, the others are removed again. Existing files stay unchanged.
 * Works synchronously, so that no signal handler runs in between.
 * @param folder project folder, created with its parent folders if missing
 * @param replaced file that replaces an existing one, written last
 * @throws errors of the operating system, and {@link InitError} for a path that leads out of the project
 */
export function writeFiles(folder: string, files: readonly NewFile[], replaced: NewFile | null): Written {
  refuseOutside(files);
  const undo: (() => void)[] = [];
  const created: string[] = [];
  const kept: string[] = [];
  try {
    makeFolder(folder, undo);
    for (const { path, content, isSecret = false } of files) {
      const file = join(folder, path);
      makeFolder(dirname(file), undo);
      try {
        writeFileSync(file, content, { flag: 'wx', ...(isSecret && { mode: 0o600 }) });
        undo.push(() => rmSync(file));
        created.push(path);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') {
          // An incomplete file of ours is removed.
          if (!existedBefore(error)) undo.push(() => rmSync(file, { force: true }));
          throw error;
        }
        kept.push(path);
      }
    }
    if (replaced !== null) replaceFile(join(folder, replaced.path), replaced.content);
    return { created, kept };
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

/** @throws {@link InitError} if the path of a file leads out of the project */
export function refuseOutside(files: readonly NewFile[]): void {
  const outside = files.find(({ path }) => /^\.\.?(?:\/|$)|^\/|[\\\p{Cc}]/u.test(posix.normalize(path)));
  if (outside !== undefined)
    throw new InitError(`${JSON.stringify(outside.path)}: this leads out of the project. Nothing was written.`);
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}

/** True if opening the file failed: then we did not create the file at this path. */
function existedBefore(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'open';
}

/** Error that prevents the creation of a project, with place, problem and remedy; no file was written. */
export class InitError extends Error {
  /** Problems of descriptors to print before the message. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}
