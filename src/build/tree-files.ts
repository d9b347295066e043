import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COPY_ENDINGS } from '../store/codings.ts';
import { fileOf } from './static-links.ts';

const ENDINGS = ['', ...Object.values(COPY_ENDINGS)];

/**
 * Writes documents as files. Names are those of descriptors: one may be that of the file, or of a compressed copy, that
 * another document has, and then there is the first of the two alone.
 */
export class TreeFiles {
  readonly #folder: string;
  /** Paths of files, with those of later copies. */
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  count = 0;

  /** @param folder root of the tree */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns why it is left out; undefined: it is written */
  write(path: string, content: string | Uint8Array): string | undefined {
    const file = fileOf(path);
    if (file === undefined) return `${path} is left out: no file can have that name.`;
    const names = ENDINGS.map((ending) => file + ending);
    const folders = foldersOf(file);
    if (names.some((name) => this.#folders.has(name)) || folders.some((name) => this.#files.has(name)))
      return `${path} is left out: another document has a file of its name.`;
    for (const name of names) this.#files.add(name);
    for (const name of folders) this.#folders.add(name);
    const target = join(this.#folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    this.count += 1;
    return undefined;
  }
}

function foldersOf(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
