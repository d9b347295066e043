import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ApiRecord } from '../model/records.ts';
import { CODECS } from '../store/codings.ts';
import { fill } from '../store/pack.ts';
import type { ReleaseIndex, Slice, StoredBytes } from '../store/release.ts';
import { currentRelease, INDEX_FILE, PACK_FILE, RELEASE_SCHEMA, RELEASES_FOLDER, releaseId } from '../store/release.ts';

/** Of the pack read at once, in bytes. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * What the release before has, which most of a site still is from build to build. Only bytes of a release that is as it
 * was written are taken, compressed by the same versions of the same programs: the result is what compressing anew
 * would give.
 */
export class PreviousRelease {
  /** Undefined where there is none, or none that is whole. */
  readonly id: string | undefined;
  readonly index: ReleaseIndex | undefined;
  readonly #stored: ReadonlyMap<string, StoredBytes>;
  /** Open from the first use on: a build that publishes meanwhile may take the file away. */
  #pack: number | undefined;

  /** @param folder `dist/documentation`; null: nothing is known */
  constructor(folder: string | null) {
    const id = folder === null ? '' : currentRelease(folder);
    const before = folder === null || id === '' ? undefined : openWhole(join(folder, RELEASES_FOLDER, id));
    this.id = before && id;
    this.index = before?.index;
    this.#pack = before?.pack;
    const { shards = {}, artifacts = {}, assets = {} } = before?.index ?? {};
    this.#stored = new Map(
      [shards, artifacts, assets].flatMap((entries) => Object.values(entries).map((entry) => [entry.tag, entry])),
    );
  }

  has(tag: string): boolean {
    return this.#stored.has(tag);
  }

  /** Where its codings stand, in their order. @throws when nothing is known of the tag: ask {@link has} first */
  slices(tag: string): StoredBytes['slices'] {
    const stored = this.#stored.get(tag);
    if (stored === undefined) throw new Error(`Nothing was compressed of ${tag}.`);
    return stored.slices;
  }

  /** What was compressed; undefined where there is none of the key. */
  body(of: 'artifacts' | 'shards', key: string): Buffer | undefined {
    const entries = this.index?.[of] ?? {};
    const slices = Object.hasOwn(entries, key) ? entries[key]?.slices : undefined;
    if (slices?.identity !== undefined) return Buffer.from(this.#bytesAt(slices.identity));
    return slices?.gzip && gunzipSync(this.#bytesAt(slices.gzip));
  }

  /** Where the gzipped JSON of an ApiRecord stands; undefined where there was none. */
  model(key: string): Slice | undefined {
    return this.index !== undefined && Object.hasOwn(this.index.models, key) ? this.index.models[key] : undefined;
  }

  record(key: string): ApiRecord | undefined {
    const model = this.model(key);
    return model && (JSON.parse(gunzipSync(this.#bytesAt(model)).toString('utf8')) as ApiRecord);
  }

  /** Fills bytes with those that are there from an offset on. */
  read<Bytes extends Uint8Array>(bytes: Bytes, offset: number): Bytes {
    if (this.#pack === undefined) throw new Error('The release before is closed.');
    return fill(bytes, this.#pack, offset, 'The release before');
  }

  close(): void {
    if (this.#pack !== undefined) closeSync(this.#pack);
    this.#pack = undefined;
  }

  #bytesAt([offset, length]: Slice): Uint8Array<ArrayBuffer> {
    return this.read(new Uint8Array(length), offset);
  }
}

/** Whether a release is, byte for byte, what was written. @param folder `…/releases/<id>` */
export function isIntact(folder: string): boolean {
  const opened = openWhole(folder);
  if (opened !== undefined) closeSync(opened.pack);
  return opened !== undefined;
}

/** Undefined for a release that is damaged, or that other programs or another version of the product have written. */
function openWhole(folder: string): { readonly pack: number; readonly index: ReleaseIndex } | undefined {
  let pack: number | undefined;
  try {
    const json = readFileSync(join(folder, INDEX_FILE), 'utf8');
    const index = JSON.parse(json) as ReleaseIndex;
    if (index.schema !== RELEASE_SCHEMA || index.codecs !== CODECS) return undefined;
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
