import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lock } from '../files/lock.ts';
import { replaceFile } from '../files/replace-file.ts';
import { hasEnded } from '../files/writer.ts';
import type { ApiRecord } from '../model/records.ts';
import { CODECS } from '../store/codings.ts';
import type { ContentCoding } from '../store/contract.ts';
import { tagOf } from '../store/entity-tags.ts';
import type { ReleaseIndex, Slice, StoredBytes } from '../store/release.ts';
import {
  CURRENT_FILE,
  currentRelease,
  INDEX_FILE,
  modelKey,
  PACK_FILE,
  RELEASE_SCHEMA,
  RELEASES_FOLDER,
  releaseId,
} from '../store/release.ts';
import { CompressionPool } from './compression-pool.ts';
import type { CompressedBody } from './compression-worker.ts';
import { PackWriter } from './pack-writer.ts';
import { isIntact, PreviousRelease } from './previous-release.ts';

/**
 * Beside `current`, while a build switches to its release: two builds that publish at once would remove each other's
 * releases.
 */
const LOCK_FILE = 'publishing';
/** Bodies handed to a compressing thread in one message, in bytes. */
const BATCH_BYTES = 256 * 1024;

const NOTHING_TO_COMPRESS = { results: Promise.resolve<readonly CompressedBody[]>([]) };

/** For its turn in the pack. */
interface Waiting {
  readonly tag: string;
  /** Null: it was compressed before. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly keep: (stored: StoredBytes) => void;
}

/**
 * Writes one release beside the published one and switches to it last. Nothing that is served changes before {@link
 * publish}.
 */
export class ReleaseWriter {
  readonly before: PreviousRelease;
  readonly #folder: string;
  readonly #draft: string;
  readonly #pack: PackWriter;
  readonly #pool = new CompressionPool();
  readonly #artifacts = new Map<string, StoredBytes>();
  readonly #kept = new Set<string>();
  readonly #assets = new Map<string, StoredBytes & { mediaType: string }>();
  readonly #models = new Map<string, Slice>();
  readonly #shards = new Map<string, StoredBytes>();
  readonly #encoder = new TextEncoder();
  #batch: Waiting[] = [];
  #batchBytes = 0;
  #written: Promise<void> = Promise.resolve();

  /**
   * @param folder `dist/documentation`; made if it is not there
   * @param before the release that parts are taken of; closed in the end
   */
  constructor(folder: string, before = new PreviousRelease(folder)) {
    this.#folder = folder;
    this.before = before;
    const releases = join(folder, RELEASES_FOLDER);
    mkdirSync(releases, { recursive: true });
    // Not mkdtemp, whose folders its owner alone can read: the server may run as another user.
    this.#draft = join(releases, `.draft-${process.pid}-${randomUUID()}`);
    mkdirSync(this.#draft);
    this.#pack = new PackWriter(join(this.#draft, PACK_FILE), (bytes, offset) => this.before.read(bytes, offset));
  }

  /** @param headers names and values in turn, that are sent with it */
  addArtifact(key: string, content: string | Uint8Array<ArrayBuffer>, headers: readonly string[] = []): Promise<void> {
    return this.#add(content, (stored) =>
      this.#artifacts.set(key, headers.length === 0 ? stored : { ...stored, headers }),
    );
  }

  addAsset(path: string, mediaType: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#add(content, (stored) => this.#assets.set(path, { ...stored, mediaType }));
  }

  /** What is searched of a version of an API. */
  addShard(key: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#add(content, (stored) => this.#shards.set(key, stored));
  }

  /**
   * Takes an artifact of the release before, in its turn.
   * @returns false, and nothing is written, where that has none of the key
   */
  keepArtifact(key: string): boolean {
    const { artifacts = {} } = this.before.index ?? {};
    return this.#keep(artifacts, key, ({ headers }, stored) => {
      this.#artifacts.set(key, headers === undefined ? stored : { ...stored, headers });
      this.#kept.add(key);
    });
  }

  /** Every artifact that was published, by its key: whether it is that of the release before. */
  origins(): readonly (readonly [key: string, isKept: boolean])[] {
    return [...this.#artifacts.keys()].map((key) => [key, this.#kept.has(key)]);
  }

  /** As {@link keepArtifact}. */
  keepShard(key: string): boolean {
    return this.#keep(this.before.index?.shards ?? {}, key, (_, stored) => this.#shards.set(key, stored));
  }

  /**
   * What fails surfaces in {@link publish}.
   * @param isKept it is as it was in the release before
   */
  async addModel(record: ApiRecord, isKept = false): Promise<void> {
    const key = modelKey(record.name, record.version);
    // How much waits depends on what is kept, and the order of a pack does not.
    await this.#flush();
    this.#writeNext(Promise.resolve(), () => {
      const kept = isKept ? this.before.model(key) : undefined;
      const made = (): Slice => this.#pack.append(gzipSync(JSON.stringify(record), { level: 1 }));
      this.#models.set(key, kept === undefined ? made() : this.#pack.copy(kept));
    });
  }

  /** @returns the id of the release */
  async publish(
    head: Pick<ReleaseIndex, 'site' | 'entries' | 'outlines' | 'removed' | 'unanswered' | 'closed'>,
  ): Promise<string> {
    await this.#flush();
    await this.#written;
    await this.#pool.close();
    this.#pack.close();
    this.before.close();
    const index: ReleaseIndex = {
      schema: RELEASE_SCHEMA,
      codecs: CODECS,
      ...head,
      models: Object.fromEntries(this.#models),
      shards: Object.fromEntries(this.#shards),
      artifacts: Object.fromEntries(this.#artifacts),
      assets: Object.fromEntries(this.#assets),
    };
    const json = JSON.stringify(index);
    const id = releaseId(this.#pack.hash, json);
    writeFileSync(join(this.#draft, INDEX_FILE), json, { flag: 'wx' });
    const target = join(this.#folder, RELEASES_FOLDER, id);
    const unlock = await lock(join(this.#folder, LOCK_FILE));
    try {
      // The id is a hash of the content: what is there already is the same, unless it was damaged.
      if (isIntact(target)) rmSync(this.#draft, { recursive: true, force: true });
      else {
        rmSync(target, { recursive: true, force: true });
        renameSync(this.#draft, target);
      }
      const previous = currentRelease(this.#folder);
      replaceFile(join(this.#folder, CURRENT_FILE), `${id}\n`);
      removeOtherReleases(this.#folder, new Set([id, previous]));
    } finally {
      unlock();
    }
    return id;
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    await this.#pool.close();
    this.before.close();
    rmSync(this.#draft, { recursive: true, force: true });
  }

  #keep(
    entries: Readonly<Record<string, StoredBytes>>,
    key: string,
    keep: (before: StoredBytes, stored: StoredBytes) => void,
  ): boolean {
    const before = Object.hasOwn(entries, key) ? entries[key] : undefined;
    if (before === undefined) return false;
    this.#batch.push({ tag: before.tag, body: null, keep: (stored) => keep(before, stored) });
    return true;
  }

  async #add(content: string | Uint8Array<ArrayBuffer>, keep: (stored: StoredBytes) => void): Promise<void> {
    const body = typeof content === 'string' ? this.#encoder.encode(content) : content;
    const tag = tagOf(body);
    if (this.before.has(tag)) this.#batch.push({ tag, body: null, keep });
    else {
      this.#batch.push({ tag, body, keep });
      this.#batchBytes += body.byteLength;
    }
    if (this.#batchBytes >= BATCH_BYTES) await this.#flush();
  }

  /** Results are written in the order of their batches, so that a release has the same bytes on every machine. */
  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    if (batch.length === 0) return;
    const bodies = batch.flatMap(({ body }) => body ?? []);
    const { results } = bodies.length === 0 ? NOTHING_TO_COMPRESS : await this.#pool.add(bodies);
    this.#writeNext(results, (made) => {
      const compressed = made.values();
      for (const { tag, body, keep } of batch) {
        const made = body === null ? undefined : compressed.next().value;
        keep(made === undefined ? this.#copy(tag) : this.#store(tag, made));
      }
    });
  }

  #writeNext<T>(content: Promise<T>, write: (content: T) => void): void {
    this.#written = Promise.all([this.#written, content]).then(([, ready]) => write(ready));
    // Failures surface in publish(); without this line they would end the process first.
    this.#written.catch(() => undefined);
  }

  #copy(tag: string): StoredBytes {
    const slices = Object.entries(this.before.slices(tag)).map(([coding, slice]) => [coding, this.#pack.copy(slice)]);
    return { tag, slices: Object.fromEntries(slices) };
  }

  #store(tag: string, { codings }: CompressedBody): StoredBytes {
    const order: readonly ContentCoding[] = ['identity', 'br', 'gzip', 'zstd'];
    const slices = order.flatMap((coding) =>
      codings[coding] === undefined ? [] : [[coding, this.#pack.append(codings[coding])] as const],
    );
    return { tag, slices: Object.fromEntries(slices) };
  }
}

/** The release before stays for servers that have not switched yet. */
function removeOtherReleases(folder: string, kept: ReadonlySet<string>): void {
  const releases = join(folder, RELEASES_FOLDER);
  for (const name of readdirSync(releases)) {
    if (!kept.has(name) && !isBeingWritten(name)) rmSync(join(releases, name), { recursive: true, force: true });
  }
}

/** A draft of a build that still runs. */
function isBeingWritten(name: string): boolean {
  const writer = /^\.draft-(\d+)-/.exec(name)?.[1];
  return writer !== undefined && !hasEnded(Number(writer));
}
