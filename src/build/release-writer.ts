import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lock } from '../files/lock.ts';
import { replaceFile } from '../files/replace-file.ts';
import { hasEnded } from '../files/writer.ts';
import type { ApiRecord } from '../model/records.ts';
import { CODECS } from '../store/codings.ts';
import type { ContentCoding } from '../store/contract.ts';
import { tagOf } from '../store/entity-tags.ts';
import { isWholeRelease } from '../store/opened-release.ts';
import type { ReleaseIndex, Slice, StoredBytes } from '../store/release.ts';
import {
  CURRENT_FILE,
  INDEX_FILE,
  modelKey,
  PACK_FILE,
  RELEASE_SCHEMA,
  RELEASES_FOLDER,
  releaseId,
} from '../store/release.ts';
import { CompressedBefore } from './compressed-before.ts';
import { CompressionPool } from './compression-pool.ts';
import type { CompressedBody } from './compression-worker.ts';

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
  readonly #folder: string;
  readonly #draft: string;
  readonly #pack: number;
  readonly #pool = new CompressionPool();
  readonly #hash = createHash('sha256');
  readonly #artifacts = new Map<string, StoredBytes>();
  readonly #assets = new Map<string, StoredBytes & { mediaType: string }>();
  readonly #models = new Map<string, Slice>();
  readonly #shards = new Map<string, StoredBytes>();
  readonly #encoder = new TextEncoder();
  readonly #before: CompressedBefore;
  #batch: Waiting[] = [];
  #batchBytes = 0;
  #offset = 0;
  #written: Promise<void> = Promise.resolve();

  /**
   * @param folder `dist/documentation`; made if it is not there
   * @param reuses take what the release before has compressed
   */
  constructor(folder: string, { reuses = true }: { readonly reuses?: boolean } = {}) {
    this.#folder = folder;
    const before = reuses ? readCurrent(folder) : '';
    this.#before = new CompressedBefore(before === '' ? '' : join(folder, RELEASES_FOLDER, before));
    const releases = join(folder, RELEASES_FOLDER);
    mkdirSync(releases, { recursive: true });
    // Not mkdtemp, whose folders its owner alone can read: the server may run as another user.
    this.#draft = join(releases, `.draft-${process.pid}-${randomUUID()}`);
    mkdirSync(this.#draft);
    this.#pack = openSync(join(this.#draft, PACK_FILE), 'wx');
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

  /** What fails surfaces in {@link publish}. */
  addModel(record: ApiRecord): void {
    this.#writeNext(Promise.resolve(), () => {
      const json = gzipSync(JSON.stringify(record), { level: 1 });
      this.#models.set(modelKey(record.name, record.version), this.#append(json));
    });
  }

  /** @returns the id of the release */
  async publish(head: Pick<ReleaseIndex, 'site' | 'entries' | 'outlines' | 'removed' | 'closed'>): Promise<string> {
    await this.#flush();
    await this.#written;
    await this.#pool.close();
    this.#before.close();
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
    const id = releaseId(this.#hash, json);
    writeFileSync(join(this.#draft, INDEX_FILE), json, { flag: 'wx' });
    fsyncSync(this.#pack);
    closeSync(this.#pack);
    const target = join(this.#folder, RELEASES_FOLDER, id);
    const unlock = await lock(join(this.#folder, LOCK_FILE));
    try {
      // The id is a hash of the content: what is there already is the same, unless it was damaged.
      if (isWholeRelease(target)) rmSync(this.#draft, { recursive: true, force: true });
      else {
        rmSync(target, { recursive: true, force: true });
        renameSync(this.#draft, target);
      }
      const previous = readCurrent(this.#folder);
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
    this.#before.close();
    rmSync(this.#draft, { recursive: true, force: true });
  }

  async #add(content: string | Uint8Array<ArrayBuffer>, keep: (stored: StoredBytes) => void): Promise<void> {
    const body = typeof content === 'string' ? this.#encoder.encode(content) : content;
    const tag = tagOf(body);
    if (this.#before.has(tag)) this.#batch.push({ tag, body: null, keep });
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
        const codings = body === null ? this.#before.codings(tag) : compressed.next().value?.codings;
        if (codings !== undefined) keep(this.#store(tag, { codings }));
      }
    });
  }

  #writeNext<T>(content: Promise<T>, write: (content: T) => void): void {
    this.#written = Promise.all([this.#written, content]).then(([, ready]) => write(ready));
    // Failures surface in publish(); without this line they would end the process first.
    this.#written.catch(() => undefined);
  }

  #store(tag: string, { codings }: CompressedBody): StoredBytes {
    const order: readonly ContentCoding[] = ['identity', 'br', 'gzip', 'zstd'];
    const slices = order.flatMap((coding) =>
      codings[coding] === undefined ? [] : [[coding, this.#append(codings[coding])] as const],
    );
    return { tag, slices: Object.fromEntries(slices) };
  }

  #append(bytes: Uint8Array): Slice {
    const slice: Slice = [this.#offset, bytes.byteLength];
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(this.#pack, bytes, done);
    this.#hash.update(bytes);
    this.#offset += bytes.byteLength;
    return slice;
  }
}

function readCurrent(folder: string): string {
  try {
    return readFileSync(join(folder, CURRENT_FILE), 'utf8').trim();
  } catch {
    return '';
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
