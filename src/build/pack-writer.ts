import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Slice } from '../store/release.ts';

/** Written at once, in bytes: a site has thousands of bodies of a few kilobytes each. */
const PIECE_BYTES = 1024 * 1024;

/** Fills bytes with those that the pack before has from an offset on. */
type ReadBefore = (bytes: Uint8Array, offset: number) => unknown;

/** Writes a pack, body after body. */
export class PackWriter {
  /** Of what is written, once it is closed. */
  readonly hash = createHash('sha256');
  readonly #file: number;
  readonly #readBefore: ReadBefore;
  readonly #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #filled = 0;
  #size = 0;
  /** What is to be copied next. Bodies that stay as they were mostly stand behind each other, and are read together. */
  #copied = { start: 0, end: 0 };

  /** @param path of a file that is not there yet */
  constructor(path: string, readBefore: ReadBefore) {
    this.#file = openSync(path, 'wx');
    this.#readBefore = readBefore;
  }

  append(bytes: Uint8Array): Slice {
    this.#copyNow();
    this.#fill(bytes.byteLength, (piece, done) => piece.set(bytes.subarray(done, done + piece.byteLength)));
    return this.#placed(bytes.byteLength, crc32(bytes));
  }

  /** @param slice of the pack before; its bytes are read later */
  copy([offset, length, checksum]: Slice): Slice {
    if (offset !== this.#copied.end) {
      this.#copyNow();
      this.#copied = { start: offset, end: offset };
    }
    this.#copied.end += length;
    return this.#placed(length, checksum);
  }

  /** Nothing is written afterwards; everything is on the disk. */
  close(): void {
    this.#copyNow();
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  #placed(length: number, checksum: number): Slice {
    this.#size += length;
    return [this.#size - length, length, checksum];
  }

  #copyNow(): void {
    const { start, end } = this.#copied;
    this.#copied = { start: end, end };
    this.#fill(end - start, (piece, done) => this.#readBefore(piece, start + done));
  }

  /** @param write writes the bytes from `done` on into as much room as there is */
  #fill(length: number, write: (piece: Uint8Array, done: number) => unknown): void {
    for (let done = 0; done < length; ) {
      const room = this.#piece.subarray(this.#filled, this.#filled + length - done);
      write(room, done);
      done += room.byteLength;
      this.#filled += room.byteLength;
      if (this.#filled === PIECE_BYTES) this.#flush();
    }
  }

  #flush(): void {
    const piece = this.#piece.subarray(0, this.#filled);
    for (let done = 0; done < piece.byteLength; ) done += writeSync(this.#file, piece, done);
    this.hash.update(piece);
    this.#filled = 0;
  }
}
