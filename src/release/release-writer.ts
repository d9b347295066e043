import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ApiRecord } from '../model/records.ts';
import { type ApiRoutes, routesOf } from '../model/routed-record.ts';
import { CODEC, compressForUs, type StoredBody } from '../store/codings.ts';
import {
  INDEX_FILE,
  modelKey,
  packFile,
  RELEASE_SCHEMA,
  RELEASES_FOLDER,
  type ReleaseIndex,
  releaseId,
} from '../store/release.ts';
import { type Slice, type StoredBytes, shortHash, type WrittenBytes, writtenBytes } from '../store/stored-bytes.ts';
import { CompressionPool } from './compression-pool.ts';
import { modelText } from './incremental/model-text.ts';
import { PacksWriter } from './packs-writer.ts';
import { PreviousRelease } from './previous-release.ts';
import { publishDraft } from './published-releases.ts';
import { checksumOfFiles } from './release-contents.ts';

/** Size of the bodies that a compression thread gets in one message, in bytes. */
const BATCH_BYTES = 256 * 1024;

/** Approximate maximum of packs in a release and minimum of artifacts in a pack: servers keep every pack open. */
const MOST_PACKS = 128;
const FEWEST_ARTIFACTS = 16;

const NOTHING_TO_COMPRESS = { results: Promise.resolve<readonly StoredBody[]>([]) };

/** Entry that has not been written to a pack yet. */
interface Waiting {
  readonly tag: string;
  /** Bytes to compress, or the range of the same bytes in the previous release. */
  readonly content: Uint8Array<ArrayBuffer> | StoredBytes;
  readonly keep: (written: WrittenBytes) => unknown;
  /** True if the entry is the last in its pack. */
  readonly endsPack: boolean;
}

/** Writes a release next to the published release. Servers switch to it only after {@link publish}. */
export class ReleaseWriter {
  readonly before: PreviousRelease;
  readonly #folder: string;
  readonly #draft: string;
  readonly #packs: PacksWriter;
  readonly #pool: CompressionPool;
  readonly #artifacts = new Map<string, WrittenBytes>();
  readonly #headers = new Map<string, readonly string[]>();
  readonly #kept = new Set<string>();
  readonly #assets = new Map<string, ReleaseIndex['assets'][string]>();
  readonly #models = new Map<string, Slice>();
  readonly #routes = new Map<string, ApiRoutes>();
  readonly #shownRoutes = new Map<string, ApiRoutes>();
  readonly #shards = new Map<string, WrittenBytes>();
  readonly #encoder = new TextEncoder();
  /** Result of `releaseChecksum`, computed without reading the release again; '' before it is published. */
  checksum = '';
  /** Average number of artifacts in a pack. */
  readonly #artifactsOfPack: number;
  #batch: Waiting[] = [];
  #batchBytes = 0;
  #written: Promise<void> = Promise.resolve();
  /** Model that was added last. */
  #model: Slice | Promise<Uint8Array> | undefined;

  /**
   * @param folder `dist/documentation`; created if it does not exist
   * @param before release to reuse content from; closed at the end
   * @param artifacts approximate number of artifacts
   * @param pool pool for compression; closed at the end
   */
  constructor(folder: string, before = new PreviousRelease(folder), artifacts = 0, pool = new CompressionPool()) {
    this.#folder = folder;
    this.before = before;
    this.#pool = pool;
    const releases = join(folder, RELEASES_FOLDER);
    mkdirSync(releases, { recursive: true });
    // mkdtemp would create a folder that only its owner can read, but the server may run as another user.
    this.#draft = join(releases, `.draft-${process.pid}-${randomUUID()}`);
    mkdirSync(this.#draft);
    this.#packs = new PacksWriter(this.#draft, this.before);
    this.#artifactsOfPack = artifactsOfPack(artifacts);
  }

  /** @param headers alternating names and values of header fields that are sent with the artifact */
  addArtifact(key: string, content: string | Uint8Array<ArrayBuffer>, headers: readonly string[] = []): Promise<void> {
    const keep = (bytes: WrittenBytes): void => this.#keepArtifact(key, bytes, headers);
    return this.#add(content, keep, this.before.entry('artifacts', key), this.#endsPack(key));
  }

  addAsset(path: string, mediaType: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#add(content, (bytes) => this.#assets.set(path, { mediaType, bytes }));
  }

  /** Adds the search shard of a version of an API. */
  addShard(key: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#add(content, (bytes) => this.#shards.set(key, bytes), this.before.entry('shards', key));
  }

  /**
   * Adds an artifact of the previous release.
   * @returns false if the previous release has no such artifact; nothing is added then
   */
  keepArtifact(key: string): boolean {
    const keep = (bytes: WrittenBytes): void => {
      this.#keepArtifact(key, bytes, this.before.headers(key) ?? []);
      this.#kept.add(key);
    };
    return this.#keep(this.before.entry('artifacts', key), keep, this.#endsPack(key));
  }

  /** Keys of all artifacts, each with whether the artifact was reused from the previous release. */
  origins(): readonly (readonly [key: string, isKept: boolean])[] {
    return [...this.#artifacts.keys()].map((key) => [key, this.#kept.has(key)]);
  }

  /** Adds a shard of the previous release, as {@link keepArtifact} does for an artifact. */
  keepShard(key: string): boolean {
    return this.#keep(this.before.entry('shards', key), (bytes) => this.#shards.set(key, bytes));
  }

  /**
   * Adds a model. {@link publish} throws the error if this fails.
   * @param isKept whether the record is unchanged from the previous release
   * @param shown record with only the parts that readers may see; null: readers see nothing
   */
  async addModel(record: ApiRecord, isKept = false, shown: ApiRecord | null = record): Promise<void> {
    const key = modelKey(record.name, record.version);
    this.#routes.set(key, routesOf(record));
    if (shown !== null && shown !== record) this.#shownRoutes.set(key, routesOf(shown));
    // Flushed first, so that the order of a pack does not depend on how much was reused.
    await this.#flush();
    // One after the other, since each takes twice the memory of its JSON.
    await this.#model;
    const model = (isKept ? this.before.model(key) : undefined) ?? compressForUs(modelText(record));
    this.#model = model;
    this.#writeNext<Uint8Array | Slice>(model, (made) => {
      this.#models.set(key, made instanceof Uint8Array ? this.#packs.append(made) : this.#packs.copy(made));
    });
  }

  /**
   * @param signal see {@link publishDraft}
   * @returns the id of the release
   */
  async publish(
    head: Pick<ReleaseIndex, 'site' | 'entries' | 'outlines' | 'removed' | 'unanswered' | 'closed'>,
    signal?: AbortSignal,
  ): Promise<string> {
    await this.#flush();
    await this.#pool.help();
    await this.#written;
    const closed = this.#pool.close();
    this.#packs.endPack();
    await Promise.all([closed, this.#packs.synced()]);
    this.before.close();
    const index: ReleaseIndex = {
      schema: RELEASE_SCHEMA,
      codec: CODEC,
      packs: this.#packs.packs,
      ...head,
      models: Object.fromEntries(this.#models),
      routes: Object.fromEntries(this.#routes),
      shownRoutes: Object.fromEntries(this.#shownRoutes),
      shards: Object.fromEntries(this.#shards),
      artifacts: Object.fromEntries(this.#artifacts),
      ...(this.#headers.size > 0 && { headers: Object.fromEntries(this.#headers) }),
      assets: Object.fromEntries(this.#assets),
    };
    const json = JSON.stringify(index);
    const id = releaseId(json);
    this.checksum = checksumOfFiles(
      new Map([[INDEX_FILE, crc32(json)], ...index.packs.map(([name, , sum]) => [packFile(name), sum] as const)]),
    );
    writeFileSync(join(this.#draft, INDEX_FILE), json, { flag: 'wx', flush: true });
    await publishDraft(this.#folder, this.#draft, id, signal);
    return id;
  }

  /** Removes the draft; the published release stays unchanged. */
  async discard(): Promise<void> {
    await this.#pool.close();
    await this.#packs.discard();
    this.before.close();
    rmSync(this.#draft, { recursive: true, force: true });
  }

  #keepArtifact(key: string, bytes: WrittenBytes, headers: readonly string[]): void {
    this.#artifacts.set(key, bytes);
    if (headers.length > 0) this.#headers.set(key, headers);
  }

  #keep(before: StoredBytes | undefined, keep: (bytes: WrittenBytes) => unknown, endsPack = false): boolean {
    if (before === undefined) return false;
    this.#batch.push({ tag: before.tag, content: before, keep, endsPack });
    return true;
  }

  /** @param own entry of the same key in the previous release, which may have equal bytes */
  async #add(
    content: string | Uint8Array<ArrayBuffer>,
    keep: (bytes: WrittenBytes) => unknown,
    own?: StoredBytes,
    endsPack = false,
  ): Promise<void> {
    const body = typeof content === 'string' ? this.#encoder.encode(content) : content;
    const tag = shortHash(body);
    const before = own?.tag === tag ? own : this.before.same(tag);
    if (before === undefined) this.#batchBytes += body.byteLength;
    this.#batch.push({ tag, content: before ?? body, keep, endsPack });
    if (this.#batchBytes >= BATCH_BYTES) await this.#flush();
  }

  /** Writes results in the order of their batches, so that a release has the same bytes on every machine. */
  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    if (batch.length === 0) return;
    const bodies = batch.flatMap(({ content }) => (content instanceof Uint8Array ? [content] : []));
    const { results } = bodies.length === 0 ? NOTHING_TO_COMPRESS : await this.#pool.add(bodies);
    this.#writeNext(results, (made) => {
      const compressed = made.values();
      for (const { tag, content, keep, endsPack } of batch) {
        keep(content instanceof Uint8Array ? this.#store(tag, compressed.next().value) : this.#copy(content));
        if (endsPack) this.#packs.endPack();
      }
    });
  }

  #writeNext<T>(content: T | Promise<T>, write: (content: T) => void): void {
    this.#written = Promise.all([this.#written, content]).then(([, ready]) => write(ready));
    // publish() reports failures; without this line, an unhandled rejection would end the process first.
    this.#written.catch(() => undefined);
  }

  /** Whether a pack ends after a key. Depends only on the key, so that other packs stay the same if keys change. */
  #endsPack(key: string): boolean {
    return crc32(key) % this.#artifactsOfPack === 0;
  }

  #copy(stored: StoredBytes): WrittenBytes {
    return writtenBytes({ ...stored, slice: this.#packs.copy(stored.slice) });
  }

  #store(tag: string, body: StoredBody | undefined): WrittenBytes {
    if (body === undefined) throw new Error('A body came back from no thread that compresses.');
    return writtenBytes({ tag, slice: this.#packs.append(body.bytes), size: body.size });
  }
}

/** Average number of artifacts in a pack. A power of two rarely changes as a site grows by a few documents. */
function artifactsOfPack(artifacts: number): number {
  return Math.max(FEWEST_ARTIFACTS, 2 ** Math.ceil(Math.log2(Math.max(1, artifacts / MOST_PACKS))));
}
