import { closeSync, fstatSync, openSync, read as readCallback, readSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { packFile, type StoredPack } from './release.ts';
import type { Slice } from './stored-bytes.ts';

const readSome = promisify(readCallback);

/**
 * Closes the packs of a release when nothing refers to it any more. After a switch to the next release, responses may
 * still send bytes of this release for an unknown time.
 */
const unused = new FinalizationRegistry(closePacks);

/** An open pack, with the range of its bytes in the sequence of all packs. */
interface OpenPack {
  readonly path: string;
  readonly file: FileUse;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the bytes of a release on demand, so that memory does not depend on the size of the release. The files stay
 * open, since a build may remove an old release while servers still send it.
 */
export class Packs {
  readonly #packs: readonly OpenPack[];

  /** @param folder `…/releases/<id>` @throws when a file is missing or truncated */
  constructor(folder: string, packs: readonly StoredPack[]) {
    const opened = openPacks(folder, packs);
    unused.register(this, opened);
    this.#packs = opened;
    for (const { path, file, start, end } of opened) if (file.size < end - start) throw damaged(path);
  }

  /** Reads bytes; rejects if they differ from the written bytes, since their entity tag would be wrong. */
  async read([offset, length, checksum]: Slice): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    if (length === 0) return bytes;
    const { path, file, start } = packAt(this.#packs, offset);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readSome(file.descriptor, bytes, done, length - done, offset - start + done);
      if (bytesRead === 0) throw damaged(path);
      done += bytesRead;
    }
    verify(bytes, checksum, path);
    return bytes;
  }

  /** Reads synchronously into memory that threads share. @throws the errors of {@link read} */
  readNow([offset, length, checksum]: Slice): SharedArrayBuffer {
    const bytes = new Uint8Array(new SharedArrayBuffer(length));
    if (length === 0) return bytes.buffer;
    fill(bytes, this.#packs, offset);
    verify(bytes, checksum, packAt(this.#packs, offset).path);
    return bytes.buffer;
  }
}

/** @throws when a pack is missing; all packs are closed then */
export function openPacks(folder: string, packs: readonly StoredPack[]): readonly OpenPack[] {
  const opened: OpenPack[] = [];
  let start = 0;
  try {
    for (const [name, byteLength] of packs) {
      const path = join(folder, packFile(name));
      opened.push({ path, file: useFile(path), start, end: start + byteLength });
      start += byteLength;
    }
  } catch (error) {
    closePacks(opened);
    throw error;
  }
  return opened;
}

export function closePacks(packs: readonly OpenPack[]): void {
  for (const { file } of packs) file.end();
}

/** Fills `bytes` starting at an offset, from several packs if necessary. @throws when a file was truncated */
export function fill<Bytes extends Uint8Array>(bytes: Bytes, packs: readonly OpenPack[], offset: number): Bytes {
  for (let done = 0; done < bytes.length; ) {
    const { path, file, start, end } = packAt(packs, offset + done);
    const wanted = Math.min(bytes.length - done, end - offset - done);
    const read = readSync(file.descriptor, bytes, done, wanted, offset + done - start);
    if (read === 0) throw damaged(path);
    done += read;
  }
  return bytes;
}

/** @param packs packs in order; none is empty */
function packAt(packs: readonly OpenPack[], offset: number): OpenPack {
  let [from, to] = [0, packs.length];
  while (to - from > 1) {
    const middle = (from + to) >>> 1;
    if ((packs[middle]?.start ?? 0) <= offset) from = middle;
    else to = middle;
  }
  const pack = packs[from];
  if (pack === undefined || offset >= pack.end)
    throw new Error('The release is damaged: its index refers to bytes that are missing. Run "npm run build".');
  return pack;
}

function verify(bytes: Uint8Array, checksum: number, path: string): void {
  if (crc32(bytes) !== checksum)
    throw new Error(`${path} is damaged: its content does not match its checksum. Run "npm run build".`);
}

function damaged(path: string): Error {
  return new Error(`${path} is damaged: its end is missing. Run "npm run build".`);
}

interface OpenFile {
  readonly descriptor: number;
  users: number;
}

/** Open files by device and inode: a file keeps both while it is open, even if its name is removed. */
const files = new Map<string, OpenFile>();

/** Use of a file that is open for reading; several uses may share the file. */
export interface FileUse {
  readonly descriptor: number;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Ends this use; the end of the last use closes the file. Must be called only once. */
  end(): void;
}

/**
 * Opens a file only once for all its uses: releases have files in common, and a server keeps the previous release open
 * for a while after a switch.
 * @throws the error of the operating system
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
