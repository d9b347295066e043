import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Format } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import { GUIDE_FILES } from '../model/locations.ts';
import { type ArtifactStore, type ArtifactStoreOptions, openRelease } from './artifact-store.ts';
import type { ContentCoding, StoredRepresentation } from './contract.ts';
import { CURRENT_FILE, INDEX_FILE, RELEASES_FOLDER } from './release.ts';

const POLL_MILLISECONDS = 1000;

export interface CurrentRelease {
  store(): ArtifactStore;
  /** Returns an asset of the current release, or of the release with which this process started. */
  asset: ArtifactStore['asset'];
  /** Id of the current release. */
  id(): string;
  /** Prepares the current release with a different access rule and different media types, without serving it. */
  withAccess(accessRule: AccessRule, formats?: readonly Format[]): PreparedRelease;
  close(): void;
}

interface PreparedRelease {
  readonly store: ArtifactStore;
  /** Serves this store from now on, and later releases with the same rule and formats. */
  takeOver(): void;
}

/** Folder of releases, and of the release to serve until it has one. */
export interface ReleaseFolders {
  /** Path of `dist/documentation`. */
  readonly documentationFolder: string;
  /** Folder of the same structure, whose release is served until a build has published one; left out: there is none. */
  readonly firstFolder?: string | undefined;
}

/**
 * Serves the release that the file `current` names, and switches to the next release once it is published. A release
 * that cannot be opened is reported, and the previous release stays.
 * @param changed called after each switch
 * @throws when the first release cannot be opened
 */
export function followCurrentRelease(
  { documentationFolder: folder, firstFolder = folder }: ReleaseFolders,
  options: ArtifactStoreOptions,
  report: (message: string) => void,
  changed: () => void = () => undefined,
): CurrentRelease {
  const currentFile = join(folder, CURRENT_FILE);
  let current = options;
  const open = (id: string, from = folder): ArtifactStore => openRelease(join(from, RELEASES_FOLDER, id), current);
  // Compares the text, not the timestamp of the file: two releases may get the same timestamp.
  let seen = textOf(currentFile);
  const start = seen === undefined ? firstFolder : folder;
  let id = idIn(seen ?? readFileSync(join(start, CURRENT_FILE), 'utf8'), join(start, CURRENT_FILE));
  let store = open(id, start);
  const kept = new KeptAssets(store);
  // A build replaces a damaged release with a new folder of the same name.
  const fileOf = (of: string): number | undefined =>
    statSync(join(folder, RELEASES_FOLDER, of, INDEX_FILE), { throwIfNoEntry: false })?.ino;
  let file = fileOf(id);
  let reported = '';
  const timer = setInterval(() => {
    const text = textOf(currentFile);
    const nextFile = fileOf(id);
    const isReplaced = nextFile !== undefined && nextFile !== file;
    if (text === seen && !isReplaced) return;
    seen = text;
    try {
      const next = idIn(text, currentFile);
      if (next === id && !isReplaced) return;
      const before = store;
      store = open(next);
      kept.keepWhatIsLost(before, store);
      id = next;
      reported = '';
      file = fileOf(id);
      changed();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The new release cannot be opened, the one before stays: ${reason}`;
      if (message !== reported) report(message);
      reported = message;
      // Retries after errors of the operating system, such as files that are still copied, or too many open files.
      if (error instanceof Error && 'code' in error) seen = undefined;
    }
  }, POLL_MILLISECONDS);
  timer.unref();
  return {
    store: () => store,
    asset: (path) => store.asset(path) ?? kept.asset(path),
    id: () => id,
    withAccess(accessRule, formats = current.formats) {
      const prepared = store.withAccessRule(accessRule, formats);
      return {
        store: prepared,
        takeOver() {
          current = { ...current, formats, accessRule };
          store = prepared;
        },
      };
    },
    close: () => clearInterval(timer),
  };
}

/** Content of a file; undefined while the file is missing or cannot be read. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function idIn(text: string | undefined, file: string): string {
  if (text === undefined) throw new Error(`${file} cannot be read. Run "npm run build".`);
  const id = text.trim();
  if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`${file} names no release. Run "npm run build".`);
  return id;
}

type Asset = NonNullable<ReturnType<ArtifactStore['asset']>>;

/**
 * Assets for pages that this process renders, such as search results. These pages link to the assets of the release
 * with which the process started; a release with other templates has assets of other names.
 */
class KeptAssets {
  readonly #paths: readonly string[];
  readonly #kept = new Map<string, Asset>();

  constructor(first: ArtifactStore) {
    // Excludes files of guides: these pages do not show them, and a file removed from a guide must not stay available.
    this.#paths = first.assetPaths().filter((path) => !path.startsWith(GUIDE_FILES));
  }

  /** Asset of the first release that later releases lack; undefined if it was not kept. */
  asset(path: string): Asset | undefined {
    return this.#kept.get(path);
  }

  /** Keeps assets that the next release lacks. The files of the previous release must still be open. */
  keepWhatIsLost(before: ArtifactStore, after: ArtifactStore): void {
    for (const path of this.#paths) {
      const asset = after.asset(path) === undefined ? before.asset(path) : undefined;
      if (asset !== undefined) this.#kept.set(path, { ...asset, representation: inMemory(asset.representation) });
    }
  }
}

function inMemory(representation: StoredRepresentation): StoredRepresentation {
  const { kind, tag, codings } = representation;
  const bodies = bodiesOf(representation);
  return { kind, tag, codings, body: (coding) => bodies.get(coding) ?? Promise.reject(new Error(`No ${coding}.`)) };
}

/** Reads only the bodies, so that a kept asset does not keep its release in memory. */
function bodiesOf(representation: StoredRepresentation): ReadonlyMap<ContentCoding, Promise<Uint8Array>> {
  return new Map(
    representation.codings.map((coding) => {
      const body = Promise.resolve(representation.body(coding));
      // Clients that request this body get the error.
      body.catch(() => undefined);
      return [coding, body];
    }),
  );
}
