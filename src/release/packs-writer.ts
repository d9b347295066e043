import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { packFile, packName, type StoredPack } from '../store/release.ts';
import type { Slice } from '../store/stored-bytes.ts';

/** Bytes for each write call: a site has thousands of bodies of a few kilobytes each. */
const PIECE_BYTES = 1024 * 1024;
/** File name of the pack that is being written: a pack gets its name once it is complete. */
const UNNAMED = 'unnamed';

/** Packs of the previous release, as one sequence of bytes. */
export interface PacksBefore {
  /** Fills `bytes` with the bytes of the packs, starting at an offset. */
  read(bytes: Uint8Array, offset: number): unknown;
  /**
   * Creates a hard link to a pack's file in a folder.
   * @returns undefined if no pack has exactly this range, or its file cannot be shared
   */
  share(start: number, end: number, folder: string): StoredPack | undefined;
}

const sync = promisify(fsync);

/** A pack that is being written. */
interface OpenPack {
  readonly file: number;
  readonly hash: Hash;
  size: number;
  checksum: number;
}

/** Writes bodies to packs. */
export class PacksWriter {
  /** Completed packs, in order. */
  readonly packs: StoredPack[] = [];
  readonly #folder: string;
  readonly #before: PacksBefore;
  readonly #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #filled = 0;
  /** Size of all packs, including the bytes that have not been copied yet. */
  #size = 0;
  #open: OpenPack | undefined;
  /** Unfinished syncs of packs to the disk; the next pack does not wait for them. */
  readonly #syncs: Promise<void>[] = [];
  /** Range of bytes to copy next. Most unchanged bodies are adjacent, and are read together. */
  #copied = { start: 0, end: 0 };

  /** @param folder folder without packs */
  constructor(folder: string, before: PacksBefore) {
    this.#folder = folder;
    this.#before = before;
  }

  append(bytes: Uint8Array): Slice {
    this.#copyNow();
    this.#fill(bytes.byteLength, (piece, done) => piece.set(bytes.subarray(done, done + piece.byteLength)));
    return this.#placed(bytes.byteLength, crc32(bytes));
  }

  /** @param slice range in the previous packs; its bytes are read later */
  copy([offset, length, checksum]: Slice): Slice {
    if (offset !== this.#copied.end) {
      this.#copyNow();
      this.#copied = { start: offset, end: offset };
    }
    this.#copied.end += length;
    return this.#placed(length, checksum);
  }

  /** Ends the pack; later bodies go into the next. A pack equal to one of the previous release shares its file. */
  endPack(): void {
    const { start, end } = this.#copied;
    const shared = start < end && this.#open === undefined ? this.#before.share(start, end, this.#folder) : undefined;
    if (shared === undefined) {
      this.#copyNow();
      this.#close();
    } else {
      this.packs.push(shared);
      this.#copied.start = end;
    }
  }

  /** Waits until all completed packs are on the disk. @throws the error of a pack that cannot be written */
  async synced(): Promise<void> {
    await Promise.all(this.#syncs);
  }

  /** Closes all files; an unfinished pack stays incomplete. */
  async discard(): Promise<void> {
    if (this.#open !== undefined) closeSync(this.#open.file);
    this.#open = undefined;
    await Promise.allSettled(this.#syncs);
  }

  #placed(length: number, checksum: number): Slice {
    this.#size += length;
    return [this.#size - length, length, checksum];
  }

  #copyNow(): void {
    const { start, end } = this.#copied;
    this.#copied = { start: end, end };
    this.#fill(end - start, (piece, done) => this.#before.read(piece, start + done));
  }

  /** @param write fills `piece` with the bytes starting at `done` */
  #fill(length: number, write: (piece: Uint8Array, done: number) => unknown): void {
    if (length > 0) this.#open ??= this.#begin();
    for (let done = 0; done < length; ) {
      const room = this.#piece.subarray(this.#filled, this.#filled + length - done);
      write(room, done);
      done += room.byteLength;
      this.#filled += room.byteLength;
      if (this.#filled === PIECE_BYTES) this.#flush();
    }
  }

  #begin(): OpenPack {
    const file = openSync(join(this.#folder, UNNAMED), 'wx');
    return { file, hash: createHash('sha256'), size: 0, checksum: 0 };
  }

  #flush(): void {
    const pack = this.#open;
    if (pack === undefined) return;
    const piece = this.#piece.subarray(0, this.#filled);
    for (let done = 0; done < piece.byteLength; ) done += writeSync(pack.file, piece, done);
    pack.hash.update(piece);
    pack.checksum = crc32(piece, pack.checksum);
    pack.size += piece.byteLength;
    this.#filled = 0;
  }

  #close(): void {
    this.#flush();
    const pack = this.#open;
    if (pack === undefined) return;
    this.#open = undefined;
    const synced = sync(pack.file).finally(() => closeSync(pack.file));
    // synced() reports failures.
    synced.catch(() => undefined);
    this.#syncs.push(synced);
    const name = packName(pack.hash);
    renameSync(join(this.#folder, UNNAMED), join(this.#folder, packFile(name)));
    this.packs.push([name, pack.size, pack.checksum]);
  }
}
