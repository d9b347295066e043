import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyKept, hashOf } from '../tooling/kept-folders.ts';
import { writeLibrary } from './write-library.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
/** Everything that it is made of. */
const SOURCES = ['src', 'package-lock.json', 'tests/package/write-library.ts'];

/**
 * Replaces a folder by `lib`, which the package has in place of `src`: compiled once for all that ask for it, and again
 * when a source has changed.
 */
export async function provideLibrary(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const hash = hashOf(SOURCES.map((path) => join(product, path)));
  await copyKept('library', hash, target, (folder) => writeLibrary(join(product, 'src'), folder));
}
