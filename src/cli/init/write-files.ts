import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { codeOf } from '../../files/system-error.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';

export interface NewFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

interface Written {
  readonly created: readonly string[];
  /** Files that existed before and were not changed. */
  readonly kept: readonly string[];
}

/**
 * Makes all of the files, or none: if one cannot be written, the others are removed again. Existing files stay. Runs
 * synchronously, so that no signal is handled in between.
 * @param folder of the project; made with everything above it
 * @param replaced file that replaces an existing one, written last
 * @throws what the operating system says
 */
export function writeFiles(folder: string, files: readonly NewFile[], replaced: NewFile | null): Written {
  const undo: (() => void)[] = [];
  const created: string[] = [];
  const kept: string[] = [];
  try {
    makeFolder(folder, undo);
    for (const { path, content } of files) {
      const file = join(folder, path);
      makeFolder(dirname(file), undo);
      try {
        writeFileSync(file, content, { flag: 'wx' });
        undo.push(() => rmSync(file));
        created.push(path);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') {
          // The file may be incomplete.
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

function makeFolder(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}

/** Reports whether opening the file failed: then a file at its path is not ours. */
function existedBefore(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'open';
}

/** Explains why no project can be made: place, problem, remedy. Nothing was written. */
export class InitError extends Error {
  /** Problems of descriptors, to be shown before the message. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}
