import { readFileSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { filesBelow } from '../project/fingerprint.ts';
import { COPY_ENDINGS, compressElsewhere, compressedCodings } from '../store/codings.ts';

/** Documents of any format, and of what pages link to the text. */
const HAS_COPIES = /^(?!\/_astro\/)|\.(?:css|js|svg)$/;

/** Files at once: as many as libuv has threads by default. */
const AT_ONCE = 4;

/**
 * Writes compressed copies in every coding beside the files of a tree: `Library-v1.json.br`. Also where one is larger,
 * so that a server need not look for it.
 * @param folder root of the tree
 * @returns how many there are
 */
export async function writeCopies(folder: string): Promise<number> {
  const files = filesBelow(folder).filter((file) => HAS_COPIES.test(pathOf(folder, file)));
  const left = files.values();
  const work = async (): Promise<void> => {
    for (const file of left) {
      const body = readFileSync(file);
      for (const coding of compressedCodings)
        writeFileSync(file + COPY_ENDINGS[coding], await compressElsewhere(body, coding));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return files.length * compressedCodings.length;
}

function pathOf(folder: string, file: string): string {
  return file.slice(folder.length).replaceAll(sep, '/');
}
