import { closeSync, fstatSync, openSync } from 'node:fs';

interface OpenFile {
  readonly descriptor: number;
  users: number;
}

/** Keys are device and inode: a file keeps both while it is open, also when its name goes. */
const files = new Map<string, OpenFile>();

/** One use of a file that is open for reading. */
export interface FileUse {
  readonly descriptor: number;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** The last one closes the file. To be called once. */
  end(): void;
}

/**
 * Opens a file, once for all who use it: releases have files in common, and a server that switches from one to the next
 * keeps both for a while.
 * @throws what the operating system says
 */
export function useFile(path: string): FileUse {
  const descriptor = openSync(path, 'r');
  const { dev, ino, size } = fstatSync(descriptor);
  const key = `${dev} ${ino}`;
  const known = files.get(key);
  const file = known ?? { descriptor, users: 0 };
  if (known === undefined) files.set(key, file);
  else closeSync(descriptor);
  file.users += 1;
  return {
    descriptor: file.descriptor,
    size,
    end() {
      file.users -= 1;
      if (file.users > 0) return;
      files.delete(key);
      closeSync(file.descriptor);
    },
  };
}
