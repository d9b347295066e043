import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside `current`. */
const SOURCES_FOLDER = 'sources';

/** Descriptors as a build has read them, each by the SHA-256 of its bytes: the next looks for what has changed. */
export class SourceFiles {
  readonly #folder: string;

  /** @param folder `dist/documentation` */
  constructor(folder: string) {
    this.#folder = join(folder, SOURCES_FOLDER);
  }

  /** Undefined where it is not there as it was written. */
  find(sha256: string): Buffer | undefined {
    try {
      const bytes = readFileSync(join(this.#folder, sha256));
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Leaves these alone.
   * @param kept by their SHA-256; null: as it is there
   */
  replace(kept: ReadonlyMap<string, Buffer | null>): void {
    if (kept.size === 0) {
      rmSync(this.#folder, { recursive: true, force: true });
      return;
    }
    if (!isFolder(this.#folder)) rmSync(this.#folder, { force: true });
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder))
      if (!kept.has(name)) rmSync(join(this.#folder, name), { recursive: true, force: true });
    // Later damage is noticed, so these files need not be on the disk before others.
    for (const [sha256, bytes] of kept) if (bytes !== null) writeFileSync(join(this.#folder, sha256), bytes);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
