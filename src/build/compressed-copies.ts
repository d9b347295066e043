import { readFileSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { COPY_ENDINGS } from '../file-servers/field-tables.ts';
import { hasCopies } from '../file-servers/fields.ts';
import { filesBelow } from '../project/fingerprint.ts';
import { compressElsewhere, compressedCodings } from '../store/codings.ts';

/** Files at once: as many as libuv has threads by default. */
const AT_ONCE = 4;

/**
 * Writes compressed copies in every coding beside the files of a tree: `Library-v1.json.br`. Also where one is larger,
 * so that a server need not look for it.
 * @param folder root of the tree
 * @returns how many there are
 */
export async function writeCopies(folder: string): Promise<number> {
  const files = filesBelow(folder).filter((file) => hasCopies(pathOf(folder, file)));
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
