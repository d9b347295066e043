import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import type { Parse, ParsedFile } from './contract.ts';
import { LONGEST_PATH, linkOnTheWay, linkProblem } from './folder-links.ts';
import { decodeText, MAX_FILE_BYTES, tooLarge, withoutMark } from './parse.ts';
import { descriptorEnding } from './path-names.ts';

/** File that was read, with the hash of its content. */
export interface InputFile {
  /** Path relative to the project, with forward slashes. */
  readonly path: string;
  /** Hash of the bytes, in hexadecimal. */
  readonly sha256: string;
}

interface Loaded {
  readonly parsed: ParsedFile | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Files below one folder. Each file is parsed at most once by a parser; no file outside the folder is ever opened. */
export class DescriptorFolder {
  readonly #projectRoot: string;
  readonly #folder: string;
  readonly #realFolder: string;
  readonly #loaded = new Map<Parse, Map<string, Loaded>>();
  readonly #others: string[] = [];
  readonly #referenced = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #inputs = new Map<string, string>();
  readonly #drafts: ReadonlyMap<string, string>;
  /** Most recently read file, which is usually requested again. */
  #last: { readonly path: string; readonly bytes: Buffer; readonly sha256: string } | undefined;

  /**
   * @param folder path relative to the project, with forward slashes; empty for the whole project
   * @param drafts texts that replace the texts of files, by path
   * @throws when the folder does not exist or cannot be read
   */
  constructor(projectRoot: string, folder: string, drafts: ReadonlyMap<string, string> = new Map()) {
    this.#drafts = drafts;
    this.#projectRoot = projectRoot;
    this.#folder = folder;
    this.#realFolder = realpathSync(join(projectRoot, folder));
  }

  /** Opens a folder; returns undefined if it does not exist or cannot be read. */
  static open(...place: ConstructorParameters<typeof DescriptorFolder>): DescriptorFolder | undefined {
    try {
      return new DescriptorFolder(...place);
    } catch {
      return undefined;
    }
  }

  /**
   * Lists the files with an extension of descriptors, sorted by code units in each folder; paths are relative to the
   * project. Skips dotfiles and `node_modules`; reports symbolic links whose target is missing or outside the folder.
   */
  list(report: (diagnostic: Diagnostic) => void): readonly string[] {
    const paths: string[] = [];
    const visited = new Set<string>();
    const visit = (folder: string): void => {
      const real = this.#realPath(folder);
      if (real === undefined || visited.has(real)) return;
      visited.add(real);
      for (const entry of this.#entriesIn(folder, report)) {
        const path = posix.join(folder, entry.name);
        if (entry.isDirectory()) visit(path);
        else if (entry.isFile()) (this.#describes(path) ? paths : this.#others).push(path);
        else if (entry.isSymbolicLink()) {
          const kind = this.#kindOf(path);
          if (kind === 'folder') visit(path);
          else if (kind === 'file') (this.#describes(path) ? paths : this.#others).push(path);
          else this.#reportLink(path, report);
        }
      }
    };
    visit(this.#folder);
    return paths;
  }

  /** Lists other YAML and JSON files in the folder of a file, without those in subfolders. */
  listBeside(path: string): readonly string[] {
    return this.#entriesIn(posix.dirname(path), () => undefined)
      .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/i.test(entry.name))
      .map(({ name }) => posix.join(posix.dirname(path), name))
      .filter((other) => other !== path);
  }

  #describes(path: string): boolean {
    return descriptorEnding(path, () => this.readText(path, () => undefined)) !== undefined;
  }

  /** Returns the paths of the files that {@link list} found and that have another extension. */
  listOthers(): readonly string[] {
    return this.#others;
  }

  /** Parses a file; reports its problems only at the first call. */
  load(path: string, report: (diagnostic: Diagnostic) => void, parse: Parse): ParsedFile | undefined {
    const loaded = this.#loaded.get(parse) ?? new Map<string, Loaded>();
    this.#loaded.set(parse, loaded);
    const known = loaded.get(path);
    if (known !== undefined) return known.parsed;
    const diagnostics: Diagnostic[] = [];
    const text = this.readText(path, (diagnostic) => diagnostics.push(diagnostic));
    const parsed = text === undefined ? undefined : parse({ path, text }, (diagnostic) => diagnostics.push(diagnostic));
    loaded.set(path, { parsed, diagnostics });
    for (const diagnostic of diagnostics) report(diagnostic);
    return parsed;
  }

  /**
   * Resolves a reference to a file.
   * @returns the path relative to the project, or the reason for refusing it, with the symbolic link that causes it
   */
  resolve(
    reference: string,
    fromPath: string,
  ): { readonly path: string } | { readonly refused: 'outside' | 'missing'; readonly link?: string | undefined } {
    const decoded = decodeReference(reference);
    if (decoded === null) return { refused: 'outside' };
    // Resolving `..` segments takes time quadratic in their number.
    if (decoded.length > LONGEST_PATH) return { refused: 'missing' };
    const path = posix.normalize(posix.join(posix.dirname(fromPath), decoded));
    if (!this.#names(path)) return { refused: 'outside' };
    // A path that names a file inside the folder may still leave it through a symbolic link.
    const real = this.#realPathOutside(path);
    if (real === undefined) {
      this.#missing.add(path);
      return { refused: 'missing', link: this.#linkOnTheWay(path) };
    }
    if (!this.#isInside(real)) return { refused: 'outside', link: this.#linkOnTheWay(path) };
    if (this.#kindOf(path) !== 'file') return { refused: 'missing' };
    this.#referenced.add(path);
    return { path };
  }

  /** True if the path is a file in the folder. */
  has(path: string): boolean {
    return this.#names(path) && this.#kindOf(path) === 'file';
  }

  #names(path: string): boolean {
    return this.#folder === '' ? !path.startsWith('../') : path.startsWith(`${this.#folder}/`);
  }

  /** True if a descriptor refers to the file. */
  isReferenced(path: string): boolean {
    return this.#referenced.has(path);
  }

  /** Returns the paths that references name and that do not exist, in their order. */
  missing(): readonly string[] {
    return [...this.#missing];
  }

  /** Returns the files read so far, sorted by path. */
  inputs(): readonly InputFile[] {
    return [...this.#inputs].map(([path, sha256]) => ({ path, sha256 })).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Returns the hash of a file, which is read if necessary; undefined for an unreadable file or a draft. */
  sha256(path: string): string | undefined {
    const known = this.#inputs.get(path);
    if (known !== undefined || this.#drafts.has(path)) return known;
    try {
      return this.#bytesOf(path).sha256;
    } catch {
      return undefined;
    }
  }

  /** Reads the text of a file, without a byte order mark, and reports problems; undefined if it cannot be read. */
  readText(path: string, report: (diagnostic: Diagnostic) => void): string | undefined {
    const draft = this.#drafts.get(path);
    if (draft !== undefined) return withoutMark(draft);
    const whole = { ...wholeFile(path), severity: 'error' } as const;
    try {
      const { bytes } = this.#bytesOf(path);
      if (bytes === null) {
        report({ ...whole, ...tooLarge(null) });
        return undefined;
      }
      const text = decodeText(path, bytes);
      if (typeof text === 'string') return text;
      report(text);
    } catch (error) {
      const message = `The file cannot be read (${codeOf(error)}).`;
      report({ ...whole, rule: 'file-unreadable', message, remedy: 'Check its permissions.' });
    }
    return undefined;
  }

  /** Returns the bytes of a file that was read before; undefined if they have changed or cannot be read. */
  bytes(path: string): Buffer | undefined {
    try {
      const known = this.#inputs.get(path);
      const { bytes, sha256 } = this.#bytesOf(path);
      return bytes !== null && sha256 === known ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** Reads a file and records its hash; `bytes` is null for a file that is too large. */
  #bytesOf(path: string): { readonly bytes: Buffer | null; readonly sha256?: string } {
    if (this.#last?.path === path) return this.#last;
    const absolute = join(this.#projectRoot, path);
    if (statSync(absolute).size > MAX_FILE_BYTES) return { bytes: null };
    const bytes = readFileSync(absolute);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#inputs.set(path, sha256);
    this.#last = { path, bytes, sha256 };
    return this.#last;
  }

  #entriesIn(folder: string, report: (diagnostic: Diagnostic) => void): readonly Dirent[] {
    try {
      return readdirSync(join(this.#projectRoot, folder), { withFileTypes: true })
        .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      const message = `The folder cannot be read (${codeOf(error)}).`;
      const remedy = 'Check its permissions.';
      report({ ...wholeFile(folder), severity: 'error', rule: 'folder-unreadable', message, remedy });
      return [];
    }
  }

  #reportLink(path: string, report: (diagnostic: Diagnostic) => void): void {
    const real = this.#realPathOutside(path);
    // The target is neither a file nor a folder.
    if (real !== undefined && this.#isInside(real)) return;
    const problem = linkProblem(this.#projectRoot, path, real !== undefined);
    if (problem !== undefined) report(problem);
  }

  #linkOnTheWay(path: string): string | undefined {
    return linkOnTheWay(this.#projectRoot, this.#folder, path, (way) => this.#realPath(way) === undefined);
  }

  /** Returns the kind of a path; null if it is neither, is outside the folder, or does not exist. */
  #kindOf(path: string): 'file' | 'folder' | null {
    if (this.#realPath(path) === undefined) return null;
    const stats = statSync(join(this.#projectRoot, path), { throwIfNoEntry: false });
    if (stats?.isFile()) return 'file';
    return stats?.isDirectory() ? 'folder' : null;
  }

  #realPath(path: string): string | undefined {
    const real = this.#realPathOutside(path);
    return real !== undefined && this.#isInside(real) ? real : undefined;
  }

  #realPathOutside(path: string): string | undefined {
    try {
      return realpathSync(join(this.#projectRoot, path));
    } catch {
      return undefined;
    }
  }

  #isInside(real: string): boolean {
    return (
      real === this.#realFolder ||
      real.startsWith(this.#realFolder.endsWith(sep) ? this.#realFolder : this.#realFolder + sep)
    );
  }
}

/**
 * Decodes a relative reference; null for a URL, absolute path, query, backslash, or encoded separator or dot.
 */
function decodeReference(reference: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || reference.startsWith('/') || /[\\?\p{Cc}]/u.test(reference))
    return null;
  if (/%(2e|2f|5c|25|[01][0-9a-f]|7f)/i.test(reference)) return null;
  try {
    return decodeURIComponent(reference);
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
