import { closeSync, fstatSync, openSync, read as readCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import type { Slice } from './release.ts';

const readSome = promisify(readCallback);

/**
 * A release stays open as long as anything of it may be sent; a switch to the next one does not know how long that is.
 */
const files = new FinalizationRegistry<number>(closeSync);

/**
 * The bytes of a release, read when they are asked for, so that a release of any size takes no more memory. The file
 * stays open: a build removes a release that servers may still send.
 */
export class Pack {
  readonly byteLength: number;
  readonly #path: string;
  readonly #file: number;

  /** @throws when there is no such file */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'r');
    files.register(this, this.#file);
    this.byteLength = fstatSync(this.#file).size;
  }

  /** @throws later, when the bytes are not those that were written: they have an entity tag that says they are */
  async read([offset, length, checksum]: Slice): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readSome(this.#file, bytes, done, length - done, offset + done);
      if (bytesRead === 0) throw damaged(this.#path);
      done += bytesRead;
    }
    this.#verify(bytes, checksum);
    return bytes;
  }

  /** For what is read before anything is served, or for another thread. @throws as {@link read} */
  readNow([offset, length, checksum]: Slice): SharedArrayBuffer {
    const bytes = fill(new Uint8Array(new SharedArrayBuffer(length)), this.#file, offset, this.#path);
    this.#verify(bytes, checksum);
    return bytes.buffer;
  }

  #verify(bytes: Uint8Array, checksum: number): void {
    if (crc32(bytes) !== checksum)
      throw new Error(`${this.#path} is damaged: it has other bytes than were written. Run "npm run build".`);
  }
}

/** Fills bytes from an open file. @param name of the file @throws when it has become shorter */
export function fill<Bytes extends Uint8Array>(bytes: Bytes, file: number, offset: number, name: string): Bytes {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, offset + done);
    if (read === 0) throw damaged(name);
    done += read;
  }
  return bytes;
}

export function damaged(path: string): Error {
  return new Error(`${path} is damaged: it is shorter than it was written. Run "npm run build".`);
}
