import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CODECS } from '../store/codings.ts';
import type { ContentCoding } from '../store/contract.ts';
import type { ReleaseIndex, Slice, StoredBytes } from '../store/release.ts';
import { INDEX_FILE, PACK_FILE, releaseId } from '../store/release.ts';

/** Of the pack read at once, in bytes. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * What the release before has compressed, by the tag of the content: compressing is most of what a build does, and most
 * of a site stays the same from build to build. Only bytes of a release that is as it was written are taken, made by
 * the same versions of the same programs: the result is what compressing anew would give.
 */
export class CompressedBefore {
  readonly #stored: ReadonlyMap<string, StoredBytes>;
  /** Open from the first use on: a build that publishes meanwhile may take the file away. */
  #pack: number | undefined;

  /** @param folder `…/releases/<id>`; nothing is known where it is not there, or not whole */
  constructor(folder: string) {
    const before = openWhole(folder);
    this.#pack = before?.pack;
    const { shards = {}, artifacts = {}, assets = {} } = before?.index ?? {};
    this.#stored = new Map(
      [shards, artifacts, assets].flatMap((entries) => Object.values(entries).map((entry) => [entry.tag, entry])),
    );
  }

  has(tag: string): boolean {
    return this.#stored.has(tag);
  }

  /** @throws when nothing is known of the tag: ask {@link has} first */
  codings(tag: string): Partial<Record<ContentCoding, Uint8Array<ArrayBuffer>>> {
    const stored = this.#stored.get(tag);
    const pack = this.#pack;
    if (stored === undefined || pack === undefined) throw new Error(`Nothing was compressed of ${tag}.`);
    return Object.fromEntries(
      Object.entries(stored.slices).map(([coding, slice]) => [coding, bytesAt(pack, slice)] as const),
    );
  }

  close(): void {
    if (this.#pack !== undefined) closeSync(this.#pack);
    this.#pack = undefined;
  }
}

/** Undefined for a release that is damaged, or that other programs have compressed. */
function openWhole(folder: string): { readonly pack: number; readonly index: ReleaseIndex } | undefined {
  let pack: number | undefined;
  try {
    const json = readFileSync(join(folder, INDEX_FILE), 'utf8');
    const index = JSON.parse(json) as ReleaseIndex;
    if (index.codecs !== CODECS) return undefined;
    pack = openSync(join(folder, PACK_FILE), 'r');
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let read = readSync(pack, chunk); read > 0; read = readSync(pack, chunk)) hash.update(chunk.subarray(0, read));
    if (releaseId(hash, json) === basename(folder)) return { pack, index };
  } catch {
    // What cannot be read is made anew.
  }
  if (pack !== undefined) closeSync(pack);
  return undefined;
}

function bytesAt(pack: number, [offset, length]: Slice): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const read = readSync(pack, bytes, done, length - done, offset + done);
    if (read === 0) throw new Error('The release before has become shorter while it was read. Build again.');
    done += read;
  }
  return bytes;
}
