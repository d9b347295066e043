import { linkSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ownMember } from '../model/own-property.ts';
import type { ApiRecord } from '../model/records.ts';
import { CODEC, decompress, fromBrotli } from '../store/codings.ts';
import { closePacks, fill, openPacks } from '../store/packs.ts';
import {
  currentRelease,
  INDEX_FILE,
  packFile,
  RELEASE_SCHEMA,
  RELEASES_FOLDER,
  type ReleaseIndex,
  releaseId,
  type StoredPack,
} from '../store/release.ts';
import { readBytes, type Slice, type StoredBytes, tagOfWritten, type WrittenBytes } from '../store/stored-bytes.ts';
import { type Memory, readMemory } from './incremental/memory-file.ts';
import { readModel } from './incremental/model-text.ts';
import type { PacksBefore } from './packs-writer.ts';

type EntryKind = 'artifacts' | 'shards';

/** Bytes of a pack for each read call. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Content of the previous release, most of which the next release reuses. The release must be undamaged, and compressed
 * by the same versions of the same programs, so that compressing again would give the same bytes.
 */
export class PreviousRelease implements PacksBefore {
  /** Index of the release; undefined if there is no release, or it is damaged. */
  readonly index: ReleaseIndex | undefined;
  /** Memory of the build that published the release. */
  readonly memory: Memory | undefined;
  readonly #stored: ReadonlyMap<string, WrittenBytes>;
  readonly #folder: string;
  readonly #records = new Map<string, ApiRecord>();
  /** Packs, kept open because another build may remove their files. */
  #packs: ReturnType<typeof openPacks> | undefined;

  /** @param folder `dist/documentation`; null: no release is reused */
  constructor(folder: string | null) {
    const id = folder === null ? '' : currentRelease(folder);
    this.#folder = join(folder ?? '', RELEASES_FOLDER, id);
    const before = folder === null || id === '' ? undefined : openWhole(this.#folder);
    this.index = before?.index;
    this.memory = folder === null || before === undefined ? undefined : readMemory(folder, id);
    this.#packs = before?.packs;
    const { shards = {}, artifacts = {}, assets = {} } = before?.index ?? {};
    const written = [...Object.values(shards), ...Object.values(artifacts)];
    this.#stored = new Map(
      [...written, ...Object.values(assets).map(({ bytes }) => bytes)].map((bytes) => [tagOfWritten(bytes), bytes]),
    );
  }

  /** Stored bytes that have a tag; equal tags mean equal bytes. */
  same(tag: string): StoredBytes | undefined {
    const written = this.#stored.get(tag);
    return written === undefined ? undefined : readBytes(written);
  }

  /** Entry of a key; undefined if there is none. */
  entry(of: EntryKind, key: string): StoredBytes | undefined {
    const written = ownMember(this.index?.[of], key);
    return written === undefined ? undefined : readBytes(written);
  }

  /** Additional header fields of an artifact; undefined if there are none. */
  headers(key: string): readonly string[] | undefined {
    return ownMember(this.index?.headers, key);
  }

  /** Uncompressed body of a key, inflated on another thread; undefined if there is none. */
  async body(of: EntryKind, key: string): Promise<Buffer | undefined> {
    const entry = this.entry(of, key);
    if (entry === undefined) return undefined;
    const bytes = this.#bytesAt(entry.slice);
    return entry.size === null ? Buffer.from(bytes.buffer) : fromBrotli(bytes, entry.size, 'identity');
  }

  /** Range of the gzipped JSON of an ApiRecord; undefined if the release has none. */
  model(key: string): Slice | undefined {
    return ownMember(this.index?.models, key);
  }

  /** Record of a key. Each call returns the same object, so that unchanged parts need not be compared. */
  record(key: string): ApiRecord | undefined {
    const model = this.model(key);
    const record = this.#records.get(key) ?? (model && readModel(decompress(this.#bytesAt(model))));
    if (record !== undefined) this.#records.set(key, record);
    return record;
  }

  read<Bytes extends Uint8Array>(bytes: Bytes, offset: number): Bytes {
    if (this.#packs === undefined) throw new Error('The release before is closed.');
    return fill(bytes, this.#packs, offset);
  }

  share(start: number, end: number, folder: string): StoredPack | undefined {
    const place = this.#packs?.findIndex((pack) => pack.start === start && pack.end === end) ?? -1;
    const pack = this.index?.packs[place];
    if (pack === undefined) return undefined;
    const file = packFile(pack[0]);
    try {
      if (!isAsWrittenNow(join(this.#folder, file))) return undefined;
      linkSync(join(this.#folder, file), join(folder, file));
    } catch (error) {
      // EEXIST: two packs have the same bytes. Otherwise the file is gone, or hard links are not possible.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return undefined;
    }
    return pack;
  }

  close(): void {
    closePacks(this.#packs ?? []);
    this.#packs = undefined;
  }

  #bytesAt([offset, length]: Slice): Uint8Array<ArrayBuffer> {
    return this.read(new Uint8Array(length), offset);
  }
}

/** Reports whether a release is intact, byte for byte. @param folder `…/releases/<id>` */
export function isIntact(folder: string): boolean {
  const opened = openWhole(folder);
  closePacks(opened?.packs ?? []);
  return opened !== undefined;
}

/** Opens a release; undefined if it is damaged, or was written with another encoder or product version. */
function openWhole(
  folder: string,
): { readonly packs: ReturnType<typeof openPacks>; readonly index: ReleaseIndex } | undefined {
  try {
    const json = readFileSync(join(folder, INDEX_FILE), 'utf8');
    const index = JSON.parse(json) as ReleaseIndex;
    const isOurs = index.schema === RELEASE_SCHEMA && index.codec === CODEC && releaseId(json) === basename(folder);
    if (!isOurs) return undefined;
    const packs = openPacks(folder, index.packs);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    if (
      packs.every(({ file, end, start }, place) =>
        isWhole(file.descriptor, end - start, index.packs[place]?.[2], chunk),
      )
    )
      return { packs, index };
    closePacks(packs);
  } catch {
    // An unreadable release is built again.
  }
  return undefined;
}

/**
 * Reports whether a pack is intact. A checksum is sufficient, since only builds write here. It takes a third of the
 * time of the hash in the name of the pack.
 */
function isWhole(file: number, byteLength: number, checksum: number | undefined, chunk: Buffer): boolean {
  let [size, sum] = [0, 0];
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    sum = crc32(chunk.subarray(0, read), sum);
    size += read;
  }
  return size === byteLength && sum === checksum;
}

/**
 * Reports whether a file has the mode and owner that this build would give it: the previous build may have had a
 * different umask.
 */
function isAsWrittenNow(path: string): boolean {
  const { mode, uid } = statSync(path);
  return (mode & 0o777) === (0o666 & ~process.umask()) && uid === (process.getuid?.() ?? uid);
}
